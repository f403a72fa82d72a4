import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { explore, type Summary } from '../../src/index.js';
import { runExplore } from '../../src/library/explore.js';
import { runPredict } from '../../src/library/predict.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-stats-'));
afterAll(() => rmSync(folder, { recursive: true }));

const cells = join(folder, 'cells.c');
writeFileSync(
  cells,
  `static int table[4];
int cells(unsigned char i, unsigned char j, int n) {
  int sum = table[i & 7] + table[j & 15];
  for (int k = 0; k < (i & 3); k++) sum += 100 / (n - k);
  return sum;
}
`,
);

const program = (name: string) => fileURLToPath(new URL(`../programs/${name}`, import.meta.url));

/** Sums that have to hold of any search. */
function addsUp({ stats }: Pick<Summary, 'stats'>): void {
  const { layers = [], checkers = [], tests = [], queries, besideQueries = 0, postponed = 0 } = stats;
  const answered = layers.reduce((sum, layer) => sum + layer.answered, 0);
  expect(answered).toBe(queries + besideQueries + postponed);
  for (const layer of layers) expect(layer.answered).toBeGreaterThanOrEqual(0);
  expect(stats.sat + stats.unsat + stats.unknown).toBe(queries);
  expect(stats.cacheHits).toBeLessThanOrEqual(queries);
  for (const { injected, byBounds, solved, failed = 0 } of checkers) {
    expect(solved + byBounds).toBeLessThanOrEqual(injected);
    expect(failed).toBeLessThanOrEqual(solved);
  }
  for (const { injected, solved } of tests) expect(solved).toBeLessThanOrEqual(injected);
  const sum = (rows: readonly { injected: number; solved: number }[], of: 'injected' | 'solved') =>
    rows.reduce((total, row) => total + row[of], 0);
  for (const of of ['injected', 'solved'] as const) expect(sum(tests, of)).toBe(sum(checkers, of));
  expect(stats.instructions).toBe(tests.reduce((total, { instructions }) => total + instructions, 0));
}

describe('--stats adds up', () => {
  test.each([
    ['hard questions', { sources: [program('libc-wide.c')], entry: 'characters', len: { s: 5 } }],
    ['checks', { sources: [cells], entry: 'cells' }],
    ['a side search', { sources: [program('lines-counted.c')], stdin: 12 }],
    ['a limit', { sources: [program('lines-counted.c')], stdin: 12, maxRuns: 1500 }],
  ])('%s', async (_, options) => {
    addsUp(await explore({ ...options, jobs: 1, stats: true }));
  });

  test('with and without a second worker', async () => {
    const options = { sources: [program('../cli/sources/calc.c')], entry: 'calc', len: { s: 4 }, stats: true };
    const one = await explore({ ...options, jobs: 1 });
    const two = await explore({ ...options, jobs: 2 });
    addsUp(two);
    expect(two.stats.tests).toEqual(one.stats.tests);
    expect(two.stats.checkers).toEqual(one.stats.checkers);
  });
});

test('figures of each test: instructions, input size, constraints, injected, solved, largest slice', async () => {
  const { summary, stats } = await runExplore({
    sources: [cells],
    entry: 'cells',
    jobs: 1,
    stats: true,
  });
  const { tests = [], constraints, checkers = [] } = summary.stats;
  expect(tests).toHaveLength(summary.paths);
  expect(new Set(tests.map(({ test }) => test)).size).toBe(summary.paths);
  for (const { instructions, inputSize } of tests) {
    expect(instructions).toBeGreaterThan(10);
    expect(inputSize).toBe(6);
  }
  expect(checkers.map(({ checker }) => checker)).toEqual(
    expect.arrayContaining(['division-by-zero', 'array-overflow']),
  );
  expect(constraints?.largest).toBeGreaterThanOrEqual(constraints?.kept ?? Infinity);
  expect(stats?.()).toMatch(/^ {2}test +instructions +input size +constraints +injected +solved +inputs$/m);
});

test('instructions are those that are executed: as many more for each turn of a loop', async () => {
  const source = join(folder, 'turns.c');
  writeFileSync(
    source,
    'int turns(unsigned char n) { int s = 0; for (int i = 0; i < (n & 3); i++) s += i; return s; }\n',
  );
  const { stats } = await explore({ sources: [source], entry: 'turns', jobs: 1, stats: true });
  const counts = (stats.tests ?? []).map(({ instructions }) => instructions).sort((a, b) => a - b);
  expect(counts).toHaveLength(4);
  const more = counts.slice(1).map((count, i) => count - counts[i]);
  expect(new Set(more).size).toBe(1);
  expect(more[0]).toBeGreaterThan(5);
});

test('without checkers nothing is injected, and every path is there all the same', async () => {
  const options = { sources: [cells], entry: 'cells', jobs: 1, stats: true };
  const { stats, complete } = await explore({ ...options, checkers: 'none' });
  expect({ complete, checkers: stats.checkers, disjunctions: stats.disjunctions?.count }).toEqual({
    complete: true,
    checkers: [],
    disjunctions: 0,
  });
});

test('predict has its figures by test', async () => {
  const tests = join(folder, 'suite');
  mkdirSync(tests);
  writeFileSync(join(tests, 'inside'), Uint8Array.of(5, 3));
  writeFileSync(join(tests, 'outside'), Uint8Array.of(5, 12));
  const { summary } = await runPredict({
    sources: [program('../predict/sources/sized-array.c')],
    tests: [tests],
    stats: true,
  });
  addsUp(summary);
  expect(summary.stats.tests?.map(({ test, inputSize }) => [test, inputSize])).toEqual([
    [join(tests, 'inside'), 2],
    [join(tests, 'outside'), 2],
  ]);
});
