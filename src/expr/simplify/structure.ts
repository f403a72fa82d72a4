/**
 * Concat, extract, extensions. Canonical: concat nests to the right; its high part is no concat and no
 * extension (those go outside); neighbouring constants and neighbouring extracts are one; a high part of
 * zeros is `zext` (or joins the constant below), one of sign bits is `sext`; extract reaches through everything that only moves bits.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import { joinWords, signExtendWord, word } from '../words.js';
import type { Builder } from './builder.js';
import { isConstantChoice, isNegative, isOnes, isZero, sliceConstant, zero } from './constants.js';
import { narrows } from './narrow.js';

export function zeroExtend(build: Builder, x: ExprId, width: number): ExprId {
  const store = build.store;
  if (store.width[x] === width) return x;
  const op = store.op[x];
  if (op === Op.Const) return store.constant(width, store.a[x], store.b[x]);
  if (op === Op.ZExt) return store.make(Op.ZExt, width, store.a[x], 0, 0);
  if (op === Op.Concat && store.op[store.a[x]] === Op.Const) {
    const low = store.b[x];
    return build.concat(zeroExtend(build, store.a[x], width - store.width[low]), low);
  }
  if (isConstantChoice(store, x)) {
    return build.ite(store.a[x], zeroExtend(build, store.b[x], width), zeroExtend(build, store.c[x], width));
  }
  return store.make(Op.ZExt, width, x, 0, 0);
}

export function signExtend(build: Builder, x: ExprId, width: number): ExprId {
  const store = build.store;
  const inner = store.width[x];
  if (inner === width) return x;
  switch (store.op[x]) {
    case Op.Const:
      signExtendWord(store.a[x], store.b[x], inner, width);
      return store.constant(width, word[0], word[1]);
    case Op.SExt:
      return store.make(Op.SExt, width, store.a[x], 0, 0);
    case Op.ZExt:
      return store.make(Op.ZExt, width, store.a[x], 0, 0);
    case Op.Concat: {
      const high = store.a[x];
      if (store.op[high] !== Op.Const) break;
      const low = store.b[x];
      if (!isNegative(store, high)) return build.zext(x, width);
      return build.concat(signExtend(build, high, width - store.width[low]), low);
    }
    case Op.And:
      if (build.isNonNegative(store.b[x])) return build.zext(x, width);
      break;
    case Op.Ite:
      if (!isConstantChoice(store, x)) break;
      return build.ite(store.a[x], signExtend(build, store.b[x], width), signExtend(build, store.c[x], width));
  }
  return store.make(Op.SExt, width, x, 0, 0);
}

export function concatenate(build: Builder, high: ExprId, low: ExprId): ExprId {
  const store = build.store;
  const width = store.width[high] + store.width[low];
  if (isZero(store, high)) return build.zext(low, width);
  if (store.op[high] === Op.ZExt) return build.zext(build.concat(store.a[high], low), width);
  if (store.op[high] === Op.SExt) return build.sext(build.concat(store.a[high], low), width);
  if (store.op[high] === Op.Concat) return build.concat(store.a[high], build.concat(store.b[high], low));

  if (store.op[high] === Op.Extract && store.c[high] === store.width[low]) {
    if (isNarrowed(build, store.a[high], low)) return build.extract(store.a[high], 0, width);
  }
  let neighbour = low;
  let rest = 0;
  if (store.op[low] === Op.Concat) {
    neighbour = store.a[low];
    rest = store.b[low];
  } else if (store.op[low] === Op.ZExt) {
    rest = store.a[low];
    neighbour = zero(store, store.width[low] - store.width[rest]);
  }
  const joined = join(build, high, neighbour);
  if (joined !== 0) return rest === 0 ? joined : build.concat(joined, rest);
  return store.make(Op.Concat, width, high, low, 0);
}

/** One expression for two neighbours, or 0. */
function join(build: Builder, high: ExprId, low: ExprId): ExprId {
  const store = build.store;
  const highWidth = store.width[high];
  const lowWidth = store.width[low];
  const width = highWidth + lowWidth;
  const highOp = store.op[high];
  const lowOp = store.op[low];
  if (highOp === Op.Const && lowOp === Op.Const) {
    joinWords(store.a[high], store.b[high], store.a[low], store.b[low], lowWidth);
    return store.constant(width, word[0], word[1]);
  }
  if (highOp === Op.Ite || lowOp === Op.Ite) {
    const choice = joinChoices(build, high, low);
    if (choice !== 0) return choice;
  }
  if (highOp === Op.Extract) {
    const source = store.a[high];
    const offset = store.c[high] - lowWidth;
    if (lowOp === Op.Extract && store.a[low] === source && store.c[low] === offset) {
      return build.extract(source, offset, width);
    }
    if (offset === 0 && isNarrowed(build, source, low)) return build.extract(source, 0, width);
  }
  if (highWidth === 1 && build.extract(low, lowWidth - 1, 1) === high) return build.sext(low, width);
  return 0;
}

