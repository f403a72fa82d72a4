/**
 * Sums, differences, products. Canonical: one constant per sum, at the root and on the right
 * (`add(x, c)`), never subtracted; `0 - x` is negation; a product with 2^k is a shift.
 *
 * One exception to the one constant: in `table[c - '0']` the sum of the table's address and -48 would be
 * an address in some other object. A constant that looks like an address, added to a sum that carries a
 * small one, stays apart: `add(add(c, -48), table)`. See Builder.constantPart.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { ExprStore } from '../store.js';
import { addWords, subtractWords, word } from '../words.js';
import type { Builder } from './builder.js';
import { foldBinary, hasConstantRight, isOne, isOnes, isZero, powerOfTwo, zero } from './constants.js';
import { isPieced, joinDisjoint } from './pieces.js';

export function add(build: Builder, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  const width = store.width[a];
  if (width === 1) return build.binary(Op.Xor, a, b);
  if (store.op[a] === Op.Const) return addConstant(build, b, store.a[a], store.b[a]);
  if (store.op[b] === Op.Const) return addConstant(build, a, store.a[b], store.b[b]);

  const aHasConstant = hasConstantRight(store, a, Op.Add);
  const bHasConstant = hasConstantRight(store, b, Op.Add);
  if (aHasConstant || bHasConstant) {
    const left = aHasConstant ? store.a[a] : a;
    const right = bHasConstant ? store.a[b] : b;
    const leftConstant = aHasConstant ? store.b[a] : 0;
    const rightConstant = bHasConstant ? store.b[b] : 0;
    const sum = build.binary(Op.Add, left, right);
    if (leftConstant === 0) return build.binary(Op.Add, sum, rightConstant);
    if (rightConstant === 0) return build.binary(Op.Add, sum, leftConstant);
    const addressLeft = isAddress(width, store.a[leftConstant]);
    const first = addressLeft ? rightConstant : leftConstant;
    return build.binary(Op.Add, build.binary(Op.Add, sum, first), addressLeft ? leftConstant : rightConstant);
  }
  if (a === b) return build.shiftLeft(a, 1);
  if (store.op[b] === Op.Sub) {
    if (isZero(store, store.a[b])) return build.binary(Op.Sub, a, store.b[b]);
    if (store.b[b] === a) return store.a[b];
  }
  if (store.op[a] === Op.Sub) {
    if (isZero(store, store.a[a])) return build.binary(Op.Sub, b, store.b[a]);
    if (store.b[a] === b) return store.a[a];
  }
  if (isPieced(store, a) && isPieced(store, b)) {
    const joined = joinDisjoint(build, a, b);
    if (joined !== 0) return joined;
  }
  return store.inOrder(a, b) ? store.make(Op.Add, width, a, b, 0) : store.make(Op.Add, width, b, a, 0);
}

/** Below this lies nothing in a Wasm program's memory: a smaller constant is an index, not an address. */
const lowestAddress = 1024;
/** Programs have far less memory than this. */
const highestAddress = 0x1000_0000;

function isAddress(width: number, lo: number): boolean {
  return width === 32 && lo >= lowestAddress && lo < highestAddress;
}

function isIndex(lo: number): boolean {
  return lo > -lowestAddress && lo < lowestAddress;
}

/** x + constant, x not constant. */
function addConstant(build: Builder, x: ExprId, lo: number, hi: number): ExprId {
  const store = build.store;
  const width = store.width[x];
  if (lo === 0 && hi === 0) return x;
  if (hasConstantRight(store, x, Op.Add)) {
    const constant = store.b[x];
    if (!isAddress(width, lo) || !isIndex(store.a[constant])) {
      addWords(width, lo, hi, store.a[constant], store.b[constant]);
      return addConstant(build, store.a[x], word[0], word[1]);
    }
  }
  return store.make(Op.Add, width, x, store.constant(width, lo, hi), 0);
}

