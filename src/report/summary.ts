import { canProve, checkerIndex } from '../checkers/index.js';
import { type Unverified, unverifiedIn } from '../checkers/unchecked.js';
import { exploredBy, worldFact } from '../host/world.js';
import { symbolicInputs } from '../inputs/describe.js';
import type { InputPlan } from '../inputs/plan.js';
import type { Exploration } from '../modes/explore.js';
import type { SearchStats } from '../search/results/stats.js';
import type { Held } from '../search/results/tally.js';
import type { CheckerId, Finding, Incomplete } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import { coverageByFile, type Ratio, summarizeCoverage } from './coverage.js';
import { findingsOf } from './findings.js';
import { type SuppressedFinding, type Suppressions, sortOut } from './suppressions.js';
import { testsOf } from './tests.js';
import { withExamples } from './unended.js';

/** What the program was told, and what was held at its default. */
export interface Inputs {
  readonly symbolic: readonly string[];
  readonly held: readonly {
    readonly fact: string;
    readonly value: string;
    readonly at?: string;
    readonly explore?: string;
  }[];
}

/** The object of `--json` and summary.json. Names are the contract's. */
export interface Summary {
  readonly command: 'explore';
  readonly complete: boolean;
  readonly incomplete: readonly Incomplete[];
  readonly paths: number;
  readonly tests: number;
  /** The seed of all randomness. */
  readonly rng: number;
  readonly verified: readonly CheckerId[];
  /** Checkers that prove nothing of this program though they do of others; there only when there are any. */
  readonly unverified?: readonly Unverified[];
  readonly inputs: Inputs;
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
  const escaped = unverifiedIn(exploration.sites, checkers);
  for (const { checker } of escaped) failed.add(checker);
  const never = [...checkers]
    .filter((id) => complete && canProve(id) && !failed.has(id) && stats.checks.left[checkerIndex(id)] === 0)
    .sort();
  const doubts = never.flatMap((id) => exploration.unproved?.(id) ?? []);
  const unverified = [...escaped, ...doubts].sort((a, b) => (a.checker < b.checker ? -1 : 1));
  return {
    command: 'explore',
    complete,
    incomplete: withExamples(tally.toIncomplete(exploration.sites), exploration),
    paths: exploration.tests.size,
    tests: testsOf(exploration).length,
    rng: exploration.rng,
    verified: never.filter((id) => !doubts.some(({ checker }) => checker === id)),
    ...(unverified.length > 0 && { unverified }),
    inputs: inputsOf(exploration.plan, [...tally.assumed, ...(exploration.held ?? [])]),
    ...sortOut(all, accepted),
    coverage: summarizeCoverage(coverageByFile(exploration.coverage, exploration.coveredByTests)),
    stats: statsOf(stats, exploration.compileMs),
  };
}

export function inputsOf(plan: InputPlan, held: readonly Held[]): Inputs {
  return {
    symbolic: symbolicInputs(plan),
    held: held.map(({ fact, name, place }) => ({
      fact: isNamed(fact) && name !== '' ? `${fact} ${name}` : fact,
      value: worldFact(fact).value,
      at: place && placeName(place),
      explore: exploredBy(fact, name),
    })),
  };
}

/** One of many: its name belongs to it. */
const isNamed = (fact: string): boolean => worldFact(fact).kind === 'input';

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
