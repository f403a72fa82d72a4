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
  /** Other chains of calls that led to it and were replayed, too. */
  readonly stacks: readonly (readonly string[])[];
}

/**
 * One access that fails in two ways is one finding: an index that leaves its array can leave the frame as well. The
 * graver name stands, the other is told beside it; but not where that only happens behind another failure.
 */
export function oneAccess(bugs: readonly ConfirmedBug[]): ConfirmedBug[] {
  const placeOf = ({ place }: Failure): string => `${place.function} ${place.file}:${place.line}`;
  const place = ({ failure }: ConfirmedBug): string => placeOf(failure);
  const isFirst = ({ failure, record }: ConfirmedBug): boolean => placeOf(record.failures[0]) === placeOf(failure);
  const lesser = new Map(
    bugs
      .filter(({ failure }) => failure.checker === 'array-overflow' && failure.access?.isWrite !== false)
      .map((bug) => [place(bug), bug]),
  );
  const absorbed = new Set<ConfirmedBug>();
  const named = bugs.map((bug) => {
    const other = bug.failure.checker === 'stack-smash' ? lesser.get(place(bug)) : undefined;
    if (!other || (isFirst(other) && !isFirst(bug))) return bug;
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
