import { fromHex } from '../platform/bytes.js';
import { UserError } from '../vocabulary/errors.js';
import { unescapeBytes } from '../vocabulary/escape.js';
import type { InputValue } from './decode.js';
import { flatElementSize, flatObjectSize, flatSize, flatValueSize, fuzzInputName, isVariable } from './layout.js';
import { mainInputs } from './main.js';
import { type FieldPlan, type InputPlan, lengthBytes, type ObjectPlan } from './plan.js';

/** The inverse of decodeInput, for the part a plan describes: a saved test as a flat input. Missing values are zero. */
export function encodeInput(plan: InputPlan, values: Readonly<Record<string, InputValue>>): Uint8Array {
  const writer = new Writer(new Uint8Array(flatSize(plan)));
  if (plan.kind === 'fuzz') {
    const target: ObjectPlan = { elementSize: 1, count: plan.size, terminated: false, fields: [] };
    writer.object(target, values[fuzzInputName] ?? '', fuzzInputName);
  } else if (plan.kind === 'main') {
    for (const { role, key, name, target } of mainInputs(plan)) {
      const group = values[role] as Readonly<Record<string, InputValue>> | undefined;
      const value =
        role === 'stdin' || role === 'recv' ? values[role] : group?.[role === 'argv' ? String(Number(key) - 1) : key];
      if (value === undefined) writer.offset += flatObjectSize(target);
      else writer.object(target, value, name);
    }
  } else for (const { name, value } of plan.params) writer.value(value, values[name], name);
  return writer.bytes;
}

class Writer {
  offset = 0;
  constructor(readonly bytes: Uint8Array) {}

  put(from: Uint8Array, size: number): void {
    this.bytes.set(from.subarray(0, size), this.offset);
    this.offset += size;
  }

  value(plan: FieldPlan['value'], value: InputValue | undefined, name: string): void {
    if (value === undefined) {
      this.offset += flatValueSize(plan);
      return;
    }
    switch (plan.kind) {
      case 'int':
        return this.int(plan.bits / 8, value, name);
      case 'float':
        return this.float(plan.bits / 8, value, name);
      case 'null':
        return;
      case 'pointer':
        if (plan.nullable) this.put(Uint8Array.of(Number(value !== null)), 1);
        if (value === null) this.offset += flatObjectSize(plan.target);
        else this.object(plan.target, value, name);
        return;
      default:
        return this.object(plan.target, value, name);
    }
  }

  object(target: ObjectPlan, value: InputValue, name: string): void {
    const { count, fields } = target;
    const bytes = fields.length === 0 ? bytesOf(value, name) : undefined;
    const isOne = isObject(value) || (!Array.isArray(value) && count.max === 1) || isPlainStruct(fields, value);
    const elements = bytes ? [] : isOne ? [value] : value;
    if (!Array.isArray(elements)) throw unfit(name, value);
    const given = bytes ? Math.ceil(bytes.length / target.elementSize) : elements.length;
    // A string ends at its NUL, however many bytes are behind it.
    const length = target.terminated && bytes ? Math.max(given, count.min) : given;
    if (length > count.max || (isVariable(count) && length < count.min)) throw unfit(name, value);
    if (isVariable(count)) this.number(BigInt(length), lengthBytes(count.max));
    const end = this.offset + count.max * flatElementSize(target);
    if (bytes) this.put(bytes, bytes.length);
    else elements.forEach((element, i) => void this.element(fields, element, `${name}[${i}]`));
    this.offset = end;
  }

  element(fields: readonly FieldPlan[], value: InputValue, name: string): void {
    if (fields.length === 1 && fields[0].name === '') {
      this.value(fields[0].value, value, name);
      return;
    }
    const isList = Array.isArray(value) && value.length <= fields.length;
    if (!isObject(value) && !isList) throw unfit(name, value);
    fields.forEach((field, i) => {
      const own = isList ? value[i] : (value as Record<string, InputValue>)[field.name || `unnamed ${i}`];
      this.value(field.value, own, `${name}.${field.name}`);
    });
  }

  int(size: number, value: InputValue, name: string): void {
    const isNumber = typeof value === 'number' ? Number.isInteger(value) : /^-?\d+$/.test(String(value));
    if (!isNumber) throw unfit(name, value);
    this.number(BigInt(value as number | string), size);
  }

  number(value: bigint, size: number): void {
    for (let i = 0; i < size; i++) this.bytes[this.offset++] = Number((value >> BigInt(8 * i)) & 0xffn);
  }

  float(size: number, value: InputValue, name: string): void {
    if (typeof value !== 'number') {
      const bytes = bytesOf(value, name);
      if (bytes.length !== size) throw unfit(name, value);
      this.put(bytes, size);
      return;
    }
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.offset, size);
    if (size === 4) view.setFloat32(0, value, true);
    else view.setFloat64(0, value, true);
    this.offset += size;
  }
}

/** `{1, 2}` of a structure: its members in their order, as C has them. */
export function isPlainStruct(fields: readonly FieldPlan[], value: InputValue): value is readonly InputValue[] {
  if (fields.length < 2 || !Array.isArray(value)) return false;
  return value.length > 0 && value.every((each) => typeof each !== 'object' || each === null);
}

/** The bytes of a value that stands for bytes: text with C escapes, or `{hex: …}`. */
export function bytesOf(value: InputValue, name: string): Uint8Array {
  if (typeof value === 'string') return unescapeBytes(value);
  if (isObject(value) && typeof value.hex === 'string' && /^([0-9a-f]{2})*$/i.test(value.hex)) {
    return fromHex(value.hex);
  }
  throw unfit(name, value);
}

function isObject(value: InputValue): value is Record<string, InputValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const longestShown = 60;

function unfit(name: string, value: InputValue): UserError {
  const text = JSON.stringify(value);
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return new UserError(`The value ${shown} does not fit the input ${name}: take it from a test of this program.`);
}
