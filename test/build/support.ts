import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WASI } from 'node:wasi';
import { afterAll } from 'vitest';
import { buildWith } from '../../src/build/build.js';
import { defaultCacheFolder, openCache } from '../../src/build/cache/folder.js';
import { chooseToolchain } from '../../src/build/toolchain/choose.js';
import { findNativeTools } from '../../src/build/toolchain/find-native.js';
import type { Toolchain } from '../../src/build/toolchain/types.js';
import type { BuildOptions, Built } from '../../src/build/types.js';

/** The user's own, as for all other tests, so that the runtime is compiled once. */
export const sharedCache = defaultCacheFolder();

export const hasNative = findNativeTools(openCache(sharedCache)) !== undefined;
if (!hasNative) console.warn('No native clang with wasm-ld on PATH: tests of the native toolchain are skipped.');

export type Compiler = 'embedded' | 'native';
export const compilers: Compiler[] = hasNative ? ['embedded', 'native'] : ['embedded'];

/** One of each for a whole test file: starting the embedded compiler is most of what a small build costs. */
const warm = new Map<string, Toolchain>();
function warmToolchain(compiler: Compiler): Toolchain {
  let toolchain = warm.get(compiler);
  if (!toolchain) warm.set(compiler, (toolchain = chooseToolchain(compiler, openCache(sharedCache), () => {})));
  return toolchain;
}
afterAll(async () => {
  for (const toolchain of warm.values()) await toolchain.close();
});

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-test-'));
  folders.push(folder);
  return folder;
}

export function writeFiles(files: Record<string, string>, folder = temporaryFolder()): string {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

/** Builds files as if the user stood in their folder: sources default to all C files among them. */
export async function buildFiles(
  files: Record<string, string>,
  options: Partial<BuildOptions> & { compiler: Compiler },
): Promise<Omit<Built, 'compileMs'>> {
  const folder = writeFiles(files);
  const before = process.cwd();
  process.chdir(folder);
  try {
    const sources = Object.keys(files).filter((name) => name.endsWith('.c'));
    return await buildWith(warmToolchain(options.compiler), openCache(sharedCache), {
      sources,
      flags: [],
      opt: 0,
      ...options,
    });
  } finally {
    process.chdir(before);
  }
}

/** A file where it lies: its object is the one that other tests made of it. */
export const buildSource = (
  source: string,
  { compiler, ...options }: Partial<BuildOptions> & { compiler: Compiler },
): Promise<Omit<Built, 'compileMs'>> =>
  buildWith(warmToolchain(compiler), openCache(sharedCache), {
    sources: [source],
    compiler,
    flags: [],
    opt: 0,
    ...options,
  });

export class Aborted extends Error {}

export interface Running {
  exports: Record<string, (...args: unknown[]) => number> & { memory: WebAssembly.Memory };
  /** Every call of an import of "env", in order. */
  calls: { name: string; args: number[] }[];
  text(address: number): string;
}

export interface World {
  args?: string[];
  env?: Record<string, string>;
  stdout?: number;
}

/** An instance with a heap that only grows, node's WASI, and an ear on everything else. */
export function instantiate(wasm: Uint8Array, world: World = {}): Running & { wasi: WASI; instance: object } {
  const module = new WebAssembly.Module(new Uint8Array(wasm));
  const calls: Running['calls'] = [];
  let memory: WebAssembly.Memory;
  let heapEnd = 0;
  const bytes = () => new Uint8Array(memory.buffer);
  const allocate = (size: number) => {
    const address = (heapEnd + 15) & ~15;
    heapEnd = address + size;
    const missing = heapEnd - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return address;
  };
  const answers: Record<string, (...args: number[]) => number | undefined> = {
    __nm_malloc: allocate,
    __nm_calloc: (count, size) => allocate(count * size),
    __nm_memalign: (alignment, size) => {
      heapEnd = (heapEnd + alignment - 1) & -alignment;
      return allocate(size);
    },
    __nm_realloc: (block, size) => {
      const moved = allocate(size);
      if (block) bytes().copyWithin(moved, block, block + size);
      return moved;
    },
    __nm_abort: () => {
      throw new Aborted('abort');
    },
    __nm_assert_fail: (expression) => {
      throw new Aborted(`assert ${text(expression)}`);
    },
  };
  const text = (address: number) => {
    const all = bytes();
    return Buffer.from(all.subarray(address, all.indexOf(0, address))).toString();
  };
  const env: Record<string, unknown> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== 'env') continue;
    if (name.startsWith('__nearmiss_object.')) {
      // A mark of an object gives back the address it is given.
      env[name] = (address: number) => address;
      continue;
    }
    env[name] = (...args: number[]) => {
      calls.push({ name, args });
      return answers[name]?.(...args);
    };
  }
  const wasi = new WASI({ version: 'preview1', returnOnExit: true, stdout: 1, ...world });
  // Beyond WASI: what a stream reads ahead is read anyhow.
  const { fd_read, ...others } = wasi.wasiImport as Record<string, (...args: number[]) => number>;
  const preview1 = { ...others, fd_read, fd_read_stream: () => 58, fd_sync_stream: () => 0 };
  const instance = new WebAssembly.Instance(module, { env, wasi_snapshot_preview1: preview1 });
  const exports = instance.exports as Running['exports'];
  memory = exports.memory;
  heapEnd = (exports as unknown as { __heap_base: WebAssembly.Global }).__heap_base.value as number;
  return { exports, calls, text, wasi, instance };
}

/** Runs a program with a main to its end. */
export function runMain(wasm: Uint8Array, world: World = {}): { exit: number; stdout: string } {
  const path = join(temporaryFolder(), 'stdout');
  const program = instantiate(wasm, { args: ['program'], ...world, stdout: openSync(path, 'w') });
  const exit = program.wasi.start(program.instance);
  return { exit: exit as number, stdout: readFileSync(path, 'utf8') };
}

/** An instance of a program without main, its constructors run. */
export function startReactor(wasm: Uint8Array): Running {
  const program = instantiate(wasm);
  program.wasi.initialize(program.instance);
  return program;
}
