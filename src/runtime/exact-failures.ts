import { sameKind } from '../checkers/index.js';
import { type CheckerId, type Failure, targetReached } from '../vocabulary/finding.js';
import type { GoalPlan } from './goals.js';

const samePlace = (a: Failure, b: Failure): boolean =>
  a.place.line === b.place.line && a.place.file === b.place.file && a.place.function === b.place.function;

/** Do two runs of one input tell of the same failure? */
export const isSameFailure = (a: Failure, b: Failure): boolean =>
  samePlace(a, b) &&
  (!a.access || !b.access || a.access.isWrite === b.access.isWrite) &&
  [a.checker, ...a.also].some((id) => [b.checker, ...b.also].some((other) => sameKind(id, other)));

/** Those of an exact run that a run of another kind did not see. */
export function unseenBy(seen: readonly Failure[], exact: readonly Failure[]): Failure[] {
  return exact.filter((failure) => !seen.some((each) => isSameFailure(each, failure)));
}

/** A failure of either run; `seen` and `next`: which of the plain run's it is, -1 for none, and which came after it. */
interface Ordered {
  readonly failure: Failure;
  readonly seen: number;
  readonly next: number;
}

/** What both runs saw, in order: what failed first may be why the rest did. */
export function inOrder(plain: readonly Failure[], exact: readonly Failure[], fresh: readonly Failure[]): Ordered[] {
  const unseen = new Set(fresh);
  const result: Ordered[] = [];
  const addUntil = (end: number, next: number): void => {
    for (const failure of exact.slice(0, end)) {
      if (unseen.delete(failure)) result.push({ failure, seen: -1, next });
    }
  };
  plain.forEach((failure, i) => {
    addUntil(
      Math.max(
        0,
        exact.findIndex((each) => isSameFailure(each, failure)),
      ),
      i,
    );
    result.push({ failure, seen: i, next: i });
  });
  addUntil(exact.length, plain.length);
  return result;
}

/** The exact run knows which object was meant. */
export function inExactWords(failure: Failure, exact: readonly Failure[]): Failure {
  const same = exact.find((each) => isSameFailure(each, failure));
  if (!same) return failure;
  // Of an array inside a structure the exact run knows no more than the field's name: clang knows better.
  if (same.reason === 'member' && failure.reason === 'index') return failure;
  const also = [failure.checker, ...failure.also].filter((id) => id !== same.checker && !same.also.includes(id));
  const access = same.access && {
    ...same.access,
    walksOut: same.access.walksOut && failure.access?.walksOut !== false,
  };
  return { ...same, access, also: [...same.also, ...also.filter((id) => !isNameOfAccess(id))] };
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
