/** What every operation computes on words (see words.ts): used to fold constants and by tapes. */
import { Op } from './ops.js';
import {
  addWords,
  divideWords,
  divideWordsSigned,
  lessUnsigned,
  lowMask,
  multiplyWords,
  setMasked,
  shiftLeft,
  shiftRightSigned,
  signed32,
  sliceWord,
  subtractWords,
  two32,
  word,
} from './words.js';

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
        divideWords(alo, ahi, blo, bhi, op === Op.URem);
      }
      return;
    case Op.SDiv:
    case Op.SRem:
      ahi = signed32(ahi, width - 32);
      bhi = signed32(bhi, width - 32);
      if ((blo | bhi) !== 0) divideWordsSigned(alo, ahi, blo, bhi, op === Op.SRem);
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
