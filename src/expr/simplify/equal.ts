/**
 * Equality. Canonical: constant on the right, and the left side bare: whatever can be undone (adding,
 * xor, extending, choosing between constants) is undone on the constant instead.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import { multiplyWords, subtractWords, word } from '../words.js';
import type { Builder } from './builder.js';
import { isZeroQuotient } from './constant-quotient.js';
import {
  boolean,
  fitsSigned,
  fitsUnsigned,
  foldBinary,
  hasConstantRight,
  isOne,
  isOnes,
  isZero,
  sliceConstant,
  zero,
} from './constants.js';

/** How many operations one equality may undo; a longer chain stays as it is. */
const depthLimit = 24;
let depth = 0;

export function equal(build: Builder, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  if (a === b) return boolean(store, true);
  if (store.op[a] === Op.Const) {
    const swap = a;
    a = b;
    b = swap;
    if (store.op[a] === Op.Const) return boolean(store, false);
  }
  if (store.width[a] === 1) {
    if (store.op[b] === Op.Const) return isOne(store, b) ? a : build.not(a);
    return build.not(build.binary(Op.Xor, a, b));
  }
  if (depth < depthLimit) {
    depth++;
    const simpler = store.op[b] === Op.Const ? equalConstant(build, a, b) : equalPair(build, a, b);
    depth--;
    if (simpler !== 0) return simpler;
  }
  if (store.op[b] === Op.Const || store.inOrder(a, b)) return store.make(Op.Eq, 1, a, b, 0);
  return store.make(Op.Eq, 1, b, a, 0);
}

/** x == constant in a simpler form, or 0. */
function equalConstant(build: Builder, x: ExprId, constant: ExprId): ExprId {
  const store = build.store;
  const left = store.a[x];
  const right = store.b[x];
  switch (store.op[x]) {
    case Op.Add:
      if (store.op[right] !== Op.Const) return 0;
      return equal(build, left, foldBinary(store, Op.Sub, constant, right));
    case Op.Sub:
      if (isZero(store, constant)) return equal(build, left, right);
      if (store.op[left] === Op.Const) return equal(build, right, foldBinary(store, Op.Sub, left, constant));
      return 0;
    case Op.UDiv:
      return store.op[right] === Op.Const && isZero(store, constant) ? isZeroQuotient(build, x) : 0;
    case Op.Xor:
      if (isZero(store, constant)) return equal(build, left, right);
      if (store.op[right] !== Op.Const) return 0;
      return equal(build, left, foldBinary(store, Op.Xor, right, constant));
    case Op.Mul:
      if (store.op[right] !== Op.Const || (store.a[right] & 1) === 0) return 0;
      return equal(build, left, foldBinary(store, Op.Mul, constant, inverse(build, right)));
    case Op.And:
      // A bit that is masked away can't be asked for.
      if (store.op[right] !== Op.Const) return isOnes(store, constant) ? bothEqual(build, x, constant) : 0;
      return foldBinary(store, Op.And, constant, right) === constant ? 0 : boolean(store, false);
    case Op.Or:
      if (store.op[right] !== Op.Const) return isZero(store, constant) ? bothEqual(build, x, constant) : 0;
      return foldBinary(store, Op.Or, constant, right) === constant ? 0 : boolean(store, false);
    case Op.ZExt: {
      const inner = store.width[left];
      if (!fitsUnsigned(store, constant, inner)) return boolean(store, false);
      return equal(build, left, sliceConstant(store, constant, 0, inner));
    }
    case Op.SExt: {
      const inner = store.width[left];
      if (!fitsSigned(store, constant, inner)) return boolean(store, false);
      return equal(build, left, sliceConstant(store, constant, 0, inner));
    }
    case Op.Concat: {
      const lowWidth = store.width[right];
      const high = equal(build, left, sliceConstant(store, constant, lowWidth, store.width[left]));
      if (isZero(store, high)) return high;
      return build.binary(Op.And, high, equal(build, right, sliceConstant(store, constant, 0, lowWidth)));
    }
    case Op.Ite:
      return equalChoice(build, x, constant);
  }
  return 0;
}

