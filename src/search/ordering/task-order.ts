import type { BranchTargets } from '../expanding/branch-targets.js';
import type { TaskPool } from './task-pool.js';

/**
 * Decides which pending task is expanded next, and nothing else: a complete search finds the same
 * whatever the strategy. Rows are numbers of the pool; a row pushed is popped or given away exactly once.
 */
export interface Strategy {
  push(row: number): void;
  /** The next row, -1 when there is none. */
  pop(): number;
  /** A first input is run that was never pushed. */
  ranFirstInput?(): void;
  /** False: what there is had better wait, if there is anything else to do. */
  isReady?(): boolean;
  /** Gives up on all that is not ready: the rows are the caller's. */
  discard?(): number[];
  /** A row worth giving to another worker (its subtree should be large), -1 when there is none. */
  give(): number;
}

export type MakeStrategy = (pool: TaskPool, targets: BranchTargets, rng: number) => Strategy;
