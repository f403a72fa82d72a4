import { describe, expect, test } from 'vitest';
import { describeProgress } from '../../src/cli/live-line.js';
import { Progress } from '../../src/cli/progress.js';
import type { ExploreEvent } from '../../src/modes/explore.js';
import { colorsFor } from '../../src/report/colors.js';

type Told = ExploreEvent & { readonly kind: 'progress' };

const told = (more: Partial<Told> = {}): Told => ({
  kind: 'progress',
  elapsedMs: 61_000,
  leftMs: 59_000,
  runs: 5321,
  paths: 4012,
  pending: 217,
  suspects: 2,
  covered: 84,
  points: 100,
  queries: 732_000,
  target: 3,
  at: 'parse_number src/calc.c:112',
  ...more,
});

describe('what the line says', () => {
  test('all of it where there is room', () => {
    expect(describeProgress(told(), 130)).toBe(
      '1:01  4012 paths  5321 runs  217 pending  84% covered  2 suspects  12.0k queries/s  at parse_number calc.c:112  0:59 left',
    );
  });

  test('the most important of it where there is little', () => {
    expect(describeProgress(told(), 59)).toBe('1:01  4012 paths  84% covered  2 suspects  0:59 left');
    expect(describeProgress(told(), 30)).toBe('1:01  4012 paths  2 suspects');
  });

  test('it fits whatever the width and the numbers', () => {
    for (let columns = 4; columns < 200; columns += 7) {
      for (const paths of [0, 1, 99_999, 123_456_789]) {
        const line = describeProgress(
          told({ paths, elapsedMs: 100_000_000, at: `f ${'x'.repeat(columns)}.c:1` }),
          columns,
        );
        expect(line.length).toBeLessThanOrEqual(columns);
      }
    }
  });

  test('nothing of limits and suspects that are not there', () => {
    expect(describeProgress(told({ leftMs: Infinity, suspects: 0, at: undefined }), 200)).not.toMatch(
      /left|suspect|at /,
    );
  });
});

/** A terminal of one line: what is on it after all that was written. */
function lineAfter(written: string): string {
  let line = '';
  let cursor = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what terminals are told with
  for (const [token] of written.matchAll(/\r|\u001b\[[0-9]*[A-Za-z]|./gs)) {
    if (token === '\r') cursor = 0;
    else if (token === '\u001b[K') line = line.slice(0, cursor);
    else if (token === '\u001b[2K') line = '';
    else if (!token.startsWith('\u001b')) line = line.slice(0, cursor) + token + line.slice(++cursor);
  }
  return line;
}

describe('on a terminal', () => {
  const open = (columns: number, colors = colorsFor({}, {})) => {
    const writes: string[] = [];
    return { writes, live: new Progress({ write: (text) => writes.push(text), isTTY: true, columns }, colors, false) };
  };

  test.each([60, 120])('one line that is written over and goes away, at %d columns', (columns) => {
    const { writes, live } = open(columns);
    live.tell(told());
    live.tell(told({ paths: 4, elapsedMs: 62_000 }));
    expect(lineAfter(writes.join(''))).toBe(describeProgress(told({ paths: 4, elapsedMs: 62_000 }), columns - 1));
    // Never blank in between: each change is one write, and none of them clears first.
    expect(writes).toHaveLength(2);
    expect(writes.join('')).not.toContain('\u001b[2K');
    live.clear();
    expect(lineAfter(writes.join(''))).toBe('');
    expect(writes.join('')).not.toContain('\n');
  });

  test('nothing is written while nothing changes', () => {
    const { writes, live } = open(80);
    for (let i = 0; i < 10; i++) live.tell(told());
    expect(writes).toHaveLength(1);
  });

  test('a line that stays pushes the live one down', () => {
    const { writes, live } = open(80);
    live.tell(told());
    live.line('a warning');
    expect(writes.join('').endsWith('\r\u001b[2Ka warning\n')).toBe(true);
  });

  test('writing many tests is told, a few are just written', () => {
    const { writes, live } = open(80);
    live.tell({ kind: 'writing', tests: 30 });
    expect(writes).toEqual([]);
    live.tell({ kind: 'writing', tests: 31_527 });
    expect(lineAfter(writes.join(''))).toBe('writing 31527 tests');
  });

  test('NO_COLOR: no colours, the line still moves', () => {
    const { writes, live } = open(80, colorsFor({ isTTY: true }, { NO_COLOR: '1' }));
    live.tell(told());
    expect(writes.join('')).not.toContain('\u001b[2m');
    expect(open(80, colorsFor({ isTTY: true }, {})).live.colors.dim('x')).toBe('\u001b[2mx\u001b[22m');
  });
});

test('elsewhere there are plain lines, less and less often; --quiet has none', () => {
  let log = '';
  const plain = new Progress({ write: (text) => (log += text) }, colorsFor({}, {}), false);
  for (let t = 0; t <= 600_000; t += 200) plain.tell(told({ elapsedMs: t }));
  const lines = log.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.length).toBeLessThan(20);
  expect(lines[0]).toMatch(/^0:05 {2}4012 paths {2}.* left$/);
  expect(log).not.toContain('\u001b');
  const quiet = new Progress({ write: (text) => (log += text) }, colorsFor({}, {}), true);
  const before = log;
  quiet.tell(told({ elapsedMs: 999_999 }));
  expect(log).toBe(before);
});

test('in a log, what goes on is said once, without its count', () => {
  let log = '';
  const plain = new Progress({ write: (text) => (log += text) }, colorsFor({}, {}), false);
  for (const file of ['a.c', 'b.c']) plain.tell({ kind: 'building', message: `compiling ${file} (1/2)` });
  for (let i = 1; i <= 32; i++) plain.tell({ kind: 'building', message: `compiling the runtime (${i}/32)` });
  plain.tell({ kind: 'building', message: 'linking' });
  expect(log).toBe('compiling a.c\ncompiling b.c\ncompiling the runtime\nlinking\n');
});

test('--quiet hides what goes on, and no warning', () => {
  let log = '';
  const quiet = new Progress({ write: (text) => (log += text) }, colorsFor({}, {}), true);
  quiet.tell({ kind: 'building', message: 'linking' });
  quiet.step('1/2 settled');
  quiet.tell({ kind: 'notice', message: '3 seeds cut to fit' });
  quiet.tell({ kind: 'built', compiler: 'clang', compileMs: 1, warnings: 'a.c:1:1: warning: unused\n' });
  expect(log).toBe('nearmiss: 3 seeds cut to fit\na.c:1:1: warning: unused\n');
});
