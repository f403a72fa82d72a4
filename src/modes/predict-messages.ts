import type { ParameterByte } from '../inputs/c-objects.js';
import type { InputPlan } from '../inputs/plan.js';
import type { Combination } from '../search/expanding/combine.js';
import type { Hoisted } from '../search/predicting/hoist.js';
import type { Prediction } from '../search/predicting/prediction.js';
import type { WorkerStats } from '../search/workers/messages.js';
import type { RunLimits } from '../search/workers/shared-state.js';
import type { EngineData } from './engine.js';

/** Tests of one shape, for one worker. */
export interface ShapeTask {
  readonly plan: InputPlan;
  readonly tests: readonly { readonly number: number; readonly input: Uint8Array }[];
}

export interface PredictSetup {
  readonly data: EngineData;
  readonly shared: SharedArrayBuffer;
  readonly limits: RunLimits;
  readonly stopOnFirst: boolean;
  /** Fingerprints of findings that nobody waits for. */
  readonly accepted: ReadonlyMap<string, unknown> | undefined;
  readonly combine: Combination | undefined;
}

/** Unit tests of one function and one shape. */
export interface HoistTask {
  readonly plan: InputPlan;
  readonly bytes: readonly (ParameterByte | undefined)[];
  readonly tests: readonly Uint8Array[];
}

export interface Report {
  readonly number: number;
  readonly prediction: Prediction;
}

export type ToPredictor =
  /** Comes before the setup, if at all. */
  | { readonly kind: 'hoist'; readonly data: EngineData; readonly tasks: readonly HoistTask[] }
  | { readonly kind: 'setup'; readonly setup: PredictSetup }
  | { readonly kind: 'shapes'; readonly shapes: readonly ShapeTask[] };

export type FromPredictor =
  | { readonly kind: 'hoisted'; readonly hoisted: readonly Hoisted[] }
  | { readonly kind: 'ready' }
  | { readonly kind: 'reports'; readonly reports: readonly Report[]; readonly stats: WorkerStats }
  /** All that was asked is answered, or a limit was reached. */
  | { readonly kind: 'done'; readonly stats: WorkerStats }
  | { readonly kind: 'error'; readonly name: string; readonly message: string; readonly stack: string };
