import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { type ExploreOptions, explore } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-engines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const rooms = { sources: [here('./sources/rooms.c')], size: { min: 0, max: 2000 }, jobs: 1 };
const ledger = here('../../bench/programs/strangers/ledger.c');
const magic = { sources: [here('../../bench/programs/engines/magic.c')], size: { min: 0, max: 32 }, jobs: 1 };

async function told(options: ExploreOptions) {
  const { stats, ...rest } = await explore(options);
  const { compileMs, solverMs, execMs, wallMs, ...counts } = stats;
  return { ...rest, stats: counts };
}

const lines = ({ findings }: { readonly findings: readonly { readonly line: number }[] }): number[] =>
  findings.map(({ line }) => line);

test('what many steps lead to is the fuzzer’s to find, without a solver, and the same each time', async () => {
  const options = { ...rooms, engine: 'fuzz' as const, maxRuns: 1000 };
  const fuzzed = await told({ ...options, out: join(folder, 'once') });
  expect(fuzzed).toMatchObject({ complete: false, incomplete: [{ reason: 'run-limit' }] });
  expect(fuzzed.stats).toMatchObject({ queries: 0 });
  expect(fuzzed.stats.fuzzRuns).toBeGreaterThan(10_000);
  expect(lines(fuzzed)).toEqual([12]);
  expect(fuzzed.findings[0]).toMatchObject({ checker: 'array-overflow', confirmed: true });
  expect(await told({ ...options, out: join(folder, 'twice') })).toEqual(fuzzed);
  const pack = (name: string): string => readFileSync(join(folder, name, 'tests.pack'), 'utf8');
  expect(pack('twice')).toBe(pack('once'));
  expect(lines(await told({ ...rooms, engine: 'symbolic', maxRuns: 300 }))).toEqual([]);
});

test('what has to be computed is the solver’s, and both together do it too', async () => {
  const limits = { ...magic, maxRuns: 300 };
  const solved = await told({ ...limits, engine: 'symbolic' });
  expect(lines(solved)).toEqual([19]);
  expect(solved.stats.fuzzRuns).toBe(0);
  expect(lines(await told({ ...limits, engine: 'fuzz' }))).toEqual([]);
  expect(lines(await told(limits))).toEqual([19]);
});

test('a limited search of both repeats itself', async () => {
  const options = { sources: [ledger], stdin: { min: 0, max: 48 }, jobs: 1, maxRuns: 400 };
  const once = await told(options);
  expect(once.stats.fuzzRuns).toBeGreaterThan(100);
  expect(once.stats.queries).toBeGreaterThan(100);
  expect(await told(options)).toEqual(once);
});

test('a resumed fuzzer goes on with what it had', async () => {
  const options = { ...rooms, engine: 'fuzz' as const, out: join(folder, 'resumed') };
  const first = await told({ ...options, maxRuns: 20 });
  expect(lines(first)).toEqual([]);
  const second = await told({ ...options, maxRuns: 1000, resume: true });
  expect(second.stats.fuzzRuns).toBeGreaterThan(first.stats.fuzzRuns);
  expect(second.coverage.branches.covered).toBeGreaterThanOrEqual(first.coverage.branches.covered);
  expect(second.tests).toBeGreaterThanOrEqual(first.tests);
  expect(lines(second)).toEqual([12]);
});

test('a fuzzer alone has no end, no order of paths and no grammar', async () => {
  await expect(explore({ ...rooms, engine: 'fuzz' })).rejects.toThrow('--engine fuzz never ends by itself');
  const deep = { ...rooms, engine: 'fuzz' as const, search: 'dfs' as const, maxRuns: 10 };
  await expect(explore(deep)).rejects.toThrow('leave out --search dfs');
});
