/** How is the program's entry called with the values of an input? The same for shadow runs and replays. */

import type { InputOrigin } from '../host/guest.js';
import { foldLength, readLength } from '../inputs/effective-size.js';
import { flatElementSize, flatObjectSize, fuzzInputName, isVariable, layoutOf } from '../inputs/layout.js';
import { type MainPlan, mainInputs } from '../inputs/main.js';
import {
  type FieldPlan,
  type InputPlan,
  lengthBytes,
  type ObjectPlan,
  type Size,
  type ValuePlan,
} from '../inputs/plan.js';
import { fromUtf8 } from '../platform/bytes.js';
import type { Heap } from './heap.js';
import type { GivenObject } from './observed.js';

/** A length made of input bytes: `elements × scale + extra` bytes. */
export interface SymbolicLength {
  readonly from: number;
  readonly bytes: number;
  readonly scale: number;
  readonly extra: number;
}

/** Who gives the program values taken from the flat input: with symbols beside them, or without. */
export interface InputSink {
  readonly input: Uint8Array;
  readonly heap: Pick<Heap, 'label'>;
  /** Told of each object that a pointer leads to. */
  onObject?(object: GivenObject): void;
  /** A length that is no symbol in this run. */
  isFixed?(from: number): boolean;
  allocate(size: number, capacity: number, length: SymbolicLength | undefined): number;
  /** Input bytes into memory. */
  place(address: number, from: number, size: number): void;
  /** A string of symbolic length: byte i is the input's where i is below the length, NUL at it. */
  placeString(address: number, from: number, size: number, max: number, length: SymbolicLength): void;
  /** Bytes that are no input. */
  placePlain(address: number, bytes: Uint8Array): void;
  /** A bool: only the lowest bit of the byte counts. */
  placeBool(address: number, from: number): void;
  /** A pointer into memory, always concrete. */
  placePointer(address: number, value: number): void;
  integer(from: number, bits: 8 | 16 | 32 | 64, signed: boolean, bool: boolean): Argument;
  float(from: number, bits: 32 | 64): Argument;
  /** A number of 32 bits as one of 64. */
  widened(argument: Argument): Argument;
  /** Bytes of a pointer of the program. */
  readonly pointerSize: 4 | 8;
  /** A fork on an input byte being zero. */
  isZero(from: number): boolean;
  /** The range a length lies in joins what is assumed. */
  assumeRange(from: number, size: number, min: number, max: number): void;
}

export interface Argument {
  readonly value: number | bigint;
  /** Undefined for floats: they carry no shadow. */
  readonly id: number | undefined;
}

const fuzzBytes = (min: number, max: number): ObjectPlan => ({
  elementSize: 1,
  count: { min, max },
  terminated: false,
  fields: [],
});

const concrete = (value: number): Argument => ({ value, id: 0 });

/** Makes the arguments of the function a run starts with. Places in the flat input are those of inputs/layout.ts. */
export function makeArguments(plan: InputPlan, sink: InputSink): Argument[] {
  const maker = new ArgumentMaker(sink);
  if (plan.kind === 'fuzz') return maker.fuzz(plan.size.min, plan.size.max);
  if (plan.kind === 'main') return [];
  for (const { offset, size, plan: kind } of layoutOf(plan)) {
    if (kind.kind === 'length') maker.lengths.set(kind.of, { from: offset, bytes: size });
  }
  for (const { name, value } of plan.params) if (value.kind === 'pointer') maker.counts.set(name, value.target.count);
  return plan.params.map(({ name, value }) => maker.argument(value, name));
}

/** An address as the program takes it. */
export const asPointer = ({ pointerSize }: Pick<InputSink, 'pointerSize'>, address: number): number | bigint =>
  pointerSize === 8 ? BigInt(address) : address;

