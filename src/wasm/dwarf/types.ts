/**
 * C types as the debug information gives them: plain objects. Only pointers and function types close cycles
 * (`struct node { struct node *next; }` points back at the same object); what a value *contains* — members,
 * elements, what a typedef or qualifier stands for — is a finite tree, even in broken input.
 * `undefined` in place of a type is `void`.
 */
export type DebugType =
  | BaseType
  | PointerType
  | StructType
  | ArrayType
  | EnumType
  | TypedefType
  | QualifiedType
  | FunctionType
  | UnknownType;

export type BaseEncoding = 'signed' | 'unsigned' | 'bool' | 'char-signed' | 'char-unsigned' | 'float';

export interface BaseType {
  readonly kind: 'base';
  readonly name: string;
  readonly size: number;
  readonly encoding: BaseEncoding;
}

export interface PointerType {
  readonly kind: 'pointer';
  /** 4 or 8: what an address of its unit takes. */
  readonly size: number;
  readonly target: DebugType | undefined;
}

export interface StructType {
  readonly kind: 'struct' | 'union';
  /** The tag, '' when it has none. */
  readonly name: string;
  readonly size: number;
  readonly members: readonly StructMember[];
  /** Declared, but defined by no unit: size and members are not known. */
  readonly isDeclaration: boolean;
}

export interface StructMember {
  /** '' for an anonymous struct or union, whose members are named as if they were the outer one's. */
  readonly name: string;
  /** In bytes. For a bit-field, the byte that holds its lowest bit. */
  readonly offset: number;
  readonly type: DebugType;
  /** Bit-fields only: bit i of the field is bit `bitOffset + i` of the little-endian bytes from `offset` on. */
  readonly bitOffset?: number;
  readonly bitSize?: number;
}

export interface ArrayType {
  readonly kind: 'array';
  readonly element: DebugType;
  /** Outermost dimension first; undefined for `[]`, a flexible member or a variable length. */
  readonly counts: readonly (number | undefined)[];
  /** In bytes, undefined when a count is. */
  readonly size: number | undefined;
}

export interface EnumType {
  readonly kind: 'enum';
  readonly name: string;
  readonly size: number;
  readonly values: readonly { readonly name: string; readonly value: bigint }[];
  readonly signed: boolean;
}

export interface TypedefType {
  readonly kind: 'typedef';
  readonly name: string;
  readonly target: DebugType | undefined;
}

export interface QualifiedType {
  readonly kind: 'const' | 'volatile' | 'restrict' | 'atomic';
  readonly target: DebugType | undefined;
}

export interface FunctionType {
  readonly kind: 'function';
  readonly returnType: DebugType | undefined;
  readonly params: readonly DebugType[];
  readonly isPrototyped: boolean;
  readonly isVariadic: boolean;
}

/** Something C doesn't have, or a part of the debug information that can't be read. */
export interface UnknownType {
  readonly kind: 'unknown';
  readonly name: string;
  readonly size: number;
}

export const UNKNOWN: UnknownType = { kind: 'unknown', name: '', size: 0 };

/** Bytes a value takes; undefined for void, functions, arrays of unknown length and incomplete structs. */
export function sizeOf(type: DebugType | undefined): number | undefined {
  const plain = stripTypedefs(type);
  if (plain === undefined || plain.kind === 'function') return undefined;
  if ((plain.kind === 'struct' || plain.kind === 'union') && plain.isDeclaration) return undefined;
  return plain.size;
}

export type PlainType = Exclude<DebugType, TypedefType | QualifiedType>;

/** What a type is once its typedefs and qualifiers (const, volatile, …) are taken off; undefined is void. */
export function stripTypedefs(type: DebugType | undefined): PlainType | undefined {
  while (type !== undefined && 'target' in type && type.kind !== 'pointer') type = type.target;
  return type as PlainType | undefined;
}
