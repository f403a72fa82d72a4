import { sha256 } from '../../platform/hash.js';
import type { Failure } from '../../vocabulary/finding.js';
import type { RunRecord } from './records.js';
import { RollingHash } from './rolling-hash.js';

const hash = new RollingHash();

/** 16 hex digits from the path and the input: never from a clock or a counter, so the same test has the same name. */
export function fullTestId(record: Pick<RunRecord, 'pathLow' | 'pathHigh' | 'input'>): string {
  const { low, high } = testHash(record);
  return testName(high, low);
}

/** The same as two numbers; the next call overwrites them. */
export function testHash({ pathLow, pathHigh, input }: Pick<RunRecord, 'pathLow' | 'pathHigh' | 'input'>): RollingHash {
  hash.reset();
  hash.fold(pathLow, pathHigh);
  let i = 0;
  for (; i + 4 <= input.length; i += 4) {
    hash.fold(input[i] | (input[i + 1] << 8), input[i + 2] | (input[i + 3] << 8));
  }
  for (; i < input.length; i++) hash.fold(input[i], -1);
  hash.fold(input.length, 1);
  return hash;
}

export const testName = (high: number, low: number): string => hex(high) + hex(low);

export const shortIdLength = 12;
export const fullIdLength = 16;

/** The name of a bug: from its bucket alone. */
export function bucketId(key: string): string {
  return sha256(key).slice(0, shortIdLength);
}

/** A table is several times as fast as toString and padStart: a search names every test. */
const digits = Array.from({ length: 1 << 16 }, (_, i) => i.toString(16).padStart(4, '0'));
export const findingId = ({
  failure,
  bucket,
}: {
  readonly failure: Pick<Failure, 'checker'>;
  readonly bucket: { readonly key: string };
}): string => `${failure.checker}-${bucketId(bucket.key)}`;

const hex = (value: number): string => digits[value >>> 16] + digits[value & 0xffff];