export function subtract(build: Builder, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  const width = store.width[a];
  if (width === 1) return build.binary(Op.Xor, a, b);
  if (a === b) return zero(store, width);
  if (store.op[b] === Op.Const) {
    subtractWords(width, 0, 0, store.a[b], store.b[b]);
    return addConstant(build, a, word[0], word[1]);
  }
  if (store.op[a] === Op.Const) return build.binary(Op.Add, negate(build, b), a);

  const aHasConstant = hasConstantRight(store, a, Op.Add);
  const bHasConstant = hasConstantRight(store, b, Op.Add);
  if (aHasConstant || bHasConstant) {
    const none = zero(store, width);
    const difference = build.binary(Op.Sub, aHasConstant ? store.a[a] : a, bHasConstant ? store.a[b] : b);
    const constant = foldBinary(store, Op.Sub, aHasConstant ? store.b[a] : none, bHasConstant ? store.b[b] : none);
    return build.binary(Op.Add, difference, constant);
  }
  if (store.op[b] === Op.Sub) {
    if (isZero(store, store.a[b])) return build.binary(Op.Add, a, store.b[b]);
    if (store.a[b] === a) return store.b[b];
  }
  if (store.op[a] === Op.Sub) {
    if (isZero(store, store.a[a])) return negate(build, build.binary(Op.Add, store.b[a], b));
    if (store.a[a] === b) return negate(build, store.b[a]);
  }
  if (store.op[a] === Op.Add) {
    if (store.a[a] === b) return store.b[a];
    if (store.b[a] === b) return store.a[a];
  }
  if (store.op[b] === Op.Add) {
    if (store.a[b] === a) return negate(build, store.b[b]);
    if (store.b[b] === a) return negate(build, store.a[b]);
  }
  return store.make(Op.Sub, width, a, b, 0);
}

function negate(build: Builder, x: ExprId): ExprId {
  const store = build.store;
  const width = store.width[x];
  if (store.op[x] === Op.Const) return foldBinary(store, Op.Sub, zero(store, width), x);
  if (hasConstantRight(store, x, Op.Add)) {
    const constant = store.b[x];
    subtractWords(width, 0, 0, store.a[constant], store.b[constant]);
    const lo = word[0];
    const hi = word[1];
    const negated = negate(build, store.a[x]);
    return build.binary(Op.Add, negated, store.constant(width, lo, hi));
  }
  if (store.op[x] === Op.Sub) {
    if (isZero(store, store.a[x])) return store.b[x];
    return store.make(Op.Sub, width, store.b[x], store.a[x], 0);
  }
  if (store.op[x] === Op.ZExt && store.width[store.a[x]] === 1) return build.sext(store.a[x], width);
  if (store.op[x] === Op.SExt && store.width[store.a[x]] === 1) return build.zext(store.a[x], width);
  return store.make(Op.Sub, width, zero(store, width), x, 0);
}

export function multiply(build: Builder, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  const width = store.width[a];
  if (width === 1) return build.binary(Op.And, a, b);
  if (store.op[a] === Op.Const) {
    const swap = a;
    a = b;
    b = swap;
  }
  const narrow = multiplyNarrow(build, a, b);
  if (narrow !== 0) return narrow;
  if (store.op[b] !== Op.Const) {
    return store.inOrder(a, b) ? store.make(Op.Mul, width, a, b, 0) : store.make(Op.Mul, width, b, a, 0);
  }
  if (isZero(store, b)) return b;
  if (isOne(store, b)) return a;
  if (hasConstantRight(store, a, Op.Mul)) {
    return build.binary(Op.Mul, store.a[a], foldBinary(store, Op.Mul, store.b[a], b));
  }
  const shift = powerOfTwo(store, b);
  if (shift >= 0) return build.shiftLeft(a, shift);
  if (isOnes(store, b)) return negate(build, a);
  if (store.op[a] === Op.Sub && isZero(store, store.a[a])) {
    return build.binary(Op.Mul, store.b[a], foldBinary(store, Op.Sub, zero(store, width), b));
  }
  return store.make(Op.Mul, width, a, b, 0);
}

/** A product of two short numbers, made long so that nothing is lost: the same as at 32 bits. 0: it is not. */
function multiplyNarrow(build: Builder, a: ExprId, b: ExprId): ExprId {
  const { store } = build;
  const width = store.width[a];
  if (width <= 32 || bitsOf(store, a) + bitsOf(store, b) > 32) return 0;
  return build.zext(build.binary(Op.Mul, build.extract(a, 0, 32), build.extract(b, 0, 32)), width);
}

/** Bits that may be set in an extended number or a constant; for anything else its width. */
function bitsOf(store: ExprStore, id: ExprId): number {
  if (store.op[id] === Op.ZExt) return store.width[store.a[id]];
  if (store.op[id] === Op.Const && store.b[id] === 0) return 32 - Math.clz32(store.a[id]);
  return store.width[id];
}
