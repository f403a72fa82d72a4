/**
 * What did a run do that others can see? What it gave back, what it wrote through its arguments, what it printed: all
 * that a saved test holds a later run to, whether shadows are computed beside it or not. Addresses are never part of it.
 */

import { checkers } from '../checkers/index.js';
import type { OutputCapture } from '../host/output.js';
import { bytesValue, decodeInput, type InputValue, numberValue, withoutTrailingZeros } from '../inputs/decode.js';
import { isVariable } from '../inputs/layout.js';
import type { FieldPlan, InputPlan, ObjectPlan, ValuePlan } from '../inputs/plan.js';
import { concatBytes, toHex } from '../platform/bytes.js';
import { sha1 } from '../platform/hash.js';
import { escapeBytes } from '../vocabulary/escape.js';
import type { CheckerId, Failure } from '../vocabulary/finding.js';
import type { Objects } from './objects.js';
import type { RunResult } from './types.js';

/** Absent: nothing of the kind. */
export interface Effects {
  /** What the entry gave back. */
  readonly returned?: InputValue;
  /** Objects of pointer arguments that are not as they were, by parameter, as they are in the end. */
  readonly written?: Readonly<Record<string, InputValue>>;
  readonly stdout?: Printed;
  readonly stderr?: Printed;
}

/** Text with C's escapes; of a long one how it starts, how long it is, and a hash of all that was kept. */
export type Printed = string | { readonly start: string; readonly bytes: number; readonly sha1: string };

/** Printed bytes that a test holds as they are. */
export const mostPrinted = 4096;

/** How the function a run starts with was called, and what it gave back. */
export interface EntryCall {
  readonly args: readonly (number | bigint)[];
  /** Where a struct that it returns is put. */
  readonly result?: number;
  readonly returned: unknown;
}

export const noCall: EntryCall = { args: [], returned: undefined };

const aboutMemory: ReadonlySet<CheckerId> = new Set(
  checkers.filter(({ access, call, release, unwritten }) => access || call || release || unwritten).map(({ id }) => id),
);

/** Behind a bad access nothing is defined, not even whether the program ends; behind a sum that wrapped all is. */
export const isAboutNumbers = ({ checker, also }: Pick<Failure, 'checker' | 'also'>): boolean =>
  ![checker, ...also].some((id) => aboutMemory.has(id));

/** As JSON, which many runs share; undefined where what a run did means nothing. */
export function effectsOf(
  plan: InputPlan,
  call: EntryCall,
  { outcome, failures, input }: Pick<RunResult, 'outcome' | 'failures' | 'input'>,
  objects: Objects,
  output: OutputCapture,
): string | undefined {
  const hasEnded = outcome === 'returned' || outcome === 'exited' || outcome === 'failed';
  if (!hasEnded || !failures.every(isAboutNumbers)) return undefined;
  const entry = plan.kind === 'entry' ? plan : undefined;
  const reader = new MemoryReader(objects);
  const returned =
    entry?.returns && outcome === 'returned' ? reader.returned(entry.returns, call.result ?? call.returned) : undefined;
  const written = entry && outcome !== 'failed' ? writtenBy(entry, call.args, input, reader) : undefined;
  const effects: Effects = {
    ...(returned !== undefined && { returned }),
    ...(written && { written }),
    ...printed('stdout', concatBytes([output.of(1), entry ? reader.unflushed() : none]), output),
    ...printed('stderr', output.of(2), output),
  };
  return JSON.stringify(effects);
}

const none = new Uint8Array(0);

/** Where a stream keeps the ends of what was written to it and not given away yet, from its address. */
interface Kept {
  readonly start: number;
  readonly end: number;
}

/** By the name of the variable: our own library's (runtime-c/libc/stdio/stream.h), musl's `wbase` and `wpos`. */
const keptBy: Readonly<Record<string, Kept>> = {
  __nearmiss_output: { start: 0, end: 8 },
  __stdout_FILE: { start: 24, end: 20 },
};

/** Where a program's `stdout` keeps it, by its symbols; undefined where it has none. */
const stdouts = new WeakMap<object, { readonly kept: Kept | undefined }>();

function keptOf(symbols: readonly { readonly name: string; readonly address: number }[]): Kept | undefined {
  const found = symbols.find(({ name }) => Object.hasOwn(keptBy, name));
  if (!found) return undefined;
  const { start, end } = keptBy[found.name];
  return { start: found.address + start, end: found.address + end };
}

function writtenBy(
  plan: InputPlan & { kind: 'entry' },
  args: EntryCall['args'],
  input: Uint8Array,
  reader: MemoryReader,
): Effects['written'] {
  // Most functions take numbers, or only read: nothing is decoded for them.
  if (!plan.params.some(isWritable)) return undefined;
  const before = decodeInput(plan, input);
  const written: Record<string, InputValue> = {};
  plan.params.forEach((param, i) => {
    if (!isWritable(param) || param.value.kind !== 'pointer' || Number(args[i]) === 0) return;
    const after = reader.object(param.value.target, Number(args[i]), param.name);
    if (JSON.stringify(after) !== JSON.stringify(before[param.name])) written[param.name] = after;
  });
  return Object.keys(written).length > 0 ? written : undefined;
}

