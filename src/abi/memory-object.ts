import type { ExprId } from '../vocabulary/brands.js';

/** Something the program may touch: where it lies, how large it is, what its source calls it. */
export interface MemoryObject {
  readonly kind: 'heap' | 'stack' | 'global' | 'data';
  readonly start: number;
  readonly size: number;
  /** The size as an expression, 0 when concrete. */
  readonly sizeId: ExprId;
  /** The most bytes it has under any input: `size` unless that is symbolic. */
  readonly capacity: number;
  readonly name: string | undefined;
  /** Where it is declared, when known. */
  readonly line: number | undefined;
  readonly freed: boolean;
  /** What only words are made of, as far as somebody looked it up. */
  readonly origin?: ObjectOrigin;
}

export interface ObjectOrigin {
  /** The file of `line`. */
  readonly file?: string;
  /** Of an array of one dimension: the size of its elements. */
  readonly elementSize?: number;
  /** An array inside a structure: `name` is the field's. */
  readonly isMember?: boolean;
  /** A parameter or a fuzz input that the sandbox made. */
  readonly isInput?: boolean;
  /** Where the program asked for it: `f.c:12`. */
  readonly allocated?: string;
  /** Where the program gave it back. */
  readonly freed?: string;
}

/** The end of a frame, and the first stretch of poison behind it. */
export interface Frame {
  readonly end: number;
  readonly poison: number;
  readonly poisonEnd: number;
}
