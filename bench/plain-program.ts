import { createHostState, defaultHostConfig, wasiFunctions } from '../src/host/wasi.js';
import { isUserFile } from '../src/instrument/prepare.js';
import { decode } from '../src/wasm/decode.js';
import { readDebugInfo } from '../src/wasm/dwarf/index.js';
import { readNames } from '../src/wasm/names.js';
import { buildPlainModule } from './plain-module.js';

/** A plain allocator for plain modules: free lists by size, the size in a word before the block, nothing checked. */
class PlainHeap {
  readonly #free: number[][] = [];
  words = new Int32Array(0);
  constructor(public top: number) {}
  malloc(size: number): number {
    const units = (size + 31) >> 4;
    const reused = this.#free[units]?.pop();
    if (reused !== undefined) return reused;
    const address = this.top + 16;
    this.top += units << 4;
    this.words[(address >> 2) - 1] = units;
    return address;
  }
  size(address: number): number {
    return (this.words[(address >> 2) - 1] << 4) - 16;
  }
  free(address: number): void {
    if (address === 0) return;
    const units = this.words[(address >> 2) - 1];
    const list = this.#free[units];
    if (list) list.push(address);
    else this.#free[units] = [address];
  }
}

/** Instantiates a built module without any of nearmiss's instrumentation. */
export function openPlain(wasm: Uint8Array, promote: boolean): Record<string, (n: number) => number> {
  const module = decode(wasm);
  const debug = readDebugInfo(module.customs);
  const isUser = (at: number): boolean => {
    const row = debug.lines.lookup(at);
    return row !== undefined && isUserFile(row.file);
  };
  const stackPointer = [...readNames(module).globals].find(([, name]) => name === '__stack_pointer')?.[0] ?? 0;
  const bytes = buildPlainModule(module, stackPointer, isUser, promote);
  const compiled = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
  let memory!: WebAssembly.Memory;
  let heap!: PlainHeap;
  const host = createHostState(defaultHostConfig);
  const view = (): Uint8Array => new Uint8Array(memory.buffer);
  const guest = {
    read: (address: number, size: number) => view().subarray(address, address + size),
    write: (address: number, data: Uint8Array) => view().set(data, address),
    readU32: (address: number) => new DataView(memory.buffer).getUint32(address, true),
    writeU32: (address: number, value: number) => new DataView(memory.buffer).setUint32(address, value, true),
    writeU64: (address: number, value: bigint) => new DataView(memory.buffer).setBigUint64(address, value, true),
  };
  const env: Record<string, unknown> = {
    __nm_malloc: (size: number) => heap.malloc(size),
    __nm_calloc: (count: number, size: number) => {
      const address = heap.malloc(count * size);
      view().fill(0, address, address + count * size);
      return address;
    },
    __nm_realloc: (address: number, size: number) => {
      const fresh = heap.malloc(size);
      if (address !== 0) {
        view().copyWithin(fresh, address, address + Math.min(size, heap.size(address)));
        heap.free(address);
      }
      return fresh;
    },
    __nm_free: (address: number) => heap.free(address),
  };
  const imports: WebAssembly.Imports = { env: {}, wasi_snapshot_preview1: {} };
  for (const { module: from, name } of WebAssembly.Module.imports(compiled)) {
    imports[from][name] =
      from === 'env'
        ? (env[name] ?? (() => 0))
        : (...args: (number | bigint)[]) => wasiFunctions[name](guest, host, ...args);
  }
  const { exports } = new WebAssembly.Instance(compiled, imports);
  memory = exports.memory as WebAssembly.Memory;
  heap = new PlainHeap(32 << 20);
  heap.words = new Int32Array(memory.buffer);
  (exports._initialize as (() => void) | undefined)?.();
  return exports as Record<string, (n: number) => number>;
}
