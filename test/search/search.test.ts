import { describe, expect, test } from 'vitest';
import type { SearchOptions, SearchResult } from '../../src/search/search.js';
import { UserError } from '../../src/vocabulary/errors.js';
import { bruteForce } from './brute-force.js';
import { exploreToy } from './explore-toy.js';
import { type ToySetup, toySites } from './toy.js';

const parser: ToySetup = { program: 'parser', bytes: 4, domain: 7 };

/** Others join at once. */
const explore = (setup: ToySetup, options: Partial<SearchOptions> = {}) =>
  exploreToy(setup, { aloneMs: 0, ...options });

function told({ tests, bugs, tally, stats }: SearchResult) {
  return {
    tests: Array.from({ length: tests.size }, (_, i) => tests.at(i))
      .map(({ pathLow, pathHigh, input, outcome }) => `${pathLow},${pathHigh} ${input.join()} ${outcome}`)
      .sort(),
    bugs: bugs.map(({ bucket, record }) => `${bucket.key} ${bucket.count} ${record.input.join()}`),
    incomplete: tally.toIncomplete(toySites),
    runs: stats.runs,
    queries: stats.queries,
  };
}

describe('workers', () => {
  test('one, two and three workers tell the same', async () => {
    const one = told(await explore(parser));
    expect(one.tests).toHaveLength(bruteForce(parser).paths.size);
    expect(one.incomplete).toEqual([]);
    for (const jobs of [2, 3]) expect(told(await explore(parser, { jobs }))).toEqual(one);
  });

  test('so they do where questions are put off', async () => {
    const hard = { ...parser, hardAbove: 1 };
    const one = told(await explore(hard));
    expect(one.tests).toHaveLength(bruteForce(parser).paths.size);
    expect(one.incomplete).toEqual([]);
    for (const jobs of [2, 3]) expect(told(await explore(hard, { jobs }))).toEqual(one);
  });

  test('a bug is told once its input failed again, with how often it was seen', async () => {
    const { bugs, tally, stats } = await explore({ program: 'behind', bytes: 2, domain: 8 });
    expect(bugs.map(({ failure, bucket, record }) => [failure.checker, bucket.passive, record.input.join()])).toEqual([
      ['integer-overflow', false, '7,0'],
      ['abort', true, '7,1'],
    ]);
    expect(tally.isEmpty).toBe(true);
    // Three paths, two replays, and what it took to make the inputs plain.
    expect(stats.runs).toBeGreaterThanOrEqual(3 + 2);
  });

  test('a failure the oracle does not see is no bug, and the search not complete', async () => {
    const { bugs, tally } = await explore({ program: 'traps', bytes: 2, domain: 8, blindOracle: true });
    expect(bugs).toEqual([]);
    expect(tally.toIncomplete([])).toEqual([{ reason: 'divergence', count: 1 }]);
  });
});

describe('a worker that dies', () => {
  test('the search ends, says so, and keeps what was told before', async () => {
    const { tally, isUnfinished } = await explore({ ...parser, deadlyRun: 3 });
    expect(tally.toIncomplete([])).toEqual([{ reason: 'memory-limit', count: 1 }]);
    expect(isUnfinished).toBe(true);
  });

  test('a replay that kills its worker confirms nothing; the other bugs are told', async () => {
    const { bugs, tally } = await explore({ program: 'behind', bytes: 2, domain: 8, deadlyReplay: 1 });
    expect(bugs.map(({ failure }) => failure.checker)).toEqual(['integer-overflow']);
    expect(tally.has('memory-limit') && tally.has('divergence')).toBe(true);
  });
});

describe('limits', () => {
  test('--max-runs: stops there, the same each time', async () => {
    const first = told(await explore(parser, { maxRuns: 20 }));
    expect(first.runs).toBe(20);
    expect(first.incomplete).toEqual([{ reason: 'run-limit', count: 1 }]);
    expect(told(await explore(parser, { maxRuns: 20 }))).toEqual(first);
  });

  test('a limit that was not needed is no reason to be incomplete', async () => {
    const { runs } = told(await explore(parser));
    expect(told(await explore(parser, { maxRuns: runs })).incomplete).toEqual([]);
  });

  test('--max-tests', async () => {
    const { tests, incomplete } = told(await explore(parser, { maxTests: 7 }));
    expect(tests).toHaveLength(7);
    expect(incomplete).toEqual([{ reason: 'run-limit', count: 1 }]);
  });

  test('--time', async () => {
    const long: ToySetup = { program: 'parser', bytes: 40, domain: 7, unknownAbove: 1 };
    const { tally, tests } = await explore(long, { time: 600, search: 'dfs' });
    expect(tests.size).toBeGreaterThan(0);
    // On a busy machine the time may be over before the first query.
    expect(tally.toIncomplete([]).map(({ reason }) => reason)).toContain('time-limit');
  });

  test('an abort keeps what was found', async () => {
    const stop = new AbortController();
    const { tally, tests } = await explore(
      { program: 'parser', bytes: 40, domain: 7, unknownAbove: 1 },
      { signal: stop.signal, onProgress: ({ paths }) => paths > 0 && stop.abort() },
    );
    expect(tests.size).toBeGreaterThan(0);
    expect(tally.has('interrupted')).toBe(true);
  });

  test('--stop-on-first', async () => {
    const { bugs, tally } = await explore({ program: 'failsFirst', bytes: 2, domain: 8 }, { stopOnFirst: true });
    expect(bugs.map(({ failure }) => failure.checker)).toEqual(['division-by-zero']);
    expect(tally.toIncomplete([])).toEqual([{ reason: 'interrupted', count: 1 }]);
  });

  test('random inputs need a limit, find paths, and are never complete', async () => {
    await expect(explore(parser, { search: 'random' })).rejects.toThrow(UserError);
    const { tests, tally, stats } = await explore(parser, { search: 'random', maxRuns: 200 });
    expect(tests.size).toBeGreaterThan(1);
    expect(stats.queries).toBe(0);
    expect(tally.toIncomplete([])).toEqual([{ reason: 'run-limit', count: 1 }]);
  });
});

test('an error in a worker is thrown here', async () => {
  await expect(explore({ program: 'none', bytes: 1, domain: 2 })).rejects.toThrow(/not a function/);
});
