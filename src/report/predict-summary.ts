import { canProve } from '../checkers/index.js';
import { unverifiedIn } from '../checkers/unchecked.js';
import { decodeInput } from '../inputs/decode.js';
import type { PredictedBug, PredictedTest, PredictResult, TestVerdict } from '../modes/predict.js';
import { passedByAny } from '../search/results/passed-points.js';
import type { RunRecord } from '../search/results/records.js';
import { addStats } from '../search/results/stats.js';
import { fullTestId, shortIdLength } from '../search/results/test-id.js';
import type { Finding, Incomplete } from '../vocabulary/finding.js';
import { causes } from './causes.js';
import { coverageByFile, summarizeCoverage } from './coverage.js';
import { findingFrom, findingsOf } from './findings.js';
import type { SavedRun } from './saved-run.js';
import { statsDetail } from './stats-detail.js';
import { type Summary, type SummaryOptions, statsOf } from './summary.js';
import { sortOut } from './suppressions.js';
import { savedRuns } from './tests.js';

/** A finding and the test it was predicted from. */
export interface PredictedFinding extends Finding {
  /**
   * The first test on whose path it lies, and the input with which that passes (`how`: passive — with which it
   * fails). Missing where only --explore got there.
   */
  readonly from?: { readonly test: string; readonly input: Record<string, unknown> };
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
 * Other paths are not looked at, so nothing is `verified`, unless --explore went on: then both mean what they mean
 * of explore.
 */
export interface PredictSummary extends Omit<Summary, 'command' | 'findings' | 'inputs'> {
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

export function summarizePrediction(
  result: PredictResult,
  { accepted = new Map(), stats: isDetailed }: SummaryOptions = {},
): PredictSummary {
  const { explorations } = result;
  const stats = addStats([result.stats, ...explorations.map((each) => each.stats)]);
  const saved = savedTests(result);
  const causeOf = causes(result.bugs.map(({ key, failure, record }) => ({ failure, record, bucket: { key } })));
  const predicted = result.bugs.map((bug) => findingOf(bug, saved, causeOf(bug.key)));
  const idOf = new Map(result.bugs.map(({ key }, i) => [key, predicted[i].id]));
  const findings = [...predicted, ...explored(result, saved)];
  const tallies = [result.tally, ...explorations.map(({ tally }) => tally)];
  const complete = tallies.every(({ isEmpty }) => isEmpty);
  const failed = new Set(findings.flatMap(({ checker, also }) => [checker, ...also]));
  for (const { checker } of unverifiedIn(result.sites, result.checkers)) failed.add(checker);
  return {
    command: 'predict',
    complete,
    incomplete: merged(tallies.map((tally) => tally.toIncomplete(result.sites))),
    paths: saved.filter(({ isPath }) => isPath).length,
    tests: saved.length,
    rng: result.rng,
    verified:
      complete && explorations.length > 0
        ? [...result.checkers].filter((id) => canProve(id) && !failed.has(id)).sort()
        : [],
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
    coverage: summarizeCoverage(coverageByFile(result.coverage, coveredBy(result))),
    stats: { ...statsOf(stats, result.compileMs), ...(isDetailed && statsDetail(stats, { figures: result.figures })) },
  };
}

/** What the tests cover that are written, of the suite and of explorations. */
export function coveredBy(result: PredictResult): Uint8Array {
  const passed = savedTests(result).map(({ record }) => record().passed);
  return passedByAny(passed, result.coverage.length);
}

export function merged(lists: readonly (readonly Incomplete[])[]): Incomplete[] {
  const all = new Map<string, Incomplete>();
  for (const each of lists.flat()) {
    const known = all.get(each.reason);
    if (known) all.set(each.reason, { ...known, count: known.count + each.count, at: known.at ?? each.at });
    else all.set(each.reason, each);
  }
  return [...all.values()].sort((a, b) => (a.reason < b.reason ? -1 : 1));
}

/** Bugs that only exploring found, on paths no test takes. */
function explored(result: PredictResult, saved: readonly PredictedRun[]): PredictedFinding[] {
  const told = new Set(result.bugs.map(({ key }) => key));
  return result.explorations.flatMap((exploration) =>
    findingsOf(exploration).flatMap((finding, i) => {
      const { bucket, record } = exploration.bugs[i];
      if (told.has(bucket.key)) return [];
      told.add(bucket.key);
      return [{ ...finding, test: testOf(record, saved) }];
    }),
  );
}

function findingOf(bug: PredictedBug, saved: readonly PredictedRun[], after: string | undefined): PredictedFinding {
  const { key, failure, record, shape, test, count, passive, hoisted } = bug;
  const input = decodeInput(shape.plan, record.input, record.layout);
  return {
    ...findingFrom({ bucket: { key, count, passive }, failure }, { after, test: testOf(record, saved), input }),
    from: { test: test.name, input: inputOf(test) },
    ...(hoisted !== undefined && { hoisted }),
  };
}

const testOf = (record: RunRecord, saved: readonly PredictedRun[]): string =>
  `tests/${saved.find((each) => each.key === record)!.id}.json`;

function inputOf({ shape, record }: PredictedTest): Record<string, unknown> {
  return shape && record ? decodeInput(shape.plan, record.input, record.layout) : {};
}

/** A test of the out-dir. */
interface PredictedRun extends SavedRun {
  /** The record itself, where it is a bug's or a test's own. */
  readonly key: RunRecord | undefined;
  /** It stands for a path, not for a finding alone. */
  readonly isPath: boolean;
}

const pathOf = ({ pathLow, pathHigh }: RunRecord): string => `${pathLow},${pathHigh}`;

const known = new WeakMap<PredictResult, PredictedRun[]>();

/** The tests an out-dir gets: one per path the suite or an exploration takes, and one per finding. */
export function savedTests(result: PredictResult): PredictedRun[] {
  const cached = known.get(result);
  if (cached) return cached;
  const all: PredictedRun[] = [];
  const keys = new Set<RunRecord>();
  const ids = new Set<string>();
  const paths = new Set<string>();
  const keep = (run: Omit<PredictedRun, 'id' | 'isPath'>, isPath = false): void => {
    if (run.key) {
      if (keys.has(run.key)) return;
      keys.add(run.key);
    }
    const short = fullTestId(run.record()).slice(0, shortIdLength);
    // The same bytes may be stdin in one test and an argument in another.
    let id = short;
    for (let n = 2; ids.has(id); n++) id = `${short}-${n}`;
    ids.add(id);
    all.push({ id, ...run, isPath });
  };
  const keepPath = (run: Omit<PredictedRun, 'id' | 'isPath'>): void => {
    const path = pathOf(run.record());
    if (paths.has(path)) return;
    paths.add(path);
    keep(run, true);
  };
  for (const { record, shape } of result.tests) {
    if (!record || !shape || record.outcome === 'assume') continue;
    keepPath({ record: () => record, key: record, plan: shape.plan, recipe: result.recipeOf(shape) });
  }
  for (const { record, shape } of result.bugs) {
    keep({ record: () => record, key: record, plan: shape.plan, recipe: result.recipeOf(shape) });
  }
  for (const exploration of result.explorations) {
    const { plan, recipe, bugs } = exploration;
    for (const { record } of bugs) keep({ record: () => record, key: record, plan, recipe });
    for (const { record } of savedRuns(exploration)) keepPath({ record, key: undefined, plan, recipe });
  }
  all.sort((a, b) => (a.id < b.id ? -1 : 1));
  known.set(result, all);
  return all;
}
