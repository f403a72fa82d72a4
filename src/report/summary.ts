import { canProve, checkerIndex } from '../checkers/index.js';
import { type Unverified, unjudgedIn, unverifiedIn } from '../checkers/unchecked.js';
import type { Exploration } from '../modes/explore.js';
import type { SearchStats } from '../search/results/stats.js';
import type { CheckerId, Finding, Incomplete } from '../vocabulary/finding.js';
import { coverageByFile, type Ratio, summarizeCoverage } from './coverage.js';
import { findingsOf } from './findings.js';
import { type SuppressedFinding, type Suppressions, sortOut } from './suppressions.js';
import { testsOf } from './tests.js';
import { withExamples } from './unended.js';

/** The object of `--json` and summary.json. Names are the contract's. */
export interface Summary {
  readonly command: 'explore';
  readonly complete: boolean;
  readonly incomplete: readonly Incomplete[];
  readonly paths: number;
  readonly tests: number;
  readonly verified: readonly CheckerId[];
  /** Checkers that prove nothing of this program though they do of others; there only when there are any. */
  readonly unverified?: readonly Unverified[];
  readonly findings: readonly Finding[];
  /** Findings of `--suppress`: known and accepted, so they count for nothing. */
  readonly suppressed: readonly SuppressedFinding[];
  readonly coverage: { readonly lines: Ratio; readonly branches: Ratio };
  readonly stats: {
    readonly runs: number;
    readonly queries: number;
    readonly sat: number;
    readonly unsat: number;
    readonly unknown: number;
    readonly cacheHits: number;
    readonly compileMs: number;
    readonly solverMs: number;
    readonly execMs: number;
    readonly wallMs: number;
  };
}

export function summarize(exploration: Exploration, accepted: Suppressions = new Map()): Summary {
  const { tally, stats, checkers } = exploration;
  const all = findingsOf(exploration);
  const complete = tally.isEmpty;
  const failed = new Set(all.flatMap(({ checker, also }) => [checker, ...also]));
  const incomplete = tally.toIncomplete(exploration.sites);
  const unverified = [...unverifiedIn(exploration.sites, checkers), ...unjudgedIn(incomplete, checkers)];
  for (const { checker } of unverified) failed.add(checker);
  return {
    command: 'explore',
    complete,
    incomplete: withExamples(incomplete, exploration),
    paths: exploration.tests.size,
    tests: testsOf(exploration).length,
    verified: complete
      ? [...checkers]
          .filter((id) => canProve(id) && !failed.has(id) && stats.checks.left[checkerIndex(id)] === 0)
          .sort()
      : [],
    ...(unverified.length > 0 && { unverified }),
    ...sortOut(all, accepted),
    coverage: summarizeCoverage(coverageByFile(exploration.coverage, exploration.covered)),
    stats: statsOf(stats, exploration.compileMs),
  };
}

export function statsOf(stats: SearchStats, compileMs: number): Summary['stats'] {
  return {
    runs: stats.runs,
    queries: stats.queries,
    sat: stats.sat,
    unsat: stats.unsat,
    unknown: stats.unknown,
    cacheHits: stats.cacheHits,
    compileMs: Math.round(compileMs),
    solverMs: Math.round(stats.solverMs),
    execMs: Math.round(stats.executionMs),
    wallMs: Math.round(stats.wallMs),
  };
}