/** Choices between constants, on one condition, or beside a constant, are one choice; else 0. */
function joinChoices(build: Builder, high: ExprId, low: ExprId): ExprId {
  const store = build.store;
  const highChoice = isConstantChoice(store, high);
  const lowChoice = isConstantChoice(store, low);
  if (!highChoice && store.op[high] !== Op.Const) return 0;
  if (!lowChoice && store.op[low] !== Op.Const) return 0;
  const condition = highChoice ? store.a[high] : store.a[low];
  if (lowChoice && store.a[low] !== condition) return 0;
  const then = build.concat(highChoice ? store.b[high] : high, lowChoice ? store.b[low] : low);
  return build.ite(condition, then, build.concat(highChoice ? store.c[high] : high, lowChoice ? store.c[low] : low));
}

/** Whether `low` is what the low bits of this sum were narrowed to: put together they are the sum again. */
function isNarrowed(build: Builder, sum: ExprId, low: ExprId): boolean {
  const store = build.store;
  const op = store.op[sum];
  if (op !== Op.Add && op !== Op.Sub && op !== Op.Mul) return false;
  const width = store.width[low];
  return narrows(store, sum, width) && build.extract(sum, 0, width) === low;
}

/** How far extract may look through operations inside each other; a longer chain stays as it is. */
const depthLimit = 12;
let depth = 0;

export function extractBits(build: Builder, x: ExprId, offset: number, width: number): ExprId {
  const store = build.store;
  if (width === store.width[x]) return x;
  const end = offset + width;
  const inner = store.a[x];
  switch (store.op[x]) {
    case Op.Const:
      return sliceConstant(store, x, offset, width);
    case Op.Extract:
      return extractBits(build, inner, offset + store.c[x], width);
    case Op.Concat: {
      const low = store.b[x];
      const lowWidth = store.width[low];
      if (offset >= lowWidth) return extractBits(build, inner, offset - lowWidth, width);
      if (end <= lowWidth) return extractBits(build, low, offset, width);
      const highPart = extractBits(build, inner, 0, end - lowWidth);
      return build.concat(highPart, extractBits(build, low, offset, lowWidth - offset));
    }
    case Op.ZExt: {
      const innerWidth = store.width[inner];
      if (offset >= innerWidth) return zero(store, width);
      if (end <= innerWidth) return extractBits(build, inner, offset, width);
      return build.zext(extractBits(build, inner, offset, innerWidth - offset), width);
    }
    case Op.SExt: {
      const innerWidth = store.width[inner];
      if (end <= innerWidth) return extractBits(build, inner, offset, width);
      const start = Math.min(offset, innerWidth - 1);
      return build.sext(extractBits(build, inner, start, innerWidth - start), width);
    }
    case Op.And:
    case Op.Or:
    case Op.Xor: {
      // Only where the operation falls away: elsewhere the cut pieces might not find together again.
      if (store.op[store.b[x]] !== Op.Const || depth >= depthLimit) break;
      const constant = sliceConstant(store, store.b[x], offset, width);
      if (!isZero(store, constant) && (!isOnes(store, constant) || (store.op[x] === Op.Xor && width > 1))) break;
      depth++;
      const operand = extractBits(build, inner, offset, width);
      depth--;
      return build.binary(store.op[x] as Op, operand, constant);
    }
    case Op.Ite: {
      if (!isConstantChoice(store, x)) break;
      const then = sliceConstant(store, store.b[x], offset, width);
      return build.ite(inner, then, sliceConstant(store, store.c[x], offset, width));
    }
    case Op.Add:
    case Op.Sub:
    case Op.Mul: {
      if (offset !== 0 || depth >= depthLimit || !narrows(store, x, width)) break;
      // Two operands each time: counted double, the work stays below 2^6 nodes.
      depth += 2;
      const left = extractBits(build, inner, 0, width);
      const right = extractBits(build, store.b[x], 0, width);
      depth -= 2;
      return build.binary(store.op[x] as Op, left, right);
    }
  }
  return store.make(Op.Extract, width, x, 0, offset);
}
