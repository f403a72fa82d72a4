import { decodeInput } from '../inputs/decode.js';
import type { Exploration } from '../modes/explore.js';
import type { ConfirmedBug } from '../search/search.js';
import type { Finding } from '../vocabulary/finding.js';
import { fingerprintOf } from '../vocabulary/fingerprint.js';
import { bucketId } from './test-id.js';
import { idOf, testsOf } from './tests.js';

export const findingId = ({ failure, bucket }: Pick<ConfirmedBug, 'failure' | 'bucket'>): string =>
  `${failure.checker}-${bucketId(bucket.key)}`;

/** Confirmed bugs in the contract's words, sorted by place. */
export function findingsOf(exploration: Exploration): Finding[] {
  const tests = testsOf(exploration);
  return exploration.bugs.map(({ bucket, failure, record }): Finding => {
    const { place } = failure;
    return {
      id: findingId({ bucket, failure }),
      checker: failure.checker,
      also: failure.also,
      message: failure.message,
      file: place.file,
      line: place.line,
      column: place.column,
      function: place.function,
      stack: failure.stack,
      bucket: bucketId(bucket.key),
      fingerprint: fingerprintOf(failure.checker, place),
      count: bucket.count,
      how: bucket.passive ? 'passive' : 'active',
      confirmed: true,
      test: `tests/${idOf(record, tests)}.json`,
      input: decodeInput(exploration.plan, record.input, record.layout),
    };
  });
}
