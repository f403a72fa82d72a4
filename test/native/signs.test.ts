import { expect, test } from 'vitest';
import { unseenNatively } from '../../src/native/signs.js';
import type { Failure } from '../../src/vocabulary/finding.js';

const place = { file: 'f.c', line: 1, column: 1, function: 'f' };
const failure = (some: Partial<Failure>): Failure => ({
  ...{ checker: 'integer-overflow', also: [], message: 'in any words at all', place, stack: [] },
  ...some,
});

test("what sanitizers can't show goes by the reason and the checker, never by the words", () => {
  expect(unseenNatively(failure({ reason: 'wrapped' }))).toMatch(/wrap-around/);
  expect(unseenNatively(failure({ message: 'the index is 3: the rest of a number' }))).toBeUndefined();
  expect(unseenNatively(failure({ checker: 'null-dereference', reason: 'calls-nothing' }))).toMatch(/nowhere/);
  expect(unseenNatively(failure({ checker: 'conversion' }))).toMatch(/conversions/);
});
