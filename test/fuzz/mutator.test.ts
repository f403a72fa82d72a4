import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dictionary } from '../../src/fuzz/dictionary.js';
import { Mutator } from '../../src/fuzz/mutator.js';
import { Random } from '../../src/fuzz/random.js';

const words = ['GET', 'x', 'a longer word'].map((word) => Buffer.from(word));

function mutantsOf(seed: number, from: Uint8Array, other: Uint8Array, least: number, limit: number): Uint8Array[] {
  const dictionary = new Dictionary();
  for (const word of words) dictionary.see(word);
  const mutator = new Mutator(new Random(seed), dictionary);
  return Array.from({ length: 40 }, () => {
    mutator.mutate(from, other, least, limit);
    return mutator.bytes.slice(0, mutator.length);
  });
}

const bytes = fc.uint8Array({ maxLength: 40 });

test('a mutant is as long as it may be, the same for the same seed, and leaves what it was made of alone', () => {
  fc.assert(
    fc.property(fc.integer(), bytes, bytes, fc.nat(40), fc.nat(60), (seed, from, other, less, more) => {
      const least = Math.min(less, from.length);
      const limit = from.length + more;
      const before = [from.slice(), other.slice()];
      const mutants = mutantsOf(seed, from, other, least, limit);
      for (const { length } of mutants) {
        expect(length).toBeGreaterThanOrEqual(least);
        expect(length).toBeLessThanOrEqual(limit);
      }
      expect([from, other]).toEqual(before);
      expect(mutantsOf(seed, from, other, least, limit)).toEqual(mutants);
    }),
    { numRuns: 100 },
  );
});

test('what has only one length keeps it', () => {
  fc.assert(
    fc.property(fc.integer(), bytes, bytes, (seed, from, other) => {
      for (const { length } of mutantsOf(seed, from, other, from.length, from.length)) expect(length).toBe(from.length);
    }),
    { numRuns: 60 },
  );
});

test('every way to change an input is used: shorter, longer, words, pieces of another', () => {
  const from = Buffer.from('0123456789');
  const mutants = mutantsOf(1, from, Buffer.from('OTHER'), 0, 64).concat(
    mutantsOf(2, from, Buffer.from('OTHER'), 0, 64),
  );
  const texts = mutants.map((mutant) => Buffer.from(mutant).toString('latin1'));
  expect(mutants.some(({ length }) => length < 10)).toBe(true);
  expect(mutants.some(({ length }) => length > 20)).toBe(true);
  for (const part of ['GET', 'longer', 'THE']) expect(texts.some((text) => text.includes(part))).toBe(true);
  expect(new Set(texts).size).toBeGreaterThan(60);
});
