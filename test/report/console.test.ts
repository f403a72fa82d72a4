import { expect, test } from 'vitest';
import { Progress } from '../../src/cli/progress.js';
import { colorsFor } from '../../src/report/colors.js';
import { formatInput, formatStats } from '../../src/report/console.js';

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

test('stats name every layer', () => {
  const layers = [{ name: 'cache', answered: 41, milliseconds: 1.26 }];
  const text = formatStats({
    runs: 3,
    queries: 52,
    sat: 40,
    unsat: 12,
    unknown: 0,
    cacheHits: 41,
    solverMs: 9,
    executionMs: 2,
    wallMs: 20,
    layers,
  });
  expect(text).toContain(
    '  layer  answered   ms\n  path         11  7.7\n  cache        41  1.3\n  all          52  9.0\n',
  );
});

const progress = (elapsedMs: number) =>
  ({ kind: 'progress', elapsedMs, runs: 5, paths: 4, pending: 2, suspects: 1, covered: 9 }) as const;

test('a terminal has one live line that goes away', () => {
  let screen = '';
  const live = new Progress({ write: (text) => (screen += text), isTTY: true, columns: 30 }, colorsFor({}, {}), false);
  live.tell(progress(61_000));
  expect(screen).toBe('1:01  4 paths, 5 runs, 2 pend');
  live.clear();
  expect(screen.endsWith('\r\u001b[2K')).toBe(true);
});

test('elsewhere there are plain lines, less and less often; --quiet has none', () => {
  let log = '';
  const plain = new Progress({ write: (text) => (log += text) }, colorsFor({}, {}), false);
  for (let t = 0; t <= 600_000; t += 200) plain.tell(progress(t));
  expect(log.split('\n').length).toBeLessThan(20);
  expect(log.startsWith('0:05  4 paths, 5 runs, 2 pending, 9 points covered, 1 suspect\n')).toBe(true);
  const quiet = new Progress({ write: (text) => (log += text) }, colorsFor({}, {}), true);
  const before = log;
  quiet.tell(progress(999_999));
  expect(log).toBe(before);
});
