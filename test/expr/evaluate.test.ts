import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Tape } from '../../src/expr/evaluate.js';
import { ReferenceEvaluator } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { Supports } from '../../src/expr/support.js';
import { assignmentArbitrary, buildTree, conditionArbitrary, treeArbitrary, variableCount } from './trees.js';

const numRuns = Number(process.env.NEARMISS_CASES ?? 2000);
const build = new Builder(new ExprStore());
const { store } = build;
const assignments = fc.array(assignmentArbitrary, { minLength: 4, maxLength: 4 });

describe('tape', () => {
  it('computes what the reference computes, run after run', () => {
    fc.assert(
      fc.property(fc.array(treeArbitrary, { minLength: 1, maxLength: 3 }), assignments, (trees, inputs) => {
        const roots = trees.map((tree) => buildTree(build, tree));
        const tape = new Tape(store, roots);
        for (const bytes of inputs) {
          tape.run(bytes);
          const reference = new ReferenceEvaluator(store, (variable) => bytes[variable]);
          for (const root of roots) {
            const value = (BigInt(tape.high(root)) << 32n) | BigInt(tape.low(root));
            expect(value).toBe(reference.evaluate(root));
            if (store.width[root] <= 53) expect(BigInt(tape.value(root))).toBe(value);
          }
        }
      }),
      { numRuns },
    );
  });

  it('finds the first condition that is false', () => {
    fc.assert(
      fc.property(fc.array(conditionArbitrary, { minLength: 1, maxLength: 4 }), assignments, (trees, inputs) => {
        const roots = trees.map((tree) => buildTree(build, tree));
        const tape = new Tape(store, roots);
        for (const bytes of inputs) {
          const reference = new ReferenceEvaluator(store, (variable) => bytes[variable]);
          const expected = roots.findIndex((root) => reference.evaluate(root) === 0n);
          expect(tape.firstFalse(bytes)).toBe(expected);
          expect(tape.holds(bytes)).toBe(expected < 0);
        }
      }),
      { numRuns },
    );
  });
});

describe('support', () => {
  it('names every byte the value depends on, ascending, and is one array per set', () => {
    const supports = new Supports(store);
    const arrays = new Map<string, Int32Array>();
    fc.assert(
      fc.property(
        treeArbitrary,
        assignmentArbitrary,
        fc.nat({ max: variableCount - 1 }),
        fc.nat(255),
        (tree, bytes, v, byte) => {
          const id = buildTree(build, tree);
          const support = supports.supportOf(id);
          expect([...support]).toEqual([...new Set(support)].sort((a, b) => a - b));
          expect(supports.setOf(supports.supportId(id))).toBe(support);
          const name = support.join();
          expect(arrays.get(name) ?? support).toBe(support);
          arrays.set(name, support);
          if (support.includes(v)) return;
          const changed = bytes.slice();
          changed[v] = byte;
          const before = new ReferenceEvaluator(store, (variable) => bytes[variable]).evaluate(id);
          expect(new ReferenceEvaluator(store, (variable) => changed[variable]).evaluate(id)).toBe(before);
        },
      ),
      { numRuns },
    );
    expect(arrays.size).toBeGreaterThan(10);
  });

  it('names no byte that the expression does not hold', () => {
    fc.assert(
      fc.property(treeArbitrary, (tree) => {
        const id = buildTree(build, tree);
        const supports = new Supports(store);
        expect([...supports.supportOf(id)]).toEqual([...new Tape(store, [id]).variables]);
      }),
      { numRuns: Math.min(numRuns, 500) },
    );
  });

  it('follows the store when it is cleared', () => {
    const other = new ExprStore();
    const supports = new Supports(other);
    const first = other.variable(3);
    expect([...supports.supportOf(first)]).toEqual([3]);
    other.clear();
    const second = other.variable(5);
    expect(second).toBe(first);
    expect([...supports.supportOf(second)]).toEqual([5]);
  });
});
