import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeInput } from '../../src/inputs/decode.js';
import { encodeInput } from '../../src/inputs/encode.js';
import { flatSize, layoutOf } from '../../src/inputs/layout.js';
import { compareInputs } from '../../src/inputs/order.js';
import { type FieldPlan, type InputPlan, lengthBytes, type ObjectPlan, type Size } from '../../src/inputs/plan.js';
import { parseSize } from '../../src/inputs/size.js';
import { escapeBytes, unescapeBytes } from '../../src/vocabulary/escape.js';

const size: fc.Arbitrary<Size> = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
const { value, object } = fc.letrec<{ value: FieldPlan['value']; object: ObjectPlan }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('int'), bits: fc.constantFrom(8, 16, 32, 64), signed: fc.boolean() }),
    fc.record({ kind: fc.constant('float'), bits: fc.constantFrom(32, 64) }),
    fc.constant({ kind: 'null' }),
    fc.record({ kind: fc.constant('pointer'), nullable: fc.boolean(), target: tie('object') }),
    fc.record({ kind: fc.constant('struct'), target: tie('object') }),
  ) as fc.Arbitrary<FieldPlan['value']>,
  object: fc.record({
    elementSize: fc.integer({ min: 1, max: 3 }),
    count: size,
    terminated: fc.boolean(),
    fields: fc.oneof(
      fc.constant([]),
      fc
        .array(tie('value'), { minLength: 1, maxLength: 3 })
        .map((values) =>
          values.map((each, i) => ({ name: values.length === 1 ? '' : `m${i}`, offset: 0, value: each })),
        ),
    ),
  }) as fc.Arbitrary<ObjectPlan>,
}));
void object;
const named = (names: readonly string[]) =>
  fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), size }), { maxLength: 2, selector: ({ name }) => name });
const plans: fc.Arbitrary<InputPlan> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('main' as const),
      stdin: size,
      args: fc.array(size, { maxLength: 3 }),
      env: named(['HOME', 'A']),
      files: named(['a.cfg', 'b/c']),
    },
    { requiredKeys: ['kind', 'args', 'env', 'files'] },
  ),
  size.map((each): InputPlan => ({ kind: 'fuzz', size: each })),
  fc.array(value, { minLength: 1, maxLength: 4 }).map(
    (values): InputPlan => ({
      kind: 'entry',
      function: 'f',
      params: values.map((each, i) => ({ name: `p${i}`, value: each as never })),
    }),
  ),
);

test('decode and encode: what is printed is the input, but for bytes the program never sees', () => {
  fc.assert(
    fc.property(plans, fc.infiniteStream(fc.nat(255)), (plan, stream) => {
      const input = Uint8Array.from({ length: flatSize(plan) }, () => stream.next().value as number);
      const decoded = decodeInput(plan, clamped(plan, input));
      const again = encodeInput(plan, JSON.parse(JSON.stringify(decoded)));
      expect(decodeInput(plan, again)).toEqual(decoded);
    }),
    { numRuns: 300 },
  );
});

/** Lengths below the minimum never reach a program. */
function clamped(plan: InputPlan, input: Uint8Array): Uint8Array {
  const copy = input.slice();
  if (plan.kind === 'fuzz' && plan.size.min < plan.size.max)
    copy[0] = Math.max(copy[0] % (plan.size.max + 1), plan.size.min);
  for (const region of layoutOf(plan)) if (region.plan.kind === 'length') copy[region.offset] = 4;
  return copy;
}

describe('values', () => {
  const entry = (...params: FieldPlan['value'][]): InputPlan => ({
    kind: 'entry',
    function: 'f',
    params: params.map((each, i) => ({ name: 'xyz'[i], value: each as never })),
  });
  const int = { kind: 'int', bits: 32, signed: true } as const;

  test('integers, 64-bit ones beyond what JSON holds as text', () => {
    expect(decodeInput(entry(int), Uint8Array.of(20))).toEqual({ x: 20 });
    expect(decodeInput(entry(int), Uint8Array.of(255, 255, 255, 255))).toEqual({ x: -1 });
    const wide = entry({ kind: 'int', bits: 64, signed: false });
    expect(decodeInput(wide, new Uint8Array(8).fill(255))).toEqual({ x: '18446744073709551615' });
    expect(encodeInput(wide, { x: '18446744073709551615' })).toEqual(new Uint8Array(8).fill(255));
  });

  test('strings have C escapes, raw bytes are hex when not printable', () => {
    const text = (terminated: boolean): FieldPlan['value'] => ({
      kind: 'pointer',
      nullable: false,
      target: { elementSize: 1, count: { min: 4, max: 4 }, terminated, fields: [] },
    });
    expect(decodeInput(entry(text(true)), Uint8Array.from(Buffer.from('%d\n')))).toEqual({ x: '%d\\n' });
    expect(decodeInput(entry(text(true)), Uint8Array.of(0xff, 0x61, 0))).toEqual({ x: '\\xffa' });
    expect(decodeInput(entry(text(false)), Uint8Array.of(0xff, 0x61, 0))).toEqual({ x: { hex: 'ff61' } });
  });

  test('what a program made symbolic as it ran comes after, names told apart', () => {
    const regions = [
      { name: 'x', offset: 0, size: 4, plan: int },
      { name: 'buffer', offset: 4, size: 2, plan: { kind: 'bytes' } as const },
      { name: 'buffer', offset: 6, size: 2, plan: { kind: 'bytes' } as const },
    ];
    expect(decodeInput(entry(int), Uint8Array.from(Buffer.from('\x01\0\0\0abcd', 'latin1')), regions)).toEqual({
      x: 1,
      buffer: 'ab',
      'buffer 2': 'cd',
    });
  });

  test('a value that does not fit is an error with its name', () => {
    expect(() => encodeInput(entry(int), { x: 'no' })).toThrow(/"no" does not fit the input x/);
  });
});

test('escapes: any bytes come back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(unescapeBytes(escapeBytes(bytes))).toEqual(bytes);
    }),
  );
});

describe('which input is shown', () => {
  const plan: InputPlan = { kind: 'fuzz', size: { min: 0, max: 4 } };
  const layout = layoutOf(plan);
  const laid = (...bytes: number[]) => ({ input: Uint8Array.from(bytes), layout });

  test('the shorter, then the more printable, then the smaller', () => {
    const inputs = [laid(1, 0xff, 0xff, 0xff, 0xff), laid(2, 0, 0, 0, 0), laid(2, 0, 1, 0, 0), laid(3, 0, 0, 0, 0)];
    for (let i = 0; i < inputs.length; i++) {
      for (let j = 0; j < inputs.length; j++) {
        expect(Math.sign(compareInputs(inputs[i], inputs[j]))).toBe(Math.sign(i - j));
      }
    }
  });
});

test('sizes', () => {
  expect(parseSize('8', '--len')).toEqual({ min: 8, max: 8 });
  expect(parseSize('0..16', '--len')).toEqual({ min: 0, max: 16 });
  for (const bad of ['', 'x', '4..2', '-1', '1.5', '1..'])
    expect(() => parseSize(bad, '--size')).toThrow(/--size takes a size/);
  expect([255, 256, 65536].map(lengthBytes)).toEqual([1, 2, 4]);
});
