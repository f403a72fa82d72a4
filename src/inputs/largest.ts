import { UserError } from '../vocabulary/errors.js';
import { plannedSize } from './layout.js';
import type { StartPlan } from './plan.js';

/** Every byte costs a variable, and a variable length a fork. */
const largest = 1 << 20;

/** The plan, unless it is far more than can be explored. */
export function withinLargest<Plan extends StartPlan>(plan: Plan): Plan {
  if (plannedSize(plan) <= largest) return plan;
  throw new UserError(`All inputs together may have at most ${largest} bytes: choose smaller sizes.`);
}
