import { arity, Op } from '../../expr/ops.js';
import type { ExprStore } from '../../expr/store.js';
import type { ExprId } from '../../vocabulary/brands.js';
import { powerOfTwo } from '../../vocabulary/powers.js';
import { coneOf } from '../cone.js';

/** Above this a double is not exact: bounds beyond it are treated as unknown. */
export const exactLimit = 2 ** 53;

/** A constraint laid out for interval passes: nodes in order, children first; -1 where there is no child. */
export interface Plan {
  readonly length: number;
  readonly op: Uint8Array;
  readonly width: Uint8Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly c: Int32Array;
  /** Const: the bounds that stand for it. Extract: the offset. Read: its place in `tables`. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** 2 to the width. */
  readonly size: Float64Array;
  /** Low bits that are surely 0. */
  readonly zeros: Uint8Array;
  /** Places of the input bytes, in the order of the constraint's support. */
  readonly inputs: Int32Array;
  readonly tables: readonly PlanTable[];
}

export interface PlanTable {
  readonly bytes: Uint8Array;
  /** Places of the entries that are expressions, -1 for constants; empty when all are constant. */
  readonly entries: Int32Array;
}

export function planOf(store: ExprStore, root: ExprId, support: Int32Array, limit: number): Plan | undefined {
  const cone = coneOf(store, root, limit);
  if (cone === undefined) return undefined;
  const { length } = cone;
  const place = new Map<ExprId, number>(cone.map((id, index) => [id, index]));
  const plan = {
    length,
    op: new Uint8Array(length),
    width: new Uint8Array(length),
    a: new Int32Array(length).fill(-1),
    b: new Int32Array(length).fill(-1),
    c: new Int32Array(length).fill(-1),
    low: new Float64Array(length),
    high: new Float64Array(length),
    size: new Float64Array(length),
    zeros: new Uint8Array(length),
    inputs: new Int32Array(support.length),
    tables: [] as PlanTable[],
  };
  cone.forEach((id, at) => {
    const op = store.op[id];
    const children = arity(op);
    plan.op[at] = op;
    plan.width[at] = store.width[id];
    plan.size[at] = powerOfTwo(store.width[id]);
    if (children > 0) plan.a[at] = place.get(store.a[id])!;
    if (children > 1) plan.b[at] = place.get(store.b[id])!;
    if (children > 2) plan.c[at] = place.get(store.c[id])!;
    if (op === Op.Const) {
      const value = store.lo[id] >>> 0;
      const whole = value + (store.hi[id] >>> 0) * 2 ** 32;
      plan.low[at] = Math.min(whole, exactLimit);
      plan.high[at] = whole > exactLimit ? plan.size[at] : whole;
      plan.zeros[at] = whole === 0 ? store.width[id] : trailingZeros(store.lo[id], store.hi[id]);
    } else if (op === Op.Var) plan.inputs[support.indexOf(store.a[id])] = at;
    else if (op === Op.Extract) plan.low[at] = store.c[id];
    else if (op === Op.Read) {
      const { bytes, ids } = store.tables[store.b[id]];
      plan.low[at] = plan.tables.length;
      plan.tables.push({ bytes, entries: ids.map((entry) => (entry === 0 ? -1 : place.get(entry)!)) });
    } else if (op === Op.Add && store.isConst(store.b[id])) subtractInstead(store, id, plan, at);
    plan.zeros[at] = Math.max(plan.zeros[at], zerosOf(plan, at));
  });
  return plan;
}

/** x + (2^w - k) is x - k, which stays in range where the sum would wrap. */
function subtractInstead(store: ExprStore, id: ExprId, plan: Plan, at: number): void {
  const constant = store.b[id];
  const value = (BigInt(store.hi[constant] >>> 0) << 32n) | BigInt(store.lo[constant] >>> 0);
  const negated = (1n << BigInt(store.width[id])) - value;
  if (negated >= value || negated > BigInt(exactLimit)) return;
  plan.op[at] = Op.Sub;
  plan.b[at] = -1;
  plan.low[at] = Number(negated);
}

function trailingZeros(low: number, high: number): number {
  return low !== 0 ? 31 - Math.clz32(low & -low) : 63 - Math.clz32(high & -high);
}

function zerosOf(plan: Plan, at: number): number {
  const a = plan.a[at];
  const b = plan.b[at];
  switch (plan.op[at]) {
    case Op.Shl:
      return plan.op[b] === Op.Const ? Math.min(plan.width[at], plan.zeros[a] + plan.low[b]) : plan.zeros[a];
    case Op.Mul:
      return Math.min(plan.width[at], plan.zeros[a] + plan.zeros[b]);
    case Op.Add:
    case Op.Or:
    case Op.Xor:
      return Math.min(plan.zeros[a], plan.zeros[b]);
    case Op.And:
      return Math.max(plan.zeros[a], plan.zeros[b]);
    case Op.ZExt:
    case Op.SExt:
      return plan.zeros[a] < plan.width[a] ? plan.zeros[a] : 0;
    case Op.Concat:
      return plan.zeros[b] < plan.width[b] ? plan.zeros[b] : plan.width[b] + plan.zeros[a];
    default:
      return 0;
  }
}
