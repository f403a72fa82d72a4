/**
 * Ult, Ule, Slt, Sle. Canonical: strict against a constant (`x < c`, `c < x`), equality where only one
 * value is left, unsigned where neither side can be negative, at the width of what was extended; the sign of a
 * product as such.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { computeNarrow, computeWide } from '../compute.js';
import { Op } from '../ops.js';
import { word } from '../words.js';
import type { Builder } from './builder.js';
import { orderConstantQuotient } from './constant-quotient.js';
import { boolean, fitsSigned, fitsUnsigned, foldBinary, isNegative, sliceConstant } from './constants.js';
import { orderQuotient } from './quotient.js';

function isSigned(op: Op): boolean {
  return op === Op.Slt || op === Op.Sle;
}

function isStrict(op: Op): boolean {
  return op === Op.Ult || op === Op.Slt;
}

export function order(build: Builder, op: Op, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  const width = store.width[a];
  if (a === b) return boolean(store, !isStrict(op));
  if (width === 1) return orderBits(build, op, a, b);
  if (isSigned(op)) {
    const unsigned = op === Op.Slt ? Op.Ult : Op.Ule;
    if (build.isNonNegative(a)) {
      if (build.isNonNegative(b)) return build.binary(unsigned, a, b);
      if (build.isKnownNegative(b)) return boolean(store, false);
    } else if (build.isKnownNegative(a)) {
      if (build.isNonNegative(b)) return boolean(store, true);
      if (build.isKnownNegative(b)) return build.binary(unsigned, a, b);
    }
  }
  const ofProduct = orderQuotient(build, op, a, b);
  if (ofProduct !== 0) return ofProduct;
  const ofDividend = orderConstantQuotient(build, op, a, b);
  if (ofDividend !== 0) return ofDividend;
  if (store.op[b] === Op.Const) return below(build, op, a, b);
  if (store.op[a] === Op.Const) return above(build, op, a, b);

  const aOp = store.op[a];
  const bOp = store.op[b];
  if (aOp === Op.ZExt && bOp === Op.ZExt && !isSigned(op)) {
    const inner = Math.max(store.width[store.a[a]], store.width[store.a[b]]);
    return build.binary(op, build.zext(store.a[a], inner), build.zext(store.a[b], inner));
  }
  if (aOp === Op.SExt && bOp === Op.SExt) {
    // Sign extension keeps the unsigned order too: it moves the upper half to the very top.
    const inner = Math.max(store.width[store.a[a]], store.width[store.a[b]]);
    return build.binary(op, build.sext(store.a[a], inner), build.sext(store.a[b], inner));
  }
  return store.make(op, 1, a, b, 0);
}

/** At width 1, unsigned 0 < 1 and signed 1 (that is -1) < 0. */
function orderBits(build: Builder, op: Op, a: ExprId, b: ExprId): ExprId {
  const low = isSigned(op) ? b : a;
  const high = isSigned(op) ? a : b;
  return build.binary(isStrict(op) ? Op.And : Op.Or, build.not(low), high);
}

function less(build: Builder, signed: boolean, a: ExprId, b: ExprId): boolean {
  const { store } = build;
  const width = store.width[a];
  const op = signed ? Op.Slt : Op.Ult;
  if (width <= 32) return computeNarrow(op, width, store.a[a], store.a[b]) === 1;
  computeWide(op, width, store.a[a], store.b[a], store.a[b], store.b[b]);
  return word[0] === 1;
}

function smallest(build: Builder, signed: boolean, width: number): ExprId {
  if (!signed) return build.store.constant(width, 0, 0);
  return width <= 32
    ? build.store.constant(width, 1 << (width - 1))
    : build.store.constant(width, 0, 1 << (width - 33));
}

function plus(build: Builder, constant: ExprId, difference: number): ExprId {
  const { store } = build;
  return foldBinary(store, Op.Add, constant, store.constant(store.width[constant], difference, difference >> 31));
}

