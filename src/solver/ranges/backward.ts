import { Op } from '../../expr/ops.js';
import { powerOfTwo } from '../../vocabulary/powers.js';
import { entryBound, fitsBelow, keepsAll, readLimit, signedHigh, signedLow } from './forward.js';
import { exactLimit, type Plan } from './plan.js';

/**
 * From what the result must be to what the operands can be: the mirror of `forward`, run from the last
 * node to the first after the root was set. False when some node has no value left.
 */
export function backward(plan: Plan, lo: Float64Array, hi: Float64Array): boolean {
  for (let at = plan.length - 1; at >= 0; at--) {
    if (lo[at] > hi[at]) return false;
    const op = plan.op[at];
    if (op === Op.Const || op === Op.Var) continue;
    node(plan, lo, hi, at, op, plan.a[at], plan.b[at]);
  }
  for (const at of plan.inputs) if (lo[at] > hi[at]) return false;
  return true;
}

function node(plan: Plan, lo: Float64Array, hi: Float64Array, at: number, op: number, a: number, b: number): void {
  const size = plan.size[at];
  const low = lo[at];
  const high = hi[at];
  switch (op) {
    case Op.Add: {
      const turns = turnsOf(lo[a] + lo[b], hi[a] + hi[b], size);
      if (turns < 0) return;
      narrow(lo, hi, a, low + turns - hi[b], high + turns - lo[b]);
      return narrow(lo, hi, b, low + turns - hi[a], high + turns - lo[a]);
    }
    case Op.Sub: {
      const [lowB, highB] = b < 0 ? [plan.low[at], plan.low[at]] : [lo[b], hi[b]];
      const borrows = hi[a] < lowB && size <= exactLimit;
      if (lo[a] < highB && !borrows) return;
      const turns = borrows ? -size : 0;
      narrow(lo, hi, a, low + turns + lowB, high + turns + highB);
      if (b >= 0) narrow(lo, hi, b, lo[a] - (high + turns), hi[a] - (low + turns));
      return;
    }
    case Op.Mul:
      if (hi[a] * hi[b] >= Math.min(size, exactLimit)) return;
      if (lo[b] > 0) narrow(lo, hi, a, Math.ceil(low / hi[b]), Math.floor(high / lo[b]));
      if (lo[a] > 0) narrow(lo, hi, b, Math.ceil(low / hi[a]), Math.floor(high / lo[a]));
      return;
    case Op.UDiv:
      if (lo[b] > 0 && lo[b] === hi[b]) narrow(lo, hi, a, low * lo[b], high * lo[b] + lo[b] - 1);
      return;
    case Op.And:
      if (plan.width[at] === 1) return bothOrNeither(lo, hi, a, b, low, high);
      if (keepsAll(plan, hi, a, b)) return narrow(lo, hi, a, low, high);
      narrow(lo, hi, a, low, Number.POSITIVE_INFINITY);
      return narrow(lo, hi, b, low, Number.POSITIVE_INFINITY);
    case Op.Or:
      if (plan.width[at] === 1) return eitherOrNone(lo, hi, a, b, low, high);
      narrow(lo, hi, a, 0, high);
      narrow(lo, hi, b, 0, high);
      if (fitsBelow(plan, hi, a, b)) return parts(lo, hi, a, b, low, high, powerOfTwo(plan.zeros[a]), 1);
      if (fitsBelow(plan, hi, b, a)) return parts(lo, hi, b, a, low, high, powerOfTwo(plan.zeros[b]), 1);
      return;
    case Op.Xor:
      if (plan.width[at] === 1 && lo[b] === 1) narrow(lo, hi, a, 1 - high, 1 - low);
      return;
    case Op.Shl: {
      const factor = powerOfTwo(lo[b]);
      if (lo[b] !== hi[b] || hi[a] * factor >= Math.min(size, exactLimit)) return;
      return narrow(lo, hi, a, Math.ceil(low / factor), Math.floor(high / factor));
    }
    case Op.AShr:
    case Op.LShr: {
      const factor = powerOfTwo(lo[b]);
      const negative = op === Op.AShr && hi[a] >= size / 2;
      if (lo[b] === hi[b] && !negative) narrow(lo, hi, a, low * factor, high * factor + factor - 1);
      return;
    }
    case Op.Eq:
      if (low === 1) {
        narrow(lo, hi, a, lo[b], hi[b]);
        narrow(lo, hi, b, lo[a], hi[a]);
      } else if (high === 0) {
        exclude(lo, hi, a, b);
        exclude(lo, hi, b, a);
      }
      return;
    case Op.Ult:
      if (low === 1) below(lo, hi, a, b, 1);
      else if (high === 0) below(lo, hi, b, a, 0);
      return;
    case Op.Ule:
      if (low === 1) below(lo, hi, a, b, 0);
      else if (high === 0) below(lo, hi, b, a, 1);
      return;
    case Op.Slt:
    case Op.Sle: {
      if (low !== 1 && high !== 0) return;
      const gap = (op === Op.Slt) === (low === 1) ? 1 : 0;
      const [less, more] = low === 1 ? [a, b] : [b, a];
      return belowSigned(plan, lo, hi, less, more, gap);
    }
    case Op.Ite: {
      const c = plan.c[at];
      if (lo[b] > high || hi[b] < low) narrow(lo, hi, a, 0, 0);
      if (lo[c] > high || hi[c] < low) narrow(lo, hi, a, 1, 1);
      if (lo[a] === 1) narrow(lo, hi, b, low, high);
      else if (hi[a] === 0) narrow(lo, hi, c, low, high);
      return;
    }
    case Op.Concat:
      return parts(lo, hi, a, b, low, high, plan.size[b], plan.size[b]);
    case Op.Extract:
      if (plan.low[at] === 0 && hi[a] < size) narrow(lo, hi, a, low, high);
      return;
    case Op.ZExt:
      return narrow(lo, hi, a, low, high);
    case Op.SExt: {
      const half = plan.size[a] / 2;
      const added = size - plan.size[a];
      if (high < half + added) narrow(lo, hi, a, low, Math.min(high, half - 1));
      else if (low >= half && size <= exactLimit) narrow(lo, hi, a, Math.max(low - added, half), high - added);
      return;
    }
    case Op.Read:
      return read(plan, lo, hi, at, a);
  }
}

