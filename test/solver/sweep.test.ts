import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { createChain } from '../../src/solver/chain.js';
import type { ExprId } from '../../src/vocabulary/brands.js';
import { ask } from './ask.js';

const onlySweeping = {
  without: ['cache', 'nearby', 'reuse', 'ranges', 'enumerate', 'meet', 'cadical', 'z3'],
  timeLimit: 2000,
};

/** A scanner: the class of a byte, the next state by state and class, and what is asked about states on the way. */
interface Scanner {
  readonly classes: readonly number[];
  readonly table: readonly (readonly number[])[];
  readonly asked: readonly { at: number; state: number; isLess: boolean; holds: boolean }[];
  readonly length: number;
}

function scannerOf(states: number, classes: number, length: number): fc.Arbitrary<Scanner> {
  const state = fc.nat(states - 1);
  return fc.record({
    classes: fc.array(fc.nat(classes - 1), { minLength: 256, maxLength: 256 }),
    table: fc.array(fc.array(state, { minLength: classes, maxLength: classes }), {
      minLength: states,
      maxLength: states,
    }),
    asked: fc.array(
      fc.record({ at: fc.integer({ min: 1, max: length }), state, isLess: fc.boolean(), holds: fc.boolean() }),
      { minLength: 1, maxLength: 6 },
    ),
    length: fc.constant(length),
  });
}

function statesOf(builder: Builder, { classes, table, length }: Omit<Scanner, 'asked'>): ExprId[] {
  const { store } = builder;
  const none = new Int32Array(0);
  const classTable = store.table(Uint8Array.from(classes), none);
  const width = table[0].length;
  const nextTable = store.table(Uint8Array.from(table.flat()), none);
  const states: ExprId[] = [store.constant(32, 0)];
  for (let at = 0; at < length; at++) {
    const kind = builder.zext(builder.read(classTable, builder.zext(store.variable(at), 32), 8), 32);
    const row = builder.binary(Op.Mul, states[at], store.constant(32, width));
    states.push(builder.zext(builder.read(nextTable, builder.binary(Op.Add, row, kind), 8), 32));
  }
  return states;
}

function constraintsOf(builder: Builder, scanner: Scanner): ExprId[] {
  const { store } = builder;
  const states = statesOf(builder, scanner);
  return scanner.asked.map(({ at, state, isLess, holds }) => {
    const condition = builder.binary(isLess ? Op.Ult : Op.Eq, states[at], store.constant(32, state));
    return holds ? condition : builder.not(condition);
  });
}

/** The sets of states a scanner may be in, one after the other: what no solver is needed for. */
function isPossible({ classes, table, asked, length }: Scanner): boolean {
  const met = new Set(classes);
  let states = new Set([0]);
  for (let at = 1; at <= length; at++) {
    const next = new Set<number>();
    for (const state of states) for (const kind of met) next.add(table[state][kind]);
    for (const { at: where, state, isLess, holds } of asked) {
      if (where !== at) continue;
      for (const each of next) if ((isLess ? each < state : each === state) !== holds) next.delete(each);
    }
    states = next;
  }
  return states.size > 0;
}

test('what states a scanner can be in is decided by sweeping alone', () => {
  const kinds = { sat: 0, unsat: 0 };
  fc.assert(
    fc.property(fc.oneof(scannerOf(5, 3, 4), scannerOf(12, 6, 9), scannerOf(30, 8, 24)), (scanner) => {
      const builder = new Builder(new ExprStore());
      const constraints = constraintsOf(builder, scanner);
      const chain = createChain(builder, onlySweeping);
      const answer = ask(chain, builder, constraints);
      const expected = isPossible(scanner) ? 'sat' : 'unsat';
      expect(answer.kind).toBe(expected);
      expect(chain.badModels).toBe(0);
      kinds[expected]++;
    }),
    { numRuns: Number(process.env.NEARMISS_RUNS ?? 150) },
  );
  expect(kinds.sat).toBeGreaterThan(20);
  expect(kinds.unsat).toBeGreaterThan(20);
});

