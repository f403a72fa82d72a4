import type { ExprId } from '../vocabulary/brands.js';
import { powerOfTwo } from '../vocabulary/powers.js';
import { Op } from './ops.js';
import { rangeOfRead } from './range-of-read.js';
import type { ExprStore } from './store.js';

/** Numbers per expression: lowest and highest unsigned, lowest and highest signed. */
export const stride = 4;

/** From here on doubles are not exact. */
export const exact = 2 ** 53;

/** The bounds found so far of the one being computed. */
let low = 0;
let high = 0;
let signedLow = 0;
let signedHigh = 0;

function unsigned(from: number, to: number): void {
  low = from;
  high = to;
}

function signed(from: number, to: number): void {
  signedLow = from;
  signedHigh = to;
}

/** Is this no less than the least signed number? Where doubles are not exact, what is a little less looks equal. */
function isAbove(least: number, half: number): boolean {
  return half < exact ? least >= -half : least > -half;
}

/** What a sum or difference comes to, if all of it wraps around equally often. */
function unsignedWrapped(from: number, to: number, size: number): void {
  if (from >= 0 && to < size) unsigned(from, to);
  else if (from >= size && to < 2 * size) unsigned(from - size, to - size);
  else if (from >= -size && to < 0) unsigned(from + size, to + size);
}

function signedWrapped(from: number, to: number, half: number): void {
  if (isAbove(from, half) && to < half) signed(from, to);
  else if (half >= exact) return;
  else if (from >= half && to < 3 * half) signed(from - 2 * half, to - 2 * half);
  else if (from >= -3 * half && to < -half) signed(from + 2 * half, to + 2 * half);
}

/** The smallest number of ones only that is not less. */
function onesAbove(value: number): number {
  if (value < 1) return 0;
  const ones = powerOfTwo(Math.floor(Math.log2(value)) + 1) - 1;
  return ones < value ? ones * 2 + 1 : ones;
}

/**
 * Bounds of one expression from those of its parts, which stand in `bounds` where `rowOf` says; written to `at`.
 * Every rule is about mathematics first: a bound is kept only where nothing wraps, or all of it does.
 */
export function computeRange(
  store: ExprStore,
  id: ExprId,
  bounds: Float64Array,
  at: number,
  rowOf: (id: ExprId) => number,
): void {
  const op = store.op[id];
  const width = store.width[id];
  const size = powerOfTwo(width);
  const half = size / 2;
  unsigned(0, size - 1);
  signed(-half, half - 1);
  if (op === Op.Const) constant(store, id, width);
  else if (op === Op.Var) unsigned(0, 255);
  else if (op === Op.Read) {
    const found = rangeOfRead(store, id, bounds, rowOf);
    if (found) unsigned(found[0], found[1]);
  } else if (op === Op.Extract || op === Op.ZExt || op === Op.SExt) cut(store, id, bounds, rowOf(store.a[id]), size);
  else if (op === Op.Clz || op === Op.Ctz || op === Op.Popcnt) unsigned(0, width);
  else if (op === Op.Ite) choice(bounds, rowOf(store.a[id]), rowOf(store.b[id]), rowOf(store.c[id]));
  else
    binary(store, op, width, bounds, rowOf(store.a[id]), rowOf(store.b[id]), store.a[id] === store.b[id], store.b[id]);
  agree(size, half);
  write(bounds, at, size, half);
}

/** Narrows the bounds at `at`, of a value of this width; false if nothing is left between them. */
export function narrowRange(
  bounds: Float64Array,
  at: number,
  width: number,
  from: number,
  to: number,
  isSigned: boolean,
): boolean {
  unsigned(bounds[at], bounds[at + 1]);
  signed(bounds[at + 2], bounds[at + 3]);
  if (isSigned) signed(Math.max(signedLow, from), Math.min(signedHigh, to));
  else unsigned(Math.max(low, from), Math.min(high, to));
  const size = powerOfTwo(width);
  if (low > high || signedLow > signedHigh) return false;
  agree(size, size / 2);
  write(bounds, at, size, size / 2);
  return low <= high && signedLow <= signedHigh;
}

