import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commands, runLLVM, type Tree } from '@yowasp/clang';

/** Sources by path, `/` between folders. */
export type Sources = Readonly<Record<string, string>>;

function treeOf(sources: Sources): Tree {
  const root: Tree = {};
  for (const [path, text] of Object.entries(sources)) {
    const parts = path.split('/');
    let folder = root;
    for (const part of parts.slice(0, -1)) folder = (folder[part] ??= {}) as Tree;
    folder[parts[parts.length - 1]] = text;
  }
  return root;
}

let loaded: ReturnType<typeof runLLVM>;

/** Runs a tool of the embedded LLVM on a tree of files. The compiler is a driver that runs several. */
export async function llvm(tool: string, args: string[], files: Tree): Promise<{ files: Tree; output: string }> {
  const options = { stdout: write, stderr: write, fetchProgress: () => {} };
  let output = '';
  function write(bytes: Uint8Array | null) {
    if (bytes) output += new TextDecoder().decode(bytes);
  }
  // The driver ignores `fetchProgress` the first time, so something else loads the tools.
  await (loaded ??= runLLVM(['nm', '--version'], {}, { stdout: null, fetchProgress: () => {} }));
  try {
    const run = tool === 'clang' ? commands.clang(args, files, options) : runLLVM([tool, ...args], files, options);
    const result = await run;
    return { files: result ?? {}, output };
  } catch (error) {
    throw new Error(`${tool} failed: ${output}`, { cause: error });
  }
}

function driverArguments(sources: Sources, exports: readonly string[], flags: readonly string[]): string[] {
  const files = Object.keys(sources).filter((path) => path.endsWith('.c'));
  const link = ['-nostdlib', '-Wl,--no-entry', ...exports.map((name) => `-Wl,--export=${name}`)];
  return [
    '--target=wasm32',
    '-mbulk-memory',
    '-fno-builtin',
    '-g',
    '-Wno-everything',
    '-std=gnu11',
    ...flags,
    ...link,
    ...files,
    '-o',
    'out.wasm',
  ];
}

/** Compiles and links freestanding C with the embedded clang; what `exports` need stays, the rest is removed. */
export async function compile(
  sources: Sources,
  exports: readonly string[],
  flags: readonly string[],
): Promise<Uint8Array> {
  const { files } = await llvm('clang', driverArguments(sources, exports, flags), treeOf(sources));
  return files['out.wasm'] as Uint8Array;
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What llvm-dwarfdump says of a module's line table; undefined where it isn't installed. */
export function dumpLines(module: Uint8Array): string | undefined {
  const tool = ['llvm-dwarfdump', 'llvm-dwarfdump-19'].find(isInstalled);
  return tool && execFileSync(tool, ['--debug-line', '-'], { input: module, encoding: 'utf8' });
}

/** The same with a native clang and its linker; undefined where it isn't installed. */
export function compileNatively(
  clang: string,
  sources: Sources,
  exports: readonly string[],
  flags: readonly string[],
): Uint8Array | undefined {
  if (!isInstalled(clang)) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'nearmiss-dwarf-'));
  try {
    for (const [path, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    execFileSync(clang, driverArguments(sources, exports, flags), { cwd: directory, stdio: 'pipe' });
    return new Uint8Array(readFileSync(join(directory, 'out.wasm')));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A LEB128 reader that remembers where it is. */
function reader(bytes: Uint8Array, start: number) {
  const state = { at: start };
  const uleb = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[state.at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  return { state, uleb };
}

const CUSTOM = 0;
const CODE = 10;

interface WebAssemblyApi {
  instantiate(module: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
}

/** Runs a module without imports; Node's types leave WebAssembly to the DOM's. */
export async function instantiate(module: Uint8Array): Promise<{
  call: (name: string, ...args: (number | bigint)[]) => number | bigint;
  memory: DataView;
}> {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };
  const { exports } = (await WebAssembly.instantiate(module, {})).instance;
  const memory = new DataView((exports.memory as { buffer: ArrayBuffer }).buffer);
  return { call: (name, ...args) => (exports[name] as (...args: unknown[]) => number | bigint)(...args), memory };
}

/** Custom sections by name, and where the code section and its function bodies are. */
export function sectionsOf(module: Uint8Array) {
  const sections = new Map<string, Uint8Array>();
  let code: Uint8Array = new Uint8Array(0);
  const { state, uleb } = reader(module, 8);
  while (state.at < module.length) {
    const id = module[state.at++];
    const size = uleb();
    const end = state.at + size;
    if (id === CODE) code = module.slice(state.at, end);
    if (id === CUSTOM) {
      const length = uleb();
      const name = new TextDecoder().decode(module.subarray(state.at, state.at + length));
      sections.set(name, module.slice(state.at + length, end));
    }
    state.at = end;
  }
  return { sections, code, bodies: bodiesOf(code) };
}

/** Where each function body begins and ends: offsets into the payload of the code section. */
function bodiesOf(code: Uint8Array): { low: number; high: number }[] {
  const { state, uleb } = reader(code, 0);
  const bodies: { low: number; high: number }[] = [];
  for (let left = uleb(); left > 0; left--) {
    const size = uleb();
    bodies.push({ low: state.at, high: state.at + size });
    state.at += size;
  }
  return bodies;
}
