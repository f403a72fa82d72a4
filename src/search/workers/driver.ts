import type { SolverCounts } from '../expanding/asker.js';
import type { CheckCounts } from '../expanding/check-counts.js';
import type { LedgerPage } from '../journal/ledger.js';
import type { PackedTasks } from '../ordering/packed-tasks.js';
import type { Harvest } from '../results/recorder.js';

/** What drives one worker: given time, it works; asked, it tells or gives away. */
export interface Driver {
  /** Works until `deadline` (performance.now). `idle`: nothing left here; `more`: time is up; `stopped`: a limit was reached. */
  step(deadline: number): 'idle' | 'more' | 'stopped';
  readonly pending: number;
  /** An expansion was given up half way: something is left to do although nothing is pending. */
  readonly cutShort: boolean;
  readonly counts: SolverCounts;
  /** Of what is tried beside the search, where anything is. */
  readonly besideCounts?: SolverCounts;
  readonly checks: CheckCounts;
  readonly executionMs: number;
  accept(packed: PackedTasks): void;
  give(most: number): PackedTasks;
  harvest(): Harvest;
  /** What was done since the last page; none where no journal is kept. */
  page(): LedgerPage | undefined;
}
