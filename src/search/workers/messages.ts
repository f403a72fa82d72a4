import type { Claim, Verdict } from '../confirming/verdicts.js';
import type { WorkState } from '../contracts/driver.js';
import type { RunLimits } from '../contracts/shared-state.js';
import type { JobName, ReportOf, SetupOf, TasksOf } from './jobs.js';

/** The first message to a worker, and the first after it was told to rest. */
export interface WorkerSetup<Name extends JobName = JobName> {
  /** What `openEngine` is called with. */
  readonly engineData: unknown;
  readonly job: Name;
  readonly setup: SetupOf<Name>;
  /** What it opens the shared state with. */
  readonly shared: unknown;
  readonly limits: RunLimits;
}

export type ToWorker<Name extends JobName = JobName> =
  | { readonly kind: 'setup'; readonly setup: WorkerSetup<Name> }
  | { readonly kind: 'tasks'; readonly tasks: TasksOf<Name> }
  | { readonly kind: 'confirm'; readonly claims: readonly Claim[] }
  /** The job is over: forget it. */
  | { readonly kind: 'rest' };

export type FromWorker<Name extends JobName = JobName> =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'report';
      readonly report: ReportOf<Name>;
      readonly state: WorkState;
      readonly pending: number;
      readonly cutShort: boolean;
    }
  | { readonly kind: 'stolen'; readonly tasks: TasksOf<Name> }
  | { readonly kind: 'verdicts'; readonly verdicts: readonly Verdict[] }
  | { readonly kind: 'resting' }
  | { readonly kind: 'error'; readonly name: string; readonly message: string; readonly stack: string };
