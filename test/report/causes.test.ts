import { expect, test } from 'vitest';
import { causes, type RelatedBug } from '../../src/report/causes.js';
import { bucketKey } from '../../src/search/results/buckets.js';
import { findingId } from '../../src/search/results/test-id.js';
import type { Failure } from '../../src/vocabulary/finding.js';

const failure = (line: number, more: Partial<Failure> = {}): Failure => ({
  checker: 'array-overflow',
  also: [],
  message: `line ${line}`,
  place: { file: 'f.c', line, column: 3, function: 'f' },
  stack: [`f f.c:${line}`],
  ...more,
});

/** The bug that is the last of what a run fails; its input is that many bytes long. */
function bug(size: number, ...failures: Failure[]): RelatedBug {
  const own = failures.at(-1) as Failure;
  const record = { failures, input: new Uint8Array(size).fill(97), layout: [] };
  return { failure: own, bucket: { key: bucketKey(own) }, record };
}

const walking = (line: number, more: Partial<NonNullable<Failure['access']>> = {}): Failure =>
  failure(line, { access: { isWrite: true, object: 'f.c:1', walksOut: true, ...more } });

/** Of each bug, the line of the one it belongs to. */
function belonging(...bugs: RelatedBug[]): (number | undefined)[] {
  const causeOf = causes(bugs);
  return bugs.map(({ bucket }) => {
    const id = causeOf(bucket.key);
    return bugs.find((each) => findingId(each) === id)?.failure.place.line;
  });
}

test('what fails behind another failure belongs to the first, and so does what fails behind that', () => {
  const [first, second, third] = [failure(1), failure(2), failure(3)];
  expect(belonging(bug(1, first), bug(1, first, second), bug(1, second, third))).toEqual([undefined, 1, 1]);
});

test('of two that fail before each other the plainer is the bug', () => {
  const [one, other] = [failure(1), failure(2)];
  expect(belonging(bug(2, other, one), bug(1, one, other))).toEqual([2, undefined]);
});

test('lines that walk out of one array belong together; where the input chooses, or in another function, they do not', () => {
  expect(belonging(bug(2, walking(4)), bug(1, walking(5)))).toEqual([5, undefined]);
  expect(belonging(bug(2, walking(4)), bug(1, walking(5, { walksOut: false })))).toEqual([undefined, undefined]);
  const elsewhere = walking(5);
  elsewhere.place = { ...elsewhere.place, function: 'g' };
  expect(belonging(bug(2, walking(4)), bug(1, elsewhere))).toEqual([undefined, undefined]);
  // A block that is too small is so everywhere.
  const access = { isWrite: true, object: 'f.c:1', walksOut: true, isBlock: true };
  expect(belonging(bug(2, { ...walking(4), access }), bug(1, { ...elsewhere, access }))).toEqual([5, undefined]);
});

test('what one access is called stands for the other names it has', () => {
  const smash = failure(4, { checker: 'stack-smash', also: ['array-overflow'] });
  expect(belonging(bug(1, failure(4), smash), bug(1, failure(4), failure(9)))).toEqual([undefined, 4]);
});
