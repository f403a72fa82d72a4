import { decodeInput } from '../inputs/decode.js';
import { whenFails } from '../inputs/faults.js';
import type { Exploration } from '../modes/explore.js';
import { bucketId, findingId } from '../search/results/test-id.js';
import type { Failure, Finding } from '../vocabulary/finding.js';
import { fingerprintOf } from '../vocabulary/fingerprint.js';
import { causes } from './causes.js';
import { testsOf } from './tests.js';

interface ToldBug {
  readonly bucket: { readonly key: string; readonly count: number; readonly passive: boolean };
  readonly failure: Failure;
  readonly stacks?: readonly (readonly string[])[];
}

/** A confirmed bug in the contract's words. `test`: the file that has its input. */
export function findingFrom(
  { bucket, failure, stacks = [] }: ToldBug,
  { after, test, input }: Pick<Finding, 'after' | 'test' | 'input'>,
): Finding {
  const { checker, also, message, place, stack } = failure;
  return {
    id: findingId({ bucket, failure }),
    checker,
    also,
    message: `${message}${whenFails(input)}`,
    file: place.file,
    line: place.line,
    column: place.column,
    function: place.function,
    stack,
    ...(stacks.length > 0 && { stacks }),
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
    const after = causeOf(bug.bucket.key);
    return findingFrom(bug, { after, test: `tests/${tests.idOf(record)}.json`, input });
  });
}
