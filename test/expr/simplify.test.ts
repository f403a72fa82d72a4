import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { assignmentArbitrary, buildTree, conditionArbitrary, meaningOf, treeArbitrary } from './trees.js';

const numRuns = Number(process.env.NEARMISS_CASES ?? 4000);

describe('simplifying constructors', () => {
  const build = new Builder(new ExprStore());
  for (const [name, arbitrary] of [
    ['values', treeArbitrary],
    ['conditions', conditionArbitrary],
  ] as const) {
    it(`keep the meaning of ${name}`, () => {
      fc.assert(
        fc.property(arbitrary, fc.array(assignmentArbitrary, { minLength: 3, maxLength: 3 }), (tree, assignments) => {
          const id = buildTree(build, tree);
          expect(build.store.width[id]).toBe(tree.width);
          for (const bytes of [new Uint8Array(4), ...assignments]) {
            expect(evaluateReference(build.store, id, (v) => bytes[v])).toBe(meaningOf(tree, bytes));
          }
        }),
        { numRuns },
      );
    });
  }
});