/** Bounds past what a double counts exactly say nothing. */
function narrow(lo: Float64Array, hi: Float64Array, at: number, low: number, high: number): void {
  if (low > lo[at]) lo[at] = Math.min(low, exactLimit);
  if (high < hi[at] && high < exactLimit) hi[at] = high;
}

/** How much a sum in these bounds is above its wrapped value, -1 if that depends. */
function turnsOf(low: number, high: number, size: number): number {
  if (high < size) return 0;
  return low >= size && size <= exactLimit ? size : -1;
}

/** a + gap <= b. */
function below(lo: Float64Array, hi: Float64Array, a: number, b: number, gap: number): void {
  narrow(lo, hi, a, 0, hi[b] - gap);
  narrow(lo, hi, b, lo[a] + gap, Number.POSITIVE_INFINITY);
}

function belowSigned(plan: Plan, lo: Float64Array, hi: Float64Array, a: number, b: number, gap: number): void {
  const half = plan.size[a] / 2;
  if (hi[a] > exactLimit || hi[b] > exactLimit) {
    // 64 bits: only what is plainly not negative.
    if (hi[a] < half && hi[b] < half) below(lo, hi, a, b, gap);
    return;
  }
  narrowSigned(lo, hi, a, half, Number.NEGATIVE_INFINITY, signedHigh(lo[b], hi[b], half) - gap);
  narrowSigned(lo, hi, b, half, signedLow(lo[a], hi[a], half) + gap, Number.POSITIVE_INFINITY);
}

/** Signed bounds only turn into unsigned ones where they leave one sign. */
function narrowSigned(lo: Float64Array, hi: Float64Array, at: number, half: number, low: number, high: number): void {
  const from = Math.max(low, signedLow(lo[at], hi[at], half));
  const to = Math.min(high, signedHigh(lo[at], hi[at], half));
  if (from > to) narrow(lo, hi, at, 1, 0);
  else if (from >= 0) narrow(lo, hi, at, from, to);
  else if (to < 0) narrow(lo, hi, at, from + 2 * half, to + 2 * half);
}

/** result = a * step + b, b below the unit; `step` is 1 when a is already in place. */
function parts(
  lo: Float64Array,
  hi: Float64Array,
  a: number,
  b: number,
  low: number,
  high: number,
  unit: number,
  step: number,
): void {
  if (high > exactLimit) return;
  const [first, last] = [Math.floor(low / unit), Math.floor(high / unit)];
  const scale = step === 1 ? unit : 1;
  narrow(lo, hi, a, first * scale, step === 1 ? last * scale + (unit - 1) : last);
  if (first === last) narrow(lo, hi, b, low - first * unit, high - first * unit);
}

function exclude(lo: Float64Array, hi: Float64Array, at: number, other: number): void {
  if (lo[other] !== hi[other] || lo[other] >= exactLimit) return;
  if (lo[at] === lo[other]) lo[at]++;
  if (hi[at] === lo[other]) hi[at]--;
}

function bothOrNeither(lo: Float64Array, hi: Float64Array, a: number, b: number, low: number, high: number): void {
  if (low === 1) {
    narrow(lo, hi, a, 1, 1);
    narrow(lo, hi, b, 1, 1);
  } else if (high === 0) {
    if (lo[a] === 1) narrow(lo, hi, b, 0, 0);
    if (lo[b] === 1) narrow(lo, hi, a, 0, 0);
  }
}

function eitherOrNone(lo: Float64Array, hi: Float64Array, a: number, b: number, low: number, high: number): void {
  if (high === 0) {
    narrow(lo, hi, a, 0, 0);
    narrow(lo, hi, b, 0, 0);
  } else if (low === 1) {
    if (hi[a] === 0) narrow(lo, hi, b, 1, 1);
    if (hi[b] === 0) narrow(lo, hi, a, 1, 1);
  }
}

/** Indexes at either end whose entry is out of range go; where one index is left, its entry is what was read. */
function read(plan: Plan, lo: Float64Array, hi: Float64Array, at: number, index: number): void {
  if (hi[index] - lo[index] > readLimit) return;
  const table = plan.tables[plan.low[at]];
  const size = plan.width[at] >> 3;
  const fits = (i: number): boolean =>
    entryBound(table, lo, i, size) <= hi[at] && entryBound(table, hi, i, size) >= lo[at];
  while (lo[index] <= hi[index] && !fits(lo[index])) lo[index]++;
  while (lo[index] <= hi[index] && !fits(hi[index])) hi[index]--;
  if (size !== 1 || lo[index] !== hi[index] || lo[index] >= table.entries.length) return;
  const entry = table.entries[lo[index]];
  if (entry >= 0) narrow(lo, hi, entry, lo[at], hi[at]);
}
