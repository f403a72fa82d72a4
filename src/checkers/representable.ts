import { signedRange } from '../expr/bounds.js';
import type { Builder } from '../expr/build.js';
import { impliedIn } from '../expr/implied.js';
import { Op } from '../expr/ops.js';
import {
  type Arithmetic,
  exactly,
  fitsWiderLong,
  type IntegerType,
  largest,
  resultType,
  smallest,
} from '../vocabulary/arithmetic.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { SymbolicArithmetic } from './types.js';

/** On which side of its type's range a result may lie. */
export type Side = 'above' | 'below';

const symbols: Readonly<Record<string, string>> = { add: '+', sub: '-', mul: '*', shl: '<<', shr: '>>', rem: '%' };

/** `2147483647 + 1`, `-(-2147483648)`. */
export function spelled({ operation }: Arithmetic, left: bigint, right: bigint): string {
  const operand = (value: bigint): string => (value < 0n ? `(${value})` : String(value));
  return operation === 'neg' ? `-${operand(left)}` : `${left} ${symbols[operation]} ${operand(right)}`;
}

export function lies(side: Side, what: Arithmetic, left: bigint, right: bigint): boolean {
  const result = exactly(what.operation, left, right);
  const type = resultType(what);
  return side === 'above' ? result > largest(type) : result < smallest(type);
}

export function notRepresentable(what: Arithmetic, left: bigint, right: bigint): string {
  return `${spelled(what, left, right)} cannot be represented in ${what.type.name}${widthWords(what, left, right)}`;
}

/** Behind a message, where the failure is one of this machine's width; else nothing. */
export function widthWords(what: Arithmetic, left: bigint, right: bigint): string {
  return fitsWiderLong(what, left, right) ? widthOf(resultType(what).name) : '';
}

export const widthOf = (name: string): string => `, which has 32 bits here; it fits where ${name} has 64`;

const ceilDivide = (a: bigint, b: bigint): bigint => a / b + (a % b !== 0n && a < 0n === b < 0n ? 1n : 0n);
const floorDivide = (a: bigint, b: bigint): bigint => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n);

export function constantOf(builder: Builder, width: number, value: bigint): ExprId {
  const bits = BigInt.asUintN(64, value);
  return builder.store.constant(width, Number(bits & 0xffffffffn) | 0, Number(bits >> 32n) | 0);
}

/** The value of a constant expression, read as its type says. */
export function integerOf(builder: Builder, id: ExprId, { width, signed }: IntegerType): bigint | undefined {
  const { store } = builder;
  if (!store.isConst(id)) return undefined;
  const bits = BigInt(store.a[id] >>> 0) | (width === 64 ? BigInt(store.b[id] >>> 0) << 32n : 0n);
  return signed ? BigInt.asIntN(width, bits) : bits;
}

/**
 * The condition under which a result lies outside its type, on one side; 0 when it can't. Comparisons with a
 * constant where there is one, so that the cheap layers of the solver can tell.
 */
export function outside(builder: Builder, side: Side, what: SymbolicArithmetic): ExprId {
  if (what.operation === 'convert') return outsideTarget(builder, side, what);
  if (!what.type.signed) return unsignedOutside(builder, side, what);
  const condition = signedOutside(builder, side, what);
  if (condition !== 0 && !builder.store.isConst(condition)) noteWide(builder, side, what, condition);
  return condition;
}

const wideOps: Readonly<Record<string, Op>> = { add: Op.Add, sub: Op.Sub, mul: Op.Mul };

/** The same in 64 bits, where nothing wraps: what bounds can tell of. */
function noteWide(builder: Builder, side: Side, what: SymbolicArithmetic, condition: ExprId): void {
  const { operation, type, left, right } = what;
  const { store } = builder;
  if (type.width !== 32 || !(operation in wideOps) || store.isConst(left) || store.isConst(right)) return;
  const exact = builder.binary(wideOps[operation], builder.sext(left, 64), builder.sext(right, 64));
  const limit = constantOf(builder, 64, side === 'above' ? largest(type) : smallest(type));
  const wide = side === 'above' ? builder.binary(Op.Slt, limit, exact) : builder.binary(Op.Slt, exact, limit);
  impliedIn(store).note(condition, wide);
}

/** A value that its new type does not have. */
function outsideTarget(builder: Builder, side: Side, what: SymbolicArithmetic): ExprId {
  const { type, left } = what;
  const to = resultType(what);
  const limit = side === 'above' ? largest(to) : smallest(to);
  if (side === 'above' ? limit >= largest(type) : limit <= smallest(type)) return 0;
  const { low, high } = signedRange(builder.store, left);
  // Rounded ends are far outside every type that a wide one can be converted to.
  if (type.signed && (side === 'above' ? high <= Number(limit) : low >= Number(limit))) return 0;
  const bound = constantOf(builder, type.width, limit);
  const less = type.signed ? Op.Slt : Op.Ult;
  return side === 'above' ? builder.binary(less, bound, left) : builder.binary(less, left, bound);
}

