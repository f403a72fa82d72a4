import type { ExprId } from '../vocabulary/brands.js';
import { Op } from './ops.js';
import type { ExprStore } from './store.js';

/** Simplifying constructors: the only way the rest of nearmiss makes expressions. */
export class Builder {
  constructor(readonly store: ExprStore) {}

  binary(op: Op, a: ExprId, b: ExprId): ExprId {
    const width = op >= Op.Eq && op <= Op.Sle ? 1 : this.store.width[a];
    return this.store.make(op, width, a, b, 0);
  }
  /** Clz, Ctz, Popcnt. */
  unary(op: Op, a: ExprId): ExprId {
    return this.store.make(op, this.store.width[a], a, 0, 0);
  }
  /** Boolean negation of a width-1 expression. */
  not(a: ExprId): ExprId {
    return this.binary(Op.Xor, a, this.store.constant(1, 1));
  }
  ite(condition: ExprId, then: ExprId, otherwise: ExprId): ExprId {
    return this.store.make(Op.Ite, this.store.width[then], condition, then, otherwise);
  }
  concat(high: ExprId, low: ExprId): ExprId {
    return this.store.make(Op.Concat, this.store.width[high] + this.store.width[low], high, low, 0);
  }
  extract(a: ExprId, offset: number, width: number): ExprId {
    return this.store.make(Op.Extract, width, a, 0, offset);
  }
  zext(a: ExprId, width: number): ExprId {
    return this.store.make(Op.ZExt, width, a, 0, 0);
  }
  sext(a: ExprId, width: number): ExprId {
    return this.store.make(Op.SExt, width, a, 0, 0);
  }
  read(table: number, offset: ExprId, width: number): ExprId {
    return this.store.make(Op.Read, width, offset, table, 0);
  }
}