const isWritable = ({ value, isConst }: { readonly value: ValuePlan; readonly isConst?: true }): boolean =>
  value.kind === 'pointer' && !isConst;

function printed(name: 'stdout' | 'stderr', bytes: Uint8Array, { dropped }: OutputCapture): Pick<Effects, typeof name> {
  if (bytes.length === 0) return {};
  if (bytes.length <= mostPrinted && dropped === 0) return { [name]: escapeBytes(bytes) };
  const start = escapeBytes(bytes.subarray(0, mostPrinted));
  return { [name]: { start, bytes: bytes.length, sha1: toHex(sha1(bytes)) } };
}

/** Objects in memory in the words of inputs/decode.ts, which says the same of the bytes they were made of. */
class MemoryReader {
  constructor(readonly objects: Objects) {}

  returned(plan: ValuePlan, value: unknown): InputValue {
    switch (plan.kind) {
      case 'int': {
        const exact = BigInt.asUintN(plan.bits, BigInt(value as number | bigint));
        const bytes = new Uint8Array(BigUint64Array.of(plan.bool ? BigInt(exact !== 0n) : exact).buffer);
        return numberValue(bytes.subarray(0, plan.bits / 8), plan);
      }
      case 'float': {
        const narrow = plan.bits === 32;
        const bits = narrow ? Float32Array.of(value as number) : Float64Array.of(value as number);
        return numberValue(new Uint8Array(bits.buffer), plan);
      }
      case 'struct':
        return this.object(plan.target, Number(value), '', plan.target.elementSize);
      default:
        return this.#pointer(plan, Number(value), '');
    }
  }

  /** `size`: of an object that is only a part of the one it lies in. */
  object(target: ObjectPlan, address: number, name: string, size = this.#sizeAt(address)): InputValue {
    const { elementSize, count, terminated, fields } = target;
    const length = Math.max(0, Math.min(count.max, Math.floor((size - Number(terminated)) / elementSize)));
    const { bytes } = this.objects.space;
    if (fields.length === 0) {
      // The NUL behind a string counts where it was overwritten.
      const isOpen = terminated && size > length * elementSize && bytes[address + length * elementSize] !== 0;
      const all = bytes.subarray(address, address + length * elementSize + Number(isOpen));
      return bytesValue(isVariable(count) ? all : withoutTrailingZeros(all), terminated);
    }
    const elements: InputValue[] = [];
    for (let i = 0; i < length; i++) elements.push(this.#element(fields, address + i * elementSize, name));
    const isOne = count.min === 1 && count.max === 1 && fields[0].name !== '';
    return isOne ? (elements[0] ?? null) : elements;
  }

  /**
   * What a function printed and nobody flushed, since only a program that ends does. Looked up, not flushed: that would
   * be code of the program, with branches of its own.
   */
  unflushed(): Uint8Array {
    const { dataSymbols, space } = this.objects;
    let stdout = stdouts.get(dataSymbols);
    if (stdout === undefined) {
      stdout = { kept: keptOf(dataSymbols) };
      stdouts.set(dataSymbols, stdout);
    }
    const { kept } = stdout;
    if (!kept) return none;
    const base = space.view.getUint32(kept.start, true);
    const position = space.view.getUint32(kept.end, true);
    return base !== 0 && position > base && position <= space.top ? space.bytes.slice(base, position) : none;
  }

  #sizeAt(address: number): number {
    const object = this.objects.find(address);
    return object && !object.freed ? object.start + object.size - address : 0;
  }

  #element(fields: readonly FieldPlan[], address: number, owner: string): InputValue {
    if (fields.length === 1 && fields[0].name === '') return this.#field(fields[0], address, owner);
    const values: Record<string, InputValue> = {};
    fields.forEach((field, i) => {
      values[field.name || `unnamed ${i}`] = this.#field(field, address, owner);
    });
    return values;
  }

  #field({ name: field, offset, value }: FieldPlan, element: number, owner: string): InputValue {
    const name = field === '' ? owner : `${owner}->${field}`;
    const at = element + offset;
    const { space } = this.objects;
    if (value.kind === 'int' || value.kind === 'float')
      return numberValue(space.bytes.subarray(at, at + value.bits / 8), value);
    if (value.kind === 'struct-inline' || value.kind === 'struct')
      return this.object(value.target, at, name, value.target.elementSize * value.target.count.max);
    return this.#pointer(value, space.view.getUint32(at, true), name);
  }

  /** `name`: what the object is called that it pointed to at first. */
  #pointer(plan: ValuePlan, address: number, name: string): InputValue {
    address >>>= 0;
    if (address === 0) return null;
    const object = this.objects.find(address);
    const isLive = object !== undefined && !object.freed && address >= object.start;
    if (isLive && object.kind === 'heap' && object.name !== undefined) {
      if (object.name === name && object.start === address && plan.kind === 'pointer') {
        return this.object(plan.target, address, name);
      }
      return { in: object.name, offset: address - object.start };
    }
    const isText = plan.kind === 'pointer' && plan.target.terminated && isLive;
    const { bytes } = this.objects.space;
    const end = isText ? bytes.indexOf(0, address) : -1;
    if (isText && end >= 0 && end < object.start + object.size) return escapeBytes(bytes.subarray(address, end));
    // What else it may point to, people know by more than its bytes.
    return { pointer: 'not NULL' };
  }
}
