import type { Failure } from '../../vocabulary/finding.js';
import type { Place } from '../../vocabulary/place.js';
import type { Bucket } from '../results/buckets.js';
import type { RunRecord } from '../results/records.js';

/** A bug that failed again in the oracle. */
export interface ConfirmedBug {
  readonly bucket: Bucket;
  readonly failure: Failure;
  readonly record: RunRecord;
  /** The user's branches its input decided on the way, as far as they are listed. */
  readonly branches: readonly Place[];
}

/**
 * One access that fails in two ways is one finding: an index that leaves its array can leave the frame as well. The
 * graver name stands, the other is told beside it.
 */
export function oneAccess(bugs: readonly ConfirmedBug[]): ConfirmedBug[] {
  const place = ({ failure }: ConfirmedBug): string =>
    `${failure.place.function} ${failure.place.file}:${failure.place.line}`;
  const lesser = new Map(
    bugs.filter(({ failure }) => failure.checker === 'array-overflow').map((bug) => [place(bug), bug]),
  );
  const absorbed = new Set<ConfirmedBug>();
  const named = bugs.map((bug) => {
    const other = bug.failure.checker === 'stack-smash' ? lesser.get(place(bug)) : undefined;
    if (!other) return bug;
    absorbed.add(other);
    const also = bug.failure.also.includes('array-overflow')
      ? bug.failure.also
      : [...bug.failure.also, 'array-overflow' as const];
    return {
      ...bug,
      failure: { ...bug.failure, also },
      bucket: {
        ...bug.bucket,
        count: bug.bucket.count + other.bucket.count,
        passive: bug.bucket.passive || other.bucket.passive,
        active: bug.bucket.active || other.bucket.active,
        by: sums(bug.bucket.by, other.bucket.by),
      },
    };
  });
  return named.filter((bug) => !absorbed.has(bug));
}

function sums(left: Readonly<Record<string, number>>, right: Readonly<Record<string, number>>): Record<string, number> {
  const both = { ...left };
  for (const [checker, runs] of Object.entries(right)) both[checker] = (both[checker] ?? 0) + runs;
  return both;
}
