import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import {
  applyBinary,
  applyUnary,
  binaryConcrete,
  binaryOps,
  truth,
  unaryConcrete,
  unaryOps,
} from '../../src/expr/wasm-ops.js';
import { wasm } from '../../src/expr/webassembly.js';
import { cases } from '../support/cases.js';

const build = new Builder(new ExprStore());
const { store } = build;

/** A module that exports one function made of one instruction. */
function instruction(
  opcode: number,
  operand: 32 | 64,
  operands: 1 | 2,
  result: 32 | 64,
): (...values: bigint[]) => bigint {
  const type = (width: 32 | 64): number => (width === 32 ? 0x7f : 0x7e);
  const parameters = operands === 1 ? [type(operand)] : [type(operand), type(operand)];
  const gets = operands === 1 ? [0x20, 0] : [0x20, 0, 0x20, 1];
  const body = [0, ...gets, opcode, 0x0b];
  const bytes = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 5 + parameters.length, 1, 0x60, parameters.length, ...parameters, 1, type(result)],
    ...[3, 2, 1, 0],
    ...[7, 5, 1, 1, 0x66, 0, 0],
    ...[10, body.length + 2, 1, body.length, ...body],
  ];
  const { exports } = new wasm.Instance(new wasm.Module(Uint8Array.from(bytes)));
  const f = exports.f as (...values: unknown[]) => unknown;
  return (...values) => {
    const given = values.map((value) => (operand === 32 ? Number(BigInt.asIntN(32, value)) : BigInt.asIntN(64, value)));
    return BigInt.asUintN(result, BigInt(f(...given) as number | bigint));
  };
}

function operandOf(width: 32 | 64): fc.Arbitrary<bigint> {
  const top = 1n << BigInt(width);
  const edges = [0n, 1n, 2n, 7n, 31n, 32n, 33n, 63n, 64n, 0x7fn, 0x80n, 0xffn, 0x7fffn, 0x8000n, 0xffffn, 0x7fffffffn];
  const values = [
    ...edges,
    0x80000000n,
    0xffffffffn,
    top >> 1n,
    (top >> 1n) - 1n,
    (top >> 1n) + 1n,
    top - 1n,
    top - 2n,
  ];
  return fc.oneof(fc.constantFrom(...values.filter((value) => value < top)), fc.bigInt({ min: 0n, max: top - 1n }));
}

/** The value, loaded from consecutive input bytes; and the byte each variable then has. */
function loaded(firstVariable: number, width: number): number {
  let id: number = store.variable(firstVariable);
  for (let i = 1; i < width / 8; i++) id = build.concat(store.variable(firstVariable + i), id);
  return id;
}
function byteOf(values: readonly bigint[]): (variable: number) => number {
  return (variable) => Number((values[variable >> 3] >> BigInt(8 * (variable & 7))) & 0xffn);
}
const constantOf = (width: number, value: bigint): number =>
  store.constant(width, Number(value & 0xffffffffn), Number(value >> 32n));

describe('Wasm instructions as expressions compute what Wasm does', () => {
  const perOpcode = Math.max(20, cases(100));
  unaryOps.forEach((row, opcode) => {
    if (!row) return;
    it(row.name, () => {
      const run = instruction(opcode, row.operand, 1, row.result);
      const symbolic = applyUnary(build, opcode, loaded(0, row.operand));
      fc.assert(
        fc.property(operandOf(row.operand), (a) => {
          const expected = run(a);
          expect(unaryConcrete(opcode, a)).toBe(expected);
          expect(evaluateReference(store, symbolic, byteOf([a]))).toBe(expected);
          const folded = applyUnary(build, opcode, constantOf(row.operand, a));
          expect(store.isConst(folded)).toBe(true);
          expect(evaluateReference(store, folded, byteOf([]))).toBe(expected);
        }),
        { numRuns: perOpcode },
      );
    });
  });
  binaryOps.forEach((row, opcode) => {
    if (!row) return;
    it(row.name, () => {
      const run = instruction(opcode, row.operand, 2, row.result);
      const a = loaded(0, row.operand);
      const b = loaded(8, row.operand);
      const symbolic = applyBinary(build, opcode, a, b);
      fc.assert(
        fc.property(operandOf(row.operand), operandOf(row.operand), (x, y) => {
          const meaning = binaryConcrete(opcode, x, y);
          if (meaning === undefined) {
            expect(() => run(x, y)).toThrow(wasm.RuntimeError);
            return;
          }
          const expected = run(x, y);
          expect(meaning).toBe(expected);
          const value = byteOf([x, y]);
          expect(evaluateReference(store, symbolic, value)).toBe(expected);
          const rightConstant = applyBinary(build, opcode, a, constantOf(row.operand, y));
          expect(evaluateReference(store, rightConstant, value)).toBe(expected);
          const leftConstant = applyBinary(build, opcode, constantOf(row.operand, x), b);
          expect(evaluateReference(store, leftConstant, value)).toBe(expected);
          const folded = applyBinary(build, opcode, constantOf(row.operand, x), constantOf(row.operand, y));
          expect(store.isConst(folded)).toBe(true);
          expect(evaluateReference(store, folded, value)).toBe(expected);
        }),
        { numRuns: perOpcode },
      );
    });
  });

  it('has every integer instruction', () => {
    expect(unaryOps.filter(Boolean).length + binaryOps.filter(Boolean).length).toBe(2 * (1 + 3 + 10 + 15) + 8);
  });

  it('strips the extension of a comparison when asked for its truth', () => {
    const less = applyBinary(build, 0x48, loaded(0, 32), loaded(8, 32));
    expect(truth(build, less)).toBe(store.a[less]);
    expect(truth(build, applyUnary(build, 0x45, less))).toBe(build.not(store.a[less]));
  });
});
