/** How does a C type become symbolic bytes of the flat input? */

import { UserError } from '../vocabulary/errors.js';
import {
  type BaseType,
  type DebugType,
  type StructType,
  sizeOf,
  stripTypedefs,
  typeName,
} from '../wasm/dwarf/index.js';
import type { FieldPlan, ObjectPlan, Size, ValuePlan } from './plan.js';

/** What holds for all types of one entry. */
export interface EntryTypes {
  readonly entry: string;
  readonly nullable: boolean;
}

const exactly = (count: number): Size => ({ min: count, max: count });
const defaultStringSize = exactly(8);
const defaultBytes = exactly(8);
const defaultElements = exactly(4);

/** A parameter's value; undefined when the ABI passes nothing for it (an empty struct). */
export function typedValue(type: DebugType, name: string, depth: number, types: EntryTypes): ValuePlan | undefined {
  const plain = stripTypedefs(type);
  switch (plain?.kind) {
    case 'base':
      return baseValue(plain, name, types);
    case 'enum':
      return { kind: 'int', bits: intBits(plain.size, name, type, types), signed: plain.signed };
    case 'pointer':
      return pointerTo(plain.target, name, depth, types);
    case 'struct':
    case 'union': {
      const only = onlyScalar(plain);
      if (only) return typedValue(only, name, depth, types);
      if (plain.size === 0) return undefined;
      return { kind: 'struct', target: objectOf(plain, name, depth, types, exactly(1)) };
    }
    default:
      throw refused(name, `is of type ${typeName(type)}`, types);
  }
}

/** A pointer and what it points to. */
export function pointerTo(
  target: DebugType | undefined,
  name: string,
  depth: number,
  types: EntryTypes,
  len?: Size,
): ValuePlan {
  if (depth <= 0) return { kind: 'null' };
  const { nullable } = types;
  const plain = stripTypedefs(target);
  if (plain === undefined) {
    const count = len ?? defaultBytes;
    return { kind: 'pointer', nullable, target: { elementSize: 1, count, terminated: false, fields: [] } };
  }
  if (plain.kind === 'function') throw refused(name, 'is a pointer to a function', types);
  // `unsigned char *` is bytes, not text.
  if (plain.kind === 'base' && plain.name === 'char') {
    const count = len ?? defaultStringSize;
    return { kind: 'pointer', nullable, target: { elementSize: 1, count, terminated: true, fields: [] } };
  }
  if (sizeOf(plain) === undefined) {
    throw refused(name, `points to ${typeName(plain)}, whose contents the debug information doesn't have`, types);
  }
  const isOne = plain.kind === 'struct' || plain.kind === 'union';
  const count = len ?? (isOne ? exactly(1) : defaultElements);
  return { kind: 'pointer', nullable, target: objectOf(plain, name, depth - 1, types, count) };
}

/** `count` elements of a type. `depth`: pointers still followed from inside. */
export function objectOf(type: DebugType, name: string, depth: number, types: EntryTypes, count: Size): ObjectPlan {
  return { elementSize: sizeOf(type) ?? 0, count, terminated: false, fields: fieldsOf(type, name, depth, types) };
}

/** What one element is made of; nothing for raw bytes (characters, unions). */
function fieldsOf(type: DebugType, name: string, depth: number, types: EntryTypes): FieldPlan[] {
  const plain = stripTypedefs(type);
  switch (plain?.kind) {
    case 'union':
      return [];
    case 'base':
      return isCharacter(plain) ? [] : [{ name: '', offset: 0, value: baseValue(plain, name, types) }];
    case 'struct':
      return membersOf(plain, name, depth, types);
    case 'array':
      return [{ name: '', offset: 0, value: inlineArray(plain.counts, plain.element, name, depth, types) }];
    default: {
      const value = memberValue(type, name, depth, types);
      return value ? [{ name: '', offset: 0, value }] : [];
    }
  }
}

function inlineArray(
  counts: readonly (number | undefined)[],
  element: DebugType,
  name: string,
  depth: number,
  types: EntryTypes,
): FieldPlan['value'] {
  const [first = 0, ...rest] = counts;
  if (rest.length === 0) {
    return { kind: 'struct-inline', target: objectOf(element, `${name}[]`, depth, types, exactly(first)) };
  }
  const inner = inlineArray(rest, element, name, depth, types);
  const elementSize = rest.reduce<number>((size, count) => size * (count ?? 0), sizeOf(element) ?? 0);
  const fields: FieldPlan[] = [{ name: '', offset: 0, value: inner }];
  return { kind: 'struct-inline', target: { elementSize, count: exactly(first), terminated: false, fields } };
}

