/** What is a failure, a finding, a reason to be incomplete? */

import type { Place } from './place.js';

export type IncompleteReason =
  | 'time-limit'
  | 'run-limit'
  | 'interrupted'
  | 'solver-timeout'
  | 'concretized'
  | 'concretized-float'
  | 'unmodelled-call'
  | 'hang'
  | 'memory-limit'
  | 'divergence'
  | 'optimised';

export interface Incomplete {
  reason: IncompleteReason;
  count: number;
  at?: string;
  /** What was asked for that there is no model of, or which limit was met. */
  what?: string;
  /** Where runs were ended: the file that has the plainest of their inputs, and that input. */
  test?: string;
  input?: Record<string, unknown>;
}

export type CheckerId =
  | 'division-by-zero'
  | 'null-dereference'
  | 'nonnull-argument'
  | 'array-underflow'
  | 'array-overflow'
  | 'range-overlap'
  | 'integer-underflow'
  | 'integer-overflow'
  | 'sign-extension-underflow'
  | 'sign-extension-overflow'
  | 'stack-smash'
  | 'alloc-underflow'
  | 'alloc-overflow'
  | 'assertion'
  | 'abort'
  | 'unreachable'
  | 'use-after-free'
  | 'double-free'
  | 'invalid-free'
  | 'memory-leak'
  | 'string-overflow'
  | 'unterminated-string'
  | 'shift'
  | 'conversion'
  | 'unsigned-wrap'
  | 'hang'
  | 'stack-overflow'
  | 'format-string'
  | 'command-injection'
  | 'uninitialised-use';

/** What `reach` looks for is told like a failure, so that it is replayed like one; it is never a finding. */
export const targetReached = 'target' as CheckerId;

/** A check that failed in a run: what, where, and in which words. */
export interface Failure {
  checker: CheckerId;
  also: CheckerId[];
  message: string;
  place: Place;
  /** Innermost first: `buggy f.c:7`. */
  stack: string[];
  /** It touched what belongs to somebody else: a run that does not know what was meant may see nothing wrong. */
  isHidden?: true;
}

/** What a user is told about one bug. Field names are the contract's. */
export interface Finding {
  id: string;
  checker: CheckerId;
  also: CheckerId[];
  message: string;
  file: string;
  line: number;
  column: number;
  function: string;
  stack: string[];
  bucket: string;
  /** What `--suppress` knows it by: stays when lines are added above. */
  fingerprint: string;
  count: number;
  how: 'active' | 'passive';
  confirmed: true;
  /** What fails first on the input shown, if something else does: without it this may not happen. */
  after?: { readonly checker: CheckerId; readonly at: string };
  test: string;
  input: Record<string, unknown>;
}
