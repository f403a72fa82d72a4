import fc from 'fast-check';
import { expect, test } from 'vitest';
import { putBack } from '../../src/search/predicting/put-back.js';

/** Fails while these bytes are as the solver made them. */
function minimise(length: number, needed: readonly number[]) {
  const test = new Uint8Array(length);
  const failing = new Uint8Array(length).fill(1);
  let runs = 0;
  const best = putBack(test, failing, (input) => {
    runs++;
    return needed.every((i) => input[i] === 1);
  });
  return { changed: [...best.keys()].filter((i) => best[i] !== 0), runs };
}

test('few bytes that matter cost few runs, and all others are the test’s own', () => {
  expect(minimise(35, [17])).toMatchObject({ changed: [17] });
  expect(minimise(35, [17]).runs).toBeLessThan(14);
  expect(minimise(20, [3, 4])).toMatchObject({ changed: [3, 4] });
  expect(minimise(4096, [2000])).toMatchObject({ changed: [2000] });
  expect(minimise(4096, [2000]).runs).toBeLessThan(30);
});

test('where most bytes matter it soon gives up, and never loses the failure', () => {
  const all = Array.from({ length: 1000 }, (_, i) => i);
  expect(minimise(1000, all).runs).toBeLessThan(10);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(23), { minLength: 1 }), (needed) => {
      expect(minimise(24, needed).changed).toEqual([...needed].sort((a, b) => a - b));
    }),
    { numRuns: 100 },
  );
});

test('a limit ends it with what it has', () => {
  const failing = Uint8Array.of(1, 1, 1, 1);
  expect(putBack(new Uint8Array(4), failing, () => undefined)).toEqual(failing);
});
