import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { createChain } from '../../src/solver/chain.js';
import type { ExprId } from '../../src/vocabulary/brands.js';
import { ask } from './ask.js';

/** A round of a hash: how a byte goes in, and what is done after. */
const rounds = fc.array(
  fc.record({
    join: fc.constantFrom(Op.Add, Op.Xor, Op.Sub),
    after: fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('multiply' as const), by: fc.integer().map((number) => number | 1) }),
        fc.record({
          kind: fc.constantFrom('up' as const, 'down' as const, 'add' as const),
          by: fc.integer({ min: 1, max: 20 }),
        }),
        fc.record({ kind: fc.constant('rotate' as const), by: fc.integer({ min: 1, max: 31 }) }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  { minLength: 4, maxLength: 8 },
);
type Rounds = typeof rounds extends fc.Arbitrary<infer T> ? T : never;

function hashOf(builder: Builder, recipe: Rounds): ExprId {
  const { store } = builder;
  let state = store.constant(32, 0x811c9dc5 | 0);
  for (const [variable, { join, after }] of recipe.entries()) {
    state = builder.binary(join, state, builder.zext(store.variable(variable), 32));
    for (const { kind, by } of after) {
      const amount = store.constant(32, by);
      if (kind === 'multiply') state = builder.binary(Op.Mul, state, amount);
      else if (kind === 'rotate') state = builder.binary(Op.RotL, state, amount);
      else if (kind === 'add') state = builder.binary(Op.Add, state, builder.binary(Op.Shl, state, amount));
      else state = builder.binary(Op.Xor, state, builder.binary(kind === 'up' ? Op.Shl : Op.LShr, state, amount));
    }
  }
  return state;
}

const onlyMeeting = ['cache', 'nearby', 'reuse', 'sweep', 'ranges', 'enumerate', 'cadical', 'z3'];

test('hashes are inverted', () => {
  let met = 0;
  fc.assert(
    fc.property(rounds, fc.uint8Array({ minLength: 8, maxLength: 8 }), (recipe, input) => {
      const store = new ExprStore();
      const builder = new Builder(store);
      const hash = hashOf(builder, recipe);
      const wanted = evaluateReference(store, hash, (variable) => input[variable]);
      const chain = createChain(builder, { without: onlyMeeting, timeLimit: 1500 });
      const constraints = [builder.binary(Op.Eq, hash, store.constant(32, Number(wanted)))];
      const answer = ask(chain, builder, constraints);
      expect(answer.kind).not.toBe('unsat');
      expect(chain.badModels).toBe(0);
      if (answer.kind === 'sat') met++;
    }),
    { numRuns: 25 },
  );
  expect(met).toBeGreaterThan(6);
});

test('that no input has a hash is known once all were tried', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(rounds, fc.integer(), fc.boolean(), (recipe, random, reachable) => {
      const store = new ExprStore();
      const builder = new Builder(store);
      const short = recipe.slice(0, 4);
      const hash = hashOf(builder, short);
      const letters = [...'abcdef'].map((letter) => letter.charCodeAt(0));
      const reached = new Set<bigint>();
      for (const a of letters)
        for (const b of letters)
          for (const c of letters)
            for (const d of letters) reached.add(evaluateReference(store, hash, (variable) => [a, b, c, d][variable]));
      const target = reachable ? [...reached][Math.abs(random) % reached.size] : BigInt.asUintN(32, BigInt(random));
      const constraints = [builder.binary(Op.Eq, hash, store.constant(32, Number(target)))];
      for (const variable of short.keys()) {
        const offset = builder.binary(Op.Sub, store.variable(variable), store.constant(8, 97));
        constraints.push(builder.binary(Op.Ult, offset, store.constant(8, 6)));
      }
      const { kind } = ask(createChain(builder, { without: onlyMeeting }), builder, constraints);
      kinds.add(kind);
      if (kind !== 'unknown') expect(kind).toBe(reached.has(target) ? 'sat' : 'unsat');
    }),
    { numRuns: 25 },
  );
  expect(kinds).toContain('sat');
  expect(kinds).toContain('unsat');
});
