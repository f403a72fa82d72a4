import { compareInputs } from '../inputs/order.js';
import { bucketKey } from '../search/results/buckets.js';
import type { RunRecord } from '../search/results/records.js';
import { findingId } from '../search/results/test-id.js';
import type { Failure } from '../vocabulary/finding.js';

/** A bug as far as it matters which other one it belongs to. */
export interface RelatedBug {
  readonly failure: Failure;
  readonly bucket: { readonly key: string /** Some run was made to fail by a check. */; readonly active?: boolean };
  readonly record: Pick<RunRecord, 'failures' | 'input' | 'layout'>;
}

/**
 * Which finding a bug belongs to, by the bug's key. One bug is one finding, and two things make it look like more:
 * a run goes on behind a failure that does not trap, and what it does there may fail because of it; and what walks out
 * of an object does so in whichever line the input makes it.
 */
export function causes(bugs: readonly RelatedBug[]): (key: string) => string | undefined {
  const before = failedBefore(bugs);
  const beside = walkedOutBeside(bugs.filter((bug) => !before(bug)));
  const roots = new Map(bugs.map((bug) => [bug.bucket.key, rootOf(bug, (one) => before(one) ?? beside(one))]));
  return (key) => {
    const root = roots.get(key);
    return root && root.bucket.key !== key ? findingId(root) : undefined;
  };
}

type Related = (bug: RelatedBug) => RelatedBug | undefined;

/** The bug at the top. Where two fail before each other, on different inputs, it is the one that is met first. */
function rootOf(bug: RelatedBug, next: Related): RelatedBug {
  const way = [bug];
  for (let at = next(bug); at; at = next(at)) {
    const from = way.indexOf(at);
    if (from >= 0) return way.slice(from).sort(byInput)[0];
    way.push(at);
  }
  return way[way.length - 1];
}

/** What a bug's run failed first, if that is another bug. */
function failedBefore(bugs: readonly RelatedBug[]): Related {
  const byKey = new Map(bugs.map((bug) => [bug.bucket.key, bug]));
  // One access that fails in two ways is told under one name.
  const known = (failure: Failure): RelatedBug | undefined =>
    byKey.get(bucketKey(failure)) ??
    bugs.find((bug) => lineOf(bug.failure) === lineOf(failure) && bug.failure.also.includes(failure.checker));
  return (bug) => {
    for (const failure of bug.record.failures) {
      if (bucketKey(failure) === bug.bucket.key) return undefined;
      const found = known(failure);
      if (found) return found === bug ? undefined : found;
    }
    return undefined;
  };
}

/**
 * The plainest of those that walk out of the same object in one function; of those that write out of a block, which is
 * too small then, anywhere. Not where the input chooses the address: each such place lacks a check of its own.
 */
function walkedOutBeside(bugs: readonly RelatedBug[]): Related {
  const plainest = new Map<string, RelatedBug>();
  for (const bug of [...bugs].sort(byInput)) {
    const object = objectLeft(bug);
    if (object !== undefined && !plainest.has(object)) plainest.set(object, bug);
  }
  return (bug) => {
    const found = plainest.get(objectLeft(bug) ?? '');
    return found === bug ? undefined : found;
  };
}

function objectLeft({ failure, record }: RelatedBug): string | undefined {
  // By the time a loop leaves the frame, it has left the object.
  const { access, place } = record.failures.find((each) => lineOf(each) === lineOf(failure)) ?? failure;
  if (!access?.walksOut || access.object === undefined) return undefined;
  return access.isBlock && access.isWrite ? access.object : `${access.object} in ${place.function} ${place.file}`;
}

const lineOf = ({ place }: Failure): string => `${place.function} ${place.file}:${place.line}`;

function byInput(a: RelatedBug, b: RelatedBug): number {
  return compareInputs(a.record, b.record) || (a.bucket.key < b.bucket.key ? -1 : 1);
}
