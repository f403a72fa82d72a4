/**
 * Main of a program of `nearmiss cc` that was simply started: no symbols, no checks, with the files of the
 * machine as any compiled program has them. Configure scripts and builds that run their own tools need it.
 */
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
import { moduleIn } from './launcher.js';

const [, , path, ...words] = process.argv;
const file = new Uint8Array(readFileSync(path));
const module = new WebAssembly.Module((moduleIn(file) ?? file) as Uint8Array<ArrayBuffer>);

const env = Object.fromEntries(Object.entries(process.env).filter((pair) => pair[1] !== undefined));
const wasi = new WASI({
  version: 'preview1',
  args: [path, ...words],
  env,
  preopens: { '/': '/', '.': process.cwd() },
  returnOnExit: true,
});

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
  free.set(room, [...(free.get(room) ?? []), block]);
}

function text(address: number): string {
  const end = bytes().indexOf(0, address);
  return Buffer.from(bytes().subarray(address, end)).toString();
}

const engine: Record<string, (...args: number[]) => unknown> = {
  __nm_malloc: (size) => allocate(size),
  __nm_calloc(count, size) {
    const block = allocate(count * size);
    if (block !== 0) bytes().fill(0, block, block + count * size);
    return block;
  },
  __nm_realloc(block, size) {
    if (block !== 0 && size <= sizeOf(block)) return block;
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
};

/** What nobody answers here (announcements of redzones, sockets) does nothing, or fails as WASI does. */
const enosys = 52;
const imports: Record<string, Record<string, unknown>> = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  const known = from === 'env' ? engine[name] : (wasi.wasiImport as Record<string, unknown>)[name];
  imports[from] ??= {};
  // A mark of an object gives back the address it is given (ir/object-marks.ts).
  const isMark = from === 'env' && name.startsWith('__nearmiss_object.');
  const unknown = isMark ? (address: number) => address : () => (from === 'env' ? 0 : enosys);
  imports[from][name] = known ?? unknown;
}

const instance = new WebAssembly.Instance(module, imports);
memory = instance.exports.memory as WebAssembly.Memory;
top = Number((instance.exports.__heap_base as WebAssembly.Global).value);
try {
  process.exitCode = Number(wasi.start(instance));
} catch (error) {
  if (!(error instanceof Ended) && !(error instanceof WebAssembly.RuntimeError)) throw error;
  if (error instanceof WebAssembly.RuntimeError) process.stderr.write(`${path}: ${error.message}\n`);
  process.exitCode = error instanceof Ended ? error.code : aborted;
}
