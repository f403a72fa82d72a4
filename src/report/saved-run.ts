import type { InputPlan } from '../inputs/plan.js';
import type { Recipe } from '../modes/recipe.js';
import type { RunRecord } from '../search/results/records.js';

/** A run that is kept as a test, and what it needs to be run again. */
export interface SavedRun {
  readonly id: string;
  record(): RunRecord;
  readonly plan: InputPlan;
  readonly recipe?: Recipe;
}
