import { createHash } from 'node:crypto';
import { RollingHash } from '../search/expanding/path-hash.js';
import type { RunRecord } from '../search/results/records.js';

const hash = new RollingHash();

/** 16 hex digits from the path and the input: never from a clock or a counter, so the same test has the same name. */
export function fullTestId({ pathLow, pathHigh, input }: RunRecord): string {
  hash.reset();
  hash.fold(pathLow, pathHigh);
  let i = 0;
  for (; i + 4 <= input.length; i += 4) {
    hash.fold(input[i] | (input[i + 1] << 8), input[i + 2] | (input[i + 3] << 8));
  }
  for (; i < input.length; i++) hash.fold(input[i], -1);
  hash.fold(input.length, 1);
  return hex(hash.high) + hex(hash.low);
}

export const shortIdLength = 12;

/** The name of a bug: from its bucket alone. */
export function bucketId(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, shortIdLength);
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