test('a core without a solution has none either', () => {
  let cores = 0;
  fc.assert(
    fc.property(scannerOf(5, 3, 6), (scanner) => {
      const store = new ExprStore();
      const builder = new Builder(store);
      const constraints = constraintsOf(builder, scanner);
      const answer = ask(createChain(builder, onlySweeping), builder, constraints);
      if (answer.kind !== 'unsat' || answer.core === undefined) return;
      const { core } = answer;
      if (core.length < constraints.length) cores++;
      // One byte stands for each class.
      const bytes = [...new Set(scanner.classes)].map((kind) => scanner.classes.indexOf(kind));
      const all = Array.from({ length: bytes.length ** 6 }, (_, number) => number);
      const holds = (number: number) =>
        core.every((id) =>
          evaluateReference(store, id, (at) => bytes[Math.floor(number / bytes.length ** at) % bytes.length]),
        );
      expect(all.some(holds)).toBe(false);
    }),
    { numRuns: 60 },
  );
  expect(cores).toBeGreaterThan(0);
});

test('two scanners side by side, and what is asked of both', () => {
  const kinds = { sat: 0, unsat: 0 };
  const questions = fc.array(fc.record({ at: fc.integer({ min: 1, max: 7 }), isLess: fc.boolean() }), {
    minLength: 2,
    maxLength: 5,
  });
  const pairs = fc.oneof(
    fc.tuple(scannerOf(6, 3, 7), scannerOf(6, 3, 7)),
    fc.tuple(scannerOf(40, 6, 7), scannerOf(40, 6, 7)),
  );
  fc.assert(
    fc.property(pairs, questions, ([one, other], asked) => {
      const builder = new Builder(new ExprStore());
      const [first, second] = [one, { ...other, classes: one.classes }].map((each) => statesOf(builder, each));
      const constraints = asked.map(({ at, isLess }) => builder.binary(isLess ? Op.Ult : Op.Eq, first[at], second[at]));
      const chain = createChain(builder, onlySweeping);
      const { kind } = ask(chain, builder, constraints);
      let states = new Set([0]);
      for (let at = 1; at <= 7; at++) {
        const next = new Set<number>();
        for (const state of states) {
          for (const each of new Set(one.classes)) {
            const [x, y] = [one.table[Math.floor(state / 40)][each], other.table[state % 40][each]];
            const isLeft = asked.every((question) => question.at !== at || (question.isLess ? x < y : x === y));
            if (isLeft) next.add(x * 40 + y);
          }
        }
        states = next;
      }
      const expected = states.size > 0 ? 'sat' : 'unsat';
      expect(kind).toBe(expected);
      expect(chain.badModels).toBe(0);
      kinds[expected]++;
      // Whatever they can be in is found, pair by pair.
      const { store } = builder;
      for (const state of [...states].slice(-20)) {
        const [x, y] = [Math.floor(state / 40), state % 40].map((each) => store.constant(32, each));
        const both = [builder.binary(Op.Eq, first[7], x), builder.binary(Op.Eq, second[7], y)];
        expect(ask(chain, builder, [...constraints, ...both]).kind).toBe('sat');
      }
    }),
    { numRuns: 120 },
  );
  expect(kinds.sat).toBeGreaterThan(10);
  expect(kinds.unsat).toBeGreaterThan(10);
});

test('the same question has the same answer whatever was asked before', () => {
  fc.assert(
    fc.property(scannerOf(8, 4, 6), scannerOf(8, 4, 6), (before, scanner) => {
      const builder = new Builder(new ExprStore());
      const chain = createChain(builder, onlySweeping);
      const constraints = constraintsOf(builder, scanner);
      const fresh = ask(createChain(builder, onlySweeping), builder, constraints);
      // The same tables, other questions: steps are shared, answers are not.
      for (const asked of [before.asked, [...scanner.asked, ...before.asked]]) {
        ask(chain, builder, constraintsOf(builder, { ...scanner, asked }));
      }
      expect(ask(chain, builder, constraints)).toEqual(fresh);
    }),
    { numRuns: 60 },
  );
});

test('what has too many states is left to others', () => {
  const store = new ExprStore();
  const builder = new Builder(store);
  const bytes = Array.from({ length: 12 }, (_, at) => builder.zext(store.variable(at), 32));
  const product = bytes.reduce((left, right) =>
    builder.binary(Op.Add, builder.binary(Op.Mul, left, store.constant(32, 31)), right),
  );
  const constraints = [builder.binary(Op.Eq, product, store.constant(32, 123456789))];
  expect(ask(createChain(builder, onlySweeping), builder, constraints).kind).toBe('unknown');
});
