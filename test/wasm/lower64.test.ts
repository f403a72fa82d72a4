import { describe, expect, test } from 'vitest';
import { addressOf, wildAddress } from '../../src/wasm/address.js';
import { ByteWriter } from '../../src/wasm/bytes.js';
import { decode } from '../../src/wasm/decode.js';
import { encode, writeInstr } from '../../src/wasm/encode.js';
import { Lowered, Opcode } from '../../src/wasm/opcodes.js';
import { runnable } from '../../src/wasm/runnable.js';
import { type FuncType, type Import, type Instr, instr, type Module, ValueType } from '../../src/wasm/types.js';

const { i32, i64 } = ValueType;
const get = (local: number): Instr => instr(Opcode.LocalGet, local);
const wide = (value: bigint): Instr => instr(Opcode.I64Const, 0, 0, undefined, value);
const end = instr(Opcode.End);

/** A module as wasm-ld makes it for 64 bits: one function `f`, a memory of a page, what it imports. */
function module64(
  type: FuncType,
  code: readonly Instr[] | Uint8Array,
  imports: readonly [Import, FuncType][] = [],
): Uint8Array {
  const module: Omit<Module, 'bodies'> = {
    types: [type, ...imports.map(([, each]) => each)],
    imports: imports.map(([each], i) => ({ ...each, desc: { kind: 'func', type: i + 1 } })),
    functions: [0],
    tables: [],
    memories: [{ min: 1, max: 1, is64: true }],
    globals: [{ type: i64, mutable: true, init: [wide(4096n)] }],
    tags: [],
    exports: [
      { name: 'f', kind: 'func', index: imports.length },
      { name: 'memory', kind: 'memory', index: 0 },
    ],
    start: undefined,
    elements: [],
    data: [{ mode: 'active', offset: [wide(16n)], bytes: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) }],
    customs: new Map(),
  };
  const writer = new ByteWriter();
  if (code instanceof Uint8Array) writer.append(code);
  else for (const each of [...code, end]) writeInstr(writer, each);
  return encode(module, [{ locals: [i64], code: writer.finish() }]).bytes;
}

function run(wasm: Uint8Array, imports: WebAssembly.Imports = {}): (...args: (number | bigint)[]) => unknown {
  const module = new WebAssembly.Module(runnable(wasm) as Uint8Array<ArrayBuffer>);
  return new WebAssembly.Instance(module, imports).exports.f as never;
}

const load: readonly Instr[] = [get(0), instr(Opcode.I64Load, 0, 0)];
const read = module64({ params: [i64], results: [i64] }, load);

describe('a module of 64 bits on a memory of 32', () => {
  test('is one that this machine takes', () => {
    expect(WebAssembly.validate(runnable(read) as Uint8Array<ArrayBuffer>)).toBe(true);
    expect(decode(read).is64).toBe(true);
  });

  test('reads what lies at an address', () => expect(run(read)(16n)).toBe(0x0807060504030201n));

  test.each([1n << 32n, (1n << 32n) + 16n, (1n << 63n) + 16n, -8n, 1n << 31n])(
    '%s is no address, and never another',
    (at) => {
      expect(() => run(read)(at)).toThrow(WebAssembly.RuntimeError);
      expect(addressOf(at)).toBe(BigInt.asIntN(64, at) < 0n ? wildAddress.below : wildAddress.above);
    },
  );

  test('an offset beyond all memory is none either, in ten bytes', () => {
    const far = module64({ params: [i64], results: [i64] }, [get(0), instr(Opcode.I64Load, 0, 0xffff_fff0)]);
    expect(() => run(far)(32n)).toThrow(WebAssembly.RuntimeError);
    // As the linker leaves it: LEB128 with room to spare.
    const padded = [0x29, 0x03, 0x90, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00];
    const near = module64({ params: [i64], results: [i64] }, Uint8Array.of(Opcode.LocalGet, 0, ...padded, Opcode.End));
    expect(run(near)(0n)).toBe(0x0807060504030201n);
  });

  test('instructions keep their places', () => {
    const { bodies } = decode(read);
    const [body] = bodies;
    expect(body!.code.map(({ op }) => op)).toEqual([Opcode.LocalGet, Lowered.Address, Opcode.I64Load, Opcode.End]);
    const places = body!.code.map(({ at }) => at);
    expect(places[2]! - places[0]!).toBe(2);
    expect(places[1]).toBe(places[0]);
  });

  test('a store gets its address from below its value', () => {
    const store = module64({ params: [i64, i64], results: [i64] }, [
      ...[get(0), get(1), instr(Opcode.I64Store)],
      ...[get(0), instr(Opcode.I64Load)],
    ]);
    expect(run(store)(64n, -5n)).toBe(-5n);
    expect(() => run(store)(1n << 40n, 1n)).toThrow(WebAssembly.RuntimeError);
  });

  test('blocks of memory are copied and filled', () => {
    const copy = module64({ params: [i64], results: [i64] }, [
      ...[wide(128n), wide(16n), get(0), instr(Opcode.MemoryCopy)],
      ...[wide(132n), instr(Opcode.I32Const, 9), wide(1n), instr(Opcode.MemoryFill)],
      ...[wide(128n), instr(Opcode.I64Load)],
    ]);
    expect(run(copy)(8n)).toBe(0x0807060904030201n);
    expect(() => run(copy)((1n << 32n) + 8n)).toThrow(WebAssembly.RuntimeError);
  });

  test('the stack pointer is a number of 32 bits, its users see 64', () => {
    const sp = instr(Opcode.GlobalGet, 0);
    const frame = module64({ params: [i64], results: [i64] }, [
      ...[sp, get(0), instr(Opcode.I64Sub), instr(Opcode.LocalTee, 1), instr(Opcode.GlobalSet, 0)],
      ...[sp, get(1), instr(Opcode.I64Eq), instr(Opcode.I64ExtendI32U)],
    ]);
    expect(run(frame)(32n)).toBe(1n);
    // A frame that is larger than the stack is not below it, but nowhere.
    expect(run(frame)(1n << 33n)).toBe(0n);
  });

  test('functions of the host get pointers of 32 bits, and numbers of 64 as they are', () => {
    const host = (name: string, from = 'wasi_snapshot_preview1'): Import => ({
      module: from,
      name,
      desc: { kind: 'func', type: 0 },
    });
    const seek: FuncType = { params: [i32, i64, i32, i64], results: [i32] };
    const malloc: FuncType = { params: [i64], results: [i64] };
    const wasm = module64(
      { params: [i64], results: [i64] },
      [
        ...[instr(Opcode.I32Const, 3), get(0), instr(Opcode.I32Const, 0), wide(72n), instr(Opcode.Call, 0)],
        ...[instr(Opcode.Drop), get(0), instr(Opcode.Call, 1)],
      ],
      [
        [host('fd_seek'), seek],
        [host('__nm_malloc', 'env'), malloc],
      ],
    );
    const seen: unknown[] = [];
    const tell = (...args: unknown[]): number => seen.push(...args) - seen.length - 8;
    const f = run(wasm, { wasi_snapshot_preview1: { fd_seek: tell }, env: { __nm_malloc: tell } });
    expect(f(5n)).toBe(0xffff_fff8n);
    expect(seen).toEqual([3, 5n, 0, 72, 5]);
    f(1n << 33n);
    expect(seen.slice(5)).toEqual([3, 1n << 33n, 0, 72, wildAddress.above]);
  });
});

test('a module of 32 bits stays what it is', () => {
  const plain = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  expect(runnable(plain)).toBe(plain);
});
