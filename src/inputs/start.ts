import { fuzzEntry } from './fuzz.js';
import { commandEntry } from './main.js';
import type { InputPlan } from './plan.js';

/** The function of the module that a run calls. */
export function startOf(plan: InputPlan): string {
  if (plan.kind === 'entry') return plan.function;
  return plan.kind === 'fuzz' ? fuzzEntry : commandEntry;
}

/** The same as the user's source calls it. */
export const entryName = (plan: InputPlan): string => (plan.kind === 'main' ? 'main' : startOf(plan));
