import { decodeInput } from '../inputs/decode.js';
import type { PredictedBug, PredictedTest, PredictResult, TestVerdict } from '../modes/predict.js';
import type { RunRecord } from '../search/records.js';
import type { Finding } from '../vocabulary/finding.js';
import { fingerprintOf } from '../vocabulary/fingerprint.js';
import { coverageByFile, summarizeCoverage } from './coverage.js';
import type { Summary } from './summary.js';
import { type Suppressions, sortOut } from './suppressions.js';
import { bucketId, fullTestId, shortIdLength } from './test-id.js';

/** A finding and the test it was predicted from. */
export interface PredictedFinding extends Finding {
  /** The first test on whose path it lies, and the input with which that passes (`how`: passive — with which it fails). */
  readonly from: { readonly test: string; readonly input: Record<string, unknown> };
  /** The function whose precondition, derived from its unit tests, said so where it is called. */
  readonly hoisted?: string;
}

/** What one test of the suite is worth. */
export interface SuiteEntry {
  readonly test: string;
  readonly verdict: TestVerdict;
  /** Ids of findings. */
  readonly findings: readonly string[];
  readonly because: readonly string[];
}

/**
 * The object of `predict --json`. `complete` speaks of the tests' own paths: each was decided for every input on it.
 * Other paths are not looked at, so nothing is `verified`.
 */
export interface PredictSummary extends Omit<Summary, 'command' | 'findings'> {
  readonly command: 'predict';
  readonly findings: readonly PredictedFinding[];
  readonly suite: readonly SuiteEntry[];
  /** Of `--units`: what each function's unit tests say its callers have to see to. */
  readonly preconditions: readonly {
    readonly function: string;
    readonly tests: number;
    readonly requires: readonly { readonly text?: string; readonly checker: string; readonly at: string }[];
    readonly approximated: boolean;
  }[];
}

export function summarizePrediction(result: PredictResult, accepted: Suppressions = new Map()): PredictSummary {
  const { tally, stats } = result;
  const saved = savedTests(result);
  const findings = result.bugs.map((bug) => findingOf(bug, saved));
  const idOf = new Map(result.bugs.map(({ key }, i) => [key, findings[i].id]));
  return {
    command: 'predict',
    complete: tally.isEmpty,
    incomplete: tally.toIncomplete(result.sites),
    paths: new Set(result.tests.flatMap(({ record }) => (record ? pathOf(record) : []))).size,
    tests: saved.length,
    verified: [],
    ...(sortOut(findings, accepted) as Pick<PredictSummary, 'findings' | 'suppressed'>),
    suite: result.tests.map(({ name, verdict, bugs, because }) => ({
      test: name,
      verdict,
      findings: bugs.map((key) => idOf.get(key)!),
      because,
    })),
    preconditions: result.preconditions.map(({ function: name, tests, requirements, approximated }) => ({
      function: name,
      tests,
      requires: requirements.map(({ text, checker, at }) => ({ text, checker, at })),
      approximated,
    })),
    coverage: summarizeCoverage(coverageByFile(result.coverage, result.covered)),
    stats: {
      runs: stats.runs,
      queries: stats.queries,
      sat: stats.sat,
      unsat: stats.unsat,
      unknown: stats.unknown,
      cacheHits: stats.cacheHits,
      compileMs: Math.round(result.compileMs),
      solverMs: Math.round(stats.solverMs),
      execMs: Math.round(stats.executionMs),
      wallMs: Math.round(stats.wallMs),
    },
  };
}

function findingOf({ key, failure, record, shape, test, count, passive, hoisted }: PredictedBug, saved: SavedRun[]) {
  const { place } = failure;
  const id = bucketId(key);
  const finding: PredictedFinding = {
    id: `${failure.checker}-${id}`,
    checker: failure.checker,
    also: failure.also,
    message: failure.message,
    file: place.file,
    line: place.line,
    column: place.column,
    function: place.function,
    stack: failure.stack,
    bucket: id,
    fingerprint: fingerprintOf(failure.checker, place),
    count,
    how: passive ? 'passive' : 'active',
    confirmed: true,
    test: `tests/${saved.find((each) => each.record === record)!.id}.json`,
    input: decodeInput(shape.plan, record.input, record.layout),
    from: { test: test.name, input: inputOf(test) },
    ...(hoisted !== undefined && { hoisted }),
  };
  return finding;
}

function inputOf({ shape, record }: PredictedTest): Record<string, unknown> {
  return shape && record ? decodeInput(shape.plan, record.input, record.layout) : {};
}

export interface SavedRun {
  readonly id: string;
  readonly record: RunRecord;
  readonly shape: PredictedBug['shape'];
}

const pathOf = ({ pathLow, pathHigh }: RunRecord): string => `${pathLow},${pathHigh}`;

const known = new WeakMap<PredictResult, SavedRun[]>();

/** The tests an out-dir gets: one per path the suite takes, and one per finding. */
export function savedTests(result: PredictResult): SavedRun[] {
  const cached = known.get(result);
  if (cached) return cached;
  const runs = new Map<RunRecord, SavedRun>();
  const ids = new Set<string>();
  const keep = (record: RunRecord, shape: PredictedBug['shape']): void => {
    if (runs.has(record)) return;
    const short = fullTestId(record).slice(0, shortIdLength);
    // The same bytes may be stdin in one test and an argument in another.
    let id = short;
    for (let n = 2; ids.has(id); n++) id = `${short}-${n}`;
    ids.add(id);
    runs.set(record, { id, record, shape });
  };
  const paths = new Set<string>();
  for (const { record, shape } of result.tests) {
    if (!record || !shape || record.outcome === 'assume' || paths.has(pathOf(record))) continue;
    paths.add(pathOf(record));
    keep(record, shape);
  }
  for (const { record, shape } of result.bugs) keep(record, shape);
  const all = [...runs.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  known.set(result, all);
  return all;
}
