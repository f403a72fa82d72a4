import type { LibraryHook } from './library-hook.js';

/** What the module with shadows and the oracle's are both told of the program. */
export interface ModuleOptions {
  readonly stackPointer: number;
  readonly stackLimit: number;
  /** Addresses below this have tags from the start. */
  readonly initialTop: number;
  /** Functions to export besides the module's own exports: name → index. */
  readonly exports: ReadonlyMap<string, number>;
  /** Functions the runtime hears of: see jumps.ts. */
  readonly jumps: ReadonlyMap<number, 'setjmp' | 'longjmp'>;
  /** Functions that may call themselves, by index. */
  readonly recursive: ReadonlySet<number>;
  /** Functions of the user's sources, by index. */
  readonly users: ReadonlySet<number>;
  /** Calls of the C library in the user's code that are announced, by address: see library-calls.ts. */
  readonly library: ReadonlyMap<number, LibraryHook>;
  /** Functions whose results the runtime may know, by index → their number in abi/string-models.ts. */
  readonly models: ReadonlyMap<number, number>;
}
