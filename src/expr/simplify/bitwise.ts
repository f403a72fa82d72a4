/**
 * And, Or, Xor, also as the connectives of conditions (width 1). Canonical: constant on the right and
 * only one of it; a mask of one run of bits is an extract; operations on put-together values act on the
 * pieces; the negation of an order is the opposite order.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { ExprStore } from '../store.js';
import type { Builder } from './builder.js';
import { fitsSigned, foldBinary, hasConstantRight, isOnes, isZero, ones, sliceConstant, zero } from './constants.js';
import { isPieced, mapPieces, mapPiecesWithConstant } from './pieces.js';

export function bitwise(build: Builder, op: Op, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  if (store.op[a] === Op.Const) return withConstant(build, op, b, a);
  if (store.op[b] === Op.Const) return withConstant(build, op, a, b);
  const width = store.width[a];
  if (a === b) return op === Op.Xor ? zero(store, width) : a;
  const easy = op === Op.Xor ? easyXor(build, a, b) : easyLattice(store, op, a, b) || easyLattice(store, op, b, a);
  if (easy !== 0) return easy;
  if (width === 1 && areOpposite(build, a, b)) return op === Op.And ? zero(store, 1) : ones(store, 1);
  if (isPieced(store, a) || isPieced(store, b)) {
    const pieces = mapPieces(build, op, a, b);
    if (pieces !== 0) return pieces;
  }
  if (store.op[a] === Op.SExt && store.op[b] === Op.SExt && store.width[store.a[a]] === store.width[store.a[b]]) {
    return build.sext(build.binary(op, store.a[a], store.a[b]), width);
  }
  return store.inOrder(a, b) ? store.make(op, width, a, b, 0) : store.make(op, width, b, a, 0);
}

function easyXor(build: Builder, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  const aHasConstant = hasConstantRight(store, a, Op.Xor);
  const bHasConstant = hasConstantRight(store, b, Op.Xor);
  if (aHasConstant && bHasConstant) {
    const rest = build.binary(Op.Xor, store.a[a], store.a[b]);
    return build.binary(Op.Xor, rest, foldBinary(store, Op.Xor, store.b[a], store.b[b]));
  }
  if (aHasConstant) return build.binary(Op.Xor, build.binary(Op.Xor, store.a[a], b), store.b[a]);
  if (bHasConstant) return build.binary(Op.Xor, build.binary(Op.Xor, a, store.a[b]), store.b[b]);
  if (store.op[a] === Op.Xor) {
    if (store.a[a] === b) return store.b[a];
    if (store.b[a] === b) return store.a[a];
  }
  if (store.op[b] === Op.Xor) {
    if (store.a[b] === a) return store.b[b];
    if (store.b[b] === a) return store.a[b];
  }
  return 0;
}

/** Complement, idempotence, absorption and clashing equalities for And and Or, seen from b. */
function easyLattice(store: ExprStore, op: Op, a: ExprId, b: ExprId): ExprId {
  const bOp = store.op[b];
  if (bOp === Op.Xor && store.a[b] === a && isOnes(store, store.b[b])) {
    return op === Op.And ? zero(store, store.width[a]) : ones(store, store.width[a]);
  }
  if (bOp === op && (store.a[b] === a || store.b[b] === a)) return b;
  if ((bOp === Op.And || bOp === Op.Or) && bOp !== op && (store.a[b] === a || store.b[b] === a)) return a;
  if (store.op[a] === Op.Eq && store.op[store.b[a]] === Op.Const) return clash(store, op, a, b);
  return 0;
}

/** Whether one order of the same operands is the negation of the other. */
function areOpposite(build: Builder, a: ExprId, b: ExprId): boolean {
  const store = build.store;
  if (!isOrder(store.op[a]) || !isOrder(store.op[b])) return false;
  if (store.a[a] !== store.b[b] && store.b[a] !== store.a[b]) return false;
  return build.not(a) === b;
}

function isOrder(op: number): boolean {
  return op >= Op.Ult && op <= Op.Sle;
}

/** x == c1 against x == c2 or x != c2, with c1 and c2 different constants. */
function clash(store: ExprStore, op: Op, equality: ExprId, other: ExprId): ExprId {
  const negated = store.op[other] === Op.Xor && isOnes(store, store.b[other]);
  const inner = negated ? store.a[other] : other;
  if (store.op[inner] !== Op.Eq || store.a[inner] !== store.a[equality]) return 0;
  if (store.op[store.b[inner]] !== Op.Const || inner === equality) return 0;
  if (op === Op.And) return negated ? equality : zero(store, 1);
  return negated ? other : 0;
}

