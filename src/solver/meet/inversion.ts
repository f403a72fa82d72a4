import { Op } from '../../expr/ops.js';
import type { ExprStore } from '../../expr/store.js';
import type { ExprId } from '../../vocabulary/brands.js';
import { maskOf } from '../lanes/kernels.js';

/** One operation undone: from the value of a node to the value of the operand that leads on. */
export interface Inversion {
  /** The other operand, if it matters; its bytes are none of those further down. */
  readonly side?: ExprId;
  /** The operand that leads on. */
  readonly inner: ExprId;
  undo(value: number, side: number): number;
}

/**
 * Undoes a node of at most 32 bits whose bytes split between an operand that leads on and one that
 * does not: what hashes are made of. `undefined` where the operand is not determined by the result.
 */
export function inversionOf(
  store: ExprStore,
  id: ExprId,
  supportOf: (id: ExprId) => Int32Array,
): Inversion | undefined {
  const width = store.width[id];
  if (width > 32) return undefined;
  const mask = maskOf(width);
  const [a, b] = [store.a[id], store.b[id]];
  switch (store.op[id]) {
    case Op.Add:
      return (
        shiftedOntoItself(store, a, b, shiftUp, (shift, added) => {
          const divided = byFactor((1 << shift) | 1, mask);
          return (value) => divided(value - (added << shift));
        }) ?? split(a, b, supportOf, (value, side) => (value - side) & mask)
      );
    case Op.Xor:
      return (
        shiftedOntoItself(store, a, b, shiftUp, (shift, added) =>
          added === 0 ? byRepeating(width, shift, (x) => (x << shift) & mask) : undefined,
        ) ??
        shiftedOntoItself(store, a, b, shiftDown, (shift, added) =>
          added === 0 ? byRepeating(width, shift, (x) => x >>> shift) : undefined,
        ) ??
        split(a, b, supportOf, (value, side) => value ^ side)
      );
    case Op.Sub:
      return supportOf(a).length >= supportOf(b).length
        ? split(a, b, supportOf, (value, side) => (value + side) & mask, a)
        : split(a, b, supportOf, (value, side) => (side - value) & mask, b);
    case Op.Mul:
      if (!store.isConst(b) || (store.lo[b] & 1) === 0) return undefined;
      return { inner: a, undo: byFactor(store.lo[b], mask) };
    case Op.RotL:
    case Op.RotR: {
      if (!store.isConst(b)) return undefined;
      const turn = (store.lo[b] >>> 0) % width;
      const back = store.op[id] === Op.RotL ? width - turn : turn;
      return { inner: a, undo: (value) => rotatedLeft(value, back % width, width, mask) };
    }
    case Op.Concat: {
      // The builder writes a rotation by a constant as two pieces put together the other way round.
      const inner = store.a[a];
      if (store.op[a] !== Op.Extract || store.op[b] !== Op.Extract || store.a[b] !== inner) return undefined;
      const isRotation = store.c[a] === 0 && store.c[b] === store.width[a] && store.width[inner] === width;
      return isRotation ? { inner, undo: (value) => rotatedLeft(value, store.c[b], width, mask) } : undefined;
    }
    default:
      return undefined;
  }
}

function split(
  a: ExprId,
  b: ExprId,
  supportOf: (id: ExprId) => Int32Array,
  undo: (value: number, side: number) => number,
  inner = supportOf(a).length >= supportOf(b).length ? a : b,
): Inversion | undefined {
  const side = inner === a ? b : a;
  const bytes = supportOf(inner);
  return supportOf(side).some((variable) => bytes.includes(variable)) ? undefined : { inner, side, undo };
}

/** x op (x shifted by a constant), or x op (x + constant, shifted), either way round. */
function shiftedOntoItself(
  store: ExprStore,
  a: ExprId,
  b: ExprId,
  shiftOf: (store: ExprStore, shifted: ExprId, plain: ExprId) => number,
  undo: (by: number, added: number) => ((value: number) => number) | undefined,
): Inversion | undefined {
  for (const [plain, shifted] of [
    [a, b],
    [b, a],
  ]) {
    const source = shiftedFrom(store, shifted);
    const isSum = store.op[source] === Op.Add && store.a[source] === plain && store.isConst(store.b[source]);
    if (source !== plain && !isSum) continue;
    const by = shiftOf(store, shifted, source);
    const undone = by > 0 ? undo(by, isSum ? store.lo[store.b[source]] : 0) : undefined;
    if (undone !== undefined) return { inner: plain, undo: undone };
  }
  return undefined;
}

/** What `shifted` may be a shift of; 0 if of nothing. */
function shiftedFrom(store: ExprStore, shifted: ExprId): ExprId {
  const part = store.a[shifted];
  return part > 0 && store.op[part] === Op.Extract ? store.a[part] : 0;
}

/** By how much `plain` is shifted towards the low bits, as the builder writes it; 0 if it isn't. */
function shiftDown(store: ExprStore, shifted: ExprId, plain: ExprId): number {
  const part = store.a[shifted];
  if (store.op[shifted] !== Op.ZExt || store.op[part] !== Op.Extract || store.a[part] !== plain) return 0;
  return store.c[part] + store.width[part] === store.width[plain] ? store.c[part] : 0;
}

function shiftUp(store: ExprStore, shifted: ExprId, plain: ExprId): number {
  const [part, rest] = [store.a[shifted], store.b[shifted]];
  if (store.op[shifted] !== Op.Concat || store.op[part] !== Op.Extract || store.a[part] !== plain) return 0;
  const isZero = store.isConst(rest) && store.lo[rest] === 0 && store.hi[rest] === 0;
  return isZero && store.c[part] === 0 ? store.width[rest] : 0;
}

/** An odd factor has an inverse modulo a power of two: each of Newton's steps doubles the bits that are right. */
function byFactor(factor: number, mask: number): (value: number) => number {
  let inverse = factor;
  for (let round = 0; round < 5; round++) inverse = Math.imul(inverse, 2 - Math.imul(factor, inverse));
  return (value) => Math.imul(value, inverse) & mask;
}

function byRepeating(width: number, shift: number, shifted: (x: number) => number): (value: number) => number {
  return (value) => {
    let x = value;
    for (let known = shift; known < width; known += shift) x = value ^ shifted(x);
    return x;
  };
}

function rotatedLeft(value: number, by: number, width: number, mask: number): number {
  return by === 0 ? value : ((value << by) | (value >>> (width - by))) & mask;
}
