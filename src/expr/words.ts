/**
 * Words of 1 to 64 bits as pairs of int32 (low, high), zero-extended, so that folding and evaluating
 * need neither BigInt nor allocation. Results wider than 32 bits come back in the shared register
 * `word`; whoever calls reads it at once. For widths up to 32 the high half is always 0.
 */
import { Op } from './ops.js';

/** word[0]: low 32 bits, word[1]: high 32 bits of the last result. */
export const word = new Int32Array(2);

export function lowMask(width: number): number {
  return width >= 32 ? -1 : (1 << width) - 1;
}

export function highMask(width: number): number {
  return width <= 32 ? 0 : width === 64 ? -1 : (1 << (width - 32)) - 1;
}

function signed32(value: number, width: number): number {
  return (value << (32 - width)) >> (32 - width);
}

function setMasked(width: number, lo: number, hi: number): void {
  word[0] = lo & lowMask(width);
  word[1] = hi & highMask(width);
}

/** Bits [offset, offset + width) of a 64-bit word. */
export function sliceWord(lo: number, hi: number, offset: number, width: number): void {
  if (offset >= 32) {
    lo = hi >>> (offset - 32);
    hi = 0;
  } else if (offset > 0) {
    lo = (lo >>> offset) | (hi << (32 - offset));
    hi >>>= offset;
  }
  setMasked(width, lo, hi);
}

/** high:low, where low has `lowWidth` bits. */
export function joinWords(hlo: number, hhi: number, llo: number, lhi: number, lowWidth: number): void {
  shiftLeft(hlo, hhi, lowWidth);
  word[0] |= llo;
  word[1] |= lhi;
}

/** Sign extension from `from` bits to `to` bits. */
export function signExtendWord(lo: number, hi: number, from: number, to: number): void {
  if (from <= 32) {
    lo = signed32(lo, from);
    hi = lo >> 31;
  } else {
    hi = signed32(hi, from - 32);
  }
  setMasked(to, lo, hi);
}

export function addWords(width: number, alo: number, ahi: number, blo: number, bhi: number): void {
  const lo = (alo + blo) | 0;
  const carry = lo >>> 0 < alo >>> 0 ? 1 : 0;
  setMasked(width, lo, (ahi + bhi + carry) | 0);
}

export function subtractWords(width: number, alo: number, ahi: number, blo: number, bhi: number): void {
  const borrow = alo >>> 0 < blo >>> 0 ? 1 : 0;
  setMasked(width, (alo - blo) | 0, (ahi - bhi - borrow) | 0);
}

export function multiplyWords(width: number, alo: number, ahi: number, blo: number, bhi: number): void {
  const a0 = alo & 0xffff;
  const a1 = alo >>> 16;
  const b0 = blo & 0xffff;
  const b1 = blo >>> 16;
  // Each partial sum stays below 2^32: (2^16 - 1)^2 + 2^16 - 1 does.
  const low = Math.imul(a0, b0);
  const middle = Math.imul(a1, b0) + (low >>> 16);
  const other = Math.imul(a0, b1) + (middle & 0xffff);
  const high = Math.imul(a1, b1) + (middle >>> 16) + (other >>> 16);
  setMasked(width, Math.imul(alo, blo), (high + Math.imul(alo, bhi) + Math.imul(ahi, blo)) | 0);
}

function shiftLeft(lo: number, hi: number, amount: number): void {
  if (amount === 0) {
    word[0] = lo;
    word[1] = hi;
  } else if (amount < 32) {
    word[0] = lo << amount;
    word[1] = (hi << amount) | (lo >>> (32 - amount));
  } else if (amount < 64) {
    word[0] = 0;
    word[1] = lo << (amount - 32);
  } else {
    word[0] = 0;
    word[1] = 0;
  }
}

function shiftRightSigned(lo: number, hi: number, amount: number): void {
  if (amount >= 64) {
    word[0] = hi >> 31;
    word[1] = hi >> 31;
  } else if (amount >= 32) {
    word[0] = hi >> (amount - 32);
    word[1] = hi >> 31;
  } else if (amount > 0) {
    word[0] = (lo >>> amount) | (hi << (32 - amount));
    word[1] = hi >> amount;
  } else {
    word[0] = lo;
    word[1] = hi;
  }
}

function lessUnsigned(alo: number, ahi: number, blo: number, bhi: number): boolean {
  return ahi === bhi ? alo >>> 0 < blo >>> 0 : ahi >>> 0 < bhi >>> 0;
}

const two32 = 0x1_0000_0000;

