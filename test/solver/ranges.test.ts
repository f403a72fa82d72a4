import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { ExprStore } from '../../src/expr/store.js';
import { has } from '../../src/solver/byteset.js';
import { Knowledge } from '../../src/solver/knowledge.js';
import { flattened, Propagator } from '../../src/solver/ranges/propagate.js';
import { cases } from '../support/cases.js';
import { constraintsOf, makeConstraint } from './random.js';

const interval = fc.tuple(fc.nat(255), fc.nat(20), fc.nat(20));

test('propagation never loses a solution', () => {
  fc.assert(
    fc.property(
      constraintsOf({ variables: 3, depth: 3, hard: true }, 3),
      fc.tuple(interval, interval, interval),
      fc.boolean(),
      (recipes, intervals, wide) => {
        const store = new ExprStore();
        const builder = new Builder(store);
        const knowledge = new Knowledge(store);
        const value = (variable: number) => intervals[variable][0];
        const input = Uint8Array.from(intervals, ([middle]) => middle);
        const constraints = recipes
          .map((recipe) => makeConstraint(builder, recipe))
          .filter((constraint) => knowledge.of(constraint).support.length > 0)
          .map((constraint) => (knowledge.of(constraint).holds(input) ? constraint : builder.not(constraint)));
        const vars = Int32Array.of(0, 1, 2);
        const sets = intervals.map(([middle, below, above]) => {
          const set = new Int32Array(8);
          for (let byte = 0; byte < 256; byte++) {
            if (wide || (byte >= middle - below && byte <= middle + above)) set[byte >> 5] |= 1 << (byte & 31);
          }
          return set;
        });
        const flat = flattened(sets);
        expect(new Propagator(knowledge, vars, constraints).propagate(flat)).toBe(true);
        for (const variable of vars) {
          expect(has(flat.subarray(variable * 8, variable * 8 + 8), value(variable))).toBe(true);
        }
      },
    ),
    { numRuns: cases(3000) },
  );
});
