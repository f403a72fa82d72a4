import { sameKind } from '../checkers/index.js';
import type { CheckerId, Failure } from '../vocabulary/finding.js';

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
  /** Why these sanitizers can't show this one, if so. */
  unseen?(failure: Failure): string | undefined;
}

const always = (reason: string) => (): string => reason;

/** A sum that wraps around is no error in C; only what follows from it may be one. */
const wrapsUnsigned = ({ message }: Failure): string | undefined =>
  /represented in unsigned|wraps around in unsigned|the rest of a (size|number)|a difference below zero/.test(message)
    ? 'unsigned wrap-around is no error for sanitizers'
    : undefined;

const callsNothing = ({ message }: Failure): string | undefined =>
  message.startsWith('call through') ? 'where a call to nowhere came from stands in no report' : undefined;

const wrongSize = {
  reportedAs: ['alloc-overflow'],
  // Else a size that can't be had is answered with NULL and no word.
  options: 'allocator_may_return_null=0',
  unseen: wrapsUnsigned,
} as const;

const signs: Readonly<Partial<Record<CheckerId, NativeSigns>>> = {
  abort: { reportedAs: ['assertion'] },
  // An assertion of our own is an abort for the machine.
  assertion: { reportedAs: ['abort'] },
  'integer-overflow': { unseen: wrapsUnsigned },
  'integer-underflow': { reportedAs: ['integer-overflow', 'array-overflow'], unseen: wrapsUnsigned },
  'unsigned-wrap': { unseen: wrapsUnsigned },
  'alloc-overflow': wrongSize,
  'alloc-underflow': wrongSize,
  'sign-extension-overflow': { ...wrongSize, reportedAs: ['alloc-overflow', 'array-overflow'] },
  'memory-leak': { options: 'detect_leaks=1' },
  // Which call of a recursion meets the end of the stack depends on the size of frames.
  'stack-overflow': { where: 'in the stack' },
  'null-dereference': { unseen: callsNothing },
  unreachable: {
    unseen: (failure) =>
      failure.message.includes('functions of another type')
        ? 'these sanitizers do not look at the types of functions'
        : callsNothing(failure),
  },
  hang: { where: 'never there: the program is still running', seconds: 1 },
  conversion: { unseen: always('sanitizers do not check conversions by default') },
  'format-string': { unseen: always('a format that comes from input is no error for sanitizers') },
  'command-injection': { unseen: always('a command that comes from input is no error for sanitizers') },
  'uninitialised-use': { unseen: always('these sanitizers do not look for uninitialised memory') },
};

const none: NativeSigns = {};

export const signsOf = (checker: CheckerId): NativeSigns => signs[checker] ?? none;

/** Would the machine call it that? */
export const isReportedAs = (checker: CheckerId, reported: CheckerId): boolean =>
  sameKind(reported, checker) || (signsOf(checker).reportedAs?.includes(reported) ?? false);
