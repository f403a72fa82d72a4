/** If-then-else. Canonical: the condition is not a negation; a choice of conditions is a connective. */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { Builder } from './builder.js';
import { fitsUnsigned, isOne, isOnes, isZero } from './constants.js';

export function choose(build: Builder, condition: ExprId, then: ExprId, otherwise: ExprId): ExprId {
  const store = build.store;
  if (then === otherwise) return then;
  if (store.op[condition] === Op.Const) return isZero(store, condition) ? otherwise : then;
  if (isTurned(build, condition)) return choose(build, build.not(condition), otherwise, then);
  // Asked again under its own condition.
  if (store.op[then] === Op.Ite && store.a[then] === condition) then = store.b[then];
  if (store.op[otherwise] === Op.Ite && store.a[otherwise] === condition) otherwise = store.c[otherwise];
  if (then === otherwise) return then;

  const width = store.width[then];
  if (width === 1) return chooseCondition(build, condition, then, otherwise);
  if (isZero(store, otherwise)) {
    if (isOne(store, then)) return build.zext(condition, width);
    if (isOnes(store, then)) return build.sext(condition, width);
  } else if (isZero(store, then)) {
    if (isOne(store, otherwise)) return build.zext(build.not(condition), width);
    if (isOnes(store, otherwise)) return build.sext(build.not(condition), width);
  }
  const narrow = extendedTogether(build, then, otherwise);
  if (narrow !== 0) {
    const choice = choose(build, condition, build.extract(then, 0, narrow), build.extract(otherwise, 0, narrow));
    return build.zext(choice, width);
  }
  return store.make(Op.Ite, width, condition, then, otherwise);
}

/** Whether a condition is the one of two opposites that choices are not written with. */
function isTurned(build: Builder, condition: ExprId): boolean {
  const store = build.store;
  switch (store.op[condition]) {
    case Op.Xor:
      return isOnes(store, store.b[condition]);
    case Op.Ule:
    case Op.Sle:
      return true;
    case Op.Ult:
    case Op.Slt:
      return store.op[store.a[condition]] === Op.Const;
    default:
      return false;
  }
}

/** The width both arms are zero-extended from (a constant that fits joins in), or 0. */
function extendedTogether(build: Builder, then: ExprId, otherwise: ExprId): number {
  const store = build.store;
  const thenExtended = store.op[then] === Op.ZExt;
  const otherwiseExtended = store.op[otherwise] === Op.ZExt;
  if (thenExtended && otherwiseExtended) return Math.max(store.width[store.a[then]], store.width[store.a[otherwise]]);
  if (thenExtended && store.op[otherwise] === Op.Const) {
    const width = store.width[store.a[then]];
    return fitsUnsigned(store, otherwise, width) ? width : 0;
  }
  if (otherwiseExtended && store.op[then] === Op.Const) {
    const width = store.width[store.a[otherwise]];
    return fitsUnsigned(store, then, width) ? width : 0;
  }
  return 0;
}

function chooseCondition(build: Builder, condition: ExprId, then: ExprId, otherwise: ExprId): ExprId {
  const store = build.store;
  if (store.op[then] === Op.Const || then === condition) {
    const yes = then === condition || isOne(store, then);
    return yes ? build.binary(Op.Or, condition, otherwise) : build.binary(Op.And, build.not(condition), otherwise);
  }
  if (store.op[otherwise] === Op.Const || otherwise === condition) {
    const no = otherwise === condition || isZero(store, otherwise);
    return no ? build.binary(Op.And, condition, then) : build.binary(Op.Or, build.not(condition), then);
  }
  return store.make(Op.Ite, 1, condition, then, otherwise);
}