/** x op constant. */
function below(build: Builder, op: Op, x: ExprId, constant: ExprId): ExprId {
  const store = build.store;
  const signed = isSigned(op);
  const least = smallest(build, signed, store.width[x]);
  if (!isStrict(op)) {
    const next = plus(build, constant, 1);
    if (next === least) return boolean(store, true);
    return below(build, signed ? Op.Slt : Op.Ult, x, next);
  }
  if (constant === least) return boolean(store, false);
  if (plus(build, constant, -1) === least) return build.binary(Op.Eq, x, least);
  if (plus(build, constant, 1) === least) return build.not(build.binary(Op.Eq, x, constant));

  const inner = store.a[x];
  switch (store.op[x]) {
    case Op.ZExt: {
      if (signed) break;
      const width = store.width[inner];
      if (!fitsUnsigned(store, constant, width)) return boolean(store, true);
      return build.binary(op, inner, sliceConstant(store, constant, 0, width));
    }
    case Op.SExt: {
      const width = store.width[inner];
      if (fitsSigned(store, constant, width)) return build.binary(op, inner, sliceConstant(store, constant, 0, width));
      // Outside of what the extension reaches: above or below all of it, or (unsigned) between its halves.
      if (signed) return boolean(store, !isNegative(store, constant));
      return build.not(signBit(build, inner));
    }
    case Op.Concat: {
      if (signed) break;
      const low = store.b[x];
      const cut = store.width[low];
      const high = sliceConstant(store, constant, cut, store.width[inner]);
      const rest = sliceConstant(store, constant, 0, cut);
      if (store.op[low] === Op.Const) return build.binary(less(build, false, low, rest) ? Op.Ule : Op.Ult, inner, high);
      if (store.op[inner] === Op.Const) {
        return inner === high ? build.binary(op, low, rest) : boolean(store, less(build, false, inner, high));
      }
    }
  }
  if (op === Op.Ult && store.op[x] === Op.Mul && isLeastSigned(build, constant)) return build.not(signBit(build, x));
  return store.make(op, 1, x, constant, 0);
}

/** constant op x. */
function above(build: Builder, op: Op, constant: ExprId, x: ExprId): ExprId {
  const store = build.store;
  const signed = isSigned(op);
  const greatest = plus(build, smallest(build, signed, store.width[x]), -1);
  if (!isStrict(op)) {
    const previous = plus(build, constant, -1);
    if (previous === greatest) return boolean(store, true);
    return above(build, signed ? Op.Slt : Op.Ult, previous, x);
  }
  if (constant === greatest) return boolean(store, false);
  if (plus(build, constant, 1) === greatest) return build.binary(Op.Eq, x, greatest);
  if (plus(build, constant, -1) === greatest) return build.not(build.binary(Op.Eq, x, constant));

  const inner = store.a[x];
  switch (store.op[x]) {
    case Op.ZExt: {
      if (signed) break;
      const width = store.width[inner];
      if (!fitsUnsigned(store, constant, width)) return boolean(store, false);
      return build.binary(op, sliceConstant(store, constant, 0, width), inner);
    }
    case Op.SExt: {
      const width = store.width[inner];
      if (fitsSigned(store, constant, width)) return build.binary(op, sliceConstant(store, constant, 0, width), inner);
      if (signed) return boolean(store, isNegative(store, constant));
      return signBit(build, inner);
    }
    case Op.Concat: {
      if (signed) break;
      const low = store.b[x];
      const cut = store.width[low];
      const high = sliceConstant(store, constant, cut, store.width[inner]);
      const rest = sliceConstant(store, constant, 0, cut);
      if (store.op[low] === Op.Const) return build.binary(less(build, false, rest, low) ? Op.Ule : Op.Ult, high, inner);
      if (store.op[inner] === Op.Const) {
        return inner === high ? build.binary(op, rest, low) : boolean(store, less(build, false, high, inner));
      }
    }
  }
  if (op === Op.Ult && store.op[x] === Op.Mul && isLeastSigned(build, plus(build, constant, 1))) {
    return signBit(build, x);
  }
  return store.make(op, 1, constant, x, 0);
}

/** Whether products below this are those without a sign bit. */
function isLeastSigned(build: Builder, constant: ExprId): boolean {
  return constant === smallest(build, true, build.store.width[constant]);
}

/** x < 0. */
function signBit(build: Builder, x: ExprId): ExprId {
  return build.binary(Op.Slt, x, build.store.constant(build.store.width[x], 0));
}
