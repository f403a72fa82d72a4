import { sameKind } from '../checkers/index.js';
import type { CheckerId, Failure, FailureReason } from '../vocabulary/finding.js';

/** How a failure shows on the machine itself: what sanitizers call it, how they have to be asked, what they can't see. */
export interface NativeSigns {
  /** Reports that mean it, besides those of its own kind. */
  readonly reportedAs?: readonly CheckerId[];
  /** Where the failure's line stands in the report: it is the place reported, unless said otherwise. */
  readonly where?: 'in the stack' | 'never there: the program is still running';
  /** Of AddressSanitizer, for a run that is to show it. */
  readonly options?: string;
  /** How long it may run; nothing said: as long as any. */
  readonly seconds?: number;
  /** Why these sanitizers can't show any such failure, if so. */
  readonly unseen?: string;
}

/** What sanitizers have no eye for, by what happened. */
const unseenReasons: Readonly<Partial<Record<FailureReason, string>>> = {
  // A sum that wraps around is no error in C; only what follows from it may be one.
  wraps: 'unsigned wrap-around is no error for sanitizers',
  wrapped: 'unsigned wrap-around is no error for sanitizers',
  'calls-nothing': 'where a call to nowhere came from stands in no report',
  'calls-another-type': 'these sanitizers do not look at the types of functions',
};

/** It is reported by its own name, where it happens. */
const itself: NativeSigns = {};

const wrongSize: NativeSigns = {
  reportedAs: ['alloc-overflow'],
  // Else a size that can't be had is answered with NULL and no word.
  options: 'allocator_may_return_null=0',
};

/** A row for every checker: who adds one says what the machine makes of it. */
const signs: Readonly<Record<CheckerId, NativeSigns>> = {
  'division-by-zero': itself,
  'null-dereference': itself,
  'nonnull-argument': itself,
  'array-underflow': itself,
  'array-overflow': itself,
  'range-overlap': itself,
  'integer-underflow': { reportedAs: ['integer-overflow', 'array-overflow'] },
  'integer-overflow': itself,
  'sign-extension-underflow': itself,
  'sign-extension-overflow': { ...wrongSize, reportedAs: ['alloc-overflow', 'array-overflow'] },
  'stack-smash': itself,
  'alloc-underflow': wrongSize,
  'alloc-overflow': wrongSize,
  // An assertion of our own is an abort for the machine.
  assertion: { reportedAs: ['abort'] },
  abort: { reportedAs: ['assertion'] },
  unreachable: itself,
  'use-after-free': itself,
  'double-free': itself,
  'invalid-free': itself,
  'memory-leak': { options: 'detect_leaks=1' },
  'string-overflow': itself,
  'unterminated-string': itself,
  shift: itself,
  conversion: { unseen: 'sanitizers do not check conversions by default' },
  'unsigned-wrap': itself,
  hang: { where: 'never there: the program is still running', seconds: 1 },
  // Which call of a recursion meets the end of the stack depends on the size of frames.
  'stack-overflow': { where: 'in the stack' },
  'format-string': { unseen: 'a format that comes from input is no error for sanitizers' },
  'command-injection': { unseen: 'a command that comes from input is no error for sanitizers' },
  'uninitialised-use': { unseen: 'these sanitizers do not look for uninitialised memory' },
};

/** What `reach` looks for is told like a failure and is none: no sanitizer knows of it. */
export const signsOf = (checker: CheckerId): NativeSigns => signs[checker] ?? itself;

/** Why sanitizers can't show this failure, if so. */
export const unseenNatively = ({ checker, reason }: Failure): string | undefined =>
  (reason && unseenReasons[reason]) ?? signsOf(checker).unseen;

/** Would the machine call it that? */
export const isReportedAs = (checker: CheckerId, reported: CheckerId): boolean =>
  sameKind(reported, checker) || (signsOf(checker).reportedAs?.includes(reported) ?? false);