function write(bounds: Float64Array, at: number, size: number, half: number): void {
  bounds[at] = Math.min(low, exact);
  bounds[at + 1] = high >= exact ? size : high;
  bounds[at + 2] = signedLow >= exact ? exact : signedLow <= -exact ? -half : signedLow;
  bounds[at + 3] = signedHigh >= exact ? half : Math.max(signedHigh, -exact);
}

/** Each of the two readings says something about the other where all values have one sign. */
function agree(size: number, half: number): void {
  if (high < half) signed(Math.max(signedLow, low), Math.min(signedHigh, high));
  else if (low >= half && size <= exact) signed(Math.max(signedLow, low - size), Math.min(signedHigh, high - size));
  if (signedLow >= 0) unsigned(Math.max(low, signedLow), Math.min(high, signedHigh));
  else if (signedHigh < 0) {
    unsigned(Math.max(low, size <= exact ? signedLow + size : half), Math.min(high, signedHigh + size));
  }
}

function constant(store: ExprStore, id: ExprId, width: number): void {
  const value = (store.lo[id] >>> 0) + (store.hi[id] >>> 0) * 2 ** 32;
  unsigned(value, value);
  if (width === 64 && store.hi[id] < 0) {
    const negative = store.hi[id] * 2 ** 32 + (store.lo[id] >>> 0);
    signed(negative, negative);
  }
}

function choice(bounds: Float64Array, a: number, b: number, c: number): void {
  const from = bounds[a] === 1 ? b : c;
  const to = bounds[a + 1] === 0 ? c : b;
  unsigned(Math.min(bounds[from], bounds[to]), Math.max(bounds[from + 1], bounds[to + 1]));
  signed(Math.min(bounds[from + 2], bounds[to + 2]), Math.max(bounds[from + 3], bounds[to + 3]));
}

function cut(store: ExprStore, id: ExprId, bounds: Float64Array, a: number, size: number): void {
  switch (store.op[id]) {
    case Op.ZExt:
      return unsigned(bounds[a], bounds[a + 1]);
    case Op.SExt:
      return signed(bounds[a + 2], bounds[a + 3]);
    default: {
      const unit = powerOfTwo(store.c[id]);
      const [from, to] = [Math.floor(bounds[a] / unit), Math.floor(bounds[a + 1] / unit)];
      if (bounds[a + 1] < exact && Math.floor(from / size) === Math.floor(to / size)) unsigned(from % size, to % size);
      const [signedFrom, signedTo] = [Math.floor(bounds[a + 2] / unit), Math.floor(bounds[a + 3] / unit)];
      if (bounds[a + 2] > -exact && bounds[a + 3] < exact && signedFrom >= -size / 2 && signedTo < size / 2) {
        signed(signedFrom, signedTo);
      }
    }
  }
}

