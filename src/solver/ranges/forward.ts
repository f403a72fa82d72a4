import { Op } from '../../expr/ops.js';
import { powerOfTwo } from '../../vocabulary/powers.js';
import { exactLimit, type Plan, type PlanTable } from './plan.js';

/**
 * Bounds of every node from the bounds of its children, unsigned, both ends included. Sound, not
 * tight: what could wrap around gets the whole range. `lo` and `hi` of inputs are set before.
 */
export function forward(plan: Plan, lo: Float64Array, hi: Float64Array): void {
  for (let at = 0; at < plan.length; at++) {
    if (plan.op[at] === Op.Var) continue;
    const size = plan.size[at];
    lo[at] = 0;
    hi[at] = size - 1;
    node(plan, lo, hi, at, plan.op[at], plan.a[at], plan.b[at], size);
    if (lo[at] > exactLimit) lo[at] = exactLimit;
    if (hi[at] > exactLimit) hi[at] = size;
  }
}

function node(
  plan: Plan,
  lo: Float64Array,
  hi: Float64Array,
  at: number,
  op: number,
  a: number,
  b: number,
  size: number,
): void {
  switch (op) {
    case Op.Const:
      return set(lo, hi, at, plan.low[at], plan.high[at]);
    case Op.Add:
      return wrapped(lo, hi, at, lo[a] + lo[b], hi[a] + hi[b], size);
    case Op.Sub:
      if (b < 0) return wrapped(lo, hi, at, lo[a] - plan.low[at], hi[a] - plan.low[at], size);
      return wrapped(lo, hi, at, lo[a] - hi[b], hi[a] - lo[b], size);
    case Op.Mul:
      if (hi[a] * hi[b] < size) set(lo, hi, at, lo[a] * lo[b], hi[a] * hi[b]);
      return;
    case Op.UDiv:
      if (lo[b] > 0) set(lo, hi, at, Math.floor(lo[a] / hi[b]), Math.floor(hi[a] / lo[b]));
      return;
    case Op.URem:
      if (hi[a] < lo[b]) set(lo, hi, at, lo[a], hi[a]);
      else hi[at] = lo[b] > 0 ? Math.min(hi[a], hi[b] - 1) : hi[a];
      return;
    case Op.And:
      hi[at] = Math.min(hi[a], hi[b]);
      if (plan.width[at] === 1) lo[at] = Math.min(lo[a], lo[b]);
      else if (keepsAll(plan, hi, a, b)) lo[at] = lo[a];
      return;
    case Op.Or:
      if (fitsBelow(plan, hi, a, b) || fitsBelow(plan, hi, b, a)) return set(lo, hi, at, lo[a] + lo[b], hi[a] + hi[b]);
      return set(lo, hi, at, Math.max(lo[a], lo[b]), Math.min(size - 1, onesAbove(Math.max(hi[a], hi[b]))));
    case Op.Xor:
      if (plan.width[at] === 1 && lo[b] === 1) return set(lo, hi, at, 1 - hi[a], 1 - lo[a]);
      hi[at] = Math.min(size - 1, onesAbove(Math.max(hi[a], hi[b])));
      return;
    case Op.Shl: {
      const factor = powerOfTwo(lo[b]);
      if (lo[b] === hi[b] && hi[a] * factor < size) set(lo, hi, at, lo[a] * factor, hi[a] * factor);
      return;
    }
    case Op.LShr:
      return set(lo, hi, at, Math.floor(lo[a] / powerOfTwo(hi[b])), Math.floor(hi[a] / powerOfTwo(lo[b])));
    case Op.AShr:
      if (hi[a] < size / 2)
        set(lo, hi, at, Math.floor(lo[a] / powerOfTwo(hi[b])), Math.floor(hi[a] / powerOfTwo(lo[b])));
      return;
    case Op.Clz:
    case Op.Ctz:
    case Op.Popcnt:
      hi[at] = plan.width[at];
      return;
    case Op.Eq:
      if (hi[a] < lo[b] || hi[b] < lo[a]) hi[at] = 0;
      else if (lo[a] === hi[a] && lo[b] === hi[b] && lo[a] === lo[b] && hi[a] < exactLimit) lo[at] = 1;
      return;
    case Op.Ult:
      return compared(lo, hi, at, hi[a] < lo[b], lo[a] >= hi[b]);
    case Op.Ule:
      return compared(lo, hi, at, hi[a] <= lo[b], lo[a] > hi[b]);
    case Op.Slt:
    case Op.Sle: {
      const half = plan.size[a] / 2;
      if (half > exactLimit && (hi[a] > exactLimit || hi[b] > exactLimit)) return;
      const [la, ha, lb, hb] = [
        signedLow(lo[a], hi[a], half),
        signedHigh(lo[a], hi[a], half),
        signedLow(lo[b], hi[b], half),
        signedHigh(lo[b], hi[b], half),
      ];
      if (op === Op.Slt) return compared(lo, hi, at, ha < lb, la >= hb);
      return compared(lo, hi, at, ha <= lb, la > hb);
    }
    case Op.Ite: {
      const c = plan.c[at];
      if (lo[a] === 1) set(lo, hi, at, lo[b], hi[b]);
      else if (hi[a] === 0) set(lo, hi, at, lo[c], hi[c]);
      else set(lo, hi, at, Math.min(lo[b], lo[c]), Math.max(hi[b], hi[c]));
      return;
    }
    case Op.Concat:
      return set(lo, hi, at, lo[a] * plan.size[b] + lo[b], hi[a] * plan.size[b] + hi[b]);
    case Op.Extract: {
      const unit = powerOfTwo(plan.low[at]);
      const [low, high] = [Math.floor(lo[a] / unit), Math.floor(hi[a] / unit)];
      if (hi[a] <= exactLimit && Math.floor(low / size) === Math.floor(high / size)) {
        set(lo, hi, at, low % size, high % size);
      }
      return;
    }
    case Op.ZExt:
      return set(lo, hi, at, lo[a], hi[a]);
    case Op.SExt: {
      const half = plan.size[a] / 2;
      const added = size - plan.size[a];
      if (hi[a] < half) set(lo, hi, at, lo[a], hi[a]);
      else if (lo[a] >= half) set(lo, hi, at, lo[a] + added, hi[a] + added);
      return;
    }
    case Op.Read:
      return read(plan, lo, hi, at, a);
  }
}

