/**
 * A value as the pieces it is put together from: `concat(p, concat(q, r))`, `zext(r)` (whose high piece
 * is 0) and `sext(concat(p, q))` (whose high piece is `sext(p)`). Bitwise operations, and sums without carries, act on each piece alone; masks and byte
 * assembly fall apart into pieces this way instead of piling up.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { ExprStore } from '../store.js';
import { highMask, lowMask, sliceWord, word } from '../words.js';
import type { Builder } from './builder.js';
import { sliceConstant, zero } from './constants.js';

export function isPieced(store: ExprStore, id: ExprId): boolean {
  const op = store.op[id];
  return op === Op.Concat || op === Op.ZExt || (op === Op.SExt && store.op[store.a[id]] === Op.Concat);
}

/** Pieces of values in work, as a stack: rewriting one piece may take others apart. */
const stack = new Int32Array(4096);
let top = 0;
/** No value has more than 64 pieces. */
const room = stack.length - 128;

/** Pushes the pieces of `id`, highest first; the count is the difference of `top`. */
function pushPieces(build: Builder, id: ExprId): void {
  const store = build.store;
  for (;;) {
    const op = store.op[id];
    if (op === Op.Concat) {
      stack[top++] = store.a[id];
      id = store.b[id];
    } else if (op === Op.ZExt) {
      const inner = store.a[id];
      stack[top++] = zero(store, store.width[id] - store.width[inner]);
      id = inner;
    } else if (op === Op.SExt && store.op[store.a[id]] === Op.Concat) {
      const inner = store.a[id];
      const low = store.b[inner];
      stack[top++] = build.sext(store.a[inner], store.width[id] - store.width[low]);
      id = low;
    } else {
      stack[top++] = id;
      return;
    }
  }
}

/** x op constant, piece by piece; x is pieced. */
export function mapPiecesWithConstant(build: Builder, op: Op, x: ExprId, constant: ExprId): ExprId {
  const store = build.store;
  if (top > room) return store.make(op, store.width[x], x, constant, 0);
  const start = top;
  pushPieces(build, x);
  let result = 0;
  let offset = 0;
  for (let index = top - 1; index >= start; index--) {
    const piece = stack[index];
    const width = store.width[piece];
    const changed = build.binary(op, piece, sliceConstant(store, constant, offset, width));
    result = result === 0 ? changed : build.concat(changed, result);
    offset += width;
  }
  top = start;
  return result;
}

/** How a piece's segment comes out of an operation: what the other segment must be for the result to cost nothing. */
const Segment = { Opaque: 0, Zero: 1, Ones: 2, Constant: 3 } as const;

function segmentKind(store: ExprStore, piece: ExprId, offset: number, width: number): number {
  if (store.op[piece] !== Op.Const) return Segment.Opaque;
  sliceWord(store.a[piece], store.b[piece], offset, width);
  if (word[0] === 0 && word[1] === 0) return Segment.Zero;
  if (word[0] === lowMask(width) && word[1] === highMask(width)) return Segment.Ones;
  return Segment.Constant;
}

function isFree(op: Op, kind: number): boolean {
  return kind === Segment.Zero || (kind === Segment.Ones && (op === Op.And || op === Op.Or));
}

/** At most this many segments may be cut out of a larger piece, lest shifts and masks shatter a value. */
const cutLimit = 3;

/**
 * a op b segment by segment, or 0 when some segment would still need the operation on a cut piece (or,
 * for Add, on two segments that may both be non-zero).
 */
export function mapPieces(build: Builder, op: Op, a: ExprId, b: ExprId): ExprId {
  const store = build.store;
  if (top > room) return 0;
  const start = top;
  pushPieces(build, a);
  const middle = top;
  pushPieces(build, b);
  const end = top;
  const result = splits(store, op, start, middle, end) ? mapSegments(build, op, start, middle, end) : 0;
  top = start;
  return result;
}

function splits(store: ExprStore, op: Op, start: number, middle: number, end: number): boolean {
  let i = middle - 1;
  let j = end - 1;
  let aOffset = 0;
  let bOffset = 0;
  let cuts = 0;
  while (i >= start) {
    const aWidth = store.width[stack[i]];
    const bWidth = store.width[stack[j]];
    const width = Math.min(aWidth - aOffset, bWidth - bOffset);
    const aKind = segmentKind(store, stack[i], aOffset, width);
    const bKind = segmentKind(store, stack[j], bOffset, width);
    const aCut = aKind === Segment.Opaque && width < aWidth;
    const bCut = bKind === Segment.Opaque && width < bWidth;
    if (op === Op.Add) {
      if (aKind !== Segment.Zero && bKind !== Segment.Zero) return false;
    } else if ((aCut || bCut) && !isFree(op, aKind) && !isFree(op, bKind)) {
      return false;
    }
    if (aCut || bCut) cuts++;
    if (cuts > cutLimit) return false;
    aOffset += width;
    bOffset += width;
    if (aOffset === aWidth) {
      i--;
      aOffset = 0;
    }
    if (bOffset === bWidth) {
      j--;
      bOffset = 0;
    }
  }
  return true;
}

function mapSegments(build: Builder, op: Op, start: number, middle: number, end: number): ExprId {
  const store = build.store;
  const segmentOp = op === Op.Add ? Op.Or : op;
  let i = middle - 1;
  let j = end - 1;
  let aOffset = 0;
  let bOffset = 0;
  let result = 0;
  while (i >= start) {
    const aWidth = store.width[stack[i]];
    const bWidth = store.width[stack[j]];
    const width = Math.min(aWidth - aOffset, bWidth - bOffset);
    const left = build.extract(stack[i], aOffset, width);
    const right = build.extract(stack[j], bOffset, width);
    const segment = build.binary(segmentOp, left, right);
    result = result === 0 ? segment : build.concat(segment, result);
    aOffset += width;
    bOffset += width;
    if (aOffset === aWidth) {
      i--;
      aOffset = 0;
    }
    if (bOffset === bWidth) {
      j--;
      bOffset = 0;
    }
  }
  return result;
}

/** a + b where no bit can be set in both, or 0. */
export function joinDisjoint(build: Builder, a: ExprId, b: ExprId): ExprId {
  return mapPieces(build, Op.Add, a, b);
}