/** and(a, b) == all ones, or(a, b) == 0: both sides are. */
function bothEqual(build: Builder, x: ExprId, constant: ExprId): ExprId {
  const left = equal(build, build.store.a[x], constant);
  if (isZero(build.store, left)) return left;
  return build.binary(Op.And, left, equal(build, build.store.b[x], constant));
}

/** ite(c, t, e) == constant, when an arm is constant. */
function equalChoice(build: Builder, x: ExprId, constant: ExprId): ExprId {
  const store = build.store;
  const condition = store.a[x];
  const then = store.b[x];
  const otherwise = store.c[x];
  if (store.op[then] !== Op.Const && store.op[otherwise] !== Op.Const) return 0;
  return build.ite(condition, equal(build, then, constant), equal(build, otherwise, constant));
}

/** x == y, neither constant, in a simpler form, or 0. */
function equalPair(build: Builder, x: ExprId, y: ExprId): ExprId {
  const store = build.store;
  const xOp = store.op[x];
  const yOp = store.op[y];
  const width = store.width[x];
  if (xOp === Op.ZExt && yOp === Op.ZExt) {
    const inner = Math.max(store.width[store.a[x]], store.width[store.a[y]]);
    return equal(build, build.zext(store.a[x], inner), build.zext(store.a[y], inner));
  }
  if (xOp === Op.SExt && yOp === Op.SExt) {
    const inner = Math.max(store.width[store.a[x]], store.width[store.a[y]]);
    return equal(build, build.sext(store.a[x], inner), build.sext(store.a[y], inner));
  }
  if (xOp === Op.Concat || yOp === Op.Concat) {
    const cut = lowWidth(build, x);
    if (cut === lowWidth(build, y)) {
      const high = equal(build, build.extract(x, cut, width - cut), build.extract(y, cut, width - cut));
      if (isZero(store, high)) return high;
      return build.binary(Op.And, high, equal(build, build.extract(x, 0, cut), build.extract(y, 0, cut)));
    }
  }
  if (hasConstantRight(store, x, Op.Add) && hasConstantRight(store, y, Op.Add)) {
    const [first, second] = store.inOrder(x, y) ? [x, y] : [y, x];
    const constant = foldBinary(store, Op.Sub, store.b[first], store.b[second]);
    return equal(build, build.binary(Op.Add, store.a[first], constant), store.a[second]);
  }
  return cancelled(build, x, y) || cancelled(build, y, x);
}

/** Where a concat or zero-extension is cut first, or 0. */
function lowWidth(build: Builder, x: ExprId): number {
  const store = build.store;
  if (store.op[x] === Op.Concat) return store.width[store.b[x]];
  return store.op[x] === Op.ZExt ? store.width[store.a[x]] : 0;
}

/** `y + z == y`, `y ^ z == y`, `y - z == y`: z is 0. */
function cancelled(build: Builder, x: ExprId, y: ExprId): ExprId {
  const store = build.store;
  const op = store.op[x];
  if (op !== Op.Add && op !== Op.Xor && op !== Op.Sub) return 0;
  if (store.a[x] === y) return equal(build, store.b[x], zero(store, store.width[x]));
  if (store.b[x] === y && op !== Op.Sub) return equal(build, store.a[x], zero(store, store.width[x]));
  return 0;
}

/** The inverse of an odd constant modulo 2^width: each Newton step doubles the correct bits. */
function inverse(build: Builder, constant: ExprId): ExprId {
  const store = build.store;
  const width = store.width[constant];
  const lo = store.a[constant];
  const hi = store.b[constant];
  let xlo = lo;
  let xhi = hi;
  for (let bits = 3; bits < width; bits *= 2) {
    multiplyWords(width, lo, hi, xlo, xhi);
    subtractWords(width, 2, 0, word[0], word[1]);
    multiplyWords(width, xlo, xhi, word[0], word[1]);
    xlo = word[0];
    xhi = word[1];
  }
  return store.constant(width, xlo, xhi);
}

/** The condition `x != 0`; that of an extended condition is the condition itself. */
export function truth(build: Builder, x: ExprId): ExprId {
  const store = build.store;
  if (store.op[x] === Op.ZExt && store.width[store.a[x]] === 1) return store.a[x];
  if (store.width[x] === 1) return x;
  return build.not(build.binary(Op.Eq, x, zero(store, store.width[x])));
}
