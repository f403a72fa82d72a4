import type { LayerStats, ListSizes, SolverStats } from '../contracts/engine.js';
import { type GuideReport, mergeReports } from '../contracts/guide.js';
import { addChecks, type CheckCounts, noChecks } from './check-counts.js';

export interface SolverCounts {
  queries: number;
  sat: number;
  unsat: number;
  unknown: number;
  /** First tries that were given up, to be asked again: none of the above. */
  postponed: number;
  /** Of the queries, those answered because the same was asked before. */
  cacheHits: number;
  milliseconds: number;
}

export const noCounts = (): SolverCounts => ({
  queries: 0,
  sat: 0,
  unsat: 0,
  unknown: 0,
  postponed: 0,
  cacheHits: 0,
  milliseconds: 0,
});

/** Figures of one worker since it began with its job. */
export interface WorkerStats {
  readonly counts: SolverCounts;
  /** Of its side search; the solver's layers answered both. */
  readonly besideCounts?: SolverCounts;
  /** Runs of its fuzzer, which no other figure has. */
  readonly fuzzRuns?: number;
  readonly executionMs: number;
  readonly solver: SolverStats;
  readonly guide?: GuideReport;
  readonly checks: CheckCounts;
}

export interface SearchStats {
  readonly runs: number;
  readonly queries: number;
  readonly sat: number;
  readonly unsat: number;
  readonly unknown: number;
  /** First tries that were given up: asked again, and counted then. */
  readonly postponed: number;
  readonly cacheHits: number;
  readonly solverMs: number;
  readonly executionMs: number;
  readonly wallMs: number;
  readonly layers: readonly LayerStats[];
  readonly guide?: GuideReport;
  /** Runs of the search itself, before what it found was replayed and made plain. */
  readonly searchRuns?: number;
  /** Of the fuzzer, beside `runs`; none of a search that was finished. */
  readonly fuzzRuns?: number;
  readonly checks: CheckCounts;
  readonly lists: ListSizes;
  /** Asked beside a search that was finished, and in no other figure but those of the layers. */
  readonly beside?: Pick<SearchStats, 'queries' | 'postponed' | 'solverMs'>;
}

/**
 * The sum over all workers; times are worker times, the wall's apart. What was tried beside a search is part of it
 * unless it was finished: then what it says is the same for any number of workers.
 */
export function mergeStats(
  workers: readonly WorkerStats[],
  runs: number,
  wallMs: number,
  isUnfinished = false,
): SearchStats {
  const total = { queries: 0, sat: 0, unsat: 0, unknown: 0, postponed: 0, cacheHits: 0, solverMs: 0, executionMs: 0 };
  const layers = new Map<string, { answered: number; unknown: number; milliseconds: number }>();
  const checks = noChecks();
  const lists = { queries: 0, assumed: 0, kept: 0, largest: 0 };
  const beside = { queries: 0, postponed: 0, solverMs: 0 };
  const fuzzRuns = workers.reduce((sum, each) => sum + (each.fuzzRuns ?? 0), 0);
  for (const { counts, besideCounts, executionMs, solver, checks: made } of workers) {
    addChecks(checks, made);
    for (const column of ['queries', 'assumed', 'kept'] as const) lists[column] += solver.lists?.[column] ?? 0;
    lists.largest = Math.max(lists.largest, solver.lists?.largest ?? 0);
    for (const each of isUnfinished && besideCounts ? [counts, besideCounts] : [counts]) {
      // Journals of earlier versions have not all of them.
      for (const column of ['queries', 'sat', 'unsat', 'unknown', 'postponed', 'cacheHits'] as const)
        total[column] += each[column] ?? 0;
      total.solverMs += each.milliseconds;
    }
    beside.queries += besideCounts?.queries ?? 0;
    beside.postponed += besideCounts?.postponed ?? 0;
    beside.solverMs += besideCounts?.milliseconds ?? 0;
    total.executionMs += executionMs;
    for (const { name, answered, unknown = 0, milliseconds } of solver.layers) {
      const layer = layers.get(name) ?? { answered: 0, unknown: 0, milliseconds: 0 };
      layer.answered += answered;
      layer.unknown += unknown;
      layer.milliseconds += milliseconds;
      layers.set(name, layer);
    }
  }
  const guides = workers.flatMap(({ guide }) => guide ?? []);
  const guide = guides.length > 0 ? mergeReports(guides) : undefined;
  return {
    ...total,
    runs,
    ...(isUnfinished && { fuzzRuns }),
    wallMs,
    guide,
    checks,
    lists,
    ...(!isUnfinished && beside.queries + beside.postponed > 0 && { beside }),
    layers: [...layers].map(([name, layer]) => ({ name, ...layer })),
  };
}

/** Several searches as one. */
export function addStats(all: readonly SearchStats[]): SearchStats {
  const sum = (of: (each: SearchStats) => number): number => all.reduce((total, each) => total + of(each), 0);
  const checks = noChecks();
  for (const each of all) addChecks(checks, each.checks);
  const layers = new Map<string, Required<LayerStats>>();
  for (const { name, answered, unknown = 0, milliseconds } of all.flatMap((each) => each.layers)) {
    const known = layers.get(name) ?? { name, answered: 0, unknown: 0, milliseconds: 0 };
    layers.set(name, {
      name,
      answered: known.answered + answered,
      unknown: known.unknown + unknown,
      milliseconds: known.milliseconds + milliseconds,
    });
  }
  const columns = ['queries', 'postponed', 'solverMs'] as const;
  const beside = Object.fromEntries(columns.map((column) => [column, sum((each) => each.beside?.[column] ?? 0)]));
  return {
    runs: sum(({ runs }) => runs),
    fuzzRuns: sum(({ fuzzRuns = 0 }) => fuzzRuns),
    queries: sum(({ queries }) => queries),
    sat: sum(({ sat }) => sat),
    unsat: sum(({ unsat }) => unsat),
    unknown: sum(({ unknown }) => unknown),
    postponed: sum(({ postponed }) => postponed),
    cacheHits: sum(({ cacheHits }) => cacheHits),
    solverMs: sum(({ solverMs }) => solverMs),
    executionMs: sum(({ executionMs }) => executionMs),
    wallMs: sum(({ wallMs }) => wallMs),
    layers: [...layers.values()],
    checks,
    lists: {
      queries: sum(({ lists }) => lists.queries),
      assumed: sum(({ lists }) => lists.assumed),
      kept: sum(({ lists }) => lists.kept),
      largest: Math.max(0, ...all.map(({ lists }) => lists.largest)),
    },
    beside: beside as NonNullable<SearchStats['beside']>,
  };
}
