import { decodeInput } from '../inputs/decode.js';
import { whenFails } from '../inputs/faults.js';
import type { Exploration } from '../modes/explore.js';
import { bucketKey } from '../search/results/buckets.js';
import type { ConfirmedBug } from '../search/search.js';
import type { Failure, Finding } from '../vocabulary/finding.js';
import { fingerprintOf } from '../vocabulary/fingerprint.js';
import { placeName } from '../vocabulary/place.js';
import { bucketId } from './test-id.js';
import { idOf, testsOf } from './tests.js';

export const findingId = ({ failure, bucket }: Pick<ConfirmedBug, 'failure' | 'bucket'>): string =>
  `${failure.checker}-${bucketId(bucket.key)}`;

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
    message: `${message}${whenFails(input)}`,
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
  return exploration.bugs.map((bug) => {
    const { record } = bug;
    const input = decodeInput(exploration.plan, record.input, record.layout);
    return findingFrom(bug, { after: failedFirst(bug), test: `tests/${idOf(record, tests)}.json`, input });
  });
}

/** A run goes on behind a failure that does not trap, and what it does there may fail because of it. */
function failedFirst({ bucket, record }: ConfirmedBug): Finding['after'] {
  const [first] = record.failures;
  if (!first || bucketKey(first) === bucket.key) return undefined;
  return { checker: first.checker, at: placeName(first.place) };
}
