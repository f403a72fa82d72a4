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
  | 'approximate-memory'
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
  'member-overflow',
  'use-after-return',
  'read-only-write',
  'vararg',
  'invalid-longjmp',
  'pointer-arithmetic',
  'misaligned',
  'invalid-value',
  'builtin-argument',
  'missing-return',
  'function-type',
  'double-free',
  'invalid-free',
  'mismatched-delete',
  'uncaught-exception',
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
  /** A computed goto to no label. */
  | 'leads-nowhere'
  /** A floating-point number is divided by zero. */
  | 'divides-float'
  /** An index leaves the array it is used on, as that is declared. */
  | 'index'
  /** The block has no bytes at all. */
  | 'empty-block'
  /** An access leaves an array inside a structure, and may stay in the structure. */
  | 'member'
  /** An access goes farther from its object than any redzone reaches. */
  | 'far';

/** How an access stands to the object it means. */
export interface FailedAccess {
  readonly isWrite: boolean;
  /** The object: where it was declared or allocated, as far as that is known. */
  readonly object?: string;
  /** It touches the first byte behind the object, and not because the input says which: as one does that walks on. */
  readonly walksOut: boolean;
  /** The object is a block of the heap: its size was computed, not declared. */
  readonly isBlock?: boolean;
  /** How both lie, to be drawn to scale; where the object is known. */
  readonly extent?: AccessExtent;
}

/** An access and the object it means, in bytes; `from` counts from the object's first byte and may be negative. */
export interface AccessExtent {
  readonly name?: string;
  readonly size: number;
  readonly from: number;
  readonly width: number;
}

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
  /** Of an access by the program's own code. */
  access?: FailedAccess;
  /** It touched what belongs to somebody else: a run that does not know what was meant may see nothing wrong. */
  isHidden?: true;
}

/** The function of a line of a stack: `buggy f.c:7`. */
export const functionOf = (frame = ''): string => frame.replace(/ [^ ]*$/, '');

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
  /** Other chains of calls that lead there, each replayed as well. */
  stacks?: readonly (readonly string[])[];
  bucket: string;
  /** What `--suppress` knows it by: stays when lines are added above. */
  fingerprint: string;
  count: number;
  how: 'active' | 'passive';
  confirmed: true;
  /** The finding that fails first on the input shown, if another does, by its id: without it this may not happen. */
  after?: string;
  /** With `--baseline`: whether an earlier run had it, too. */
  baseline?: 'new' | 'unchanged';
  test: string;
  input: Record<string, unknown>;
}
