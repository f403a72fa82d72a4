import type { Bits } from '../compiler-options.js';

/** A file made by us for a tool to read. */
export interface WorkFile {
  /** A bare name; `path(name)` is how arguments call it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ToolRun {
  readonly tool: 'clang' | 'wasm-ld';
  /** clang: without input and output, the toolchain adds them. wasm-ld: all but `-o`. */
  readonly args: readonly string[];
  /** clang only: what to compile, a path as the user typed it or one of `path(name)`. */
  readonly input?: string;
  /** The user's name for it, where `input` is a file of ours. */
  readonly source?: string;
  readonly files: readonly WorkFile[];
  /** Run where `files` lie, so that `input` is a bare name: a path of ours would end up in the output. */
  readonly besideFiles?: boolean;
  /** Files of the user's that may be read, as absolute paths: a tool sees no others. */
  readonly userFiles: ReadonlyMap<string, Uint8Array>;
  /** Some of them with other content than the disk has. */
  readonly replaced?: ReadonlyMap<string, Uint8Array>;
}

export interface ToolResult {
  readonly ok: boolean;
  /** The tool's own words on stderr, warnings included. */
  readonly text: string;
  readonly stdout: string;
  readonly output: Uint8Array;
}

/**
 * A clang and a wasm-ld of one version with one sysroot. `run` may be called for several files at a time;
 * `close` gives back memory and processes, and every `run` after it starts them anew.
 */
export interface Toolchain {
  /** Changes whenever the same input could give another output. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Of the machine it compiles for. */
  readonly bits: Bits;
  /** How many runs at a time are worth it. */
  readonly parallel: number;
  /** Folder of libc, crt1 and compiler-rt as arguments call it. */
  readonly libraries: string;
  readonly builtins: string;
  /** How clang finds its own and libc's headers. */
  readonly headerFlags: readonly string[];
  /** Where the headers of libc++ lie, which come before all of these. */
  readonly cxxHeaders: string;
  /** Where these headers lie, as debug information names them. */
  readonly headerFolders: readonly string[];
  path(name: string): string;
  run(request: ToolRun): Promise<ToolResult>;
  close(): Promise<void>;
}
