import type { InlinedCall } from './inlined.js';
import type { DebugLocation } from './locations.js';
import type { DebugType } from './types.js';
import type { DebugParam, DebugVariable } from './variables.js';

/** A function of C that has code of its own in the module. */
export interface DebugFunction {
  readonly name: string;
  /** The symbol's name where it differs: clang calls `main` `__main_argc_argv`. */
  readonly linkageName: string | undefined;
  /** From the first byte of the body (dead-code.ts says which that is) … */
  readonly low: number;
  /** … up to, not including, this. */
  readonly high: number;
  readonly file: string;
  readonly line: number;
  /** The source file of its unit, as it was typed on the command line. */
  readonly unit: string;
  /** undefined: void. */
  readonly returnType: DebugType | undefined;
  readonly params: readonly DebugParam[];
  /** Locals in the order of the debug information, static ones too. */
  readonly variables: readonly DebugVariable[];
  /** Calls that became part of this function's code, outermost first, each with its own inside it. */
  readonly inlined: readonly InlinedCall[];
  readonly isExternal: boolean;
  readonly isPrototyped: boolean;
  readonly isVariadic: boolean;
  /** What locations of kind `frame` are relative to: usually a local that holds the stack pointer. */
  readonly frameBase: DebugLocation | undefined;
}