function membersOf(struct: StructType, name: string, depth: number, types: EntryTypes): FieldPlan[] {
  const fields: FieldPlan[] = [];
  for (let i = 0; i < struct.members.length; i++) {
    const member = struct.members[i];
    if (member.bitSize !== undefined) {
      const last = lastOfBitFields(struct, i);
      fields.push(bitFields(struct, i, last));
      i = last;
      continue;
    }
    const { offset } = member;
    const plain = stripTypedefs(member.type);
    if (member.name === '' && plain?.kind === 'struct') {
      for (const field of membersOf(plain, name, depth, types))
        fields.push({ ...field, offset: offset + field.offset });
      continue;
    }
    const label = member.name || (plain?.kind === 'union' ? plain.members.map((each) => each.name).join('|') : '?');
    const value = memberValue(member.type, `${name}.${label}`, depth, types);
    if (value) fields.push({ name: label, offset, value });
  }
  return fields;
}

function memberValue(type: DebugType, name: string, depth: number, types: EntryTypes): FieldPlan['value'] | undefined {
  const plain = stripTypedefs(type);
  switch (plain?.kind) {
    case 'array':
      return plain.size ? inlineArray(plain.counts, plain.element, name, depth, types) : undefined;
    case 'struct':
    case 'union':
      if (!plain.size) return undefined;
      return { kind: 'struct-inline', target: objectOf(plain, name, depth, types, exactly(1)) };
    case 'pointer': {
      // Inside an object what can't be made is NULL: a parameter's own pointer would be refused.
      const target = stripTypedefs(plain.target);
      const isOpaque = target !== undefined && sizeOf(target) === undefined;
      return isOpaque ? { kind: 'null' } : pointerTo(plain.target, name, depth, types);
    }
    default:
      return typedValue(type, name, depth, types);
  }
}

/** Neighbouring bit-fields share bytes: they are one stretch of raw bytes, named by all of them. */
function lastOfBitFields(struct: StructType, first: number): number {
  let last = first;
  while (struct.members[last + 1]?.bitSize !== undefined) last++;
  return last;
}

function bitFields(struct: StructType, first: number, last: number): FieldPlan {
  const members = struct.members.slice(first, last + 1);
  const start = Math.min(...members.map(({ offset }) => offset));
  const end = Math.max(
    ...members.map(({ offset, bitOffset = 0, bitSize = 0 }) => offset + Math.ceil((bitOffset + bitSize) / 8)),
  );
  const target: ObjectPlan = {
    elementSize: end - start,
    count: exactly(1),
    terminated: false,
    fields: [],
    bits: true,
  };
  const name = members.flatMap((member) => member.name || []).join(',');
  return { name, offset: start, value: { kind: 'struct-inline', target } };
}

function baseValue(base: BaseType, name: string, types: EntryTypes): ValuePlan {
  if (base.encoding === 'float') {
    if (base.size !== 4 && base.size !== 8) throw refused(name, `is a ${base.name}`, types);
    return { kind: 'float', bits: base.size === 4 ? 32 : 64 };
  }
  const bits = intBits(base.size, name, base, types);
  if (base.encoding === 'bool') return { kind: 'int', bits, signed: false, bool: true };
  return { kind: 'int', bits, signed: base.encoding === 'signed' || base.encoding === 'char-signed' };
}

function intBits(size: number, name: string, type: DebugType, types: EntryTypes): 8 | 16 | 32 | 64 {
  const bits = size * 8;
  if (bits === 8 || bits === 16 || bits === 32 || bits === 64) return bits;
  throw refused(name, `is of type ${typeName(type)}`, types);
}

const isCharacter = ({ encoding, size }: BaseType): boolean =>
  size === 1 && (encoding === 'char-signed' || encoding === 'char-unsigned');

/** Wasm passes a struct of one scalar as that scalar. */
function onlyScalar(struct: StructType): DebugType | undefined {
  if (struct.kind === 'union') return undefined;
  const members = struct.members.filter(({ type }) => sizeOf(type) !== 0);
  if (members.length !== 1 || members[0].bitSize !== undefined) return undefined;
  const plain = stripTypedefs(members[0].type);
  if (plain?.kind === 'struct') return plain.size === struct.size ? onlyScalar(plain) : undefined;
  if (plain?.kind === 'array') {
    const isSingle = plain.counts.every((count) => count === 1);
    return isSingle && (sizeOf(plain.element) ?? 0) === struct.size ? onlyScalarElement(plain.element) : undefined;
  }
  const isScalar = plain?.kind === 'base' || plain?.kind === 'enum' || plain?.kind === 'pointer';
  return isScalar && sizeOf(plain) === struct.size ? members[0].type : undefined;
}

function onlyScalarElement(type: DebugType): DebugType | undefined {
  const plain = stripTypedefs(type);
  return plain?.kind === 'struct' ? onlyScalar(plain) : type;
}

function refused(name: string, what: string, { entry }: EntryTypes): UserError {
  return new UserError(
    `Parameter ${name} of ${entry} ${what}, which can't be made symbolic: call ${entry} from a small function of your own that takes the rest as parameters.`,
  );
}
