import { decodeInput } from '../inputs/decode.js';
import type { Exploration } from '../modes/explore.js';
import { bucketKey } from '../search/results/buckets.js';
import type { RunRecord } from '../search/results/records.js';
import type { Failure, Finding } from '../vocabulary/finding.js';
import { fingerprintOf } from '../vocabulary/fingerprint.js';
import { bucketId } from './test-id.js';
import { idOf, testsOf } from './tests.js';

export const findingId = ({
  failure,
  bucket,
}: {
  readonly failure: Failure;
  readonly bucket: { readonly key: string };
}): string => `${failure.checker}-${bucketId(bucket.key)}`;

interface ToldBug {
  readonly bucket: { readonly key: string; readonly count: number; readonly passive: boolean };
  readonly failure: Failure;
}

/** A confirmed bug in the contract's words. `test`: the file that has its input. */
export function findingFrom(
  { bucket, failure }: ToldBug,
  { after, test, input }: Pick<Finding, 'after' | 'test' | 'input'>,
): Finding {
  const { checker, also, message, place, stack } = failure;
  return {
    id: `${checker}-${bucketId(bucket.key)}`,
    checker,
    also,
    message,
    file: place.file,
    line: place.line,
    column: place.column,
    function: place.function,
    stack,
    bucket: bucketId(bucket.key),
    fingerprint: fingerprintOf(checker, place),
    count: bucket.count,
    how: bucket.passive ? 'passive' : 'active',
    confirmed: true,
    ...(after && { after }),
    test,
    input,
  };
}

/** All of an exploration, sorted by place. */
export function findingsOf(exploration: Exploration): Finding[] {
  const tests = testsOf(exploration);
  const causeOf = causes(exploration.bugs);
  return exploration.bugs.map((bug) => {
    const { record } = bug;
    const input = decodeInput(exploration.plan, record.input, record.layout);
    const after = causeOf(bug.bucket.key, record);
    return findingFrom(bug, { after, test: `tests/${idOf(record, tests)}.json`, input });
  });
}

/**
 * A run goes on behind a failure that does not trap, and what it does there may fail because of it. Gives the id of
 * the finding that a bug's run failed first, if that is another one.
 */
export function causes(
  bugs: readonly { readonly failure: Failure; readonly bucket: { readonly key: string } }[],
): (key: string, record: Pick<RunRecord, 'failures'>) => string | undefined {
  const idByKey = new Map(bugs.map((bug) => [bug.bucket.key, findingId(bug)]));
  // One access that fails in two ways is told under one name.
  const idByPlace = new Map(bugs.map((bug) => [placeOf(bug.failure), findingId(bug)]));
  return (key, { failures: [first] }) => {
    if (!first || bucketKey(first) === key) return undefined;
    const id = idByKey.get(bucketKey(first)) ?? idByPlace.get(placeOf(first));
    return id === idByKey.get(key) ? undefined : id;
  };
}

const placeOf = ({ place }: Failure): string => `${place.function} ${place.file}:${place.line}`;
