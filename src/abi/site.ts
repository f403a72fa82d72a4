/** What is known about a place in the instrumented code that calls the runtime? */

import type { Arithmetic, UncheckedOperation } from '../vocabulary/arithmetic.js';
import type { Place } from '../vocabulary/place.js';
import type { BranchOutcome } from './branch-outcome.js';

/** One entry of the site table made while instrumenting. */
export interface Site {
  readonly kind: 'branch' | 'switch' | 'load' | 'store' | 'divide' | 'call' | 'float' | 'loop' | 'check';
  /** Index of the function in the module. */
  readonly function: number;
  /** Where in the user's source; undefined in libc, models and the runtime. */
  readonly place: Place | undefined;
  /** Address of the instruction in the module as it was built; -1 for what the runtime itself decides. */
  readonly at?: number;
  /** Switch only: which target each index goes to; the last entry is the default's. Equal numbers are equal targets. */
  readonly targets?: readonly number[];
  /** Load and store only: the instruction, and the constant it adds to the address. */
  readonly op?: number;
  readonly offset?: number;
  /** Branch and switch only, where an outcome can fail an assertion: where each outcome leads (static/failing-arms.ts). */
  readonly outcomes?: readonly BranchOutcome[];
  /** A call of a library function by the user's code: its number in library-functions.ts. */
  readonly library?: number;
  /** Check only: the operation. */
  readonly arithmetic?: Arithmetic;
  /** Check only: an operation that no checker examines. */
  readonly unchecked?: UncheckedOperation;
}
