import type { Libc } from '../vocabulary/libc.js';
import type { Bits, ExtraCheck } from './compiler-options.js';
import type { Probe } from './probes.js';

export interface BuildOptions {
  /** C files, folders (all *.c below), or one .wasm that nearmiss made. */
  sources: string[];
  /** C flags as the user gave them: -I -D -U -std= -include -l -L and anything after `--`. */
  flags: string[];
  compiler: 'auto' | 'embedded' | 'native';
  opt: 0 | 1;
  /** Of the machine it is compiled for; 32, unless told. */
  bits?: Bits;
  /** Default: musl; at 64 bits there is only our own. */
  libc?: Libc;
  /** Function to keep and export; the program may then have no main. */
  entry?: string;
  /** Other functions to keep, whether or not anybody calls them. */
  keep?: readonly string[];
  /** Functions of the C library whose calls by the user's code go to runtime-c/world.c, and failures a run may have. */
  explored?: { readonly functions: readonly string[]; readonly faultBudget: number };
  /** Default: `nearmiss` in the user's cache folder. */
  cacheDir?: string;
  /** Branches to be told of; predicates stand in `replaced` sources already. */
  probes?: readonly Probe[];
  /** Checks that are only put in when somebody asks for them. */
  extraChecks?: readonly ExtraCheck[];
  /** Sources and headers with other content than the disk has, by absolute path. */
  replaced?: ReadonlyMap<string, Uint8Array>;
  onProgress?: (message: string) => void;
  signal?: AbortSignal;
}

/** How a program is started: it has a main, it is a libFuzzer harness, or neither. */
export type ProgramKind = 'command' | 'fuzz' | 'entry';

export interface Built {
  /** The linked module, with names, DWARF and the `nearmiss.symbols` section. */
  wasm: Uint8Array;
  kind: ProgramKind;
  /** For people: `clang 22 (embedded)`. */
  compiler: string;
  compileMs: number;
  /** What clang said about sources that compiled all the same. */
  warnings: string;
}
