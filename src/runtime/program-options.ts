/** How is a program opened, with shadows or without? */

import type { Builder } from '../expr/build.js';
import type { CheckerId, Failure } from '../vocabulary/finding.js';
import type { OnActivity } from './activity.js';
import type { GoalPlan } from './goals.js';
import type { ObservationPlan } from './observed.js';
import type { Precondition } from './preconditions.js';
import type { StopSign } from './stop-sign.js';
import type { Templates } from './template-inputs.js';

export interface ProgramOptions {
  readonly checkers: ReadonlySet<CheckerId>;
  /** Divisions and accesses that only checkers which are off look at are taken to be right, and not asked about. */
  readonly trustsUnchecked?: boolean;
  /** Nobody follows the other side of a fork: indices stay symbolic wherever they can. */
  readonly keepsIndices?: boolean;
  /** Facts of the world that are input have the value they have by default (fact-probe.ts). */
  readonly keepsFacts?: boolean;
  /** Turns of loops, and entries of recursive functions, that a run may take. */
  readonly fuel: number;
  /** Runs are given up when it says so. */
  readonly stopSign?: StopSign;
  /** Whether a run without shadows overflows the stack: asked once a run, where a recursion with symbols is deep. */
  readonly overflow?: (input: Uint8Array) => Failure | undefined;
  /** Hears of everything that happens to symbolic values: see activity.ts. Not for everyday runs. */
  readonly onActivity?: OnActivity;
  /** Inputs that are strings of a grammar. */
  readonly templates?: Templates;
  /** Of the functions that were prepared as watched. */
  readonly preconditions?: readonly Precondition[];
  /** What the run is watched for, in a program that was prepared with goals. */
  readonly goals?: GoalPlan;
  /** What to look at when a run is over; then `observe` tells. */
  readonly observes?: ObservationPlan;
  /** Makes its expressions; where several programs run on the same input, they share one. */
  readonly builder?: Builder;
}
