import { expect, test } from 'vitest';
import { buildExactModule } from '../../src/instrument/exact/module.js';
import { Opcode } from '../../src/wasm/opcodes.js';
import { instr, ValueType } from '../../src/wasm/types.js';
import { bodyOf, moduleWith, stackTop } from '../support/one-function.js';

const { i32 } = ValueType;

/** `clang -O0` has a local for every value it computes; pcre2's match has more than 25,000, and V8 allows 50,000. */
test('a function with tens of thousands of locals that may be pointers is one that V8 takes', () => {
  const count = 30_000;
  const code = Array.from({ length: count }, (_, i) => [
    instr(Opcode.LocalGet, 0),
    { ...instr(Opcode.I32Load, 2), y: 0 },
    instr(Opcode.LocalSet, i + 1),
    instr(Opcode.LocalGet, i + 1),
    instr(Opcode.LocalSet, 0),
  ]).flat();
  const body = bodyOf(new Array(count).fill(i32), [...code, instr(Opcode.LocalGet, 0)]);
  const module = moduleWith({ params: [i32], results: [i32] }, body, []);
  const { bytes } = buildExactModule(
    module,
    { objects: [], code: new Map(), data: new Map() },
    {
      ...{ stackPointer: 0, stackLimit: 0, initialTop: stackTop, exports: new Map(), jumps: new Map() },
      ...{ recursive: new Set<number>(), users: new Set([0]), library: new Map(), models: new Map() },
    },
  );
  // Says which function and why, where it is none.
  expect(() => new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)).not.toThrow();
});