function binary(
  store: ExprStore,
  op: number,
  width: number,
  bounds: Float64Array,
  a: number,
  b: number,
  isSame: boolean,
  right: ExprId,
): void {
  const size = powerOfTwo(width);
  const half = size / 2;
  const [aLow, aHigh, aLeast, aMost] = [bounds[a], bounds[a + 1], bounds[a + 2], bounds[a + 3]];
  const [bLow, bHigh, bLeast, bMost] = [bounds[b], bounds[b + 1], bounds[b + 2], bounds[b + 3]];
  switch (op) {
    case Op.Add:
      unsignedWrapped(aLow + bLow, aHigh + bHigh, size);
      return signedWrapped(aLeast + bLeast, aMost + bMost, half);
    case Op.Sub:
      unsignedWrapped(aLow - bHigh, aHigh - bLow, size);
      return signedWrapped(aLeast - bMost, aMost - bLeast, half);
    case Op.Mul: {
      if (aHigh * bHigh < size) unsigned(aLow * bLow, aHigh * bHigh);
      const [p, q, r, s] = [aLeast * bLeast, aLeast * bMost, aMost * bLeast, aMost * bMost];
      const [least, most] = [Math.min(p, q, r, s), Math.max(p, q, r, s)];
      if (isAbove(least, half) && most < half) signed(isSame ? Math.max(least, 0) : least, most);
      return;
    }
    case Op.UDiv:
      if (bLow > 0) unsigned(Math.floor(aLow / bHigh), Math.floor(aHigh / bLow));
      return;
    case Op.URem:
      if (aHigh < bLow) unsigned(aLow, aHigh);
      else unsigned(0, bLow > 0 ? Math.min(aHigh, bHigh - 1) : aHigh);
      return;
    case Op.SDiv:
      return quotient(aLeast, aMost, bLeast, bMost, half);
    case Op.SRem:
      return remainder(aLeast, aMost, bLeast, bMost);
    case Op.And:
      unsigned(width === 1 ? Math.min(aLow, bLow) : 0, Math.min(aHigh, bHigh));
      return fewBits(aLeast, aMost, bLeast, bMost);
    case Op.Or:
      unsigned(Math.max(aLow, bLow), Math.min(size - 1, onesAbove(Math.max(aHigh, bHigh))));
      return fewBits(aLeast, aMost, bLeast, bMost);
    case Op.Xor:
      if (width === 1 && bLow === 1) return unsigned(1 - aHigh, 1 - aLow);
      unsigned(0, Math.min(size - 1, onesAbove(Math.max(aHigh, bHigh))));
      return fewBits(aLeast, aMost, bLeast, bMost);
    case Op.Shl: {
      if (bHigh >= width) return;
      const [least, most] = [powerOfTwo(bLow), powerOfTwo(bHigh)];
      if (aHigh * most < size) unsigned(aLow * least, aHigh * most);
      const [from, to] = [aLeast * (aLeast < 0 ? most : least), aMost * (aMost < 0 ? least : most)];
      if (from >= -half && to < half) signed(from, to);
      return;
    }
    case Op.LShr:
      return unsigned(
        Math.floor(aLow / powerOfTwo(Math.min(bHigh, 64))),
        Math.floor(aHigh / powerOfTwo(Math.min(bLow, 64))),
      );
    case Op.AShr: {
      const [least, most] = [powerOfTwo(Math.min(bLow, 64)), powerOfTwo(Math.min(bHigh, 64))];
      return signed(Math.floor(aLeast / (aLeast < 0 ? least : most)), Math.floor(aMost / (aMost < 0 ? most : least)));
    }
    case Op.Eq:
      if (aHigh < bLow || bHigh < aLow || aMost < bLeast || bMost < aLeast) unsigned(0, 0);
      else if (aLow === aHigh && bLow === bHigh && aLow === bLow && aHigh < exact) unsigned(1, 1);
      return;
    case Op.Ult:
      return compared(aHigh < bLow, aLow >= bHigh);
    case Op.Ule:
      return compared(aHigh <= bLow, aLow > bHigh);
    case Op.Slt:
      return compared(aMost < bLeast, aLeast >= bMost);
    case Op.Sle:
      return compared(aMost <= bLeast, aLeast > bMost);
    case Op.Concat: {
      const unit = powerOfTwo(store.width[right]);
      unsigned(aLow * unit + bLow, aHigh * unit + bHigh);
      return signed(aLeast * unit + bLow, aMost * unit + bHigh);
    }
  }
}

function compared(surely: boolean, never: boolean): void {
  if (surely) unsigned(1, 1);
  else if (never) unsigned(0, 0);
}

/** Towards zero. A division by 0 gives 1 or -1. */
function quotient(aLeast: number, aMost: number, bLeast: number, bMost: number, half: number): void {
  if (bLeast <= 0 && bMost >= 0) {
    const most = Math.max(1, -aLeast, aMost);
    if (most < half) signed(-most, most);
    return;
  }
  const all = [aLeast / bLeast, aLeast / bMost, aMost / bLeast, aMost / bMost].map(Math.trunc);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  if (most < half) signed(least, most);
}

/** Has the sign of what is divided. A remainder of a division by 0 is what was divided. */
function remainder(aLeast: number, aMost: number, bLeast: number, bMost: number): void {
  const most = bLeast <= 0 && bMost >= 0 ? Number.POSITIVE_INFINITY : Math.max(-bLeast, bMost) - 1;
  signed(aLeast < 0 ? Math.max(aLeast, -most) : 0, aMost > 0 ? Math.min(aMost, most) : 0);
}

/** Bits above those that either operand needs are copies of the sign. */
function fewBits(aLeast: number, aMost: number, bLeast: number, bMost: number): void {
  const ones = onesAbove(Math.max(aMost, bMost, -1 - aLeast, -1 - bLeast));
  signed(Math.max(signedLow, -1 - ones), Math.min(signedHigh, ones));
}
