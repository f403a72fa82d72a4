import type { ProgramKind } from '../build/types.js';
import { type EntryOptions, entryPlan } from '../inputs/entry.js';
import { fuzzEntry, fuzzPlan } from '../inputs/fuzz.js';
import { withMissingParams } from '../inputs/missing-params.js';
import type { InputPlan, Size } from '../inputs/plan.js';
import { UserError } from '../vocabulary/errors.js';
import { decode } from '../wasm/decode.js';
import { readDebugInfo } from '../wasm/dwarf/index.js';
import { readNames } from '../wasm/names.js';
import { Signatures } from '../wasm/signatures.js';

export interface PlanOptions extends EntryOptions {
  readonly entry?: string;
  readonly size?: Size;
}

/** What is symbolic, from what the user said and what the program is. */
export function choosePlan(wasm: Uint8Array, kind: ProgramKind, options: PlanOptions): InputPlan {
  if (options.entry !== undefined) {
    const module = decode(wasm);
    const { functions } = readDebugInfo(module.customs);
    const plan = entryPlan(functions, options.entry, options);
    const entry = functions.find(({ name }) => name === options.entry);
    const index = [...readNames(module).functions].find(([, name]) => name === options.entry)?.[0];
    if (!entry || index === undefined) return plan;
    return withMissingParams(plan, entry, new Signatures(module).function(index));
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
