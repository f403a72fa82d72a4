/** Which parts of an input are plain runs of bytes, so that two inputs can be joined there? */

import { readLength } from './effective-size.js';
import type { InputRegion } from './plan.js';

/** Shorter ones have no room for two inputs one after the other. */
export const leastStretch = 12;

/** Bytes in a row that a program reads as it likes: its standard input, a file, a fuzz input, a string. */
interface Stretch {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  /** Where its length stands, if it may have several. */
  readonly length?: InputRegion;
}

export function stretchesOf(regions: readonly InputRegion[]): Stretch[] {
  return regions.filter(isStretch).map(({ name, offset, size }) => ({
    ...{ name, offset, size },
    length: regions.find(({ plan }) => plan.kind === 'length' && plan.of === name),
  }));
}

function isStretch({ plan, size }: InputRegion): boolean {
  if (size < leastStretch) return false;
  return plan.kind === 'bytes' || (plan.kind === 'pointer' && plan.target.elementSize === 1);
}

/** Its bytes but for the zeros at the end, which are what nobody asked anything of. */
export function usedBytes(input: Uint8Array, { offset, size, length }: Stretch): Uint8Array {
  let end = offset + (length ? Math.min(size, readLength(input, length.offset, length.size)) : size);
  while (end > offset && input[end - 1] === 0) end--;
  return input.subarray(offset, end);
}

/** The input with these bytes there, and zeros behind them: as many as may be, or up to a length. */
export function withBytes(input: Uint8Array, stretch: Stretch, bytes: Uint8Array, used = stretch.size): Uint8Array {
  const { offset, size, length } = stretch;
  const made = input.slice();
  made.fill(0, offset, offset + size);
  made.set(bytes, offset);
  if (length) for (let i = 0; i < length.size; i++) made[length.offset + i] = (used >>> (8 * i)) & 255;
  return made;
}
