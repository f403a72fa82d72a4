/**
 * What expressions mean, in BigInt: written to be obviously right and used as the oracle of everything
 * that must be fast.
 */
import type { ExprId, VarId } from '../vocabulary/brands.js';
import { arity, Op } from './ops.js';
import type { ExprStore } from './store.js';

function unsigned(value: bigint, width: number): bigint {
  return BigInt.asUintN(width, value);
}

function signed(value: bigint, width: number): bigint {
  return BigInt.asIntN(width, value);
}

type Binary = (a: bigint, b: bigint, width: number) => bigint;

const truthValue = (value: boolean): bigint => (value ? 1n : 0n);

/** Operands are unsigned; results are cut to the width by who calls. */
const binaryMeanings: Partial<Record<Op, Binary>> = {
  [Op.Add]: (a, b) => a + b,
  [Op.Sub]: (a, b) => a - b,
  [Op.Mul]: (a, b) => a * b,
  [Op.UDiv]: (a, b) => (b === 0n ? -1n : a / b),
  [Op.SDiv]: (a, b, width) => {
    if (b === 0n) return signed(a, width) < 0n ? 1n : -1n;
    return signed(a, width) / signed(b, width);
  },
  [Op.URem]: (a, b) => (b === 0n ? a : a % b),
  [Op.SRem]: (a, b, width) => (b === 0n ? a : signed(a, width) % signed(b, width)),
  [Op.And]: (a, b) => a & b,
  [Op.Or]: (a, b) => a | b,
  [Op.Xor]: (a, b) => a ^ b,
  [Op.Shl]: (a, b, width) => (b >= width ? 0n : a << b),
  [Op.LShr]: (a, b, width) => (b >= width ? 0n : a >> b),
  [Op.AShr]: (a, b, width) => signed(a, width) >> (b >= width ? BigInt(width) : b),
  [Op.RotL]: (a, b, width) => (a << (b % BigInt(width))) | (a >> (BigInt(width) - (b % BigInt(width)))),
  [Op.RotR]: (a, b, width) => (a >> (b % BigInt(width))) | (a << (BigInt(width) - (b % BigInt(width)))),
  [Op.Eq]: (a, b) => truthValue(a === b),
  [Op.Ult]: (a, b) => truthValue(a < b),
  [Op.Ule]: (a, b) => truthValue(a <= b),
  [Op.Slt]: (a, b, width) => truthValue(signed(a, width) < signed(b, width)),
  [Op.Sle]: (a, b, width) => truthValue(signed(a, width) <= signed(b, width)),
};

/** A two-operand operation on operands of one width. */
export function binaryMeaning(op: Op, width: number, a: bigint, b: bigint): bigint {
  const meaning = binaryMeanings[op];
  if (!meaning) throw new Error(`operation ${op} does not take two operands`);
  return unsigned(meaning(a, b, width), width);
}

/** Clz, Ctz, Popcnt. */
export function countMeaning(op: Op, width: number, a: bigint): bigint {
  const bits = a.toString(2).padStart(width, '0');
  if (op === Op.Popcnt) return BigInt([...bits].filter((bit) => bit === '1').length);
  const place = op === Op.Clz ? bits.indexOf('1') : [...bits].reverse().indexOf('1');
  return BigInt(place < 0 ? width : place);
}

export const concatMeaning = (high: bigint, low: bigint, lowWidth: number): bigint => (high << BigInt(lowWidth)) | low;
export const extractMeaning = (a: bigint, offset: number, width: number): bigint =>
  unsigned(a >> BigInt(offset), width);
export const signExtendMeaning = (a: bigint, from: number, to: number): bigint => unsigned(signed(a, from), to);

/** Little-endian, zeros past the end. */
export function readMeaning(byteAt: (index: number) => bigint, length: number, offset: bigint, width: number): bigint {
  let value = 0n;
  for (let i = 0; i < width / 8; i++) {
    const index = offset + BigInt(i);
    if (index < length) value |= byteAt(Number(index)) << BigInt(8 * i);
  }
  return value;
}

/** The values of expressions under one assignment; `byteOf(v)` gives the byte that input v has. */
export class ReferenceEvaluator {
  #values = new Map<ExprId, bigint>();

  constructor(
    readonly store: ExprStore,
    readonly byteOf: (variable: VarId) => number,
  ) {}

  evaluate(root: ExprId): bigint {
    const pending = [root];
    while (pending.length > 0) {
      const id = pending[pending.length - 1];
      const missing = this.#values.has(id) ? [] : this.#children(id).filter((child) => !this.#values.has(child));
      if (missing.length > 0) {
        pending.push(...missing);
      } else {
        if (!this.#values.has(id)) this.#values.set(id, this.#apply(id));
        pending.pop();
      }
    }
    return this.#values.get(root)!;
  }

  #children(id: ExprId): ExprId[] {
    const { op, a, b, c, tables } = this.store;
    const children = [a[id], b[id], c[id]].slice(0, arity(op[id]));
    if (op[id] === Op.Read) children.push(...[...tables[b[id]].ids].filter((byte) => byte !== 0));
    return children;
  }

  #apply(id: ExprId): bigint {
    const { op, width, a, b, c, lo, hi, tables } = this.store;
    const value = (child: ExprId): bigint => this.#values.get(child)!;
    const operation = op[id] as Op;
    switch (operation) {
      case Op.Const:
        return (unsigned(BigInt(hi[id]), 32) << 32n) | unsigned(BigInt(lo[id]), 32);
      case Op.Var:
        return BigInt(this.byteOf(a[id]) & 0xff);
      case Op.Clz:
      case Op.Ctz:
      case Op.Popcnt:
        return countMeaning(operation, width[id], value(a[id]));
      case Op.Ite:
        return value(a[id]) === 1n ? value(b[id]) : value(c[id]);
      case Op.Concat:
        return concatMeaning(value(a[id]), value(b[id]), width[b[id]]);
      case Op.Extract:
        return extractMeaning(value(a[id]), c[id], width[id]);
      case Op.ZExt:
        return value(a[id]);
      case Op.SExt:
        return signExtendMeaning(value(a[id]), width[a[id]], width[id]);
      case Op.Read: {
        const table = tables[b[id]];
        const byteAt = (index: number) => (table.ids[index] ? value(table.ids[index]) : BigInt(table.bytes[index]));
        return readMeaning(byteAt, table.bytes.length, value(a[id]), width[id]);
      }
      default:
        return binaryMeaning(operation, width[a[id]], value(a[id]), value(b[id]));
    }
  }
}

/** The value of one expression under an assignment of bytes by variable. */
export function evaluateReference(store: ExprStore, root: ExprId, byteOf: (variable: VarId) => number): bigint {
  return new ReferenceEvaluator(store, byteOf).evaluate(root);
}
