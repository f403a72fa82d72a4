import { flatElementSize } from './layout.js';
import type { InputRegion, Size } from './plan.js';

/** A little-endian number of the input. */
export function readLength(input: Uint8Array, offset: number, size: number): number {
  let value = 0;
  for (let i = size - 1; i >= 0; i--) value = value * 256 + (input[offset + i] ?? 0);
  return value;
}

/** A length from elsewhere (a seed, a random input) folded into the range it may have. */
export function foldLength(length: number, { min, max }: Size): number {
  const range = max - min + 1;
  return length >= min && length <= max ? length : min + ((((length - min) % range) + range) % range);
}

/** Bytes of an input the program could see: less than it has when a symbolic length says so. */
export function effectiveSize(input: Uint8Array, regions: readonly InputRegion[]): number {
  let size = input.length;
  for (const { plan, offset, size: width } of regions) {
    if (plan.kind !== 'length') continue;
    const region = regions.find(({ name }) => name === plan.of);
    if (!region) continue;
    const visible = readLength(input, offset, width) * elementSizeOf(region);
    if (visible < region.size) size -= region.size - visible;
  }
  return size;
}

function elementSizeOf({ plan }: InputRegion): number {
  return plan.kind === 'pointer' || plan.kind === 'struct' ? flatElementSize(plan.target) : 1;
}
