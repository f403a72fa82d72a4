import { addChecks, type CheckCounts, noChecks } from './check-counts.js';
import type { LayerStats, ListSizes } from './engine.js';
import { type GuideReport, mergeReports } from './guide.js';
import type { WorkerStats } from './messages.js';

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
}

/** The sum over all workers; times are worker times, the wall's apart. */
export function mergeStats(workers: readonly WorkerStats[], runs: number, wallMs: number): SearchStats {
  const total = { queries: 0, sat: 0, unsat: 0, unknown: 0, cacheHits: 0, solverMs: 0, executionMs: 0 };
  const layers = new Map<string, { answered: number; milliseconds: number }>();
  const checks = noChecks();
  const lists = { queries: 0, assumed: 0, kept: 0 };
  for (const { counts, executionMs, solver, checks: made } of workers) {
    addChecks(checks, made);
    for (const column of ['queries', 'assumed', 'kept'] as const) lists[column] += solver.lists?.[column] ?? 0;
    total.queries += counts.queries;
    total.sat += counts.sat;
    total.unsat += counts.unsat;
    total.unknown += counts.unknown;
    total.cacheHits += solver.cacheHits;
    total.solverMs += counts.milliseconds;
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
    layers: [...layers].map(([name, layer]) => ({ name, ...layer })),
  };
}
