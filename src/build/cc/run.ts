/**
 * Main of a program of `nearmiss cc` that was simply started: no symbols, no checks. Configure scripts and builds that
 * run their own tools need it. It has the files of the build's tree, and no others: the folder it was started in,
 * its own, and what `NEARMISS_BUILD_ROOT` names.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { WASI } from 'node:wasi';
import { UserError } from '../../vocabulary/errors.js';
import { runnable } from '../../wasm/runnable.js';
import { endOf, uncatchable } from '../../wasm/uncatchable.js';
import { setAlarm } from './alarm.js';
import { BuildTree, buildRoots } from './build-tree.js';
import { moduleIn } from './launcher.js';
import { SandboxedPaths, type WasiFunctions } from './sandboxed-paths.js';

const [, , path, ...words] = process.argv;
const file = new Uint8Array(readFileSync(path));
const module = new WebAssembly.Module(runnable(moduleIn(file) ?? file) as Uint8Array<ArrayBuffer>);

const folder = process.cwd();
const env = Object.fromEntries(Object.entries(process.env).filter((pair) => pair[1] !== undefined));
const wasi = new WASI({ version: 'preview1', args: [path, ...words], env, preopens: { '/': '/' }, returnOnExit: true });
/** The first number behind the standard streams. */
const rootFolder = 3;

const pageSize = 65536;
/** Before a block: its size. */
const header = 16;
const aborted = 134;

class Ended extends Error {
  constructor(readonly code: number) {
    super('ended');
  }
}

let memory: WebAssembly.Memory;
let top = 0;
const free = new Map<number, number[]>();
const view = () => new DataView(memory.buffer);
const bytes = () => new Uint8Array(memory.buffer);

/** Blocks of powers of two, so that what was freed fits again. */
function allocate(size: number, alignment = header): number {
  const room = Math.max(16, 2 ** Math.ceil(Math.log2(Math.max(1, size >>> 0))));
  const known = alignment <= header ? free.get(room)?.pop() : undefined;
  if (known !== undefined) return known;
  const at = Math.ceil((top + header) / alignment) * alignment;
  const missing = at + room - memory.buffer.byteLength;
  if (missing > 0) {
    try {
      memory.grow(Math.ceil(missing / pageSize));
    } catch {
      return 0;
    }
  }
  top = at + room;
  view().setUint32(at - header, room, true);
  return at;
}

const sizeOf = (block: number): number => (block === 0 ? 0 : view().getUint32(block - header, true));

function release(block: number): void {
  if (block === 0) return;
  const room = sizeOf(block);
  const others = free.get(room);
  if (others === undefined) free.set(room, [block]);
  else others.push(block);
}

function text(address: number): string {
  const end = bytes().indexOf(0, address);
  return Buffer.from(bytes().subarray(address, end)).toString();
}

const engine: Record<string, (...args: number[]) => unknown> = {
  __nm_malloc: (size) => allocate(size),
  __nm_calloc(count, size) {
    const whole = (count >>> 0) * (size >>> 0);
    const block = whole > 0xffffffff ? 0 : allocate(whole);
    if (block !== 0) bytes().fill(0, block, block + whole);
    return block;
  },
  __nm_realloc(block, size) {
    if (block !== 0 && size >>> 0 <= sizeOf(block)) return block;
    const next = allocate(size);
    if (next !== 0 && block !== 0) bytes().copyWithin(next, block, block + sizeOf(block));
    if (next !== 0) release(block);
    return next;
  },
  __nm_free: release,
  __nm_memalign: (alignment, size) => allocate(size, Math.max(header, alignment)),
  __nm_usable_size: sizeOf,
  __nm_assume(condition) {
    if (condition === 0) throw new Ended(0);
  },
  __nm_assert_fail(expression, name, line, where) {
    process.stderr.write(`Assertion failed: ${text(expression)} (${text(name)}: ${text(where)}: ${line})\n`);
    throw new Ended(aborted);
  },
  __nm_abort() {
    throw new Ended(aborted);
  },
  __nm_new: (size, alignment) => allocate(size, Math.max(header, alignment)),
  __nm_delete: release,
  __nm_terminate() {
    process.stderr.write(`${basename(path)}: std::terminate() is called\n`);
    throw new Ended(aborted);
  },
  __nm_library_check(sentence) {
    process.stderr.write(`${text(sentence)}\n`);
    throw new Ended(aborted);
  },
};

function buildTree(): BuildTree {
  try {
    return new BuildTree([folder, dirname(resolve(path)), ...buildRoots(process.env.NEARMISS_BUILD_ROOT)]);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** Paths that are given to node lie in two blocks in turn, since a call takes two at most. */
const placed: { address: number; size: number }[] = [];
let turn = 0;
const paths = new SandboxedPaths(wasi.wasiImport as WasiFunctions, rootFolder, buildTree(), {
  bytes,
  place(size) {
    turn ^= 1;
    if ((placed[turn]?.size ?? -1) < size) placed[turn] = { address: allocate(2 * size), size: 2 * size };
    return placed[turn].address;
  },
});

function alarmSet(seconds: number): number {
  setAlarm(seconds >>> 0);
  return 0;
}

/** What nobody answers here (announcements of redzones, sockets) does nothing, or fails as WASI does. */
const enosys = 52;
const ours: Record<string, (...args: number[]) => unknown> = {
  alarm_set: alarmSet,
  proc_exit(code) {
    throw new Ended(code);
  },
};
const imports: Record<string, Record<string, unknown>> = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  const known = from === 'env' ? engine[name] : (ours[name] ?? paths.functions[name]);
  imports[from] ??= {};
  // A mark of an object gives back the address it is given (ir/object-marks.ts).
  const isMark = from === 'env' && name.startsWith('__nearmiss_object.');
  const unknown = isMark ? (address: number) => address : () => (from === 'env' ? 0 : enosys);
  imports[from][name] = known ?? unknown;
}

// A program of C++ would catch what ends it.
for (const [from, functions] of Object.entries(imports)) imports[from] = uncatchable(functions);
const instance = new WebAssembly.Instance(module, imports);
memory = instance.exports.memory as WebAssembly.Memory;
top = Number((instance.exports.__heap_base as WebAssembly.Global).value);
startIn(folder);
try {
  process.exitCode = Number(wasi.start(instance));
} catch (thrown) {
  const error = endOf(thrown);
  const isUncaught = error instanceof (WebAssembly as unknown as { Exception: new () => Error }).Exception;
  if (!(error instanceof Ended) && !(error instanceof WebAssembly.RuntimeError) && !isUncaught) throw error;
  if (isUncaught) process.stderr.write(`${basename(path)}: an exception is not caught\n`);
  if (error instanceof WebAssembly.RuntimeError) process.stderr.write(`${path}: ${error.message}\n`);
  process.exitCode = error instanceof Ended ? error.code : aborted;
}
if (process.exitCode !== 0 && paths.refused !== undefined) {
  process.stderr.write(
    `${basename(path)}: ${paths.refused.path} is not in the build's tree; NEARMISS_BUILD_ROOT=${paths.refused.folder} would let it in.\n`,
  );
}

/** The C library joins paths that start nowhere to the folder it thinks it is in (runtime-c/descriptors.c). */
function startIn(current: string): void {
  const startsIn = instance.exports.__nearmiss_start_in as ((folder: number) => void) | undefined;
  if (startsIn === undefined) return;
  const text = Buffer.from(`${current}\0`);
  const address = allocate(text.length);
  bytes().set(text, address);
  startsIn(address);
}
