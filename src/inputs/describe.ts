import { mainInputs } from './main.js';
import type { InputPlan, ValuePlan } from './plan.js';
import { formatSize } from './size.js';

/** What is symbolic, in the words of `inputs.symbolic`: `stdin 0..16`, `s 8`. */
export function symbolicInputs(plan: InputPlan): string[] {
  if (plan.kind === 'fuzz') return [`input ${formatSize(plan.size)}`];
  if (plan.kind === 'main') {
    return mainInputs(plan).map(({ name, target }) => `${name} ${formatSize(target.count)}`);
  }
  return plan.params.map(({ name, value }) => `${name}${sizeOf(value)}`);
}

const sizeOf = (value: ValuePlan): string => (value.kind === 'pointer' ? ` ${formatSize(value.target.count)}` : '');