function withConstant(build: Builder, op: Op, x: ExprId, constant: ExprId): ExprId {
  const store = build.store;
  const width = store.width[x];
  if (isZero(store, constant)) return op === Op.And ? constant : x;
  if (op !== Op.Xor && isOnes(store, constant)) return op === Op.And ? x : constant;
  if (width === 1) return negation(build, x);
  if (hasConstantRight(store, x, op)) {
    return build.binary(op, store.a[x], foldBinary(store, op, store.b[x], constant));
  }
  if (isPieced(store, x)) return mapPiecesWithConstant(build, op, x, constant);
  if (store.op[x] === Op.SExt) {
    const inner = store.width[store.a[x]];
    if (fitsSigned(store, constant, inner)) {
      return build.sext(build.binary(op, store.a[x], sliceConstant(store, constant, 0, inner)), width);
    }
  }
  if (op === Op.And) {
    const kept = mask(build, x, constant);
    if (kept !== 0) return kept;
  }
  return byByteRuns(build, op, x, constant);
}

/** What a byte of the constant does: 0 and 1 let the operation fall away there. */
function byteClass(store: ExprStore, op: Op, constant: ExprId, offset: number): 0 | 1 | 2 {
  const byte = sliceConstant(store, constant, offset, Math.min(8, store.width[constant] - offset));
  if (isZero(store, byte)) return 0;
  return op !== Op.Xor && isOnes(store, byte) ? 1 : 2;
}

/**
 * x op constant where x is in one piece: bytes the operation leaves alone, sets or clears are cut off,
 * so that they are independent of it, as they are anyway once the value has been through memory.
 */
function byByteRuns(build: Builder, op: Op, x: ExprId, constant: ExprId): ExprId {
  const store = build.store;
  const width = store.width[x];
  let result = 0;
  let start = 0;
  while (start < width) {
    const kind = byteClass(store, op, constant, start);
    let end = start + 8;
    while (end < width && byteClass(store, op, constant, end) === kind) end += 8;
    const length = Math.min(end, width) - start;
    if (length === width) return store.make(op, width, x, constant, 0);
    const run = build.binary(op, build.extract(x, start, length), sliceConstant(store, constant, start, length));
    result = result === 0 ? run : build.concat(run, result);
    start += length;
  }
  return result;
}

/** x & constant, where that is simpler (else 0): one run of ones is an extract; `(y | c) & d` forgets bits of c that d clears. */
function mask(build: Builder, x: ExprId, constant: ExprId): ExprId {
  const store = build.store;
  const width = store.width[x];
  const lo = store.a[constant];
  const hi = store.b[constant];
  const start = lo !== 0 ? trailingZeros(lo) : 32 + trailingZeros(hi);
  const end = hi !== 0 ? 64 - Math.clz32(hi) : 32 - Math.clz32(lo);
  const length = end - start;
  if (isOnes(store, sliceConstant(store, constant, start, length))) {
    const kept = build.extract(x, start, length);
    return build.zext(start > 0 ? build.concat(kept, zero(store, start)) : kept, width);
  }
  if (hasConstantRight(store, x, Op.Or) && isZero(store, foldBinary(store, Op.And, store.b[x], constant))) {
    return build.binary(Op.And, store.a[x], constant);
  }
  return 0;
}

function trailingZeros(value: number): number {
  return 31 - Math.clz32(value & -value);
}

/** The negation of a condition. */
function negation(build: Builder, x: ExprId): ExprId {
  const store = build.store;
  const left = store.a[x];
  const right = store.b[x];
  switch (store.op[x]) {
    case Op.Xor:
      if (isOnes(store, right)) return left;
      break;
    case Op.Ult:
      return build.binary(Op.Ule, right, left);
    case Op.Ule:
      return build.binary(Op.Ult, right, left);
    case Op.Slt:
      return build.binary(Op.Sle, right, left);
    case Op.Sle:
      return build.binary(Op.Slt, right, left);
  }
  return store.make(Op.Xor, 1, x, ones(store, 1), 0);
}