function set(lo: Float64Array, hi: Float64Array, at: number, low: number, high: number): void {
  lo[at] = low;
  hi[at] = high;
}

function wrapped(lo: Float64Array, hi: Float64Array, at: number, low: number, high: number, size: number): void {
  if (low >= 0 && high < size) set(lo, hi, at, low, high);
  else if (size > exactLimit) return;
  else if (high < 0) set(lo, hi, at, low + size, high + size);
  else if (low >= size) set(lo, hi, at, low - size, high - size);
}

function compared(lo: Float64Array, hi: Float64Array, at: number, surely: boolean, never: boolean): void {
  if (surely) lo[at] = 1;
  else if (never) hi[at] = 0;
}

export function signedLow(low: number, high: number, half: number): number {
  if (high < half) return low;
  return low >= half ? low - 2 * half : -half;
}

export function signedHigh(low: number, high: number, half: number): number {
  if (high < half) return high;
  return low >= half ? high - 2 * half : half - 1;
}

/** b is a mask of low bits and a has no others. */
export function keepsAll(plan: Plan, hi: Float64Array, a: number, b: number): boolean {
  if (plan.op[b] !== Op.Const || plan.high[b] >= exactLimit) return false;
  const count = plan.high[b] + 1;
  return hi[a] < count && Number.isInteger(Math.log2(count));
}

/** b only has bits below those of a. */
export function fitsBelow(plan: Plan, hi: Float64Array, a: number, b: number): boolean {
  return hi[b] < powerOfTwo(plan.zeros[a]);
}

function onesAbove(value: number): number {
  return value === 0 ? 0 : powerOfTwo(Math.floor(Math.log2(value)) + 1) - 1;
}

/** Ranges of indexes longer than this are not looked through. */
export const readLimit = 512;

/** The least and greatest value an index in range can meet. */
function read(plan: Plan, lo: Float64Array, hi: Float64Array, at: number, index: number): void {
  if (hi[index] - lo[index] > readLimit) return;
  const table = plan.tables[plan.low[at]];
  const size = plan.width[at] >> 3;
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (let i = lo[index]; i <= hi[index]; i++) {
    low = Math.min(low, entryBound(table, lo, i, size));
    high = Math.max(high, entryBound(table, hi, i, size));
  }
  set(lo, hi, at, low, high);
}

/** One bound (by the bounds given) of the `size` bytes at an index of the table. */
export function entryBound({ bytes, entries }: PlanTable, bounds: Float64Array, index: number, size: number): number {
  let value = 0;
  for (let k = size - 1; k >= 0; k--) {
    const i = index + k;
    let byte = i < bytes.length ? bytes[i] : 0;
    if (i < entries.length && entries[i] >= 0) byte = bounds[entries[i]];
    value = value * 256 + byte;
  }
  return value;
}
