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

/** Longer inputs are searched by the machine's own way, which takes a while to call. */
const longInput = 256;

/**
 * Those that the log of a run suggests, in the order of the run. A log has thousands of pairs of which the input holds
 * few: most are dropped before anything is made of them, or this would take longer than all runs it leads to.
 */
export function replacementsOf(
  genome: Genome,
  compared: Int32Array,
  words: readonly ComparedWords[],
  isResizable: (part: number) => boolean,
): Replacement[] {
  const found: Replacement[] = [];
  const tried = new Set<string>();
  const triedBytes = new Uint8Array(1 << 16);
  const isNew = (old: Uint8Array, fresh: Uint8Array): boolean => {
    if (old.length === 1 && fresh.length === 1) return triedBytes[(old[0] << 8) | fresh[0]]++ === 0;
    const key = `${toLatin1(old)}\0${toLatin1(fresh)}`;
    if (tried.has(key)) return false;
    tried.add(key);
    return true;
  };
  const put = (old: Uint8Array, fresh: Uint8Array): void => {
    if (old.length === 0 || !genome.some((bytes) => findBytes(bytes, old, 0) >= 0) || !isNew(old, fresh)) return;
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
  const held = new HeldBytes(genome);
  const pairs = new PairsOfSites();
  for (let i = 0; i < compared.length; i += comparedWords) {
    const [leftLow, leftHigh] = [compared[i + 2], compared[i + 3]];
    const [rightLow, rightHigh] = [compared[i + 4], compared[i + 5]];
    if (leftLow === rightLow && leftHigh === rightHigh) continue;
    if (!pairs.add(compared[i], leftLow, leftHigh, rightLow, rightHigh)) continue;
    const size = compared[i + 1];
    const width = size & ~orderMark;
    const mayHoldLeft = held.mayHold(leftLow, leftHigh);
    const mayHoldRight = held.mayHold(rightLow, rightHigh);
    if (!mayHoldLeft && !mayHoldRight) continue;
    const left = wide(leftLow, leftHigh);
    const right = wide(rightLow, rightHigh);
    const around = size >= orderMark ? [0n, 1n, -1n] : [0n];
    for (const delta of around) {
      if (mayHoldLeft) putNumber(put, held, left, right + delta, width);
      if (mayHoldRight) putNumber(put, held, right, left + delta, width);
    }
  }
  return found;
}

/** The first few pairs of operands that each place compared. */
class PairsOfSites {
  readonly #sites = new Map<number, number[]>();

  /** False: it is known, or its place has had enough. */
  add(site: number, a: number, b: number, c: number, d: number): boolean {
    const pairs = this.#sites.get(site);
    if (!pairs) {
      this.#sites.set(site, [a, b, c, d]);
      return true;
    }
    if (pairs.length >= 4 * mostAtASite) return false;
    for (let i = 0; i < pairs.length; i += 4) {
      if (pairs[i] === a && pairs[i + 1] === b && pairs[i + 2] === c && pairs[i + 3] === d) return false;
    }
    pairs.push(a, b, c, d);
    return true;
  }
}

/** Which bytes an input has anywhere: a number of which it lacks one is not in it. */
class HeldBytes {
  readonly #has = new Uint8Array(256);
  readonly #hasDigits: boolean;

  constructor(genome: Genome) {
    for (const bytes of genome) for (const byte of bytes) this.#has[byte] = 1;
    this.#hasDigits = this.#has.subarray(0x30, 0x3a).includes(1);
  }

  /** Whatever its width and order, its lowest byte is there; or it is written in digits. */
  mayHold(low: number, high: number): boolean {
    return this.#has[low & 255] === 1 || (this.#hasDigits && high >= 0);
  }

  hasAll(bytes: Uint8Array): boolean {
    for (let i = 0; i < bytes.length; i++) if (this.#has[bytes[i]] === 0) return false;
    return true;
  }

  /** The number in so many bytes: a high one that is missing says no at once. */
  hasNumber(value: bigint, size: number): boolean {
    for (let i = 0; i < size; i++) if (this.#has[Number((value >> BigInt(8 * i)) & 255n)] === 0) return false;
    return true;
  }

  get hasDigits(): boolean {
    return this.#hasDigits;
  }
}

const wide = (low: number, high: number): bigint => (BigInt(high) << 32n) | BigInt(low >>> 0);

/** As bytes, in either order, and as digits. */
function putNumber(
  put: (old: Uint8Array, fresh: Uint8Array) => void,
  held: HeldBytes,
  old: bigint,
  fresh: bigint,
  width: number,
): void {
  for (const size of [1, 2, 4, 8]) {
    if (size > width) break;
    if (!held.hasNumber(old, size)) break;
    if (!fits(old, size) || !fits(fresh, size)) continue;
    // Zeros are everywhere: a number of several bytes that is nought means nothing.
    if (size > 1 && old === 0n) continue;
    put(bytesOf(old, size, false), bytesOf(fresh, size, false));
    if (size > 1) put(bytesOf(old, size, true), bytesOf(fresh, size, true));
  }
  if (!held.hasDigits || old < 0n || fresh < 0n) return;
  const digits = fromLatin1(String(old));
  if (held.hasAll(digits)) put(digits, fromLatin1(String(fresh)));
}

const fits = (value: bigint, size: number): boolean =>
  value >= -(1n << BigInt(8 * size - 1)) && value < 1n << BigInt(8 * size);

function bytesOf(value: bigint, size: number, isBig: boolean): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[isBig ? size - 1 - i : i] = Number((value >> BigInt(8 * i)) & 255n);
  return bytes;
}

/** From a place on, or -1. */
export function findBytes(bytes: Uint8Array, part: Uint8Array, from: number): number {
  const last = bytes.length - part.length;
  if (bytes.length > longInput) {
    const fast = searchable(bytes);
    for (let at = fast.indexOf(part[0], from); at >= 0; at = fast.indexOf(part[0], at + 1)) {
      if (isAt(bytes, part, at)) return at;
    }
    return -1;
  }
  for (let at = from; at <= last; at++) if (isAt(bytes, part, at)) return at;
  return -1;
}

function isAt(bytes: Uint8Array, part: Uint8Array, at: number): boolean {
  for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return false;
  return true;
}
