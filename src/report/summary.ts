import type { Unverified } from '../checkers/unchecked.js';
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
import { type StatsDetail, statsDetail } from './stats-detail.js';
import { type SuppressedFinding, type Suppressions, sortOut } from './suppressions.js';
import { savedRuns, testsOf } from './tests.js';
import { withExamples } from './unended.js';
import { proofsOf } from './unverified.js';

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
  /** Places that keep a checker that never failed from being verified; there only when there are any. */
  readonly unverified?: readonly Unverified[];
  readonly inputs: Inputs;
  readonly findings: readonly Finding[];
  /** Findings of `--suppress`: known and accepted, so they count for nothing. */
  readonly suppressed: readonly SuppressedFinding[];
  readonly coverage: { readonly lines: Ratio; readonly branches: Ratio };
  /** With `--stats`, all of both. */
  readonly stats: Partial<StatsDetail> & {
    readonly runs: number;
    /** Of the fuzzer, which `runs` does not count; 0 where the search came to its end. */
    readonly fuzzRuns: number;
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

export interface SummaryOptions {
  readonly accepted?: Suppressions;
  /** `stats` has everything. */
  readonly stats?: boolean;
}

export function summarize(
  exploration: Exploration,
  { accepted = new Map(), stats: isDetailed }: SummaryOptions = {},
): Summary {
  const { tally, stats } = exploration;
  const all = findingsOf(exploration);
  const complete = tally.isEmpty;
  const failed = new Set(all.flatMap(({ checker, also }) => [checker, ...also]));
  const incomplete = tally.toIncomplete(exploration.sites);
  const { verified, unverified } = proofsOf(exploration, failed, incomplete);
  return {
    command: 'explore',
    complete,
    incomplete: withExamples(incomplete, exploration),
    paths: exploration.tests.size,
    tests: testsOf(exploration).size,
    rng: exploration.rng,
    verified,
    ...(unverified.length > 0 && { unverified }),
    inputs: inputsOf(exploration.plan, [...tally.assumed, ...(exploration.held ?? [])]),
    ...sortOut(all, accepted),
    coverage: summarizeCoverage(coverageByFile(exploration.coverage, exploration.coveredByTests)),
    stats: { ...statsOf(stats, exploration.compileMs), ...(isDetailed && detailOf(exploration)) },
  };
}

/** What `--stats` adds of an exploration. */
function detailOf(exploration: Exploration): StatsDetail {
  const { stats, bugs, figures } = exploration;
  const ids = new Map<string, string>();
  for (const { id, record } of figures ? savedRuns(exploration) : []) {
    const { pathLow, pathHigh, failures } = record();
    const path = `${pathLow},${pathHigh}`;
    // Of two, the path's own, and not that of a bug on it.
    if (!ids.has(path) || failures.length === 0) ids.set(path, id);
  }
  return statsDetail(stats, {
    bugs,
    figures: figures?.map(({ low, high, ...row }) => ({ ...row, test: ids.get(`${low},${high}`) })),
  });
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
    fuzzRuns: stats.fuzzRuns ?? 0,
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
