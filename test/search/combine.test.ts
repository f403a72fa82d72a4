import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Combination, combinations, combine } from '../../src/search/expanding/combine.js';

/** Conditions as the sets of inputs (0..7) that meet them; the solver gives any input it likes. */
const conditions = fc.array(fc.uniqueArray(fc.nat(7), { maxLength: 4 }), { minLength: 1, maxLength: 6 });

function ask(how: Combination, sets: readonly (readonly number[])[], pick: (all: readonly number[]) => number) {
  let calls = 0;
  let model = -1;
  const covered = new Set<number>();
  combine(how, sets.length, {
    ask(some) {
      calls++;
      const all = [...new Set(some.flatMap((i) => sets[i]))];
      if (all.length === 0) return 'unsat';
      model = pick(all);
      return 'sat';
    },
    fails: (one) => sets[one].includes(model),
    found: (failing) => {
      for (const one of failing) covered.add(one);
    },
    stopped: () => false,
  });
  return { calls, covered };
}

test('strong covers every condition that can be met, in at most min(t + 1, n) calls', () => {
  fc.assert(
    fc.property(conditions, fc.infiniteStream(fc.nat()), (sets, choices) => {
      const pick = (all: readonly number[]): number => all[choices.next().value % all.length];
      const satisfiable = sets.filter((set) => set.length > 0).length;
      const { calls, covered } = ask('strong', sets, pick);
      expect(covered.size).toBe(satisfiable);
      expect(calls).toBeLessThanOrEqual(Math.min(satisfiable + 1, sets.length));
    }),
  );
});

test('naive asks one call each, weak one call in all', () => {
  fc.assert(
    fc.property(conditions, (sets) => {
      const naive = ask('naive', sets, ([first]) => first);
      expect(naive.calls).toBe(sets.length);
      expect(naive.covered.size).toBe(sets.filter((set) => set.length > 0).length);
      const weak = ask('weak', sets, ([first]) => first);
      expect(weak.calls).toBe(1);
      expect(weak.covered.size > 0).toBe(sets.some((set) => set.length > 0));
    }),
  );
});

test('a disjunction nobody can decide is asked part by part', () => {
  const asked: string[] = [];
  for (const how of combinations) {
    const found: number[] = [];
    combine(how, 3, {
      ask: (some) => {
        asked.push(`${how} ${some}`);
        return some.length > 1 ? 'unknown' : some[0] === 1 ? 'sat' : 'unsat';
      },
      fails: (one) => one === 1,
      found: (failing) => void found.push(...failing),
      stopped: () => false,
    });
    expect(found).toEqual([1]);
  }
  expect(asked.filter((each) => each.startsWith('strong'))).toEqual([
    'strong 0,1,2',
    'strong 0',
    'strong 1',
    'strong 2',
  ]);
});