/** Addresses of `argc` and `argv` as LLVMFuzzerInitialize may change them: a program's name, and nothing else. */
export function makeCommandLine(sink: InputSink): [argc: number | bigint, argv: number | bigint] {
  const name = fromUtf8('program\0');
  const { pointerSize } = sink;
  // With a NULL behind it.
  const pointer = (value: number): Uint8Array => {
    const bytes = new Uint8Array(2 * pointerSize);
    new DataView(bytes.buffer).setUint32(0, value, true);
    return bytes;
  };
  const place = (bytes: Uint8Array): number => {
    const address = sink.allocate(bytes.length, bytes.length, undefined);
    sink.placePlain(address, bytes);
    return address;
  };
  const argv = place(pointer(place(name)));
  const argc = place(pointer(1).subarray(0, 4));
  return [asPointer(sink, argc), asPointer(sink, place(pointer(argv).subarray(0, pointerSize)))];
}

/** What a program that starts at main finds in the world. */
interface MainWorld {
  /** Addresses of strings. */
  readonly args: readonly number[];
  readonly env: readonly number[];
  readonly stdin: InputOrigin | undefined;
  readonly recv: InputOrigin | undefined;
  readonly files: readonly { readonly name: string; readonly origin: InputOrigin }[];
}

export function makeWorld(plan: MainPlan, sink: InputSink): MainWorld {
  const maker = new ArgumentMaker(sink);
  const args: number[] = [];
  const env: number[] = [];
  let stdin: InputOrigin | undefined;
  let recv: InputOrigin | undefined;
  const files: { name: string; origin: InputOrigin }[] = [];
  for (const { role, key, target } of mainInputs(plan)) {
    if (role === 'argv') args.push(maker.string(target, ''));
    else if (role === 'env') env.push(maker.string(target, `${key}=`));
    else if (role === 'stdin') stdin = maker.origin(target);
    else if (role === 'recv') recv = maker.origin(target);
    else files.push({ name: key, origin: maker.origin(target) });
  }
  return { args, env, stdin, recv, files };
}

class ArgumentMaker {
  #next = 0;
  /** By parameter: where the number of its elements is, and what it may be. */
  readonly lengths = new Map<string, { readonly from: number; readonly bytes: number }>();
  readonly counts = new Map<string, Size>();

  constructor(readonly sink: InputSink) {}

