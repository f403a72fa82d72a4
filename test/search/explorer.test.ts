import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alternativesAtOnce } from '../../src/search/expanding/alternatives.js';
import { cases } from '../support/cases.js';
import { bruteForce, exploreHere } from './brute-force.js';
import { type ToySetup, toySites } from './toy.js';
import type { Operand, Statement } from './toy-programs.js';

const setups: Record<string, ToySetup> = {
  threePaths: { program: 'threePaths', bytes: 1, domain: 256 },
  parser: { program: 'parser', bytes: 4, domain: 7 },
  pinned: { program: 'pinned', bytes: 3, domain: 8 },
  failsFirst: { program: 'failsFirst', bytes: 2, domain: 8 },
  traps: { program: 'traps', bytes: 2, domain: 8 },
  behind: { program: 'behind', bytes: 2, domain: 8 },
  assumes: { program: 'assumes', bytes: 3, domain: 8 },
  relations: { program: 'relations', bytes: 3, domain: 8 },
};

describe.each(Object.entries(setups))('%s', (_name, setup) => {
  const truth = bruteForce(setup);
  test.each(['generational', 'dfs'] as const)(
    '%s sees every path and bug that brute force sees, and no other',
    (search) => {
      const found = exploreHere(setup, { search });
      expect(found.tally.toIncomplete([])).toEqual([]);
      expect([...found.paths].sort()).toEqual([...truth.paths].sort());
      expect(
        found.buckets
          .sorted()
          .map(({ key }) => key)
          .sort(),
      ).toEqual([...truth.bugs].sort());
    },
  );

  test.each([0, 1])('questions over more than %d bytes put off: the same paths and bugs', (hardAbove) => {
    for (const search of ['generational', 'dfs'] as const) {
      const found = exploreHere({ ...setup, hardAbove }, { search });
      expect(found.tally.toIncomplete([])).toEqual([]);
      expect([...found.paths].sort()).toEqual([...truth.paths].sort());
      const keys = found.buckets.sorted().map(({ key }) => key);
      expect(keys.sort()).toEqual([...truth.bugs].sort());
      expect(found.counts.unknown).toBe(0);
    }
  });

  test('what is kept does not depend on the order of the search', () => {
    const dfs = exploreHere(setup, { search: 'dfs' });
    for (const rng of [1, 2, 3]) {
      const other = exploreHere(setup, { rng });
      expect(other.runs).toBe(dfs.runs);
      expect(other.counts.queries).toBe(dfs.counts.queries);
      expect(snapshot(other)).toEqual(snapshot(dfs));
    }
  });
});

test('one run per path where nothing is pinned or checked', () => {
  for (const name of ['threePaths', 'parser', 'relations']) {
    const found = exploreHere(setups[name]);
    expect(found.runs).toBe(found.tests.size);
  }
});

test('a run that strays from what was asked of it is a divergence', () => {
  const found = exploreHere({ program: 'liar', bytes: 2, domain: 4 });
  expect(found.tally.toIncomplete([])).toEqual([{ reason: 'divergence', count: 2 }]);
});

test('queries without an answer are counted', () => {
  const found = exploreHere({ program: 'relations', bytes: 3, domain: 8, unknownAbove: 1 });
  expect(found.tally.has('solver-timeout')).toBe(true);
});

test('hard questions come when nothing else is left', () => {
  const events: NonNullable<ToySetup['events']> = [];
  const relations = setups.relations;
  const all = exploreHere({ ...relations, hardAbove: 1, events });
  const easy = exploreHere({ ...relations, unknownAbove: 1 });
  expect(easy.tests.size).toBeLessThan(all.tests.size);
  const before = events.slice(0, events.indexOf('again'));
  // Everything that needs no hard answer, and the run of the first hard question.
  expect(before.filter((event) => event === 'run')).toHaveLength(easy.tests.size + 1);
  expect(before).toContain('first try');
});

test('a pinned value has all its alternatives followed up to the cap, beyond it is counted', () => {
  const aByte = exploreHere({ program: 'pinned', bytes: 3, domain: 16 });
  expect(aByte.tally.isEmpty).toBe(true);
  const twoBytes = exploreHere({ program: 'pinsWide', bytes: 2, domain: 5 }, { mostAlternatives: 20 });
  // Those asked for at once are found once more when the others are, and that takes the first run again.
  expect(twoBytes.runs).toBe(21 + alternativesAtOnce + 1);
  expect(twoBytes.tally.toIncomplete(toySites)).toEqual([{ reason: 'concretized', count: 1, at: 'toy.c:26' }]);
});

