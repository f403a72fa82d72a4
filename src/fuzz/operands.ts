/** What an input was compared with, put where it was found: the way past a magic number, a length, a keyword. */

import { comparedWords, orderMark } from '../abi/fuzz-layout.js';
import { fromLatin1, searchable, toLatin1 } from '../platform/bytes.js';
import type { ComparedWords } from '../runtime/fast-program.js';
import type { Genome } from './input-parts.js';

/** Instead of `remove` bytes at a place of a part: these. */
export interface Replacement {
  readonly part: number;
  readonly at: number;
  readonly remove: number;
  readonly bytes: Uint8Array;
}

/** Pairs of one place in the program, and occurrences of one operand in the input, that are tried. */
const mostAtASite = 12;
const mostOccurrences = 4;

/** Those that the log of a run suggests, in the order of the run. */
export function replacementsOf(
  genome: Genome,
  compared: Int32Array,
  words: readonly ComparedWords[],
  isResizable: (part: number) => boolean,
): Replacement[] {
  const found: Replacement[] = [];
  const tried = new Set<string>();
  const put = (old: Uint8Array, fresh: Uint8Array): void => {
    const key = `${toLatin1(old)}\0${toLatin1(fresh)}`;
    if (old.length === 0 || tried.has(key)) return;
    tried.add(key);
    genome.forEach((bytes, part) => {
      if (old.length !== fresh.length && !isResizable(part)) return;
      let at = -1;
      for (let i = 0; i < mostOccurrences; i++) {
        at = findBytes(bytes, old, at + 1);
        if (at < 0) break;
        found.push({ part, at, remove: old.length, bytes: fresh });
      }
    });
  };
  for (const { left, right } of words) {
    put(left, right);
    put(right, left);
  }
  const sites = new Map<number, number>();
  const pairs = new Set<string>();
  for (let i = 0; i < compared.length; i += comparedWords) {
    const [site, size, leftLow, leftHigh, rightLow, rightHigh] = compared.subarray(i, i + comparedWords);
    if (leftLow === rightLow && leftHigh === rightHigh) continue;
    const count = sites.get(site) ?? 0;
    const key = `${site} ${leftLow} ${leftHigh} ${rightLow} ${rightHigh}`;
    if (count >= mostAtASite || pairs.has(key)) continue;
    pairs.add(key);
    sites.set(site, count + 1);
    const width = size & ~orderMark;
    const left = wide(leftLow, leftHigh);
    const right = wide(rightLow, rightHigh);
    const around = size >= orderMark ? [0n, 1n, -1n] : [0n];
    for (const delta of around) {
      putNumber(put, left, right + delta, width);
      putNumber(put, right, left + delta, width);
    }
  }
  return found;
}

const wide = (low: number, high: number): bigint => (BigInt(high) << 32n) | BigInt(low >>> 0);

/** As bytes, in either order, and as digits. */
function putNumber(put: (old: Uint8Array, fresh: Uint8Array) => void, old: bigint, fresh: bigint, width: number): void {
  for (const size of [1, 2, 4, 8]) {
    if (size > width || !fits(old, size) || !fits(fresh, size)) continue;
    // Zeros are everywhere: a number of several bytes that is nought means nothing.
    if (size > 1 && old === 0n) continue;
    put(bytesOf(old, size, false), bytesOf(fresh, size, false));
    if (size > 1) put(bytesOf(old, size, true), bytesOf(fresh, size, true));
  }
  if (old >= 0n && fresh >= 0n) put(fromLatin1(String(old)), fromLatin1(String(fresh)));
}

const fits = (value: bigint, size: number): boolean =>
  value >= -(1n << BigInt(8 * size - 1)) && value < 1n << BigInt(8 * size);

function bytesOf(value: bigint, size: number, isBig: boolean): Uint8Array {
  const bytes = Uint8Array.from({ length: size }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
  return isBig ? bytes.reverse() : bytes;
}

/** From a place on, or -1. */
function findBytes(bytes: Uint8Array, part: Uint8Array, from: number): number {
  const fast = searchable(bytes);
  for (let at = fast.indexOf(part[0], from); at >= 0; at = fast.indexOf(part[0], at + 1)) {
    let i = 1;
    while (i < part.length && bytes[at + i] === part[i]) i++;
    if (i === part.length) return at;
  }
  return -1;
}
