import type { Failure } from '../../vocabulary/finding.js';
import type { ShownRun } from '../confirming/shown-run.js';
import type { EngineSource, SolverStats } from '../engine.js';
import type { SolverCounts } from '../expanding/asker.js';
import type { CheckCounts } from '../expanding/check-counts.js';
import type { Combination } from '../expanding/combine.js';
import type { Remainder } from '../journal/journal.js';
import type { LedgerPage } from '../journal/ledger.js';
import type { GuideReport } from '../ordering/guide.js';
import type { PackedTasks } from '../ordering/packed-tasks.js';
import type { SearchName } from '../ordering/strategy.js';
import type { Harvest } from '../results/recorder.js';
import type { RunLimits } from './shared-state.js';

/** What a worker is started with: enough to load all its code, before there is a program. */
export interface WorkerStart {
  readonly engineModule: string;
}

/** The first message to a worker, and the first after it was told to rest. */
export interface WorkerSetup {
  readonly engine: EngineSource;
  readonly search: SearchName;
  readonly rng: number;
  readonly stopOnFirst: boolean;
  readonly combine?: Combination;
  readonly accepted?: ReadonlySet<string>;
  readonly shared: SharedArrayBuffer;
  readonly limits: RunLimits;
  /** First inputs; only one worker has any. */
  readonly roots: readonly Uint8Array[];
  /** It takes first inputs from the engine's source; only one worker does. */
  readonly opensRoots: boolean;
  /** The worker's number in the journal; none without a journal. */
  readonly owner?: number;
  /** What an earlier search left to do, instead of first inputs. */
  readonly remainder?: Remainder;
}

/** A bug to be believed only if one of these inputs shows it again. */
export interface Claim {
  readonly failure: Failure;
  /** Best first. */
  readonly inputs: readonly Uint8Array[];
  /** The last of them is known to show it. */
  readonly isKnown: boolean;
  /** One of them, or one like them, did not show it. */
  readonly isDoubted: boolean;
}

export interface Verdict {
  /** Index of the first input that failed as claimed, -1 for none. */
  readonly input: number;
  /** The plainest input with the same failure, and the branches its run took. */
  readonly shown: ShownRun | undefined;
}

export interface WorkerStats {
  readonly counts: SolverCounts;
  /** Of what was tried beside the search; the solver's layers answered both. */
  readonly besideCounts?: SolverCounts;
  readonly executionMs: number;
  readonly solver: SolverStats;
  readonly guide?: GuideReport;
  readonly checks: CheckCounts;
}

export type ToWorker =
  | { readonly kind: 'setup'; readonly setup: WorkerSetup }
  | { readonly kind: 'tasks'; readonly packed: PackedTasks }
  | { readonly kind: 'confirm'; readonly claims: readonly Claim[] }
  /** The search is over: forget it. */
  | { readonly kind: 'rest' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'harvest';
      readonly harvest: Harvest;
      readonly page: LedgerPage | undefined;
      readonly state: 'idle' | 'more' | 'stopped';
      readonly pending: number;
      readonly cutShort: boolean;
      readonly stats: WorkerStats;
    }
  | { readonly kind: 'stolen'; readonly packed: PackedTasks }
  | { readonly kind: 'verdicts'; readonly verdicts: readonly Verdict[] }
  | { readonly kind: 'resting' }
  | { readonly kind: 'error'; readonly name: string; readonly message: string; readonly stack: string };
