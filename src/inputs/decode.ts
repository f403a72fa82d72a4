import { toHex } from '../platform/bytes.js';
import { escapeBytes, isText } from '../vocabulary/escape.js';
import { foldLength, readLength } from './effective-size.js';
import { isFault } from './faults.js';
import { flatElementSize, flatSize, fuzzInputName, isVariable } from './layout.js';
import { type MainPlan, mainInputs } from './main.js';
import {
  type FieldPlan,
  type InputPlan,
  type InputRegion,
  lengthBytes,
  type ObjectPlan,
  type ValuePlan,
} from './plan.js';

/** A value of an input as JSON: numbers, strings with C escapes, `{hex: …}`, arrays, objects, null pointers. */
export type InputValue = number | string | null | readonly InputValue[] | { readonly [name: string]: InputValue };

/** The flat input as people read it: by parameter, then what the program made symbolic as it ran. */
export function decodeInput(
  plan: InputPlan,
  input: Uint8Array,
  regions: readonly InputRegion[] = [],
): Record<string, InputValue> {
  const values: Record<string, InputValue> = {};
  const reader = new Reader(input);
  if (plan.kind === 'fuzz') values[fuzzInputName] = bytesValue(fuzzBytes(plan, input));
  else if (plan.kind === 'main') Object.assign(values, mainValues(plan, reader));
  else for (const { name, value } of plan.params) values[name] = reader.value(value);
  const end = flatSize(plan);
  for (const { name, offset, size, plan: kind } of regions) {
    if (offset < end || kind.kind === 'length' || kind.kind === 'present') continue;
    // A call that does not fail is nothing to tell.
    if (isFault(name)) {
      if ((padded(input, offset, 1)[0] & 1) === 1) values[name] = 1;
      continue;
    }
    const one = kind.kind === 'bytes' ? bytesValue(padded(input, offset, size)) : new Reader(input, offset).value(kind);
    values[freeName(values, name)] = one;
  }
  return values;
}

/** The raw bytes of a fuzz input. */
function fuzzBytes(plan: InputPlan & { kind: 'fuzz' }, input: Uint8Array): Uint8Array {
  return new Reader(input).bytes({ elementSize: 1, count: plan.size, terminated: false, fields: [] });
}

/** The input as one file for a fuzzer, where it is nothing but one stretch of bytes; else undefined. */
export function blobOf(plan: InputPlan, input: Uint8Array): Uint8Array | undefined {
  if (plan.kind === 'fuzz') return fuzzBytes(plan, input);
  const inputs = plan.kind === 'main' ? mainInputs(plan) : [];
  return inputs.length === 1 && !inputs[0].target.terminated ? new Reader(input).bytes(inputs[0].target) : undefined;
}

/** `{argv: ["-v"], env: {HOME: "/"}, stdin: "…", files: {"a.cfg": "…"}}`: only what is symbolic. */
function mainValues(plan: MainPlan, reader: Reader): Record<string, InputValue> {
  const values: Record<string, InputValue> = {};
  const argv: InputValue[] = [];
  for (const { role, key, target } of mainInputs(plan)) {
    const bytes = reader.bytes(target);
    const value = target.terminated ? escapeBytes(asString(bytes)) : bytesValue(bytes);
    if (role === 'stdin' || role === 'recv') values[role] = value;
    else if (role === 'argv') argv.push(value);
    else values[role] = { ...(values[role] as object), [key]: value };
  }
  return argv.length > 0 ? { argv, ...values } : values;
}

class Reader {
  constructor(
    readonly input: Uint8Array,
    public offset = 0,
  ) {}

  take(size: number): Uint8Array {
    this.offset += size;
    return padded(this.input, this.offset - size, size);
  }

  /** An object of plain bytes: as many as its length says. */
  bytes({ count, elementSize }: ObjectPlan): Uint8Array {
    const width = isVariable(count) ? lengthBytes(count.max) : 0;
    const length = width > 0 ? foldLength(readLength(this.take(width), 0, width), count) : count.max;
    return this.take(count.max * elementSize).subarray(0, length * elementSize);
  }

  value(plan: FieldPlan['value']): InputValue {
    switch (plan.kind) {
      case 'int':
      case 'float':
        return numberValue(this.take(plan.bits / 8), plan);
      case 'null':
        return null;
      case 'pointer': {
        const isNull = plan.nullable && this.take(1)[0] === 0;
        const object = this.object(plan.target);
        return isNull ? null : object;
      }
      case 'struct':
      case 'struct-inline':
        return this.object(plan.target);
    }
  }

  object(target: ObjectPlan): InputValue {
    const { count, fields } = target;
    const width = isVariable(count) ? lengthBytes(count.max) : 0;
    const length = width > 0 ? foldLength(readLength(this.take(width), 0, width), count) : count.max;
    const end = this.offset + count.max * flatElementSize(target);
    if (fields.length === 0) {
      const bytes = this.take(length * target.elementSize);
      this.offset = end;
      return bytesValue(width === 0 ? withoutTrailingZeros(bytes) : bytes, target.terminated);
    }
    const elements: InputValue[] = [];
    for (let i = 0; i < length; i++) elements.push(this.element(fields));
    this.offset = end;
    const isOne = count.min === 1 && count.max === 1 && fields[0].name !== '';
    return isOne ? elements[0] : elements;
  }

  element(fields: readonly FieldPlan[]): InputValue {
    if (fields.length === 1 && fields[0].name === '') return this.value(fields[0].value);
    const values: Record<string, InputValue> = {};
    fields.forEach((field, i) => {
      values[field.name || `unnamed ${i}`] = this.value(field.value);
    });
    return values;
  }
}

/** Inputs may be shorter than the plan: what is missing is zero. */
function padded(input: Uint8Array, offset: number, size: number): Uint8Array {
  if (offset + size <= input.length) return input.subarray(offset, offset + size);
  const bytes = new Uint8Array(size);
  bytes.set(input.subarray(offset, Math.min(offset + size, input.length)));
  return bytes;
}

/** A number of C by its bytes. */
export function numberValue(bytes: Uint8Array, plan: ValuePlan & { kind: 'int' | 'float' }): InputValue {
  return plan.kind === 'float' ? floatValue(bytes) : intValue(bytes, plan.signed, plan.bool === true);
}

function intValue(bytes: Uint8Array, signed: boolean, bool: boolean): InputValue {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
  if (bool) return Number(value & 1n);
  if (signed) value = BigInt.asIntN(bytes.length * 8, value);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

function floatValue(bytes: Uint8Array): InputValue {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const value = bytes.length === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true);
  // What JSON can't say (infinities, not-a-numbers, minus zero) keeps its bits.
  return Number.isFinite(value) && !Object.is(value, -0) ? value : { hex: toHex(bytes) };
}

export function bytesValue(bytes: Uint8Array, always = false): InputValue {
  return always || isText(bytes) ? escapeBytes(bytes) : { hex: toHex(bytes) };
}

/** What of an argument or a variable a program sees: both are strings, which end at their NUL. */
export function asString(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

export function withoutTrailingZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}

/** Two symbolic objects of one name are told apart by number. */
function freeName(values: Record<string, InputValue>, name: string): string {
  let free = name;
  for (let n = 2; free in values; n++) free = `${name} ${n}`;
  return free;
}
