import type { ProgramKind } from '../build/types.js';
import { type EntryOptions, entryPlan } from '../inputs/entry.js';
import { fuzzEntry, fuzzPlan } from '../inputs/fuzz.js';
import type { InputPlan, Size } from '../inputs/plan.js';
import { UserError } from '../vocabulary/errors.js';
import { decode } from '../wasm/decode.js';
import { readDebugInfo } from '../wasm/dwarf/index.js';

export interface PlanOptions extends EntryOptions {
  readonly entry?: string;
  readonly size?: Size;
}

/** What is symbolic, from what the user said and what the program is. */
export function choosePlan(wasm: Uint8Array, kind: ProgramKind, options: PlanOptions): InputPlan {
  if (options.entry !== undefined) {
    return entryPlan(readDebugInfo(decode(wasm).customs).functions, options.entry, options);
  }
  if (kind === 'fuzz') return fuzzPlan(options.size);
  throw new UserError(
    kind === 'command'
      ? 'Programs that start at main are not explored yet: name a function with --entry, or define LLVMFuzzerTestOneInput.'
      : 'The program has neither main nor LLVMFuzzerTestOneInput: name the function to explore with --entry.',
  );
}

/** The function a plan calls. */
export const entryOf = (plan: InputPlan): string => (plan.kind === 'fuzz' ? fuzzEntry : plan.function);
