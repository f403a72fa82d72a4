import { decode } from '../wasm/decode.js';
import { readNames } from '../wasm/names.js';
import { Opcode } from '../wasm/opcodes.js';

/** The names of functions pointers may point to, by what such a pointer is. */
type Table = ReadonlyMap<number, string>;

const tables = new WeakMap<Uint8Array, Table>();

/** The function a pointer points to; undefined when there is none. Read when first needed: only a call that traps asks. */
export function functionAt(wasm: Uint8Array, pointer: number): string | undefined {
  let table = tables.get(wasm);
  if (!table) {
    table = read(wasm);
    tables.set(wasm, table);
  }
  return table.get(pointer);
}

function read(wasm: Uint8Array): Table {
  const module = decode(wasm);
  const names = readNames(module).functions;
  const table = new Map<number, string>();
  for (const { mode, offset, functions } of module.elements) {
    const start = mode === 'active' && offset[0]?.op === Opcode.I32Const ? offset[0].x : undefined;
    if (start === undefined) continue;
    functions.forEach((fn, i) => {
      table.set(start + i, names.get(fn) ?? `function ${fn}`);
    });
  }
  return table;
}
