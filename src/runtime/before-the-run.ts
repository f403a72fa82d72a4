import { ProgramExit } from '../host/guest.js';
import type { InputPlan } from '../inputs/plan.js';
import { entryName } from '../inputs/start.js';
import { UserError } from '../vocabulary/errors.js';
import { RunEnd } from './run-end.js';

/** Constructors run once, before any input: one that fails leaves nothing to explore. */
export function beforeTheRun(plan: InputPlan, initialize: () => void): void {
  try {
    initialize();
  } catch (error) {
    const isPrograms =
      error instanceof RunEnd ||
      error instanceof ProgramExit ||
      error instanceof WebAssembly.RuntimeError ||
      error instanceof RangeError;
    if (!isPrograms) throw error;
    const isEndless = error instanceof RunEnd && error.outcome === 'fuel';
    const what = error instanceof ProgramExit ? 'exits' : isEndless ? 'never ends' : 'fails';
    throw new UserError(
      `A constructor of the program ${what} before ${entryName(plan)} is called, so there is nothing to explore.`,
    );
  }
}
