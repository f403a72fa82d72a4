import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { layoutOf } from '../../src/inputs/layout.js';
import type { InputPlan } from '../../src/inputs/plan.js';
import { openPack } from '../../src/inputs/saved/pack.js';
import { outputOf } from '../../src/library/explore.js';
import type { Exploration } from '../../src/modes/explore.js';
import { keptTests } from '../../src/report/kept-tests.js';
import { summarize } from '../../src/report/summary.js';
import { savedRuns, testsOf } from '../../src/report/tests.js';
import { writeOutput } from '../../src/report/write-output.js';
import { writers } from '../../src/report/writers.js';
import { bucketKey } from '../../src/search/results/buckets.js';
import { noChecks } from '../../src/search/results/check-counts.js';
import { RecordWriter, type RunRecord } from '../../src/search/results/records.js';
import { Tally } from '../../src/search/results/tally.js';
import { TestTable } from '../../src/search/results/test-table.js';
import type { Failure } from '../../src/vocabulary/finding.js';
import { cases } from '../support/cases.js';

const size = { min: 0, max: 8 };
const points = Uint8Array.of(5);
const fuzz: InputPlan = { kind: 'fuzz', size };
const filter: InputPlan = { kind: 'main', stdin: size, args: [], env: [], files: [] };
const place = { file: 'f.c', line: 7, column: 9, function: 'buggy' };
const failure: Failure = {
  checker: 'abort',
  also: [],
  message: 'abort() is called',
  place,
  stack: ['buggy f.c:7', 'LLVMFuzzerTestOneInput f.c:20'],
};