function signedOutside(builder: Builder, side: Side, what: SymbolicArithmetic): ExprId {
  const { operation, type, left, right } = what;
  const { width } = type;
  const min = smallest(type);
  const max = largest(type);
  const a = integerOf(builder, left, type);
  const b = integerOf(builder, right, type);
  const number = (value: bigint): ExprId => constantOf(builder, width, value);
  const above = (id: ExprId, limit: bigint): ExprId => (limit >= max ? 0 : builder.binary(Op.Slt, number(limit), id));
  const below = (id: ExprId, limit: bigint): ExprId => (limit <= min ? 0 : builder.binary(Op.Slt, id, number(limit)));
  if (cannot(builder, side, what)) return 0;
  // A square.
  if (side === 'below' && operation === 'mul' && left === right) return 0;
  const isNegative = (id: ExprId): ExprId => builder.binary(Op.Slt, id, number(0n));
  const notNegative = (id: ExprId): ExprId => builder.not(isNegative(id));
  const all = (...parts: ExprId[]): ExprId => parts.reduce((x, y) => builder.binary(Op.And, x, y));
  switch (operation) {
    case 'neg':
      return side === 'above' ? builder.binary(Op.Eq, left, number(min)) : 0;
    case 'add': {
      if (b !== undefined) return side === 'above' ? above(left, max - b) : below(left, min - b);
      if (a !== undefined) return side === 'above' ? above(right, max - a) : below(right, min - a);
      const sum = builder.binary(Op.Add, left, right);
      return side === 'above'
        ? all(notNegative(left), notNegative(right), isNegative(sum))
        : all(isNegative(left), isNegative(right), notNegative(sum));
    }
    case 'sub': {
      if (b !== undefined) return side === 'above' ? above(left, max + b) : below(left, min + b);
      if (a !== undefined) return side === 'above' ? below(right, a - max) : above(right, a - min);
      const difference = builder.binary(Op.Sub, left, right);
      return side === 'above'
        ? all(notNegative(left), isNegative(right), isNegative(difference))
        : all(isNegative(left), notNegative(right), notNegative(difference));
    }
    case 'mul': {
      const factor = a ?? b;
      if (factor !== undefined) {
        const other = a === undefined ? left : right;
        if (factor === 0n) return 0;
        const limit = side === 'above' ? max : min;
        const over = (side === 'above') === factor > 0n;
        return over ? above(other, floorDivide(limit, factor)) : below(other, ceilDivide(limit, factor));
      }
      const sameSign = builder.binary(Op.Eq, isNegative(left), isNegative(right));
      const sign = side === 'above' ? sameSign : builder.not(sameSign);
      if (width === 64) return all(sign, wraps64(builder, left, right, Op.SDiv, min));
      // Of magnitudes, as SAT is quick with high bits that are 0 and slow with high bits that are copies of a sign.
      const magnitude = (id: ExprId): ExprId =>
        builder.zext(builder.ite(isNegative(id), builder.binary(Op.Sub, number(0n), id), id), 64);
      const product = builder.binary(Op.Mul, magnitude(left), magnitude(right));
      return all(sign, builder.binary(Op.Ult, constantOf(builder, 64, side === 'above' ? max : -min), product));
    }
    default:
      return 0;
  }
}

/** Does a 64-bit product differ from the exact one? Dividing it tells. */
function wraps64(builder: Builder, left: ExprId, right: ExprId, divide: Op, min: bigint): ExprId {
  const number = (value: bigint): ExprId => constantOf(builder, 64, value);
  const is = (id: ExprId, value: bigint): ExprId => builder.binary(Op.Eq, id, number(value));
  const product = builder.binary(Op.Mul, left, right);
  const differs = builder.not(builder.binary(Op.Eq, builder.binary(divide, product, left), right));
  const wraps =
    divide === Op.SDiv
      ? builder.binary(Op.Or, differs, builder.binary(Op.And, is(left, -1n), is(right, min)))
      : differs;
  return builder.binary(Op.And, builder.not(is(left, 0n)), wraps);
}

function unsignedOutside(builder: Builder, side: Side, { operation, type, left, right }: SymbolicArithmetic): ExprId {
  const max = largest(type);
  const number = (value: bigint): ExprId => constantOf(builder, type.width, value);
  const b = integerOf(builder, right, type);
  if (side === 'below') return operation === 'sub' ? builder.binary(Op.Ult, left, right) : 0;
  switch (operation) {
    case 'add':
      if (b !== undefined) return builder.binary(Op.Ult, number(max - b), left);
      return builder.binary(Op.Ult, builder.binary(Op.Add, left, right), left);
    case 'mul': {
      if (b !== undefined) return b === 0n ? 0 : builder.binary(Op.Ult, number(max / b), left);
      if (type.width === 64) return wraps64(builder, left, right, Op.UDiv, 0n);
      const product = builder.binary(Op.Mul, builder.zext(left, 64), builder.zext(right, 64));
      return builder.binary(Op.Ult, constantOf(builder, 64, max), product);
    }
    default:
      return 0;
  }
}

/** Do the operands' ranges, as far as they are cheaply known, keep the result inside? */
function cannot({ store }: Builder, side: Side, { operation, type, left, right }: SymbolicArithmetic): boolean {
  const a = signedRange(store, left);
  const b = signedRange(store, right);
  const limit = 2 ** (type.width - 1);
  // Doubles are exact below 2^53, and what is rounded above is far from 2^31; for 64 bits stay away from the edge.
  const [low, high] = type.width === 32 ? [-limit, limit - 1] : [-limit / 2, limit / 2];
  const inside = (...results: number[]): boolean =>
    side === 'above' ? results.every((each) => each <= high) : results.every((each) => each >= low);
  switch (operation) {
    case 'add':
      return inside(a.low + b.low, a.high + b.high);
    case 'sub':
      return inside(a.low - b.high, a.high - b.low);
    case 'mul':
      return inside(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high);
    case 'neg':
      return inside(-a.low, -a.high);
    default:
      return false;
  }
}
