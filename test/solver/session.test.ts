import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { explore } from '../../bench/solver/concolic.js';
import { type RecordedSession, readSessions, replay } from '../../bench/solver/playback.js';
import { parsers } from '../../bench/solver/programs.js';
import { Builder } from '../../src/expr/build.js';
import { arity, Op } from '../../src/expr/ops.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { ExprStore } from '../../src/expr/store.js';
import { loadCadical } from '../../src/solver/cadical.js';
import { createChain } from '../../src/solver/chain.js';
import { recordSessions } from '../../src/solver/record.js';
import type { Answer } from '../../src/solver/types.js';
import { cases } from '../support/cases.js';
import { ask } from './ask.js';
import { type ConstraintRecipe, constraintsOf, makeConstraint } from './random.js';

beforeAll(loadCadical);

/** The streams of a few parsers, cut short. */
function recordedLines(paths: number): string[] {
  const lines: string[] = [];
  const builder = new Builder(new ExprStore());
  const chain = recordSessions(createChain(builder), builder.store, (line) => lines.push(line));
  for (const { program, size } of parsers) explore(program, builder, chain, size, paths);
  return lines;
}

const described = (answer: Answer): string =>
  answer.kind === 'sat' ? `sat ${answer.model.vars.join()}=${answer.model.values.join()}` : answer.kind;

function answersOf(session: RecordedSession, chain: ReturnType<typeof createChain>): string[] {
  const answers: string[] = [];
  replay(session, chain.session(session.base), (answer) => answers.push(described(answer)));
  return answers;
}

/** Makes expressions of one store in another, operands last to first, each when first asked for. */
function copier(from: ExprStore, to: ExprStore): (id: number) => number {
  const copies = new Map<number, number>();
  const copy = (id: number): number => {
    let made = copies.get(id);
    if (made === undefined) {
      const op = from.op[id] as Op;
      const [c, b, a] = [from.c[id], from.b[id], from.a[id]].map((operand, index) =>
        arity(op) > 2 - index ? copy(operand) : operand,
      );
      if (op === Op.Const) made = to.constant(from.width[id], from.lo[id], from.hi[id]);
      else if (op === Op.Read) {
        const { bytes, ids } = from.tables[b];
        made = to.make(
          op,
          from.width[id],
          a,
          to.table(
            bytes,
            ids.map((entry) => (entry === 0 ? 0 : copy(entry))),
          ),
          c,
        );
      } else made = to.make(op, from.width[id], a, b, c);
      copies.set(id, made);
    }
    return made;
  };
  return copy;
}

function copied({ base, steps }: RecordedSession, copy: (id: number) => number): RecordedSession {
  const lastFirst = [...steps].reverse().map((step) => ({ ...step, constraint: copy(step.constraint) }));
  return { base, steps: lastFirst.reverse() };
}

describe('a session', () => {
  test('answers as one query over everything assumed would, and its models hold', () => {
    fc.assert(
      fc.property(
        constraintsOf({ variables: 6, depth: 2, hard: false }, 12),
        fc.uint8Array({ minLength: 6, maxLength: 6 }),
        (recipes, base) => {
          const store = new ExprStore();
          const builder = new Builder(store);
          const holds = (constraint: number, input: Uint8Array) =>
            evaluateReference(store, constraint, (variable) => input[variable]) === 1n;
          const session = createChain(builder, { without: ['z3'] }).session(base);
          const assumed: number[] = [];
          for (const recipe of recipes) {
            const made = makeConstraint(builder, recipe);
            const taken = holds(made, base) ? made : builder.not(made);
            const asked = builder.not(taken);
            const answer = session.check(asked);
            const whole = ask(
              createChain(builder, { without: ['slices', 'cache', 'nearby', 'reuse'], timeLimit: 2000 }),
              builder,
              [...assumed, asked],
            );
            expect(answer.kind).toBe(whole.kind);
            if (answer.kind === 'sat') {
              const input = base.slice();
              answer.model.vars.forEach((variable, index) => {
                input[variable] = answer.model.values[index];
              });
              for (const constraint of [...assumed, asked]) expect(holds(constraint, input)).toBe(true);
            }
            session.assume(taken);
            assumed.push(taken);
          }
        },
      ),
      { numRuns: cases(60) },
    );
  });

  test('stays near its input when everything hangs together', () => {
    let nearby = 0;
    fc.assert(
      fc.property(
        constraintsOf({ variables: 14, depth: 2, hard: false }, 8),
        fc.uint8Array({ minLength: 14, maxLength: 14 }),
        (recipes, base) => {
          const store = new ExprStore();
          const builder = new Builder(store);
          const holds = (constraint: number, input: Uint8Array) =>
            evaluateReference(store, constraint, (variable) => input[variable]) === 1n;
          let sum = store.constant(16, 0);
          for (const variable of base.keys()) {
            sum = builder.binary(Op.Add, sum, builder.zext(store.variable(variable), 16));
          }
          const total = base.reduce((left, right) => left + right, 0);
          const link = builder.binary(Op.Ule, store.constant(16, Math.max(1, total - 300)), sum);
          const chain = createChain(builder, { without: ['z3'] });
          const session = chain.session(base);
          const assumed = [link];
          session.assume(link);
          for (const recipe of recipes) {
            const made = makeConstraint(builder, recipe);
            const taken = holds(made, base) ? made : builder.not(made);
            const asked = builder.not(taken);
            const answer = session.check(asked);
            const whole = ask(
              createChain(builder, { without: ['nearby', 'reuse', 'z3', 'enumerate', 'ranges'], timeLimit: 2000 }),
              builder,
              [...assumed, asked],
            );
            expect(answer.kind).toBe(whole.kind);
            if (answer.kind === 'sat') {
              const input = base.slice();
              answer.model.vars.forEach((variable, index) => {
                input[variable] = answer.model.values[index];
              });
              for (const constraint of [...assumed, asked]) expect(holds(constraint, input)).toBe(true);
            }
            session.assume(taken);
            assumed.push(taken);
          }
          expect(chain.badModels).toBe(0);
          nearby += chain.stats().find(({ name }) => name === 'nearby')!.sat;
        },
      ),
      { numRuns: cases(60) },
    );
    expect(nearby).toBeGreaterThan(cases(20));
  });

  test('answers at once what was assumed, or its negation', () => {
    const store = new ExprStore();
    const builder = new Builder(store);
    const chain = createChain(builder);
    const session = chain.session(Uint8Array.of(1, 2));
    const condition = builder.binary(21, store.variable(0), store.constant(8, 1));
    session.assume(condition);
    expect(session.check(condition).kind).toBe('sat');
    expect(session.check(builder.not(condition)).kind).toBe('unsat');
    const [path, ...layers] = chain.stats();
    expect([path.name, path.queries, path.sat, path.unsat]).toEqual(['path', 2, 1, 1]);
    expect(layers.every(({ queries }) => queries === 0)).toBe(true);
  });
});