/** An exploration of `count` paths, and one bug whose path is also taken without failing. */
function exploration(count: number, plan: InputPlan = fuzz): Exploration {
  const layout = layoutOf(plan);
  const writer = new RecordWriter();
  const run = (text: string, failures: Failure[] = []): RunRecord & { regions: typeof layout } => ({
    pathLow: 0,
    pathHigh: 0,
    input: Uint8Array.from([text.length, ...Buffer.from(text.padEnd(8, '\0'))]),
    layout,
    regions: layout,
    outcome: failures.length > 0 ? 'failed' : 'returned',
    exitCode: 0,
    failures,
    passed: points,
  });
  for (let i = 0; i < count; i++) {
    const record = run(i.toString(16));
    writer.add(i, 1, record as never, [], points);
  }
  const failing = run('boom', [failure]);
  writer.add(0, 1, failing as never, failing.failures, points);
  const tests = new TestTable();
  tests.merge(writer.drain());
  const bucket = {
    key: bucketKey(failure),
    failure,
    count: 3,
    passive: false,
    active: true,
    by: {},
    candidates: [failing],
    chains: [],
  };
  return {
    plan,
    tests,
    bugs: [{ bucket, failure, record: { ...failing, pathHigh: 1 }, branches: [], stacks: [] }],
    tally: new Tally(),
    rng: 1,
    covered: Uint8Array.of(1, 1, 1),
    coveredByTests: Uint8Array.of(1, 0, 1),
    coverage: [
      { kind: 'lines', places: [place, { ...place, line: 8 }] },
      { kind: 'lines', places: [{ ...place, line: 9 }] },
      { kind: 'arm', place, branch: 0, arm: 0 },
    ],
    sites: [],
    checkers: new Set(['abort', 'division-by-zero']),
    compileMs: 12.3,
    stats: {
      runs: count + 2,
      queries: 5,
      sat: 2,
      unsat: 3,
      checks: noChecks(),
      lists: { queries: 0, assumed: 0, kept: 0, largest: 0 },
      postponed: 0,
      unknown: 0,
      cacheHits: 1,
      solverMs: 1.4,
      executionMs: 2.6,
      wallMs: 40.5,
      layers: [],
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the summary is the object of the contract', () => {
  const made = exploration(3);
  const test = `tests/${testsOf(made).idOf(made.bugs[0].record)}.json`;
  expect(summarize(made)).toEqual({
    command: 'explore',
    complete: true,
    incomplete: [],
    paths: 3,
    tests: 4,
    rng: 1,
    verified: ['division-by-zero'],
    inputs: { symbolic: [expect.stringMatching(/^input \d/)], held: [] },
    findings: [
      {
        id: expect.stringMatching(/^abort-[0-9a-f]{12}$/),
        checker: 'abort',
        also: [],
        message: 'abort() is called',
        file: 'f.c',
        line: 7,
        column: 9,
        function: 'buggy',
        stack: ['buggy f.c:7', 'LLVMFuzzerTestOneInput f.c:20'],
        bucket: expect.stringMatching(/^[0-9a-f]{12}$/),
        count: 3,
        how: 'active',
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
        confirmed: true,
        test,
        input: { data: 'boom' },
      },
    ],
    suppressed: [],
    coverage: { lines: { covered: 2, total: 3 }, branches: { covered: 1, total: 1 } },
    stats: {
      runs: 5,
      fuzzRuns: 0,
      queries: 5,
      sat: 2,
      unsat: 3,
      unknown: 0,
      cacheHits: 1,
      compileMs: 12,
      solverMs: 1,
      execMs: 3,
      wallMs: 41,
    },
  });
});

test('an incomplete exploration verifies nothing', () => {
  const made = exploration(3);
  made.tally.count('time-limit');
  expect(summarize(made)).toMatchObject({
    complete: false,
    incomplete: [{ reason: 'time-limit', count: 1 }],
    verified: [],
  });
});

test('the out-dir holds each test, its bytes and the findings, and nothing of the run before', async () => {
  const out = join(folder, 'small');
  await writeOutput(out, outputOf(summarize(exploration(7)), exploration(7)));
  writeFileSync(join(out, 'mine.txt'), 'kept');
  const made = exploration(3);
  const summary = summarize(made);
  await writeOutput(out, outputOf(summary, made));
  const ids = Array.from(savedRuns(made), ({ id }) => id);
  const pack = openPack(join(out, 'tests.pack'));
  expect(Array.from(pack.tests(), ({ id }) => id)).toEqual(ids);
  expect(pack.size).toBe(4);
  // The plainest test of each set of points that tests pass, and the bug's.
  const kept = keptTests(made).map((place) => testsOf(made).nameAt(place));
  expect(kept).toHaveLength(2);
  expect(readdirSync(join(out, 'tests')).sort()).toEqual(kept.map((id) => `${id}.json`).sort());
  expect(readdirSync(join(out, 'corpus')).sort()).toEqual([...kept].sort());
  expect(existsSync(join(out, 'mine.txt'))).toBe(true);
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toEqual(summary);
  const [finding] = summary.findings;
  expect(JSON.parse(readFileSync(join(out, 'findings', `${finding.id}.json`), 'utf8'))).toEqual(finding);
  const saved = JSON.parse(readFileSync(join(out, finding.test), 'utf8'));
  expect(saved).toMatchObject({
    entry: 'LLVMFuzzerTestOneInput',
    input: { data: 'boom' },
    bytes: '04626f6f6d00000000',
    outcome: 'failed',
    failures: [{ checker: 'abort', at: 'f.c:7' }],
  });
  expect(readFileSync(join(out, 'corpus', saved.id), 'latin1')).toBe('boom');
});

test('a program that reads standard input alone has a corpus too', async () => {
  const out = join(folder, 'filter');
  const made = exploration(3, filter);
  await writeOutput(out, outputOf(summarize(made), made));
  expect(readdirSync(join(out, 'corpus')).length).toBe(2);
  const [{ test: saved }] = summarize(made).findings;
  expect(readFileSync(join(out, saved.replace(/tests\/(.*)\.json/, 'corpus/$1')), 'latin1')).toBe('boom');
});

test('what has two inputs, or takes more as it runs, has none', async () => {
  const out = join(folder, 'two');
  const made = exploration(3, { ...filter, files: [{ name: 'a.cfg', size }] });
  await writeOutput(out, outputOf(summarize(made), made));
  expect(existsSync(join(out, 'corpus'))).toBe(false);
});

/**
 * In memory where that can be: a disk's file system takes microseconds or most of a millisecond for a file, depending
 * on what others do to it. By the clock or, on a busy machine, by the processor time it took.
 */
test('ten thousand tests are written in less than five seconds', { timeout: 120_000 }, async () => {
  const place = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'nearmiss-many-'));
  try {
    const made = exploration(cases(10_000));
    const [start, used] = [performance.now(), process.cpuUsage()];
    await writeOutput(join(place, 'out'), outputOf(summarize(made), made));
    const { user, system } = process.cpuUsage(used);
    expect(Math.min(performance.now() - start, (user + system) / 1000)).toBeLessThan(5_000);
    expect(openPack(join(place, 'out', 'tests.pack')).size).toBe(cases(10_000) + 1);
  } finally {
    rmSync(place, { recursive: true });
  }
});

test('ids depend on path and input alone', () => {
  const [some, more] = [exploration(50), exploration(60)].map((each) => Array.from(savedRuns(each), ({ id }) => id));
  expect(new Set(more).size).toBe(61);
  expect(more).toEqual(expect.arrayContaining([...some]));
  expect(more).toEqual([...more].sort());
});

test('a folder that can not be written is an error with the way out', async () => {
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, '');
  const made = exploration(1);
  await expect(writeOutput(blocked, outputOf(summarize(made), made))).rejects.toThrow(
    /choose another folder with --out/,
  );
});

test('a name for each thing an out-dir may hold, and the summary, which vouches for the others, comes last', () => {
  const names = writers.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.at(-1)).toBe('summary.json');
});

test('a part that a mode has nothing to say about is not written', async () => {
  const out = join(folder, 'summary-alone');
  await writeOutput(out, { summary: { command: 'none' } });
  expect(readdirSync(out)).toEqual(['.nearmiss', 'summary.json']);
  await writeOutput(out, { summary: { command: 'none' }, tests: [], corpus: [] });
  expect(readdirSync(out).sort()).toEqual(['.nearmiss', 'summary.json', 'tests']);
});
