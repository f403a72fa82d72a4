import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparedWords, orderMark } from '../../src/abi/fuzz-layout.js';
import { Corpus } from '../../src/fuzz/corpus.js';
import { InputParts } from '../../src/fuzz/input-parts.js';
import { replacementsOf } from '../../src/fuzz/operands.js';
import { Random } from '../../src/fuzz/random.js';
import { flatSize } from '../../src/inputs/layout.js';
import type { InputPlan } from '../../src/inputs/plan.js';

const plans: readonly InputPlan[] = [
  { kind: 'fuzz', size: { min: 0, max: 300 } },
  { kind: 'fuzz', size: { min: 8, max: 8 } },
  {
    kind: 'main',
    stdin: { min: 2, max: 20 },
    args: [
      { min: 0, max: 4 },
      { min: 3, max: 3 },
    ],
    env: [{ name: 'HOME', size: { min: 0, max: 5 } }],
    files: [{ name: 'f', size: { min: 1, max: 600 } }],
  },
  {
    kind: 'entry',
    function: 'f',
    params: [
      { name: 'n', value: { kind: 'int', bits: 32, signed: true } },
      {
        name: 's',
        value: {
          kind: 'pointer',
          nullable: true,
          target: { elementSize: 1, count: { min: 0, max: 7 }, terminated: true, fields: [] },
        },
      },
      {
        name: 'wide',
        value: {
          kind: 'pointer',
          nullable: false,
          target: { elementSize: 4, count: { min: 1, max: 3 }, terminated: false, fields: [] },
        },
      },
    ],
  },
];

test.each(plans.map((plan) => [plan.kind, plan] as const))('the parts of %s are all of it', (_, plan) => {
  const parts = new InputParts(plan);
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(255)), (stream) => {
      const flat = Uint8Array.from({ length: flatSize(plan) }, () => stream.next().value!);
      const genome = parts.split(flat);
      genome.forEach(({ length }, i) => {
        expect(length).toBeGreaterThanOrEqual(parts.parts[i].min);
        expect(length).toBeLessThanOrEqual(parts.parts[i].max);
      });
      const again = parts.flatten(genome).slice();
      expect(again.length).toBe(flat.length);
      // What is behind a length is gone, and nothing else: split again, it is the same.
      expect(parts.split(again)).toEqual(genome);
      parts.flatten(parts.shortest());
      expect(parts.flatten(genome)).toEqual(again);
    }),
    { numRuns: 30 },
  );
});

describe('operands of comparisons', () => {
  const log = (size: number, left: number, right: number): Int32Array =>
    Int32Array.from({ length: comparedWords }, (_, i) => [7, size, left, left >> 31, right, right >> 31][i]);
  const made = (text: string, compared: Int32Array, words: readonly (readonly [string, string])[] = []): string[] =>
    replacementsOf(
      [Buffer.from(text, 'latin1')],
      compared,
      words.map(([left, right]) => ({ left: Buffer.from(left), right: Buffer.from(right) })),
      () => true,
    ).map(({ at, remove, bytes }) => {
      const fresh = Buffer.from(bytes).toString('latin1');
      return text.slice(0, at) + fresh + text.slice(at + remove);
    });

  test('a number, in either order of its bytes', () => {
    expect(made('ab\x34\x12cd', log(4, 0x1234, 0x5678))).toContain('ab\x78\x56cd');
    expect(made('ab\x12\x34cd', log(4, 0x1234, 0x5678))).toContain('ab\x56\x78cd');
    expect(made('abcd', log(4, 0x64636261, 0x7fffffff))).toContain('\xff\xff\xff\x7f');
  });

  test('in digits, and one more where it is asked what is less', () => {
    expect(made('n=12;', log(4, 12, 4096))).toEqual(['n=4096;']);
    expect(made('n=12;', log(4 + orderMark, 12, 4096))).toEqual(['n=4096;', 'n=4097;', 'n=4095;']);
  });

  test('a word for a word, wherever it is', () => {
    expect(made('set foo foo', new Int32Array(0), [['foo', 'limit']])).toEqual(['set limit foo', 'set foo limit']);
    expect(made('set foo', new Int32Array(0), [['bar', 'limit']])).toEqual([]);
  });
});

test('inputs that do what few runs do are chosen more often, and short ones before long ones', () => {
  const frequency = [1000, 1000, 2, 2];
  const corpus = new Corpus(new Random(1), (feature) => frequency[feature]);
  const sizes = [10, 10, 10, 1000];
  const entries = sizes.map((size, i) => corpus.add([new Uint8Array(size)], Int32Array.of(i), Int32Array.of(i)));
  const chosen = new Map(entries.map((entry) => [entry, 0]));
  for (let i = 0; i < 4000; i++) {
    const entry = corpus.choose();
    chosen.set(entry, chosen.get(entry)! + 1);
  }
  const [often, often2, rare, long] = entries.map((entry) => chosen.get(entry)!);
  expect(rare).toBeGreaterThan(2 * Math.max(often, often2));
  expect(rare).toBeGreaterThan(1.5 * long);
  expect(Math.min(often, often2)).toBeGreaterThan(100);
});
