import type { Signatures } from '../../wasm/signatures.js';
import type { FuncType, ValueType } from '../../wasm/types.js';
import type { LibraryHook } from '../library-hook.js';
import type { HelperName } from './helpers.js';
import type { ObjectMark } from './marks.js';
import type { StaticObject, Value } from './values.js';

export type ExactImport =
  | 'access'
  | 'range'
  | 'memberRange'
  | 'recycle'
  | 'metMember'
  | 'stringCall'
  | 'nullArgument'
  | 'addressUsed'
  | 'fuelOut'
  | 'stackOverflow'
  | 'setjmp'
  | 'longjmp';

/** What a function's translation asks of the module it is in. */
export interface ExactContext {
  readonly signatures: Signatures;
  mapFunction(index: number): number;
  /** The type with ids behind its parameters and results. */
  extended(type: number): number;
  helper(name: HelperName): number;
  import(name: ExactImport): number;
  readonly globals: {
    readonly fuel: number;
    readonly stackLow: number;
    readonly callee: number;
    readonly stringCalls: number;
  };
  /** What a pointer is: parameters and results of this type have an id beside them. */
  readonly pointer: ValueType;
  readonly stackPointer: number;
  readonly stackLimit: number;
  readonly isImport: (index: number) => boolean;
  /** Calls that stand for something else and are left out: checks of arithmetic, redzones. */
  readonly isLeftOut: (index: number) => boolean;
  readonly marks: readonly (ObjectMark | undefined)[];
  object(index: number): StaticObject | undefined;
  readonly library: ReadonlyMap<number, LibraryHook>;
  /** The place of an access in the table of members met, -1 when there is no room. */
  site(): number;
  /** Notes an origin for messages and gives its number. */
  origin(origin: Origin): number;
}

/** Where an object comes from, as far as the code says. */
export interface Origin {
  readonly kind: 'local' | 'frame' | 'alloca' | 'member' | 'varargs';
  readonly name: string;
  readonly line: number;
  /** Of a member: of what, whether it may be longer (`LastArray`), and how large the struct is. */
  readonly elementSize?: number;
  readonly last?: number;
  readonly structSize?: number;
  /** Address in the original code. */
  readonly at: number;
}

export interface Block {
  readonly op: number;
  readonly index: number;
  readonly height: number;
  readonly type: FuncType;
  /** Parameters' values, for the other arm of an `if`. */
  readonly params: readonly Value[];
  isReachedAtEnd: boolean;
}

export type LocalState = { kind: 'unset' } | Value;
