import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { fingerprintOf } from '../../src/search/journal/journal.js';

test('what a journal belongs to goes by what the data says, not by how V8 keeps it', () => {
  // A name nothing else in this process has: V8 remembers of a name what it has seen under it.
  const whole = { onceAFraction: 1 };
  const moved = { onceAFraction: 1.5 };
  moved.onceAFraction = 1;
  // A number that was a fraction once is kept, and written, as another kind of number.
  expect(Buffer.from(serialize(moved))).not.toEqual(Buffer.from(serialize(whole)));
  expect(fingerprintOf(moved)).toBe(fingerprintOf(whole));
  expect(fingerprintOf(Buffer.from('ab'))).toBe(fingerprintOf(Uint8Array.of(97, 98)));
});

test('and anything else is another program', () => {
  const all = [
    ...[[], [[]], [1], ['1'], [1, 2], [[1], 2], [null], [undefined], [true], [1n, 2]],
    ...[{ a: 1 }, { b: 1 }, { a: [1] }, { a: { a: 1 } }, new Map([['a', 1]]), new Set(['a']), Uint8Array.of(1)],
  ];
  expect(new Set(all.map((each) => fingerprintOf(each))).size).toBe(all.length);
});
