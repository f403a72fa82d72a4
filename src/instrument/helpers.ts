import { Poison, programLimit, tagBase } from '../abi/layout.js';
import { Opcode } from '../wasm/opcodes.js';
import type { Code } from './code.js';
import { chargeBulk } from './fuel.js';

/**
 * Functions written by hand that stand in every instrumented module: bulk memory with shadows, and
 * answers to clang's redzone calls, which are too frequent to leave the module for.
 */
interface HelperFunction {
  readonly params: number;
  readonly results: number;
  /** Locals after the parameters, all i32. */
  readonly locals: number;
  write(code: Code, index: HelperIndex): void;
}

interface HelperIndex {
  helper(name: string): number;
  abi(name: 'copy' | 'fill'): number;
  /** The global that counts fuel. */
  readonly fuel: number;
}

/** Has any byte of [address, address + size) a tag? Eight at a time; the last eight may overlap the ones before. */
const anyTag: HelperFunction = {
  params: 2,
  results: 1,
  locals: 1,
  write(code) {
    const [position, size, last] = [0, 1, 2];
    const yes = (): void => {
      code.block(Opcode.If);
      code.i32(1);
      code.op(Opcode.Return);
      code.end();
    };
    const loop = (pushEnd: () => void, step: number, test: () => void): void => {
      code.block(Opcode.Block);
      code.block(Opcode.Loop);
      code.get(position);
      pushEnd();
      code.op(Opcode.I32GeU);
      code.brIf(1);
      test();
      yes();
      code.get(position);
      code.i32(step);
      code.op(Opcode.I32Add);
      code.set(position);
      code.br(0);
      code.end();
      code.end();
    };
    const wordAt = (local: number): void => {
      code.get(local);
      code.memory(Opcode.I64Load, tagBase);
      code.i64(0n);
      code.op(Opcode.I64Ne);
    };
    // last = address + size - 8
    code.get(position);
    code.get(size);
    code.op(Opcode.I32Add);
    code.i32(8);
    code.op(Opcode.I32Sub);
    code.set(last);
    code.get(size);
    code.i32(8);
    code.op(Opcode.I32GeU);
    code.block(Opcode.If);
    loop(
      () => code.get(last),
      8,
      () => wordAt(position),
    );
    wordAt(last);
    code.op(Opcode.Return);
    code.end();
    loop(
      () => {
        code.get(last);
        code.i32(8);
        code.op(Opcode.I32Add);
      },
      1,
      () => {
        code.get(position);
        code.memory(Opcode.I32Load8U, tagBase);
      },
    );
    code.i32(0);
  },
};

/** copy(to, toId, from, fromId, size, sizeId, site) and fill(to, toId, value, valueId, size, sizeId, site). */
function bulk(kind: 'copy' | 'fill'): HelperFunction {
  return {
    params: 7,
    results: 0,
    locals: 0,
    write(code, index) {
      code.block(Opcode.Block);
      code.block(Opcode.Block);
      code.get(1);
      code.get(3);
      code.op(Opcode.I32Or);
      code.get(5);
      code.op(Opcode.I32Or);
      code.brIf(0);
      code.get(4);
      code.op(Opcode.I32Eqz);
      code.brIf(1);
      code.get(4);
      code.i32(programLimit);
      code.op(Opcode.I32GeU);
      code.brIf(0);
      for (const start of kind === 'copy' ? [0, 2] : [0]) {
        code.get(start);
        code.get(4);
        code.call(index.helper('anyTag'));
        code.brIf(0);
      }
      code.br(1);
      code.end();
      for (let i = 0; i < 7; i++) code.get(i);
      code.call(index.abi(kind));
      code.end();
      chargeBulk(code, index.fuel, 4);
      for (const arg of [0, 2, 4]) code.get(arg);
      code.op(kind === 'copy' ? Opcode.MemoryCopy : Opcode.MemoryFill);
      code.writer.byte(0);
      if (kind === 'copy') code.writer.byte(0);
    },
  };
}

/** mark(address, size, mark): tags a range that is a multiple of 8 bytes; most are a few words. */
const mark: HelperFunction = {
  params: 3,
  results: 0,
  locals: 0,
  write(code) {
    const [position, end, byte] = [0, 1, 2];
    code.get(end);
    code.i32(128);
    code.op(Opcode.I32GtU);
    code.block(Opcode.If);
    code.get(position);
    code.i32(tagBase);
    code.op(Opcode.I32Add);
    code.get(byte);
    code.get(end);
    code.op(Opcode.MemoryFill);
    code.writer.byte(0);
    code.op(Opcode.Return);
    code.end();
    code.get(position);
    code.get(end);
    code.op(Opcode.I32Add);
    code.set(end);
    code.block(Opcode.Block);
    code.block(Opcode.Loop);
    code.get(position);
    code.get(end);
    code.op(Opcode.I32GeU);
    code.brIf(1);
    code.get(position);
    code.get(byte);
    code.op(Opcode.I64ExtendI32U);
    code.i64(0x0101010101010101n);
    code.op(Opcode.I64Mul);
    code.memory(Opcode.I64Store, tagBase);
    code.get(position);
    code.i32(8);
    code.op(Opcode.I32Add);
    code.set(position);
    code.br(0);
    code.end();
    code.end();
  },
};

export const helperFunctions: Readonly<Record<string, HelperFunction>> = {
  anyTag,
  copy: bulk('copy'),
  fill: bulk('fill'),
  mark,
};
export const helperNames = Object.keys(helperFunctions);

/**
 * The body of `__asan_set_shadow_XX(granule, count)`: clang's shadow has a byte per 8 bytes. 00 makes
 * them usable, 01..07 only the first bytes of each, other values poison them.
 */
export function writeShadowSetter(code: Code, value: number, index: HelperIndex): void {
  const granule = (): void => {
    code.get(0);
    code.i32(3);
    code.op(Opcode.I32Shl);
  };
  if (value >= 1 && value <= 7) {
    // One granule whose first bytes are usable: eight tags at once.
    granule();
    const usable = 8n * BigInt(value);
    code.i64(BigInt.asIntN(64, (BigInt(Poison.StackMiddle) * 0x0101010101010101n) << usable));
    code.memory(Opcode.I64Store, tagBase);
    return;
  }
  granule();
  code.get(1);
  code.i32(3);
  code.op(Opcode.I32Shl);
  code.i32(value);
  code.call(index.helper('mark'));
}
