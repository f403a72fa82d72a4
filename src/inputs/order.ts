import { compareBytes } from '../platform/bytes.js';
import { effectiveSize } from './effective-size.js';
import type { InputRegion } from './plan.js';

interface LaidOutInput {
  readonly input: Uint8Array;
  readonly layout: readonly InputRegion[];
}

/**
 * Which of two inputs a person would rather be shown: the shorter, then the one with more zero and
 * printable bytes, then the lexicographically smaller. A total order, so that the input shown does not
 * depend on the order in which the search found them. Negative: `a` comes first.
 */
export function compareInputs(a: LaidOutInput, b: LaidOutInput): number {
  return (
    effectiveSize(a.input, a.layout) - effectiveSize(b.input, b.layout) ||
    strangeBytes(a.input) - strangeBytes(b.input) ||
    compareBytes(a.input, b.input)
  );
}

function strangeBytes(input: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < input.length; i++) {
    const byte = input[i];
    if (byte !== 0 && (byte < 0x20 || byte > 0x7e)) count++;
  }
  return count;
}
