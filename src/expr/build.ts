import type { ExprId } from '../vocabulary/brands.js';
import { isComparison, Op } from './ops.js';
import { add, multiply, subtract } from './simplify/arithmetic.js';
import { bitwise } from './simplify/bitwise.js';
import type { Builder as RuleBuilder } from './simplify/builder.js';
import { joinBytes } from './simplify/bytes.js';
import { choose } from './simplify/choose.js';
import { foldBinary, isConstantChoice, isNegative, isOnes } from './simplify/constants.js';
import { count } from './simplify/count.js';
import { divideSigned, divideUnsigned, remainderSigned, remainderUnsigned } from './simplify/divide.js';
import { equal, truth } from './simplify/equal.js';
import { order } from './simplify/order.js';
import { readTable } from './simplify/read.js';
import { rotate, shift, shiftLeftBy, shiftRightBy } from './simplify/shift.js';
import { concatenate, extractBits, signExtend, zeroExtend } from './simplify/structure.js';
import type { ExprStore } from './store.js';

/** An expression as `base + constant`; base is 0 when it is all constant. */
interface ConstantPart {
  readonly base: ExprId;
  readonly lo: number;
  readonly hi: number;
}

/**
 * How deep rules may call each other before the operation is made as it stands. Rules are written to
 * stay far below (64 pieces, a few levels each); this is the promise that none ever runs away.
 */
const nestingLimit = 200;

/**
 * Simplifying constructors: the only way the rest of nearmiss makes expressions.
 *
 * What they promise: the result means the same as the plain operation for every assignment; it is
 * constant whenever all operands are; it depends on the structure of the operands alone, not on ids or
 * on what was made before; the work of one call is bounded (what is looked at is a few levels deep, at
 * most 64 pieces wide). No allocation, no BigInt. One file per family in simplify/ says which form it
 * makes canonical; rules may rely on such forms for strength, never for correctness.
 */
export class Builder implements RuleBuilder {
  #nesting = 0;

  constructor(readonly store: ExprStore) {}

  binary(op: Op, a: ExprId, b: ExprId): ExprId {
    const store = this.store;
    if (store.op[a] === Op.Const) {
      if (store.op[b] === Op.Const) return foldBinary(store, op, a, b);
      if (isConstantChoice(store, b)) return this.#intoChoice(op, b, a, true);
    } else if (store.op[b] === Op.Const && isConstantChoice(store, a)) {
      return this.#intoChoice(op, a, b, false);
    }
    if (this.#nesting >= nestingLimit) return store.make(op, isComparison(op) ? 1 : store.width[a], a, b, 0);
    this.#nesting++;
    const result = this.#simplified(op, a, b);
    this.#nesting--;
    return result;
  }

  #simplified(op: Op, a: ExprId, b: ExprId): ExprId {
    switch (op) {
      case Op.Add:
        return add(this, a, b);
      case Op.Sub:
        return subtract(this, a, b);
      case Op.Mul:
        return multiply(this, a, b);
      case Op.UDiv:
        return divideUnsigned(this, a, b);
      case Op.SDiv:
        return divideSigned(this, a, b);
      case Op.URem:
        return remainderUnsigned(this, a, b);
      case Op.SRem:
        return remainderSigned(this, a, b);
      case Op.And:
      case Op.Or:
      case Op.Xor:
        return bitwise(this, op, a, b);
      case Op.Shl:
      case Op.LShr:
      case Op.AShr:
        return shift(this, op, a, b);
      case Op.RotL:
      case Op.RotR:
        return rotate(this, op, a, b);
      case Op.Eq:
        return equal(this, a, b);
      case Op.Ult:
      case Op.Ule:
      case Op.Slt:
      case Op.Sle:
        return order(this, op, a, b);
      default:
        throw new Error(`no such two-operand operation: ${op}`);
    }
  }

  /** Clz, Ctz, Popcnt. */
  unary(op: Op, a: ExprId): ExprId {
    return count(this, op, a);
  }
  /** Boolean negation of a width-1 expression. */
  not(a: ExprId): ExprId {
    return this.binary(Op.Xor, a, this.store.constant(1, 1));
  }
  /** The condition (width 1) that an expression of any width is not 0. */
  truth(a: ExprId): ExprId {
    return truth(this, a);
  }
  ite(condition: ExprId, then: ExprId, otherwise: ExprId): ExprId {
    return choose(this, condition, then, otherwise);
  }
  concat(high: ExprId, low: ExprId): ExprId {
    if (this.#nesting >= nestingLimit) {
      return this.store.make(Op.Concat, this.store.width[high] + this.store.width[low], high, low, 0);
    }
    this.#nesting++;
    const result = concatenate(this, high, low);
    this.#nesting--;
    return result;
  }
  /** The value whose little-endian bytes these are; what was cut into bytes comes back without a detour. */
  fromBytes(bytes: ArrayLike<ExprId>, count: number): ExprId {
    return joinBytes(this, bytes, count);
  }
  extract(a: ExprId, offset: number, width: number): ExprId {
    return extractBits(this, a, offset, width);
  }
  zext(a: ExprId, width: number): ExprId {
    return zeroExtend(this, a, width);
  }
  sext(a: ExprId, width: number): ExprId {
    return signExtend(this, a, width);
  }
  read(table: number, offset: ExprId, width: number): ExprId {
    return readTable(this, table, offset, width);
  }
  shiftLeft(a: ExprId, amount: number): ExprId {
    return shiftLeftBy(this, a, amount);
  }
  shiftRight(a: ExprId, amount: number): ExprId {
    return shiftRightBy(this, a, amount);
  }

  /** The constant a sum carries: for an address, where its object lies (when the index was added last). */
  constantPart(id: ExprId): ConstantPart {
    const { op, a, b } = this.store;
    if (op[id] === Op.Const) return { base: 0, lo: a[id], hi: b[id] };
    if (op[id] === Op.Add && op[b[id]] === Op.Const) return { base: a[id], lo: a[b[id]], hi: b[b[id]] };
    return { base: id, lo: 0, hi: 0 };
  }

  isOnes(id: ExprId): boolean {
    return isOnes(this.store, id);
  }
  /** Whether the sign bit is surely 0. */
  isNonNegative(id: ExprId): boolean {
    const store = this.store;
    const op = store.op[id];
    if (op === Op.Concat) return this.isNonNegative(store.a[id]);
    if (op === Op.And && store.op[store.b[id]] === Op.Const) return !isNegative(store, store.b[id]);
    return op === Op.ZExt || (op === Op.Const && !isNegative(store, id));
  }
  /** Whether the sign bit is surely 1. */
  isKnownNegative(id: ExprId): boolean {
    const store = this.store;
    const op = store.op[id];
    if (op === Op.Concat) return this.isKnownNegative(store.a[id]);
    return op === Op.Const && isNegative(store, id);
  }

  /** choice op constant (or constant op choice), where both arms of the choice are constants. */
  #intoChoice(op: Op, choice: ExprId, constant: ExprId, constantFirst: boolean): ExprId {
    const store = this.store;
    const condition = store.a[choice];
    const then = store.b[choice];
    const otherwise = store.c[choice];
    const thenResult = constantFirst ? foldBinary(store, op, constant, then) : foldBinary(store, op, then, constant);
    const otherwiseResult = constantFirst
      ? foldBinary(store, op, constant, otherwise)
      : foldBinary(store, op, otherwise, constant);
    return choose(this, condition, thenResult, otherwiseResult);
  }
}
