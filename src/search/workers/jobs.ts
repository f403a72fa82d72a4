import type { Driver } from '../contracts/driver.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import { openExplore } from '../exploring/explore-job.js';
import { openHoist } from '../predicting/hoist-job.js';
import { openPredict } from '../predicting/predict-job.js';

// biome-ignore lint/suspicious/noExplicitAny: each job has tasks of its own, and only its driver knows them.
type OpenDriver = (setup: never, engine: Engine, shared: SharedState) => Driver<any, unknown>;

/** The jobs a worker can be given, and what drives it at each: another kind of work is another row here. */
export const jobs = {
  explore: openExplore,
  predict: openPredict,
  hoist: openHoist,
} as const satisfies Record<string, OpenDriver>;

export type JobName = keyof typeof jobs;
export type SetupOf<Name extends JobName> = Parameters<(typeof jobs)[Name]>[0];
type DriverOf<Name extends JobName> = ReturnType<(typeof jobs)[Name]>;
export type TasksOf<Name extends JobName> = Parameters<DriverOf<Name>['accept']>[0];
export type ReportOf<Name extends JobName> = ReturnType<DriverOf<Name>['report']>;
