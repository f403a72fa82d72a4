import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { rangesOf } from '../../src/expr/value-ranges.js';
import { cases } from '../support/cases.js';
import { buildTree, treeArbitrary, variableCount } from './trees.js';

describe('value ranges', () => {
  it('hold for every input', () => {
    const inputs = fc.array(fc.uint8Array({ minLength: variableCount, maxLength: variableCount }), { minLength: 4 });
    fc.assert(
      fc.property(treeArbitrary, inputs, (tree, some) => {
        const builder = new Builder(new ExprStore());
        const id = buildTree(builder, tree);
        const { store } = builder;
        const ranges = rangesOf(store);
        const width = store.width[id];
        for (const input of [...some, new Uint8Array(variableCount), new Uint8Array(variableCount).fill(255)]) {
          const value = evaluateReference(store, id, (variable) => input[variable]);
          const signed = BigInt.asIntN(width, value);
          expect(value >= BigInt(ranges.lowest(id)), 'lowest').toBe(true);
          expect(value <= BigInt(ranges.highest(id)), 'highest').toBe(true);
          expect(signed >= BigInt(ranges.lowestSigned(id)), 'lowest signed').toBe(true);
          expect(signed <= BigInt(ranges.highestSigned(id)), 'highest signed').toBe(true);
        }
      }),
      { numRuns: cases(3_000) },
    );
  });

  it('tell that a long sum of bytes fits, with a step a byte', () => {
    const builder = new Builder(new ExprStore());
    const { store } = builder;
    const ranges = rangesOf(store);
    let [sum, alternating] = [store.constant(32, 7), store.constant(32, 0)];
    for (let i = 0; i < 5_000; i++) {
      const byte = builder.zext(store.variable(i), 32);
      sum = builder.binary(Op.Add, sum, builder.binary(Op.Mul, byte, store.constant(32, 3)));
      alternating = builder.binary(i % 2 === 0 ? Op.Add : Op.Sub, alternating, byte);
      expect(ranges.highest(sum)).toBe(7 + 765 * (i + 1));
    }
    expect([ranges.lowestSigned(alternating), ranges.highestSigned(alternating)]).toEqual([-255 * 2500, 255 * 2500]);
    const negative = builder.binary(Op.Slt, sum, store.constant(32, 0));
    expect(ranges.isNever(negative)).toBe(true);
  });

  it('know what a table holds', () => {
    const builder = new Builder(new ExprStore());
    const { store } = builder;
    const table = Uint8Array.from({ length: 256 }, (_, i) => i % 7);
    const entry = builder.read(store.table(table, new Int32Array(0)), builder.zext(store.variable(0), 32), 8);
    expect(rangesOf(store).highest(entry)).toBe(6);
  });
});
