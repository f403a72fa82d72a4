/**
 * Sets of byte values as 256 bits in eight 32-bit words, and the order in which a value is chosen
 * from one.
 */
export type ByteSet = Int32Array;

export function fullSet(): ByteSet {
  return new Int32Array(8).fill(-1);
}

/** Takes from `set` what `other` lacks; true if something went. */
export function intersect(set: ByteSet, other: ByteSet): boolean {
  let changed = 0;
  for (let word = 0; word < 8; word++) {
    const both = set[word] & other[word];
    changed |= both ^ set[word];
    set[word] = both;
  }
  return changed !== 0;
}

export function isEmpty(set: ByteSet): boolean {
  return (set[0] | set[1] | set[2] | set[3] | set[4] | set[5] | set[6] | set[7]) === 0;
}

export function sameSet(left: ByteSet, right: ByteSet): boolean {
  for (let word = 0; word < 8; word++) if (left[word] !== right[word]) return false;
  return true;
}

export function has(set: ByteSet, value: number): boolean {
  return ((set[value >> 5] >>> (value & 31)) & 1) === 1;
}

export function add(set: ByteSet, value: number): void {
  set[value >> 5] |= 1 << (value & 31);
}

/** The least member; of a set that is not empty. */
export function leastOf(set: ByteSet, from = 0): number {
  let word = 0;
  while (set[from + word] === 0) word++;
  const bits = set[from + word];
  return word * 32 + 31 - Math.clz32(bits & -bits);
}

export function greatestOf(set: ByteSet, from = 0): number {
  let word = 7;
  while (set[from + word] === 0) word--;
  return word * 32 + 31 - Math.clz32(set[from + word]);
}

export function sizeOf(set: ByteSet): number {
  let size = 0;
  for (let word = 0; word < 8; word++) {
    let bits = set[word];
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    size += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return size;
}

/** A test is read by people: letters and digits first, then what else prints, then 0, then the rest. */
const plainOrder: Uint8Array = Uint8Array.from(
  Array.from({ length: 256 }, (_, value) => value).sort((left, right) => rank(left) - rank(right) || left - right),
);

function rank(value: number): number {
  const character = String.fromCharCode(value);
  const ranks = [/[a-z]/, /[0-9]/, /[A-Z]/, /[ -~]/];
  const found = ranks.findIndex((pattern) => pattern.test(character));
  if (found >= 0) return found;
  return value === 0 ? ranks.length : ranks.length + 1;
}

/** Bytes of numbers: small ones first. */
const numberOrder: Uint8Array = Uint8Array.from({ length: 256 }, (_, value) => value);

/** The plainest member, or -1 of an empty set. `rank`: not 0 for a byte of a number (see number-bytes.ts). */
export function plainest(set: ByteSet, rank: number): number {
  const order = rank === 0 ? plainOrder : numberOrder;
  for (let index = 0; index < 256; index++) if (has(set, order[index])) return order[index];
  return -1;
}

/** All members, the plainest first, written to `out`; their number. */
export function membersInOrder(set: ByteSet, rank: number, out: Int32Array): number {
  const order = rank === 0 ? plainOrder : numberOrder;
  let count = 0;
  for (let index = 0; index < 256; index++) if (has(set, order[index])) out[count++] = order[index];
  return count;
}