  #take(size: number): number {
    const from = this.#next;
    this.#next += size;
    return from;
  }

  fuzz(min: number, max: number): Argument[] {
    const { length, symbolic } = this.#length(min, max, 1, 0);
    const from = this.#take(max);
    const address = this.sink.allocate(length, max, symbolic);
    this.sink.heap.label(address, fuzzInputName, 1);
    this.sink.onObject?.({ name: fuzzInputName, address, target: fuzzBytes(min, max), length });
    this.sink.place(address, from, length);
    const size = symbolic
      ? this.sink.integer(symbolic.from, (8 * symbolic.bytes) as 8 | 16 | 32, false, false)
      : concrete(length);
    return [this.#pointer(concrete(address)), this.#pointer(size)];
  }

  /** Text that begins with something fixed, in a block of its own: what lies beyond its end is not its own. */
  string({ count: { min, max } }: ObjectPlan, start: string): number {
    const prefix = fromUtf8(start);
    const extra = prefix.length + 1;
    const { length, symbolic } = this.#length(min, max, 1, extra);
    const address = this.sink.allocate(length + extra, max + extra, symbolic);
    if (prefix.length > 0) this.sink.placePlain(address, prefix);
    const at = address + prefix.length;
    const from = this.#take(max);
    if (symbolic) this.sink.placeString(at, from, length, max, symbolic);
    else {
      this.sink.place(at, from, length);
      this.sink.placePlain(at + length, Uint8Array.of(0));
    }
    return address;
  }

  /** Bytes the program reads when it likes. */
  origin({ count: { min, max } }: ObjectPlan): InputOrigin {
    const { length, symbolic } = this.#length(min, max, 1, 0);
    const from = this.#take(max);
    return { from, size: length, length: symbolic && { from: symbolic.from, bytes: symbolic.bytes, min, max } };
  }

  #length(
    min: number,
    max: number,
    scale: number,
    extra: number,
  ): { length: number; symbolic: SymbolicLength | undefined } {
    if (!isVariable({ min, max })) return { length: max, symbolic: undefined };
    const { input } = this.sink;
    const bytes = lengthBytes(max);
    const from = this.#take(bytes);
    let length = 0;
    for (let i = bytes - 1; i >= 0; i--) length = length * 256 + input[from + i];
    const folded = foldLength(length, { min, max });
    if (folded !== length) {
      length = folded;
      for (let i = 0; i < bytes; i++) input[from + i] = Math.floor(length / 256 ** i) & 0xff;
    }
    if (this.sink.isFixed?.(from)) return { length, symbolic: undefined };
    this.sink.assumeRange(from, bytes, min, max);
    return { length, symbolic: { from, bytes, scale, extra } };
  }

  /** A pointer or a size_t as the program takes it. */
  #pointer(argument: Argument): Argument {
    return this.sink.pointerSize === 8 ? this.sink.widened(argument) : argument;
  }

  /** A value as a parameter. */
  argument(plan: ValuePlan, name: string): Argument {
    const argument = this.value(plan, name);
    if (plan.kind === 'int')
      return plan.bits === 64 && typeof argument.value === 'number' ? this.sink.widened(argument) : argument;
    return plan.kind === 'float' ? argument : this.#pointer(argument);
  }

  value(plan: ValuePlan, name: string): Argument {
    switch (plan.kind) {
      case 'int':
        if (plan.lengthOf !== undefined) return this.#lengthOf(plan.lengthOf, this.#take(plan.bits / 8), plan.bits / 8);
        return this.sink.integer(this.#take(plan.bits / 8), plan.bits, plan.signed, plan.bool ?? false);
      case 'float':
        return this.sink.float(this.#take(plan.bits / 8), plan.bits);
      case 'null':
        return concrete(0);
      case 'pointer':
        if (plan.nullable && this.sink.isZero(this.#take(1))) {
          this.#take(flatObjectSize(plan.target));
          return concrete(0);
        }
        return concrete(this.#object(plan.target, name));
      case 'struct':
        return concrete(this.#object(plan.target, name));
    }
  }

  /** The number of elements of another parameter; the bytes of its own are made to say the same. */
  #lengthOf(buffer: string, own: number, size: number): Argument {
    const { input } = this.sink;
    const count = this.counts.get(buffer) ?? { min: 0, max: 0 };
    const at = this.lengths.get(buffer);
    const length = at ? foldLength(readLength(input, at.from, at.bytes), count) : count.max;
    for (let i = 0; i < size; i++) input[own + i] = Math.floor(length / 256 ** i) & 0xff;
    if (!at) return concrete(length);
    // Folded where the buffer itself may come later.
    for (let i = 0; i < at.bytes; i++) input[at.from + i] = Math.floor(length / 256 ** i) & 0xff;
    return this.sink.integer(at.from, (8 * at.bytes) as 8 | 16 | 32, false, false);
  }

  #object(plan: ObjectPlan, name: string): number {
    const { elementSize, count, terminated } = plan;
    const extra = terminated ? elementSize : 0;
    const { length, symbolic } = this.#length(count.min, count.max, elementSize, extra);
    const address = this.sink.allocate(length * elementSize + extra, count.max * elementSize + extra, symbolic);
    this.sink.heap.label(address, name, elementSize);
    this.sink.onObject?.({ name, address, target: plan, length });
    if (symbolic && terminated && elementSize === 1 && plan.fields.length === 0) {
      this.sink.placeString(address, this.#take(count.max), length, count.max, symbolic);
    } else this.#elements(plan, address, length, name);
    return address;
  }

  #elements(plan: ObjectPlan, address: number, length: number, name: string): void {
    const { elementSize, count, fields } = plan;
    if (fields.length === 0) {
      this.sink.place(address, this.#take(count.max * elementSize), length * elementSize);
      return;
    }
    for (let i = 0; i < length; i++) {
      for (const field of fields) this.#field(field, address + i * elementSize + field.offset, name);
    }
    this.#take((count.max - length) * flatElementSize(plan));
  }

  #field({ name: field, value }: FieldPlan, at: number, owner: string): void {
    const name = field === '' ? owner : `${owner}->${field}`;
    if (value.kind === 'struct-inline') this.#elements(value.target, at, value.target.count.max, name);
    else if (value.kind === 'int' && value.bool) this.sink.placeBool(at, this.#take(1));
    else if (value.kind === 'int' || value.kind === 'float') {
      this.sink.place(at, this.#take(value.bits / 8), value.bits / 8);
    } else this.sink.placePointer(at, this.value(value, name).value as number);
  }
}