/** Unsigned 64-bit division; the divisor is not zero. Quotient or remainder, as asked. */
function divide(alo: number, ahi: number, blo: number, bhi: number, wantRemainder: boolean): void {
  if (ahi >>> 21 === 0 && bhi >>> 21 === 0) {
    // Doubles hold both exactly, and % is exact: no rounding can creep in.
    const a = ahi * two32 + (alo >>> 0);
    const b = bhi * two32 + (blo >>> 0);
    const remainder = a % b;
    const result = wantRemainder ? remainder : (a - remainder) / b;
    word[0] = result | 0;
    word[1] = (result / two32) | 0;
    return;
  }
  let rlo = 0;
  let rhi = 0;
  let qlo = 0;
  let qhi = 0;
  for (let bit = 63; bit >= 0; bit--) {
    const carriedOut = rhi < 0;
    rhi = (rhi << 1) | (rlo >>> 31);
    rlo = (rlo << 1) | ((bit >= 32 ? ahi >>> (bit - 32) : alo >>> bit) & 1);
    if (carriedOut || !lessUnsigned(rlo, rhi, blo, bhi)) {
      const borrow = rlo >>> 0 < blo >>> 0 ? 1 : 0;
      rlo = (rlo - blo) | 0;
      rhi = (rhi - bhi - borrow) | 0;
      if (bit >= 32) qhi |= 1 << (bit - 32);
      else qlo |= 1 << bit;
    }
  }
  word[0] = wantRemainder ? rlo : qlo;
  word[1] = wantRemainder ? rhi : qhi;
}

function negateRegister(): void {
  const lo = -word[0] | 0;
  word[1] = ~word[1] + (lo === 0 ? 1 : 0);
  word[0] = lo;
}

/** Signed division of words already sign-extended to 64 bits; the divisor is not zero. */
function divideSigned(alo: number, ahi: number, blo: number, bhi: number, wantRemainder: boolean): void {
  const negativeA = ahi < 0;
  const negativeB = bhi < 0;
  if (negativeA) {
    word[0] = alo;
    word[1] = ahi;
    negateRegister();
    alo = word[0];
    ahi = word[1];
  }
  if (negativeB) {
    word[0] = blo;
    word[1] = bhi;
    negateRegister();
    blo = word[0];
    bhi = word[1];
  }
  divide(alo, ahi, blo, bhi, wantRemainder);
  if (wantRemainder ? negativeA : negativeA !== negativeB) negateRegister();
}

function popcount32(value: number): number {
  value -= (value >>> 1) & 0x55555555;
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333);
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function trailingZeros32(value: number): number {
  return value === 0 ? 32 : 31 - Math.clz32(value & -value);
}

/** Clz, Ctz or Popcnt; the result fits every width. */
export function computeCount(op: Op, width: number, lo: number, hi: number): number {
  if (op === Op.Popcnt) return popcount32(lo) + popcount32(hi);
  if (op === Op.Clz) {
    if (width > 32) return hi !== 0 ? Math.clz32(hi) - (64 - width) : width - 32 + Math.clz32(lo);
    return Math.clz32(lo) - (32 - width);
  }
  if (lo !== 0) return trailingZeros32(lo);
  return hi !== 0 ? 32 + trailingZeros32(hi) : width;
}

/** Any two-operand operation at a width of at most 32; the result is masked, comparisons give 0 or 1. */
export function computeNarrow(op: Op, width: number, a: number, b: number): number {
  const mask = lowMask(width);
  switch (op) {
    case Op.Add:
      return (a + b) & mask;
    case Op.Sub:
      return (a - b) & mask;
    case Op.Mul:
      return Math.imul(a, b) & mask;
    case Op.UDiv:
      return b === 0 ? mask : ((a >>> 0) / (b >>> 0)) & mask;
    case Op.URem:
      return b === 0 ? a : ((a >>> 0) % (b >>> 0)) & mask;
    case Op.SDiv: {
      const dividend = signed32(a, width);
      if (b === 0) return dividend < 0 ? 1 : mask;
      return (dividend / signed32(b, width)) & mask;
    }
    case Op.SRem:
      return b === 0 ? a : (signed32(a, width) % signed32(b, width)) & mask;
    case Op.And:
      return a & b;
    case Op.Or:
      return a | b;
    case Op.Xor:
      return a ^ b;
    case Op.Shl:
      return b >>> 0 >= width ? 0 : (a << b) & mask;
    case Op.LShr:
      return b >>> 0 >= width ? 0 : (a >>> b) & mask;
    case Op.AShr:
      return (signed32(a, width) >> (b >>> 0 >= width ? 31 : b)) & mask;
    case Op.RotL:
    case Op.RotR: {
      let amount = (b >>> 0) % width;
      if (amount === 0) return a;
      if (op === Op.RotR) amount = width - amount;
      return ((a << amount) | (a >>> (width - amount))) & mask;
    }
    case Op.Eq:
      return a === b ? 1 : 0;
    case Op.Ult:
      return a >>> 0 < b >>> 0 ? 1 : 0;
    case Op.Ule:
      return a >>> 0 <= b >>> 0 ? 1 : 0;
    case Op.Slt:
      return signed32(a, width) < signed32(b, width) ? 1 : 0;
    case Op.Sle:
      return signed32(a, width) <= signed32(b, width) ? 1 : 0;
    default:
      throw new Error(`no such two-operand operation: ${op}`);
  }
}

