/**
 * Comparisons with a quotient. Canonical: of products, twice as wide, so that nothing wraps. `n <= MAX / m` is how C
 * asks whether `n * m` fits, and is then about the very product whose own check asks the same; and division is what
 * solvers are worst at.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { Builder } from './builder.js';
import { boolean, foldBinary, isOnes, isZero } from './constants.js';

/** Products have twice the width. */
const widest = 32;

/** 0: there is no rule. */
export function orderQuotient(build: Builder, op: Op, a: ExprId, b: ExprId): ExprId {
  const { store } = build;
  if (store.width[a] > widest) return 0;
  const isSigned = op === Op.Slt || op === Op.Sle;
  const isStrict = op === Op.Ult || op === Op.Slt;
  if (isByVariable(build, b)) return below(build, isSigned, isStrict, a, b);
  if (!isByVariable(build, a)) return 0;
  const opposite = below(build, isSigned, !isStrict, b, a);
  return opposite === 0 ? 0 : build.not(opposite);
}

function isByVariable({ store }: Builder, id: ExprId): boolean {
  return store.op[id] === Op.UDiv && store.op[store.b[id]] !== Op.Const;
}

/** x <= dividend / divisor, or x < dividend / divisor. A quotient by 0 is all ones: signed, that is -1. */
function below(build: Builder, isSigned: boolean, isStrict: boolean, x: ExprId, quotient: ExprId): ExprId {
  const { store } = build;
  const dividend = store.a[quotient];
  const divisor = store.b[quotient];
  if (!isSigned) return belowUnsigned(build, isStrict, x, dividend, divisor);
  if (!build.isNonNegative(dividend)) return 0;
  const divides = build.truth(divisor);
  if (build.isNonNegative(x)) {
    const unsigned = belowUnsigned(build, isStrict, x, dividend, divisor);
    return unsigned === 0 ? 0 : build.binary(Op.And, divides, unsigned);
  }
  if (store.op[x] === Op.Const) return isStrict && isOnes(store, x) ? divides : boolean(store, true);
  if (isStrict) return 0;
  const wide = store.width[x] * 2;
  const product = build.binary(Op.Mul, build.sext(x, wide), build.zext(divisor, wide));
  const fits = build.binary(Op.Sle, product, build.zext(dividend, wide));
  const isBelowZero = build.binary(Op.Slt, x, store.constant(store.width[x], 0));
  return build.binary(Op.Or, isBelowZero, build.binary(Op.And, divides, fits));
}

function belowUnsigned(build: Builder, isStrict: boolean, x: ExprId, dividend: ExprId, divisor: ExprId): ExprId {
  const { store } = build;
  const width = store.width[x];
  const one = store.constant(width, 1);
  if (store.op[x] === Op.Const && store.op[dividend] === Op.Const) {
    if (isStrict && isOnes(store, x)) return boolean(store, false);
    const least = isStrict ? foldBinary(store, Op.Add, x, one) : x;
    if (isZero(store, least)) return boolean(store, true);
    return build.binary(Op.Ule, divisor, foldBinary(store, Op.UDiv, dividend, least));
  }
  // The next number must exist: what all ones are below of, when the divisor is 0, no product tells.
  if (isStrict && !build.isNonNegative(x)) return 0;
  const wide = width * 2;
  const least = isStrict ? build.binary(Op.Add, x, one) : x;
  const product = build.binary(Op.Mul, build.zext(least, wide), build.zext(divisor, wide));
  return build.binary(Op.Ule, product, build.zext(dividend, wide));
}
