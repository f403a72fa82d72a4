import { flatSize } from '../inputs/layout.js';
import type { InputPlan } from '../inputs/plan.js';
import { fitSavedInputs, type SavedInput } from '../inputs/saved/index.js';
import { UserError } from '../vocabulary/errors.js';

/** The first inputs of a search: the seeds as the plan takes them, or one that says nothing. */
export function firstInputs(
  plan: InputPlan,
  seeds: readonly SavedInput[],
  tell: (notice: string) => void,
): readonly Uint8Array[] {
  if (seeds.length === 0) return [new Uint8Array(flatSize(plan))];
  const { inputs, refused, firstCut, wouldFit } = fitSavedInputs(plan, seeds);
  const [first] = refused;
  if (inputs.length === 0) throw new UserError(`The seed ${first.name} can't be used: ${first.why}`);
  if (first) tell(`${counted(refused.length)} left out, the first ${first.name}: ${first.why}`);
  const cut = inputs.filter(({ isCut }) => isCut).length;
  if (cut > 0) tell(`${counted(cut)} cut to fit; the first: ${firstCut}.`);
  const padded = inputs.filter(({ isPadded }) => isPadded).length;
  if (padded > 0) {
    const them = padded === 1 ? 'it as short as it is' : 'them as short as they are';
    tell(`${counted(padded)} filled with zeros to the size asked for; ${wouldFit} takes ${them}.`);
  }
  return inputs.map(({ input }) => input);
}

const counted = (count: number): string => `${count} seed${count === 1 ? '' : 's'}`;
