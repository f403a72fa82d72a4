/** Quotients and remainders. Canonical: unsigned wherever both operands are known not to be negative. */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import { sliceWord, word } from '../words.js';
import type { Builder } from './builder.js';
import { divideTwice } from './constant-quotient.js';
import {
  fitsSigned,
  fitsUnsigned,
  isNegative,
  isOne,
  isOnes,
  isZero,
  ones,
  powerOfTwo,
  sliceConstant,
  zero,
} from './constants.js';

export function divideUnsigned(build: Builder, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  const width = store.width[a];
  if (store.op[b] === Op.Const) {
    if (isZero(store, b)) return ones(store, width);
    if (isOne(store, b)) return a;
    const shift = powerOfTwo(store, b);
    if (shift >= 0) return build.shiftRight(a, shift);
    const once = divideTwice(build, a, b);
    if (once !== 0) return once;
    if (store.op[a] === Op.ZExt) {
      const inner = store.width[store.a[a]];
      if (!fitsUnsigned(store, b, inner)) return zero(store, width);
      return build.zext(build.binary(Op.UDiv, store.a[a], sliceConstant(store, b, 0, inner)), width);
    }
  }
  return store.make(Op.UDiv, width, a, b, 0);
}

export function remainderUnsigned(build: Builder, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  const width = store.width[a];
  if (a === b) return zero(store, width);
  if (store.op[b] === Op.Const) {
    if (isZero(store, b)) return a;
    const shift = powerOfTwo(store, b);
    if (shift === 0) return zero(store, width);
    if (shift > 0) return build.zext(build.extract(a, 0, shift), width);
    if (store.op[a] === Op.ZExt) {
      const inner = store.width[store.a[a]];
      if (!fitsUnsigned(store, b, inner)) return a;
      return build.zext(build.binary(Op.URem, store.a[a], sliceConstant(store, b, 0, inner)), width);
    }
  } else if (store.op[a] === Op.ZExt && store.op[b] === Op.ZExt) {
    const inner = Math.max(store.width[store.a[a]], store.width[store.a[b]]);
    const narrow = build.binary(Op.URem, build.zext(store.a[a], inner), build.zext(store.a[b], inner));
    return build.zext(narrow, width);
  }
  return store.make(Op.URem, width, a, b, 0);
}

export function divideSigned(build: Builder, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  const width = store.width[a];
  // Division by zero agrees too: both give all ones for a dividend that is not negative.
  if (build.isNonNegative(a) && build.isNonNegative(b)) return build.binary(Op.UDiv, a, b);
  if (store.op[b] === Op.Const) {
    // At width 1 the constant 1 is -1.
    if (isOne(store, b) && width > 1) return a;
    if (isOnes(store, b)) return build.binary(Op.Sub, zero(store, width), a);
    if (store.op[a] === Op.SExt) {
      const inner = store.width[store.a[a]];
      if (inner > 1 && !isZero(store, b) && fitsSigned(store, b, inner)) {
        return build.sext(build.binary(Op.SDiv, store.a[a], sliceConstant(store, b, 0, inner)), width);
      }
    }
  }
  return store.make(Op.SDiv, width, a, b, 0);
}

export function remainderSigned(build: Builder, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  const width = store.width[a];
  if (a === b) return zero(store, width);
  if (build.isNonNegative(a) && build.isNonNegative(b)) return build.binary(Op.URem, a, b);
  if (store.op[b] === Op.Const) {
    if (isZero(store, b)) return a;
    if (isOne(store, b) || isOnes(store, b)) return zero(store, width);
    if (isNegative(store, b) && !isNegative(store, negated(build, b))) {
      // The sign of the divisor does not matter.
      return build.binary(Op.SRem, a, negated(build, b));
    }
    if (store.op[a] === Op.SExt) {
      const inner = store.width[store.a[a]];
      if (inner > 1 && fitsSigned(store, b, inner)) {
        sliceWord(store.a[b], store.b[b], 0, inner);
        return build.sext(build.binary(Op.SRem, store.a[a], store.constant(inner, word[0], word[1])), width);
      }
    }
  }
  return store.make(Op.SRem, width, a, b, 0);
}

function negated(build: Builder, constant: ExprId): ExprId {
  return build.binary(Op.Sub, zero(build.store, build.store.width[constant]), constant);
}