test('programs drawn at random: the search equals brute force', () => {
  fc.assert(
    fc.property(programs, (program) => {
      const setup: ToySetup = { program, bytes: 3, domain: 6 };
      const truth = bruteForce(setup);
      const dfs = exploreHere(setup, { search: 'dfs' });
      expect(dfs.tally.toIncomplete([])).toEqual([]);
      expect([...dfs.paths].sort()).toEqual([...truth.paths].sort());
      expect(
        dfs.buckets
          .sorted()
          .map(({ key }) => key)
          .sort(),
      ).toEqual([...truth.bugs].sort());
      expect(snapshot(exploreHere(setup))).toEqual(snapshot(dfs));
      const hard = exploreHere({ ...setup, hardAbove: 1 });
      expect(hard.tally.toIncomplete([])).toEqual([]);
      expect(pathsAndBugs(snapshot(hard))).toEqual(pathsAndBugs(snapshot(dfs)));
    }),
    { numRuns: cases(150) },
  );
});

test('programs drawn at random from inputs drawn at random: the same paths and bugs, each path once', () => {
  const inputs = fc.array(fc.uint8Array({ min: 0, max: 5, minLength: 3, maxLength: 3 }), {
    minLength: 2,
    maxLength: 6,
  });
  fc.assert(
    fc.property(programs, inputs, (program, roots) => {
      const setup: ToySetup = { program, bytes: 3, domain: 6 };
      const truth = bruteForce(setup);
      const dfs = exploreHere(setup, { search: 'dfs' }, roots);
      expect(dfs.tally.toIncomplete([])).toEqual([]);
      expect([...dfs.paths].sort()).toEqual([...truth.paths].sort());
      expect(
        dfs.buckets
          .sorted()
          .map(({ key }) => key)
          .sort(),
      ).toEqual([...truth.bugs].sort());
      // The inputs that show a bug are left out: which of several first inputs meets a check first depends on the
      // order, and with it which checks are asked about together. Paths and bugs are the same in any order.
      for (const rng of [1, 2]) {
        expect(withoutFailingInputs(exploreHere(setup, { rng }, roots))).toEqual(withoutFailingInputs(dfs));
      }
    }),
    { numRuns: cases(150) },
  );
  const parser = setups.parser;
  const roots = [
    [0, 1, 2, 3],
    [0, 1, 3, 3],
    [6, 0, 0, 0],
    [0, 1, 2, 3],
  ].map((bytes) => Uint8Array.from(bytes));
  const found = exploreHere(parser, {}, roots);
  // Each first input is run twice, but for one that passes nothing new.
  expect(found.runs).toBeLessThanOrEqual(found.tests.size + roots.length);
});

const operand: fc.Arbitrary<Operand> = fc.record({
  byte: fc.option(fc.nat(2), { nil: undefined, freq: 3 }),
  plus: fc.nat(3),
  pinned: fc.boolean(),
});
const { statements: programs } = fc.letrec<{ statements: Statement[]; statement: Statement }>((tie) => ({
  statements: fc.array(tie('statement'), { maxLength: 4, depthIdentifier: 'block' }),
  statement: fc.oneof(
    { depthSize: 'small', depthIdentifier: 'block', withCrossShrink: true },
    fc.record({ do: fc.constant('check'), left: operand, right: operand, traps: fc.boolean() }),
    fc.record({ do: fc.constant('pin'), on: operand }),
    fc.record({ do: fc.constant('assume'), left: operand, right: operand }),
    fc.record({
      do: fc.constant('if'),
      left: operand,
      right: operand,
      less: fc.boolean(),
      // biome-ignore lint/suspicious/noThenProperty: a statement's target, never awaited
      then: tie('statements'),
      otherwise: tie('statements'),
    }),
    fc.record({ do: fc.constant('switch'), on: operand, body: tie('statements') }),
  ) as fc.Arbitrary<Statement>,
}));

function pathsAndBugs({ tests, buckets }: ReturnType<typeof snapshot>) {
  return { tests, bugs: buckets.map(({ key }) => key) };
}

/** Where all runs of a path fail, its test is an input that shows a bug, too. */
function withoutFailingInputs(found: ReturnType<typeof exploreHere>) {
  const { tests, bugs } = pathsAndBugs(snapshot(found));
  return { tests: tests.map((test) => (test.failures.length > 0 ? { ...test, input: [] } : test)), bugs };
}

function snapshot({ tests, buckets }: ReturnType<typeof exploreHere>) {
  const all = Array.from({ length: tests.size }, (_, i) => tests.at(i)).map((record) => ({
    ...record,
    input: [...record.input],
    failures: record.failures.map(({ message, place }) => `${message} ${place.line}`),
  }));
  return {
    tests: all.sort((a, b) => a.pathLow - b.pathLow || a.pathHigh - b.pathHigh),
    buckets: buckets.sorted().map(({ key, count, passive, candidates }) => ({
      key,
      count,
      passive,
      inputs: candidates.map(({ input }) => [...input]),
    })),
  };
}