describe('recorded streams', () => {
  test('are played back with the answers they were recorded with', () => {
    const lines = recordedLines(15);
    const store = new ExprStore();
    const sessions = readSessions(lines, store);
    const chain = createChain(new Builder(store));
    let checks = 0;
    for (const session of sessions) {
      replay(session, chain.session(session.base), (answer, step) => {
        checks++;
        expect(answer.kind).toBe(step.answer);
      });
    }
    expect(checks).toBe(lines.filter((line) => line.startsWith('c ')).length);
    expect(checks).toBeGreaterThan(100);
  });
});

describe('determinism', () => {
  test('models do not depend on the order of sessions, nor on what the store held before', () => {
    const lines = recordedLines(25);
    const first = new ExprStore();
    const inOrder = readSessions(lines, first);
    const expected = (() => {
      const chain = createChain(new Builder(first));
      return inOrder.map((session) => answersOf(session, chain));
    })();
    fc.assert(
      fc.property(fc.shuffledSubarray([...inOrder.keys()], { minLength: inOrder.length }), (order) => {
        // A worker that meets the sessions in another order gives every expression another id.
        const store = new ExprStore();
        const chain = createChain(new Builder(store));
        const copy = copier(first, store);
        for (const index of order) {
          expect(answersOf(copied(inOrder[index], copy), chain)).toEqual(expected[index]);
        }
      }),
      { numRuns: 6 },
    );
  });

  test('holds for what SAT answers too', () => {
    const lines = recordedLines(12);
    const without = ['ranges', 'enumerate', 'nearby', 'z3'];
    const first = new ExprStore();
    const sessions = readSessions(lines, first);
    const forwards = createChain(new Builder(first), { without });
    const expected = sessions.map((session) => answersOf(session, forwards));
    const store = new ExprStore();
    const copy = copier(first, store);
    const backwards = createChain(new Builder(store), { without });
    for (const [index, session] of [...sessions.entries()].reverse()) {
      expect(answersOf(copied(session, copy), backwards)).toEqual(expected[index]);
    }
  });

  test('the order in which constraints were made does not show in a model', () => {
    const solveIn = (recipes: readonly ConstraintRecipe[], order: readonly number[], without: string[]) => {
      const builder = new Builder(new ExprStore());
      const constraints = order.map((index) => makeConstraint(builder, recipes[index]));
      return described(ask(createChain(builder, { without, timeLimit: 2000 }), builder, constraints));
    };
    fc.assert(
      fc.property(
        constraintsOf({ variables: 5, depth: 3, hard: false }, 6),
        fc.infiniteStream(fc.nat(1000)),
        (recipes, keys) => {
          const inOrder = [...recipes.keys()];
          const weights = inOrder.map(() => keys.next().value as number);
          const shuffled = [...inOrder].sort((left, right) => weights[left] - weights[right]);
          for (const without of [['z3'], ['z3', 'ranges', 'enumerate']]) {
            expect(solveIn(recipes, shuffled, without)).toBe(solveIn(recipes, inOrder, without));
          }
        },
      ),
      { numRuns: cases(150) },
    );
  });
});
