import { expect, test } from 'vitest';
import { colorsFor } from '../../src/report/colors.js';
import { formatInput, formatTime } from '../../src/report/console.js';
import { formatStats } from '../../src/report/stats-console.js';
import { statsDetail } from '../../src/report/stats-detail.js';
import { statsOf } from '../../src/report/summary.js';
import { noChecks } from '../../src/search/results/check-counts.js';

test('inputs read like C', () => {
  expect(formatInput({})).toBe('(none)');
  expect(
    formatInput({
      x: -1,
      s: 'a"\\n',
      big: '18446744073709551615',
      p: null,
      list: [1, 2],
      node: { v: 3, next: null },
      raw: { hex: 'ff00' },
    }),
  ).toBe(
    String.raw`x = -1, s = "a\"\n", big = 18446744073709551615, p = NULL, list = {1, 2}, node = {.v = 3, .next = NULL}, raw = bytes ff00`,
  );
});

test('NO_COLOR wins, FORCE_COLOR next, then the stream', () => {
  const red = (stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv) => colorsFor(stream, env).red('x') !== 'x';
  expect(red({ isTTY: true }, {})).toBe(true);
  expect(red({}, {})).toBe(false);
  expect(red({}, { FORCE_COLOR: '1' })).toBe(true);
  expect(red({ isTTY: true }, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
});

const searchStats = {
  runs: 3,
  queries: 52,
  sat: 40,
  unsat: 11,
  unknown: 1,
  postponed: 2,
  cacheHits: 41,
  solverMs: 9,
  executionMs: 2,
  checks: noChecks(),
  lists: { queries: 4, assumed: 8, kept: 6, largest: 3 },
  wallMs: 20,
  layers: [
    { name: 'path', answered: 10, unknown: 0, milliseconds: 0 },
    { name: 'cache', answered: 41, unknown: 0, milliseconds: 1.26 },
    { name: 'cadical', answered: 0, unknown: 2, milliseconds: 5 },
    { name: 'nobody', answered: 0, unknown: 1, milliseconds: 0 },
  ],
};

test('stats name every layer, and their sum is all that was asked', () => {
  const detail = statsDetail(searchStats, {});
  expect(detail.layers.reduce((sum, { answered }) => sum + answered, 0)).toBe(52 + 2);
  expect(formatStats({ ...statsOf(searchStats, 0), ...detail })).toContain(
    [
      'queries 52: 40 sat, 11 unsat, 1 unknown; 2 first tries given up',
      '  layer      answered   ms',
      '  path             10  2.7',
      '  cache            41  1.3',
      '  cadical           0  5.0',
      '  no answer         3  0.0',
      '  all              54  9.0',
      'constraints of a query: 2 on the path, 1.5 after unrelated ones are dropped (mean of 4), at most 3',
      'query cache: 78.8% of 52 queries',
    ].join('\n'),
  );
});

test('stats have what layers answered beside a finished search', () => {
  const beside = { queries: 8, postponed: 0, solverMs: 1 };
  const detail = statsDetail({ ...searchStats, beside }, {});
  expect(formatStats({ ...statsOf(searchStats, 0), ...detail })).toContain('unknown; 8 beside the search; 2 first');
});

test('the last line tells the time of the whole command, and the seed where it is not the usual one', () => {
  const stats = { compileMs: 900, wallMs: 40 };
  expect(formatTime({ stats, rng: 1 }, 1234)).toBe('1.23 s');
  expect(formatTime({ stats, rng: 1 })).toBe('0.94 s');
  expect(formatTime({ stats, rng: 7 }, 61_234)).toBe('61.2 s, rng 7');
});
