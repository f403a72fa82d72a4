/** Which checkers can prove nothing about this program, because an operation in it escapes them? */

import type { UncheckedOperation } from '../vocabulary/arithmetic.js';
import type { CheckerId, Incomplete } from '../vocabulary/finding.js';
import { type Place, placeName } from '../vocabulary/place.js';
import { checkers } from './index.js';

/** A checker that proves nothing of this program, and why. */
export interface Unverified {
  readonly checker: CheckerId;
  readonly why: string;
  readonly at: string | undefined;
}

const why = 'integers of this width (__int128, _BitInt) are not checked';

/** The checkers that would have checked an operation. */
export function listenersOf(unchecked: UncheckedOperation | undefined): readonly CheckerId[] {
  switch (unchecked?.operation) {
    case undefined:
      return [];
    case 'shift':
      return ['shift'];
    case 'rem':
    case 'div':
      return ['division-by-zero'];
    case 'convert':
      return ['conversion'];
    default:
      return unchecked?.signed ? ['integer-overflow', 'integer-underflow'] : ['unsigned-wrap'];
  }
}

/** Of these checkers, those that operations of the program escape, each with the first place. */
export function unverifiedIn(
  sites: readonly { readonly unchecked?: UncheckedOperation; readonly place: Place | undefined }[],
  enabled: ReadonlySet<CheckerId>,
): Unverified[] {
  const found = new Map<CheckerId, Unverified>();
  for (const { unchecked, place } of sites) {
    if (!unchecked) continue;
    for (const checker of listenersOf(unchecked)) {
      if (enabled.has(checker) && !found.has(checker)) {
        found.set(checker, { checker, why, at: place && placeName(place) });
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.checker < b.checker ? -1 : 1));
}

/** Of these checkers, those that look at accesses, with each place where one was not judged by its object. */
export function unjudgedIn(incomplete: readonly Incomplete[], enabled: ReadonlySet<CheckerId>): Unverified[] {
  const found = incomplete.find(({ reason }) => reason === 'approximate-memory');
  if (!found) return [];
  const told = (found.what ?? '').split(', ').filter((each) => /:\d+$/.test(each));
  const places = [...new Set([...told, ...(found.at === undefined ? [] : [found.at])])];
  const why =
    places.length > 0
      ? 'which object this accesses is unknown'
      : (found.what ?? 'accesses are compared with redzones alone');
  const judging = checkers.filter(({ id, access }) => access && enabled.has(id));
  return judging.flatMap(({ id }) =>
    (places.length > 0 ? places : [undefined]).map((at) => ({ checker: id, why, at })),
  );
}
