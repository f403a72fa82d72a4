import type { InputRegion } from './plan.js';

/** The number a `length` region holds: little-endian. */
export function readLength(input: Uint8Array, region: InputRegion): number {
  let value = 0;
  for (let i = region.size - 1; i >= 0; i--) value = value * 256 + (input[region.offset + i] ?? 0);
  return value;
}

export function elementSizeOf(region: InputRegion): number {
  return region.plan.kind === 'pointer' || region.plan.kind === 'struct' ? region.plan.target.elementSize : 1;
}

/** Bytes of a region the program could see: less than its size when a length before it says so. */
export function visibleSize(input: Uint8Array, regions: readonly InputRegion[], region: InputRegion): number {
  for (const other of regions) {
    if (other.plan.kind === 'length' && other.plan.of === region.name) {
      return Math.min(region.size, readLength(input, other) * elementSizeOf(region));
    }
  }
  return region.size;
}

/** Bytes of the whole input the program could see. */
export function effectiveSize(input: Uint8Array, regions: readonly InputRegion[]): number {
  let hidden = 0;
  for (const region of regions) {
    if (region.plan.kind !== 'length') hidden += region.size - visibleSize(input, regions, region);
  }
  return input.length - hidden;
}
