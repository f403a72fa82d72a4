/**
 * Words of 1 to 64 bits as pairs of int32 (low, high), zero-extended, so that folding and evaluating
 * need neither BigInt nor allocation. Results wider than 32 bits come back in the shared register
 * `word`; whoever calls reads it at once. For widths up to 32 the high half is always 0.
 */

/** word[0]: low 32 bits, word[1]: high 32 bits of the last result. */
export const word = new Int32Array(2);

/** As an int32, since callers compare with it: `(1 << 31) - 1` is none. */
export function lowMask(width: number): number {
  return width >= 32 ? -1 : ((1 << width) - 1) | 0;
}

export function highMask(width: number): number {
  return width <= 32 ? 0 : width === 64 ? -1 : ((1 << (width - 32)) - 1) | 0;
}

/** The low `width` bits (at most 32) as a signed number. */
export function signed32(value: number, width: number): number {
  return (value << (32 - width)) >> (32 - width);
}

export function setMasked(width: number, lo: number, hi: number): void {
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

export function shiftLeft(lo: number, hi: number, amount: number): void {
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

export function shiftRightSigned(lo: number, hi: number, amount: number): void {
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

export function lessUnsigned(alo: number, ahi: number, blo: number, bhi: number): boolean {
  return ahi === bhi ? alo >>> 0 < blo >>> 0 : ahi >>> 0 < bhi >>> 0;
}

export const two32 = 0x1_0000_0000;

/** Unsigned 64-bit division; the divisor is not zero. Quotient or remainder, as asked. */
export function divideWords(alo: number, ahi: number, blo: number, bhi: number, wantRemainder: boolean): void {
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
export function divideWordsSigned(alo: number, ahi: number, blo: number, bhi: number, wantRemainder: boolean): void {
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
  divideWords(alo, ahi, blo, bhi, wantRemainder);
  if (wantRemainder ? negativeA : negativeA !== negativeB) negateRegister();
}
