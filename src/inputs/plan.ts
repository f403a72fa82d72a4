/**
 * What is symbolic, before anything runs: how the program is started and which bytes of the flat input
 * become which of its values. Bytes are taken in the order of the plan: a nullable pointer takes one byte
 * (0 = NULL), a symbolic length its bytes (little-endian, `lengthBytes`), then an object each element's
 * fields (all its bytes when it has none), a pointer among them its own object. Places are fixed: behind a
 * NULL or beyond a length the bytes are there and unused. layout.ts gives the places.
 */
export type InputPlan = StartPlan & {
  /** Bytes at the end that no value is made of: which bytes of a grammar's strings are symbolic (templates.ts). */
  readonly reserved?: number;
};

export type StartPlan =
  | {
      readonly kind: 'entry';
      readonly function: string;
      readonly params: readonly NamedValue[];
      /** Pairs `buf=len` that were taken for a buffer and its length by their names alone. */
      readonly guessed?: readonly string[];
      /** What it gives back; undefined: nothing, or nothing that can be compared. */
      readonly returns?: ValuePlan;
    }
  | { readonly kind: 'fuzz'; readonly size: Size }
  /** A program from main on. main.ts gives the order of its inputs. */
  | {
      readonly kind: 'main';
      readonly stdin?: Size;
      /** From argv[1] on. */
      readonly args: readonly Size[];
      readonly env: readonly NamedSize[];
      readonly files: readonly NamedSize[];
      /** What comes over the first connection. */
      readonly recv?: Size;
    };

export interface NamedSize {
  readonly name: string;
  readonly size: Size;
}

export interface Size {
  readonly min: number;
  readonly max: number;
}

export interface NamedValue {
  readonly name: string;
  readonly value: ValuePlan;
  /** A pointer to what the function may only read. */
  readonly isConst?: true;
}

export type ValuePlan =
  /**
   * `bool`: only the lowest bit counts, so that a _Bool is 0 or 1. `lengthOf`: the number of elements of that parameter;
   * its own bytes say the same, for people.
   */
  | {
      readonly kind: 'int';
      readonly bits: 8 | 16 | 32 | 64;
      readonly signed: boolean;
      readonly bool?: true;
      readonly lengthOf?: string;
    }
  /** Made concrete before the program sees it: counted as `concretized-float`. */
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  /** An object of the heap, fully symbolic but for its pointers. `nullable`: one more byte decides (0 = NULL). */
  | { readonly kind: 'pointer'; readonly nullable: boolean; readonly target: ObjectPlan }
  /** A pointer past --depth. */
  | { readonly kind: 'null' }
  /** A struct passed by value: on wasm32 the caller passes its address. */
  | { readonly kind: 'struct'; readonly target: ObjectPlan };

export interface ObjectPlan {
  /** Size of one element in bytes. */
  readonly elementSize: number;
  /** Elements; min < max makes the length symbolic. */
  readonly count: Size;
  /** A NUL byte follows the last element and is not symbolic. */
  readonly terminated: boolean;
  /** What an element is made of, for printing and for nested pointers. Bytes no field covers are symbolic padding-free bytes only if `fields` is empty. */
  readonly fields: readonly FieldPlan[];
  /** Bytes that bit-fields share. */
  readonly bits?: true;
}

export interface FieldPlan {
  readonly name: string;
  readonly offset: number;
  readonly value: ValuePlan | { readonly kind: 'struct-inline'; readonly target: ObjectPlan };
}

/** How many bytes hold the length of something that may have up to `max` elements. */
export function lengthBytes(max: number): 1 | 2 | 4 {
  return max < 0x100 ? 1 : max < 0x10000 ? 2 : 4;
}

/** A stretch of the flat input as a run used it, for tests and messages. */
export interface InputRegion {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly plan:
    | ValuePlan
    | { readonly kind: 'bytes' }
    /** How many elements the region of that name has, and how few it may have. */
    | { readonly kind: 'length'; readonly of: string; readonly min: number }
    /** Whether the pointer of that name is not NULL. */
    | { readonly kind: 'present'; readonly of: string };
}