function setBoolean(value: boolean): void {
  word[0] = value ? 1 : 0;
  word[1] = 0;
}

/** Any two-operand operation at a width of 33 to 64; the result is in `word`. */
export function computeWide(op: Op, width: number, alo: number, ahi: number, blo: number, bhi: number): void {
  switch (op) {
    case Op.Add:
      addWords(width, alo, ahi, blo, bhi);
      return;
    case Op.Sub:
      subtractWords(width, alo, ahi, blo, bhi);
      return;
    case Op.Mul:
      multiplyWords(width, alo, ahi, blo, bhi);
      return;
    case Op.UDiv:
    case Op.URem:
      if ((blo | bhi) === 0) {
        if (op === Op.UDiv) setMasked(width, -1, -1);
        else setMasked(width, alo, ahi);
      } else {
        divide(alo, ahi, blo, bhi, op === Op.URem);
      }
      return;
    case Op.SDiv:
    case Op.SRem:
      ahi = signed32(ahi, width - 32);
      bhi = signed32(bhi, width - 32);
      if ((blo | bhi) !== 0) divideSigned(alo, ahi, blo, bhi, op === Op.SRem);
      else if (op === Op.SRem) setMasked(width, alo, ahi);
      else if (ahi < 0) setBoolean(true);
      else setMasked(width, -1, -1);
      setMasked(width, word[0], word[1]);
      return;
    case Op.And:
      word[0] = alo & blo;
      word[1] = ahi & bhi;
      return;
    case Op.Or:
      word[0] = alo | blo;
      word[1] = ahi | bhi;
      return;
    case Op.Xor:
      word[0] = alo ^ blo;
      word[1] = ahi ^ bhi;
      return;
    case Op.Shl:
      shiftLeft(alo, ahi, shiftAmount(blo, bhi));
      setMasked(width, word[0], word[1]);
      return;
    case Op.LShr: {
      const amount = shiftAmount(blo, bhi);
      if (amount >= width) setMasked(width, 0, 0);
      else sliceWord(alo, ahi, amount, width);
      return;
    }
    case Op.AShr:
      shiftRightSigned(alo, signed32(ahi, width - 32), shiftAmount(blo, bhi));
      setMasked(width, word[0], word[1]);
      return;
    case Op.RotL:
    case Op.RotR: {
      let amount = ((bhi >>> 0) * (two32 % width) + (blo >>> 0)) % width;
      if (op === Op.RotR && amount !== 0) amount = width - amount;
      shiftLeft(alo, ahi, amount);
      const lo = word[0];
      const hi = word[1];
      if (amount === 0) sliceWord(0, 0, 0, width);
      else sliceWord(alo, ahi, width - amount, width);
      setMasked(width, lo | word[0], hi | word[1]);
      return;
    }
    case Op.Eq:
      setBoolean(alo === blo && ahi === bhi);
      return;
    case Op.Ult:
      setBoolean(lessUnsigned(alo, ahi, blo, bhi));
      return;
    case Op.Ule:
      setBoolean(!lessUnsigned(blo, bhi, alo, ahi));
      return;
    case Op.Slt:
      setBoolean(lessUnsigned(alo, flipSign(ahi, width), blo, flipSign(bhi, width)));
      return;
    case Op.Sle:
      setBoolean(!lessUnsigned(blo, flipSign(bhi, width), alo, flipSign(ahi, width)));
      return;
    default:
      throw new Error(`no such two-operand operation: ${op}`);
  }
}

/** Signed order is unsigned order with the sign bit flipped. */
function flipSign(hi: number, width: number): number {
  return hi ^ (1 << (width - 33));
}

function shiftAmount(lo: number, hi: number): number {
  return hi !== 0 || lo >>> 0 > 64 ? 64 : lo;
}
