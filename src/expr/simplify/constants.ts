/** Constants that simplification rules ask for and make. */

import type { ExprId } from '../../vocabulary/brands.js';
import { computeNarrow, computeWide } from '../compute.js';
import { isComparison, Op } from '../ops.js';
import type { ExprStore } from '../store.js';
import { highMask, lowMask, signExtendWord, sliceWord, word } from '../words.js';

export function isZero(store: ExprStore, id: ExprId): boolean {
  return store.op[id] === Op.Const && store.a[id] === 0 && store.b[id] === 0;
}

export function isOne(store: ExprStore, id: ExprId): boolean {
  return store.op[id] === Op.Const && store.a[id] === 1 && store.b[id] === 0;
}

export function isOnes(store: ExprStore, id: ExprId): boolean {
  const width = store.width[id];
  return store.op[id] === Op.Const && store.a[id] === lowMask(width) && store.b[id] === highMask(width);
}

export function zero(store: ExprStore, width: number): ExprId {
  return store.make(Op.Const, width, 0, 0, 0, 0, 0);
}

export function ones(store: ExprStore, width: number): ExprId {
  return store.constant(width, -1, -1);
}

export function boolean(store: ExprStore, value: boolean): ExprId {
  return store.make(Op.Const, 1, 0, 0, 0, value ? 1 : 0, 0);
}

/** A two-operand operation on two constants. */
export function foldBinary(store: ExprStore, op: Op, a: ExprId, b: ExprId): ExprId {
  const width = store.width[a];
  const resultWidth = isComparison(op) ? 1 : width;
  if (width <= 32) return store.constant(resultWidth, computeNarrow(op, width, store.a[a], store.a[b]), 0);
  computeWide(op, width, store.a[a], store.b[a], store.a[b], store.b[b]);
  return store.constant(resultWidth, word[0], word[1]);
}

/** Bits [offset, offset + width) of a constant. */
export function sliceConstant(store: ExprStore, id: ExprId, offset: number, width: number): ExprId {
  sliceWord(store.a[id], store.b[id], offset, width);
  return store.constant(width, word[0], word[1]);
}

/** Whether the constant is what its low `width` bits give when zero-extended. */
export function fitsUnsigned(store: ExprStore, id: ExprId, width: number): boolean {
  return (store.a[id] & ~lowMask(width)) === 0 && (store.b[id] & ~highMask(width)) === 0;
}

/** Whether the constant is what its low `width` bits give when sign-extended. */
export function fitsSigned(store: ExprStore, id: ExprId, width: number): boolean {
  const lo = store.a[id];
  const hi = store.b[id];
  sliceWord(lo, hi, 0, width);
  signExtendWord(word[0], word[1], width, store.width[id]);
  return word[0] === lo && word[1] === hi;
}

/** The constant's sign bit. */
export function isNegative(store: ExprStore, id: ExprId): boolean {
  const width = store.width[id];
  return width <= 32 ? ((store.a[id] >>> (width - 1)) & 1) === 1 : ((store.b[id] >>> (width - 33)) & 1) === 1;
}

/** k when the constant is 2^k, else -1. */
export function powerOfTwo(store: ExprStore, id: ExprId): number {
  const lo = store.a[id];
  const hi = store.b[id];
  if (hi === 0 && lo !== 0 && (lo & (lo - 1)) === 0) return 31 - Math.clz32(lo);
  if (lo === 0 && hi !== 0 && (hi & (hi - 1)) === 0) return 63 - Math.clz32(hi);
  return -1;
}

/** An Ite whose arms are both constants: operations with a constant move into it. */
export function isConstantChoice(store: ExprStore, id: ExprId): boolean {
  return store.op[id] === Op.Ite && store.op[store.b[id]] === Op.Const && store.op[store.c[id]] === Op.Const;
}

/** `x op constant`, the form in which Add, And, Or, Xor and Mul carry a constant. */
export function hasConstantRight(store: ExprStore, id: ExprId, op: Op): boolean {
  return store.op[id] === op && store.op[store.b[id]] === Op.Const;
}
