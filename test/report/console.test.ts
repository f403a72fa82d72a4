import { expect, test } from 'vitest';
import { colorsFor } from '../../src/report/colors.js';
import { formatInput, formatStats, formatTime } from '../../src/report/console.js';
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
  unsat: 12,
  unknown: 0,
  cacheHits: 41,
  solverMs: 9,
  executionMs: 2,
  checks: noChecks(),
  lists: { queries: 0, assumed: 0, kept: 0 },
  wallMs: 20,
  layers: [{ name: 'cache', answered: 41, milliseconds: 1.26 }],
};

test('stats name every layer', () => {
  expect(formatStats(searchStats)).toContain(
    'queries 52: 40 sat, 12 unsat, 0 unknown\n  layer  answered   ms\n  path         11  7.7\n  cache        41  1.3\n  all          52  9.0\n',
  );
});

test('stats have what layers answered beside a finished search', () => {
  expect(formatStats({ ...searchStats, beside: { queries: 8, solverMs: 1 } })).toContain(
    'queries 52: 40 sat, 12 unsat, 0 unknown; 8 beside the search\n  layer  answered    ms\n  path         19   8.7\n  cache        41   1.3\n  all          60  10.0\n',
  );
});

test('the last line tells the time of the whole command, and the seed where it is not the usual one', () => {
  const stats = { compileMs: 900, wallMs: 40 };
  expect(formatTime({ stats, rng: 1 }, 1234)).toBe('1.23 s');
  expect(formatTime({ stats, rng: 1 })).toBe('0.94 s');
  expect(formatTime({ stats, rng: 7 }, 61_234)).toBe('61.2 s, rng 7');
});
