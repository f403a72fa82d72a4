import type { InputPlan, Size } from './plan.js';

export const fuzzEntry = 'LLVMFuzzerTestOneInput';
export const defaultFuzzSize: Size = { min: 0, max: 64 };

/** A libFuzzer harness: one buffer and its length. */
export function fuzzPlan(size: Size = defaultFuzzSize): InputPlan {
  return { kind: 'fuzz', size };
}
