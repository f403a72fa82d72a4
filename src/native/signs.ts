import { checkers, sameKind } from '../checkers/index.js';
import type { NativeSigns } from '../checkers/types.js';
import type { CheckerId, Failure, FailureReason } from '../vocabulary/finding.js';

/** What sanitizers have no eye for, by what happened. */
const unseenReasons: Readonly<Partial<Record<FailureReason, string>>> = {
  // A sum that wraps around is no error in C; only what follows from it may be one.
  wraps: 'unsigned wrap-around is no error for sanitizers',
  wrapped: 'unsigned wrap-around is no error for sanitizers',
  'calls-nothing': 'where a call to nowhere came from stands in no report',
  // Redzones lie around objects.
  member: 'there is no redzone inside a structure',
  far: 'it may land in another object, behind the redzone',
  'leads-nowhere': 'the machine jumps there, and what it does then is its own affair',
  'divides-float': 'floating-point division by zero has a value, so sanitizers do not look at it unless told to',
};

const signs = new Map<CheckerId, NativeSigns>(checkers.map(({ id, native }) => [id, native]));

/** What `reach` looks for is told like a failure and is none: no sanitizer knows of it. */
export const signsOf = (checker: CheckerId): NativeSigns => signs.get(checker) ?? {};

/** Why sanitizers can't show this failure, if so. */
export const unseenNatively = ({ checker, reason }: Failure): string | undefined =>
  (reason && unseenReasons[reason]) ?? signsOf(checker).unseen;

/** Would the machine call it that? */
export const isReportedAs = (checker: CheckerId, reported: CheckerId): boolean =>
  sameKind(reported, checker) || (signsOf(checker).reportedAs?.includes(reported) ?? false);
