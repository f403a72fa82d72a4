/**
 * The operations of an expression. Widths are 1..64 bits; comparisons give width 1.
 * Meaning is SMT-LIB's bit-vector theory except where Wasm never gets there: division by zero and
 * INT_MIN / -1 trap before an expression is built, so udiv x 0 = all ones, urem x 0 = x (as SMT-LIB).
 */
export const Op = {
  /** lo, hi: the value, zero-extended to 64 bits. */
  Const: 1,
  /** a: the input byte it stands for (VarId). Width 8. */
  Var: 2,
  Add: 3,
  Sub: 4,
  Mul: 5,
  UDiv: 6,
  SDiv: 7,
  URem: 8,
  SRem: 9,
  And: 10,
  Or: 11,
  Xor: 12,
  /** Shifts by >= width give 0 (or the sign); Wasm's masking of the amount is made explicit by who builds them. */
  Shl: 13,
  LShr: 14,
  AShr: 15,
  /** Rotation amount is taken modulo the width. */
  RotL: 16,
  RotR: 17,
  Clz: 18,
  Ctz: 19,
  Popcnt: 20,
  Eq: 21,
  Ult: 22,
  Ule: 23,
  Slt: 24,
  Sle: 25,
  /** a: condition of width 1; b: then; c: else. */
  Ite: 26,
  /** a: high part; b: low part. */
  Concat: 27,
  /** Bits [c, c + width) of a. */
  Extract: 28,
  ZExt: 29,
  SExt: 30,
  /** Little-endian read of width/8 bytes of table b (TableId) at byte offset a (width 32). Offsets past the end read 0. */
  Read: 31,
} as const;
export type Op = (typeof Op)[keyof typeof Op];

export const opNames: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(Op).map(([name, value]) => [value, name.toLowerCase()]),
);

/** Eq, Ult, Ule, Slt, Sle: both operands of one width, the result of width 1. */
export function isComparison(op: number): boolean {
  return op >= Op.Eq && op <= Op.Sle;
}

/** How many of a, b, c are expressions. */
export function arity(op: number): 0 | 1 | 2 | 3 {
  return arities[op];
}

const arities: (0 | 1 | 2 | 3)[] = [];
for (const op of Object.values(Op)) arities[op] = 2;
for (const op of [Op.Const, Op.Var]) arities[op] = 0;
for (const op of [Op.Clz, Op.Ctz, Op.Popcnt, Op.Extract, Op.ZExt, Op.SExt, Op.Read]) arities[op] = 1;
arities[Op.Ite] = 3;
