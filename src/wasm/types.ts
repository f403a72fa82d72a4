/** A WebAssembly module as data: what decode.ts reads and encode.ts writes. */
export const ValueType = {
  i32: 0x7f,
  i64: 0x7e,
  f32: 0x7d,
  f64: 0x7c,
  v128: 0x7b,
  funcref: 0x70,
  externref: 0x6f,
} as const;
export type ValueType = number;

/** The byte before a function type. */
export const functionForm = 0x60;

/** A block type that takes and gives nothing; read as a number it is -64. */
export const emptyBlock = 0x40;

export interface FuncType {
  readonly params: readonly ValueType[];
  readonly results: readonly ValueType[];
}

/** The flag of a memory or table whose addresses have 64 bits. */
export const wideLimits = 4;

export interface Limits {
  readonly min: number;
  readonly max: number | undefined;
  /** Its addresses have 64 bits. Nobody writes such: see lower64.ts. */
  readonly is64?: true;
}

export type ImportDesc =
  | { readonly kind: 'func'; readonly type: number }
  | { readonly kind: 'table'; readonly element: ValueType; readonly limits: Limits }
  | { readonly kind: 'memory'; readonly limits: Limits }
  | { readonly kind: 'global'; readonly type: ValueType; readonly mutable: boolean }
  | { readonly kind: 'tag'; readonly type: number };

export interface Import {
  readonly module: string;
  readonly name: string;
  readonly desc: ImportDesc;
}

type ExternKind = 'func' | 'table' | 'memory' | 'global' | 'tag';
export const externKinds: readonly ExternKind[] = ['func', 'table', 'memory', 'global', 'tag'];

export interface Export {
  readonly name: string;
  readonly kind: ExternKind;
  readonly index: number;
}

export interface Global {
  readonly type: ValueType;
  readonly mutable: boolean;
  readonly init: Instr[];
}

export interface Element {
  /** Active segments only have an offset. */
  readonly mode: 'active' | 'passive' | 'declared';
  readonly table: number;
  readonly offset: Instr[];
  readonly functions: readonly number[];
}

export interface DataSegment {
  readonly mode: 'active' | 'passive';
  readonly offset: Instr[];
  readonly bytes: Uint8Array;
}

/** One instruction. `x` and `y` are its immediates (index, label, constant, memarg align and offset); see opcodes.ts. */
export interface Instr {
  readonly op: number;
  readonly x: number;
  readonly y: number;
  /** br_table: labels, the last is the default. */
  readonly list: readonly number[] | undefined;
  /** i64.const; f32 and f64 constants as raw bits. */
  readonly big: bigint;
  /** Offset from the start of the code section's payload: what DWARF calls its address. */
  readonly at: number;
}

export interface FuncBody {
  /** Parameters excluded. */
  readonly locals: readonly ValueType[];
  readonly code: readonly Instr[];
  /** Range in the code section's payload. */
  readonly start: number;
  readonly end: number;
}

export interface Module {
  /** Pointers have 64 bits: the program was compiled for such a machine, and lowered to a memory of 32 (lower64.ts). */
  is64?: true;
  types: FuncType[];
  imports: Import[];
  /** Type index per defined function. */
  functions: number[];
  tables: { element: ValueType; limits: Limits }[];
  memories: Limits[];
  globals: Global[];
  tags: number[];
  exports: Export[];
  start: number | undefined;
  elements: Element[];
  bodies: FuncBody[];
  data: DataSegment[];
  customs: Map<string, Uint8Array>;
}

/** In the index space of functions they come first, in this order. */
export const importedFunctions = ({ imports }: Pick<Module, 'imports'>): Import[] =>
  imports.filter(({ desc }) => desc.kind === 'func');

export const isInteger = (type: ValueType): boolean => type === ValueType.i32 || type === ValueType.i64;
export const isFloat = (type: ValueType): boolean => type === ValueType.f32 || type === ValueType.f64;

export function instr(op: number, x = 0, y = 0, list?: readonly number[], big = 0n, at = 0): Instr {
  return { op, x, y, list, big, at };
}
