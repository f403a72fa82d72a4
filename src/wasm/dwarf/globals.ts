import type { DebugType } from './types.js';

/** A variable with static storage: of a file, or `static` in a function. */
export interface DebugGlobal {
  readonly name: string;
  readonly type: DebugType;
  readonly file: string;
  readonly line: number;
  /** In linear memory; undefined when the compiler or linker removed it. */
  readonly address: number | undefined;
  readonly isExternal: boolean;
  /** The function that declares it, for a static local. */
  readonly function: string | undefined;
}
