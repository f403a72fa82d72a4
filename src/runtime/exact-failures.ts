import { sameKind } from '../checkers/index.js';
import { type CheckerId, type Failure, targetReached } from '../vocabulary/finding.js';
import type { GoalPlan } from './goals.js';

const samePlace = (a: Failure, b: Failure): boolean =>
  a.place.line === b.place.line && a.place.file === b.place.file && a.place.function === b.place.function;

/** Do two runs of one input tell of the same failure? */
export const isSameFailure = (a: Failure, b: Failure): boolean =>
  samePlace(a, b) && [a.checker, ...a.also].some((id) => [b.checker, ...b.also].some((other) => sameKind(id, other)));

/** Those of an exact run that a run of another kind did not see. */
export function unseenBy(seen: readonly Failure[], exact: readonly Failure[]): Failure[] {
  return exact.filter((failure) => !seen.some((each) => isSameFailure(each, failure)));
}

/** Failures that left an array inside a structure, of which the exact run knows no more than the field's name. */
export const insideStructure = new WeakSet<Failure>();

/** The exact run knows which object was meant. */
export function inExactWords(failure: Failure, exact: readonly Failure[]): Failure {
  const same = exact.find((each) => isSameFailure(each, failure));
  if (!same) return failure;
  // clang knows better which array inside which structure that is.
  if (insideStructure.has(same) && failure.reason === 'index') return failure;
  const also = [failure.checker, ...failure.also].filter((id) => id !== same.checker && !same.also.includes(id));
  return { ...same, also: [...same.also, ...also.filter((id) => !isNameOfAccess(id))] };
}

/** What an access is called that leaves its object: the exact run says which it is. */
const isNameOfAccess = (id: CheckerId): boolean => sameKind(id, 'array-overflow');

/**
 * What two replays of one input saw, in order: the exact one's words where both tell of a failure, and what only one
 * of them saw beside what it saw next.
 */
export function joined(plain: readonly Failure[], exact: readonly Failure[]): Failure[] {
  const result: Failure[] = [];
  let next = 0;
  for (const failure of plain) {
    const at = exact.findIndex((each, i) => i >= next && isSameFailure(each, failure));
    if (at < 0) {
      if (!exact.some((each) => isSameFailure(each, failure))) result.push(failure);
      continue;
    }
    for (; next < at; next++) result.push(exact[next]);
    result.push(inExactWords(failure, [exact[at]]));
    next = at + 1;
  }
  result.push(...exact.slice(next));
  return result;
}

/** Of a run that is watched for a goal only the goal counts: here a failure in one line. */
export function targetsAmong(failures: readonly Failure[], { fails, count }: GoalPlan): Failure[] {
  if (!fails || count !== 1) return [];
  return failures
    .filter(
      ({ checker, also, place }) =>
        place.file === fails.at.file &&
        place.line === fails.at.line &&
        fails.checkers.some((wanted) => [checker, ...also].some((id) => sameKind(id, wanted))),
    )
    .map(({ message, place, stack }) => ({ checker: targetReached, also: [], message, place, stack }));
}
