import type { ExprId } from '../../vocabulary/brands.js';
import type { Op } from '../ops.js';
import type { ExprStore } from '../store.js';

/** What rules make expressions with: the constructors of ../build.ts, which in turn are made of the rules. */
export interface Builder {
  readonly store: ExprStore;
  binary(op: Op, a: ExprId, b: ExprId): ExprId;
  unary(op: Op, a: ExprId): ExprId;
  not(a: ExprId): ExprId;
  truth(a: ExprId): ExprId;
  ite(condition: ExprId, then: ExprId, otherwise: ExprId): ExprId;
  concat(high: ExprId, low: ExprId): ExprId;
  extract(a: ExprId, offset: number, width: number): ExprId;
  zext(a: ExprId, width: number): ExprId;
  sext(a: ExprId, width: number): ExprId;
  shiftLeft(a: ExprId, amount: number): ExprId;
  shiftRight(a: ExprId, amount: number): ExprId;
  isOnes(id: ExprId): boolean;
  isNonNegative(id: ExprId): boolean;
  isKnownNegative(id: ExprId): boolean;
}
