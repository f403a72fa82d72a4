/** What is a failure, a finding, a reason to be incomplete? */

import type { Place } from './place.js';

export type IncompleteReason =
  | 'time-limit'
  | 'run-limit'
  | 'interrupted'
  | 'solver-timeout'
  | 'assumed'
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
  /** What was asked for that there is no model of, which limit was met, or what was assumed of the world. */
  what?: string;
  /** Where runs were ended: the file that has the plainest of their inputs, and that input. */
  test?: string;
  input?: Record<string, unknown>;
}

/** Every checker there is. */
export const checkerIds = [
  'division-by-zero',
  'null-dereference',
  'nonnull-argument',
  'array-underflow',
  'array-overflow',
  'range-overlap',
  'integer-underflow',
  'integer-overflow',
  'sign-extension-underflow',
  'sign-extension-overflow',
  'stack-smash',
  'alloc-underflow',
  'alloc-overflow',
  'assertion',
  'abort',
  'unreachable',
  'use-after-free',
  'double-free',
  'invalid-free',
  'memory-leak',
  'string-overflow',
  'unterminated-string',
  'shift',
  'conversion',
  'unsigned-wrap',
  'hang',
  'stack-overflow',
  'format-string',
  'command-injection',
  'uninitialised-use',
] as const;

export type CheckerId = (typeof checkerIds)[number];

/** What `reach` looks for is told like a failure, so that it is replayed like one; it is never a finding. */
export const targetReached = 'target' as CheckerId;

/**
 * Among the checkers of a run: `alloc-underflow` counts every allocation of 2 GB or more, also one whose size is
 * unsigned and means it. That is no bug by itself, so only `verify` asks, of warnings that claim no more than that.
 */
export const hugeSizes = 'huge-sizes' as CheckerId;

/** What happened, where code goes by it and the checker alone does not tell. */
export type FailureReason =
  /** An unsigned operation wraps around. */
  | 'wraps'
  /** A number is used that wrapped around, unsigned, while it was computed. */
  | 'wrapped'
  /** An allocation of 2 GB or more, of an unsigned size that is what was meant. */
  | 'huge'
  /** A call through a pointer that points to no function. */
  | 'calls-nothing'
  /** A call through a pointer to functions of another type. */
  | 'calls-another-type'
  /** The block has no bytes at all. */
  | 'empty-block';

/** A check that failed in a run: what, where, and in which words. */
export interface Failure {
  checker: CheckerId;
  also: CheckerId[];
  message: string;
  place: Place;
  /** Innermost first: `buggy f.c:7`. */
  stack: string[];
  /** For code. The message is for people alone: nothing may be decided by its words. */
  reason?: FailureReason;
  /** The message of a run that does not remember where blocks were allocated, where that is another. */
  plainMessage?: string;
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
