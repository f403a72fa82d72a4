import type { LayerStats, ListSizes, SolverStats } from '../contracts/engine.js';
import { type GuideReport, mergeReports } from '../contracts/guide.js';
import { addChecks, type CheckCounts, noChecks } from './check-counts.js';

export interface SolverCounts {
  queries: number;
  sat: number;
  unsat: number;
  unknown: number;
  milliseconds: number;
}

/** Figures of one worker since it began with its job. */
export interface WorkerStats {
  readonly counts: SolverCounts;
  /** Of its side search; the solver's layers answered both. */
  readonly besideCounts?: SolverCounts;
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
  readonly cacheHits: number;
  readonly solverMs: number;
  readonly executionMs: number;
  readonly wallMs: number;
  readonly layers: readonly LayerStats[];
  readonly guide?: GuideReport;
  /** Runs of the search itself, before what it found was replayed and made plain. */
  readonly searchRuns?: number;
  readonly checks: CheckCounts;
  readonly lists: ListSizes;
  /** Asked beside a search that was finished, and in no other figure but those of the layers. */
  readonly beside?: Pick<SearchStats, 'queries' | 'solverMs'>;
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
  const total = { queries: 0, sat: 0, unsat: 0, unknown: 0, cacheHits: 0, solverMs: 0, executionMs: 0 };
  const layers = new Map<string, { answered: number; milliseconds: number }>();
  const checks = noChecks();
  const lists = { queries: 0, assumed: 0, kept: 0 };
  const beside = { queries: 0, solverMs: 0 };
  for (const { counts, besideCounts, executionMs, solver, checks: made } of workers) {
    addChecks(checks, made);
    for (const column of ['queries', 'assumed', 'kept'] as const) lists[column] += solver.lists?.[column] ?? 0;
    for (const each of isUnfinished && besideCounts ? [counts, besideCounts] : [counts]) {
      for (const column of ['queries', 'sat', 'unsat', 'unknown'] as const) total[column] += each[column];
      total.solverMs += each.milliseconds;
    }
    beside.queries += besideCounts?.queries ?? 0;
    beside.solverMs += besideCounts?.milliseconds ?? 0;
    total.cacheHits += solver.cacheHits;
    total.executionMs += executionMs;
    for (const { name, answered, milliseconds } of solver.layers) {
      const layer = layers.get(name) ?? { answered: 0, milliseconds: 0 };
      layer.answered += answered;
      layer.milliseconds += milliseconds;
      layers.set(name, layer);
    }
  }
  const guides = workers.flatMap(({ guide }) => guide ?? []);
  const guide = guides.length > 0 ? mergeReports(guides) : undefined;
  return {
    ...total,
    runs,
    wallMs,
    guide,
    checks,
    lists,
    ...(!isUnfinished && beside.queries > 0 && { beside }),
    layers: [...layers].map(([name, layer]) => ({ name, ...layer })),
  };
}
