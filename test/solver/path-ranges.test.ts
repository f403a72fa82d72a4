import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outside } from '../../src/checkers/representable.js';
import { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { createChain } from '../../src/solver/chain.js';
import { type Arithmetic, integerType } from '../../src/vocabulary/arithmetic.js';
import type { ExprId } from '../../src/vocabulary/brands.js';
import {
  assignmentArbitrary,
  buildTree,
  conditionArbitrary,
  connectedArbitrary,
  variableCount,
} from '../expr/trees.js';
import { cases } from '../support/cases.js';

const holds = (builder: Builder, id: ExprId, input: Uint8Array): boolean =>
  evaluateReference(builder.store, id, (variable) => input[variable]) !== 0n;

it('what bounds rule out on a path, no input on that path meets', () => {
  // Most are near the first: they are on its path.
  const changes = fc.array(fc.tuple(fc.nat(variableCount - 1), fc.nat(255)), { minLength: 20 });
  const inputs = fc.tuple(assignmentArbitrary, changes).map(([base, some]) => [
    base,
    ...some.map(([at, value], i) => {
      const input = base.slice();
      input[at] = value;
      if (i % 3 === 0) input[(at + 1) % variableCount] = some[0][1];
      return input;
    }),
  ]);
  const condition = fc.oneof(conditionArbitrary, connectedArbitrary);
  let ruledOut = 0;
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 4 }), condition, inputs, (assumed, asked, some) => {
      const builder = new Builder(new ExprStore());
      const [base] = some;
      const session = createChain(builder).session(base);
      const path = assumed.map((tree) => {
        const id = buildTree(builder, tree);
        return holds(builder, id, base) ? id : builder.not(id);
      });
      for (const id of path) session.assume(id);
      const id = buildTree(builder, asked);
      for (const one of [id, builder.not(id)]) {
        if (!session.cannotHold?.(one)) continue;
        if (!builder.store.isConst(one)) ruledOut++;
        for (const input of some) {
          if (path.every((each) => holds(builder, each, input))) expect(holds(builder, one, input)).toBe(false);
        }
      }
    }),
    { numRuns: cases(1_500), seed: 21 },
  );
  expect(ruledOut).toBeGreaterThan(cases(50));
});

it('that two conditions differ says which holds of neither', () => {
  const ends = [0, 1, 2, 253, 254, 255];
  const inputs = ends.flatMap((x) => ends.flatMap((y) => ends.map((z) => Uint8Array.of(x, y, z))));
  const comparison = fc.record({
    op: fc.constantFrom(Op.Eq, Op.Ult, Op.Ule, Op.Slt, Op.Sle),
    left: fc.nat(2),
    right: fc.oneof(
      fc.nat(2).map((variable) => ({ variable })),
      fc.constantFrom(...ends).map((value) => ({ value })),
    ),
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(comparison, comparison), { minLength: 1, maxLength: 2 }),
      comparison,
      fc.constantFrom(...inputs),
      (pairs, question, base) => {
        const builder = new Builder(new ExprStore());
        const { store } = builder;
        const compare = ({ op, left, right }: typeof question): ExprId =>
          builder.binary(
            op,
            store.variable(left),
            'variable' in right ? store.variable(right.variable) : store.constant(8, right.value),
          );
        const session = createChain(builder).session(base);
        const path = pairs.map(([one, other]) => {
          const differ = builder.binary(Op.Xor, compare(one), compare(other));
          return holds(builder, differ, base) ? differ : builder.not(differ);
        });
        for (const each of path) session.assume(each);
        const asked = compare(question);
        for (const one of [asked, builder.not(asked)]) {
          if (!session.cannotHold?.(one)) continue;
          for (const input of inputs) {
            if (path.every((each) => holds(builder, each, input))) expect(holds(builder, one, input)).toBe(false);
          }
        }
      },
    ),
    { numRuns: cases(1_000), seed: 7 },
  );
});

it('what a branch says of a sum bounds the next one', () => {
  const builder = new Builder(new ExprStore());
  const { store } = builder;
  const word = (from: number): ExprId =>
    [1, 2, 3].reduce((value, i) => builder.concat(store.variable(from + i), value), store.variable(from));
  const number = (value: number): ExprId => store.constant(32, value);
  const overflows = (operation: 'add' | 'mul', left: ExprId, right: ExprId): ExprId =>
    outside(builder, 'above', { operation, type: integerType('int') as Arithmetic['type'], left, right });
  const session = createChain(builder).session(new Uint8Array(8));
  const [amount, rate] = [word(0), word(4)];
  const product = overflows('mul', amount, rate);
  expect(session.cannotHold?.(product)).toBe(false);
  session.assume(builder.binary(Op.Slt, amount, number(10_000)));
  session.assume(builder.not(builder.binary(Op.Slt, amount, number(0))));
  expect(session.cannotHold?.(product)).toBe(false);
  session.assume(builder.binary(Op.Sle, rate, number(500)));
  session.assume(builder.binary(Op.Slt, number(-100), rate));
  expect(session.cannotHold?.(product)).toBe(true);
  const difference = builder.binary(Op.Sub, builder.binary(Op.Mul, amount, rate), amount);
  expect(session.cannotHold?.(overflows('add', difference, amount))).toBe(true);
  expect(session.cannotHold?.(overflows('mul', difference, amount))).toBe(false);
  session.assume(builder.binary(Op.Slt, difference, number(1_000)));
  expect(session.cannotHold?.(overflows('mul', difference, amount))).toBe(true);
});
