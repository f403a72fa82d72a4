import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import { ExprStore } from '../../src/expr/store.js';
import { createChain } from '../../src/solver/chain.js';
import type { ExprId } from '../../src/vocabulary/brands.js';
import { cases } from '../support/cases.js';

/** `x * by + y`, above or not above a limit: what loops to an input's number say again and again. */
interface Bound {
  readonly by: number;
  readonly limit: number;
}

const bound = fc.record({ by: fc.constantFrom(1, 2, 3), limit: fc.integer({ min: 0, max: 60 }) });
const most = 16;

const sumOf = ({ by }: Bound, x: number, y: number): number => x * by + y;

test('bounds of several sums over the same bytes, asked about in between: none of those that say something is lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ bound, asks: fc.boolean() }), { minLength: 2, maxLength: 12 }),
      bound,
      fc.nat(most - 1),
      fc.nat(most - 1),
      (assumed, asked, x, y) => {
        const store = new ExprStore();
        const builder = new Builder(store);
        const byte = (variable: number): ExprId => builder.zext(store.variable(variable), 32);
        const word = (value: number): ExprId => store.constant(32, value);
        const isAbove = ({ by, limit }: Bound): ExprId =>
          builder.binary(
            Op.Ult,
            word(limit),
            builder.binary(Op.Add, builder.binary(Op.Mul, byte(0), word(by)), byte(1)),
          );
        const session = createChain(builder).session(Uint8Array.of(x, y));
        const holds: ((x: number, y: number) => boolean)[] = [];
        const ask = (): void => {
          const other = sumOf(asked, x, y) <= asked.limit;
          const isMet = (a: number, b: number): boolean =>
            sumOf(asked, a, b) > asked.limit === other && holds.every((one) => one(a, b));
          const answer = session.check(other ? isAbove(asked) : builder.not(isAbove(asked)));
          let isPossible = false;
          for (let a = 0; a < most; a++) for (let b = 0; b < most; b++) isPossible ||= isMet(a, b);
          expect(answer.kind).toBe(isPossible ? 'sat' : 'unsat');
          if (answer.kind !== 'sat') return;
          const found = [x, y];
          answer.model.vars.forEach((variable, i) => {
            found[variable] = answer.model.values[i];
          });
          expect(isMet(found[0], found[1])).toBe(true);
        };
        for (const variable of [0, 1]) session.assume(builder.binary(Op.Ult, byte(variable), word(most)));
        for (const { bound: one, asks } of assumed) {
          const was = sumOf(one, x, y) > one.limit;
          session.assume(was ? isAbove(one) : builder.not(isAbove(one)));
          holds.push((a, b) => sumOf(one, a, b) > one.limit === was);
          if (asks) ask();
        }
        ask();
      },
    ),
    { numRuns: cases(1000) },
  );
});
