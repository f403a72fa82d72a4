import type { Driver } from '../contracts/driver.js';
import type { Engine } from '../contracts/engine.js';
import type { LedgerPage } from '../journal/ledger.js';
import type { PackedTasks } from '../ordering/packed-tasks.js';
import type { CheckCounts } from '../results/check-counts.js';
import type { Harvest } from '../results/recorder.js';
import type { SolverCounts, WorkerStats } from '../results/stats.js';

/** What a worker tells of some milliseconds of exploring. */
export interface ExploreReport {
  readonly harvest: Harvest;
  /** For the journal, if there is one. */
  readonly page: LedgerPage | undefined;
  readonly stats: WorkerStats;
}

/** A driver that makes inputs and keeps what they show. */
export interface ExploreDriver extends Driver<PackedTasks, ExploreReport> {
  readonly counts: SolverCounts;
  /** Of the side search, where there is one. */
  readonly besideCounts?: SolverCounts;
  /** Of its fuzzer, where there is one. */
  readonly fuzzRuns?: number;
  readonly checks: CheckCounts;
  readonly executionMs: number;
  harvest(): Harvest;
  /** What was done since the last page; none where no journal is kept. */
  page(): LedgerPage | undefined;
}

export function exploreReport(driver: ExploreDriver, engine: Engine): ExploreReport {
  const harvest = driver.harvest();
  // An expansion given up half way is not done: the page it would stand on is left out as a whole, and done again.
  const page = driver.cutShort ? undefined : driver.page();
  const stats = {
    counts: { ...driver.counts },
    besideCounts: driver.besideCounts && { ...driver.besideCounts },
    fuzzRuns: driver.fuzzRuns,
    executionMs: driver.executionMs,
    solver: engine.solverStats(),
    guide: engine.guide?.report(),
    checks: driver.checks,
  };
  return { harvest, page, stats };
}
