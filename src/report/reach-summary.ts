import { decodeInput } from '../inputs/decode.js';
import type { ReachResult } from '../modes/reach.js';
import type { ReachProgram } from '../modes/reach-program.js';
import { fullTestId, shortIdLength } from '../search/results/test-id.js';
import type { Finding } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import { causes } from './causes.js';
import { coverageByFile, summarizeCoverage } from './coverage.js';
import { findingFrom } from './findings.js';
import { statsDetail } from './stats-detail.js';
import { inputsOf, type Summary, type SummaryOptions, statsOf } from './summary.js';
import { sortOut } from './suppressions.js';

/** The object of `reach --json`. Names are the contract's, and those of `explore` mean the same here. */
export interface ReachSummary extends Omit<Summary, 'command' | 'suppressed'> {
  /** Of what failed on the way, what `--suppress` accepts. */
  readonly suppressed?: Summary['suppressed'];
  readonly command: 'reach';
  readonly verdict: ReachResult['verdict'];
  readonly target: string;
  readonly when?: string;
  readonly via?: readonly string[];
  readonly avoid?: readonly string[];
  /** Reached: the input, the test that has it, and where the run was. */
  readonly input?: Record<string, unknown>;
  readonly test?: string;
  readonly stack?: readonly string[];
  /** Runs until the verdict was clear: `stats.runs` without those that confirm the input and make it plain. */
  readonly runsToDecide: number;
  /** What the control-flow graph spared: runs stopped early, ways at branches never asked for. */
  readonly cut?: { readonly runs: number; readonly branches: number };
  /** Not reached: the branch nearest to the target that a run came to. */
  readonly nearest?: { readonly at: string; readonly waypointsPassed: number; readonly blocksToGo: number };
}

export function summarizeReach(
  program: ReachProgram,
  result: ReachResult,
  { accepted, stats: isDetailed }: SummaryOptions = {},
): ReachSummary {
  const failed = sortOut(findingsOnTheWay(program, result), accepted ?? new Map());
  const { verdict, goal, target, via, search, prepared, reached, nearest } = result;
  const isReached = verdict === 'reached';
  return {
    command: 'reach',
    verdict,
    target: placeName(target),
    when: goal.to.when,
    via: via.length > 0 ? via : undefined,
    avoid: goal.avoid?.length ? goal.avoid : undefined,
    ...(reached && {
      input: decodeInput(program.plan, reached.record.input, reached.record.layout),
      test: `tests/${testIdOf(reached)}.json`,
      stack: reached.failure.stack,
    }),
    complete: verdict === 'infeasible',
    // One input is all that was asked for: what is left to do does not make the answer any less.
    incomplete: isReached ? [] : search.tally.toIncomplete(prepared.sites),
    runsToDecide: search.stats.searchRuns ?? search.stats.runs,
    cut: result.cut,
    nearest:
      isReached || !nearest
        ? undefined
        : { at: placeName(nearest.at), waypointsPassed: nearest.passed, blocksToGo: nearest.distance },
    paths: search.tests.size,
    tests: isReached ? 1 : 0,
    rng: search.rng,
    verified: [],
    inputs: inputsOf(program.plan, search.tally.assumed),
    findings: failed.findings,
    ...(accepted && { suppressed: failed.suppressed }),
    coverage: summarizeCoverage(coverageByFile(prepared.coverage, search.covered)),
    stats: {
      ...statsOf(search.stats, program.compileMs),
      ...(isDetailed && statsDetail(search.stats, { bugs: result.bugs, figures: search.figures })),
    },
  };
}

function findingsOnTheWay({ plan }: ReachProgram, { bugs }: ReachResult): Finding[] {
  const causeOf = causes(bugs);
  return bugs.map((bug) => {
    const { record, bucket } = bug;
    const input = decodeInput(plan, record.input, record.layout);
    return findingFrom(bug, { after: causeOf(bucket.key), test: `tests/${testIdOf(bug)}.json`, input });
  });
}

export const testIdOf = ({ record }: Pick<NonNullable<ReachResult['reached']>, 'record'>): string =>
  fullTestId(record).slice(0, shortIdLength);
