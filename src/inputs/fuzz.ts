/** What is symbolic in a libFuzzer harness? */

import { withinLargest } from './largest.js';
import type { InputPlan, Size } from './plan.js';

export const fuzzEntry = 'LLVMFuzzerTestOneInput';
/** Called before the harness, if the program has it. */
export const fuzzInitialize = 'LLVMFuzzerInitialize';

/** libFuzzer keeps no input the harness answered with −1; any other answer means nothing. */
export const fuzzExitCode = (returned = 0): number => (returned === -1 ? -1 : 0);

const defaultFuzzSize: Size = { min: 0, max: 64 };

/** A libFuzzer harness: one buffer and its length. */
export function fuzzPlan(size: Size = defaultFuzzSize): InputPlan {
  return withinLargest({ kind: 'fuzz', size });
}
