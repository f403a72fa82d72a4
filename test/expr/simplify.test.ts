import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Tape } from '../../src/expr/evaluate.js';
import { arity, Op } from '../../src/expr/ops.js';
import { print } from '../../src/expr/print.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import {
  assignmentArbitrary,
  buildTree,
  conditionArbitrary,
  connectedArbitrary,
  meaningOf,
  treeArbitrary,
  variableCount,
} from './trees.js';

const numRuns = Number(process.env.NEARMISS_CASES ?? 4000);

describe('simplifying constructors', () => {
  const build = new Builder(new ExprStore());
  for (const [name, arbitrary] of [
    ['values', treeArbitrary],
    ['conditions', conditionArbitrary],
    ['connected conditions', connectedArbitrary],
  ] as const) {
    it(`keep the meaning of ${name}`, () => {
      fc.assert(
        fc.property(arbitrary, fc.array(assignmentArbitrary, { minLength: 3, maxLength: 3 }), (tree, assignments) => {
          const id = buildTree(build, tree);
          expect(build.store.width[id]).toBe(tree.width);
          for (const bytes of [new Uint8Array(4), Uint8Array.of(1, 1, 1, 1), ...assignments]) {
            expect(evaluateReference(build.store, id, (v) => bytes[v])).toBe(meaningOf(tree, bytes));
          }
        }),
        { numRuns },
      );
    });
  }

  it('keep the meaning at every value, where all inputs are one byte', () => {
    const one = new Uint8Array(variableCount);
    fc.assert(
      fc.property(fc.oneof(conditionArbitrary, connectedArbitrary), (tree) => {
        const id = buildTree(build, tree);
        const tape = new Tape(build.store, [id]);
        for (let value = 0; value < 256; value++) {
          one.fill(value);
          tape.run(one);
          if (BigInt(tape.value(id)) !== meaningOf(tree, one)) expect.fail(`differs at ${value}`);
        }
      }),
      { numRuns: numRuns / 10 },
    );
  });

  it('leave no operation on constants alone', () => {
    const { op, a, b, c, size } = build.store;
    for (let id = ExprStore.firstId; id < size; id++) {
      const children = [a[id], b[id], c[id]].slice(0, arity(op[id]));
      const folded = children.length === 0 || children.some((child) => op[child] !== Op.Const);
      if (!folded) expect.fail(print(build.store, id));
    }
  });
});
