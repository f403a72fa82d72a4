import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectiveSize } from '../../src/inputs/effective-size.js';
import { layoutOf } from '../../src/inputs/layout.js';
import { plainer } from '../../src/inputs/plainer.js';
import type { InputPlan } from '../../src/inputs/plan.js';

/** Follows the offers with `isStillBad` as the judge. */
function plainest(plan: InputPlan, input: Uint8Array, isStillBad: (input: Uint8Array) => boolean): Uint8Array {
  const steps = plainer(input, layoutOf(plan));
  let best = input;
  for (let step = steps.next(); !step.done; ) {
    const isBad = isStillBad(step.value);
    if (isBad) best = step.value;
    step = steps.next(isBad);
  }
  return best;
}

const fuzz = (min: number, max: number): InputPlan => ({ kind: 'fuzz', size: { min, max } });
const bytes = (length: number, text: string, room: number) =>
  Uint8Array.from([length, ...Buffer.from(text.padEnd(room, '\0'), 'latin1')]);
const shown = (input: Uint8Array) => Buffer.from(input.subarray(1, 1 + input[0])).toString('latin1');

test('what does not matter is taken out, what stays becomes plain', () => {
  const best = plainest(fuzz(0, 16), bytes(12, 'xyz%q then 7', 16), (input) => /%.*\d/.test(shown(input)));
  expect(shown(best)).toBe('%0');
});

test('what is no text becomes zeros and ones', () => {
  const best = plainest(fuzz(4, 4), Uint8Array.of(9, 200, 7, 5), (input) => input[1] > 100 && input[3] > 0);
  expect([...best]).toEqual([0, 200, 0, 1]);
});

test('no shorter than the plan allows', () => {
  const best = plainest(fuzz(3, 8), bytes(7, 'abcdefg', 8), () => true);
  expect(best[0]).toBe(3);
});

test('integers go to the nearest that will do', () => {
  const plan: InputPlan = {
    kind: 'entry',
    function: 'f',
    params: [{ name: 'n', value: { kind: 'int', bits: 32, signed: true } }],
  };
  const read = (input: Uint8Array) => new DataView(input.buffer, input.byteOffset).getInt32(0, true);
  const start = (value: number) => new Uint8Array(new Int32Array([value]).buffer);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.nat(), (least, more) => {
      const from = Math.min(2 ** 31 - 1, least + more);
      expect(read(plainest(plan, start(from), (input) => read(input) >= least))).toBe(least);
      expect(read(plainest(plan, start(-from), (input) => read(input) <= -least))).toBe(-least);
    }),
  );
});

test('an input with the property never gets longer, and keeps the property', () => {
  const plan = fuzz(0, 12);
  const layout = layoutOf(plan);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), fc.nat(12), fc.nat(40), (content, length, sum) => {
      const isBad = (input: Uint8Array) => input.subarray(1, 1 + input[0]).reduce((all, byte) => all + byte, 0) >= sum;
      const input = Uint8Array.from([length, ...content]);
      fc.pre(isBad(input));
      const best = plainest(plan, input, isBad);
      expect(isBad(best)).toBe(true);
      expect(effectiveSize(best, layout)).toBeLessThanOrEqual(effectiveSize(input, layout));
    }),
  );
});
