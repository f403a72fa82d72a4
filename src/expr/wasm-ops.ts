/**
 * Wasm's integer instructions as expressions, from one table. Operands and results have width 32 or 64,
 * as on Wasm's stack: a comparison gives zext(condition) of width 32. Division by zero and INT_MIN / -1
 * trap in Wasm; who builds the expression has seen to that before.
 */
import type { ExprId } from '../vocabulary/brands.js';
import { Opcode } from '../wasm/opcodes.js';
import type { Builder } from './build.js';
import { Op } from './ops.js';
import { binaryMeaning, countMeaning, extractMeaning, signExtendMeaning } from './reference.js';

type Width = 32 | 64;

interface UnaryOp {
  readonly kind: 'eqz' | 'count' | 'wrap' | 'extend';
  readonly name: string;
  readonly operand: Width;
  readonly result: Width;
  /** Count only. */
  readonly op?: Op;
  /** Extend only: the bits kept, and how they are extended. */
  readonly from?: number;
  readonly signed?: boolean;
}

interface BinaryOp {
  readonly kind: 'compare' | 'plain' | 'shift';
  readonly name: string;
  readonly operand: Width;
  readonly result: Width;
  readonly op: Op;
  /** `a > b` is `b < a`. */
  readonly swapped: boolean;
  /** `a != b` is not `a == b`. */
  readonly negated: boolean;
}

/** In the order of the opcodes, which is the same for i32 and i64. */
const comparisons: readonly (readonly [name: string, op: Op, change?: 'swapped' | 'negated'])[] = [
  ['eq', Op.Eq],
  ['ne', Op.Eq, 'negated'],
  ['lt_s', Op.Slt],
  ['lt_u', Op.Ult],
  ['gt_s', Op.Slt, 'swapped'],
  ['gt_u', Op.Ult, 'swapped'],
  ['le_s', Op.Sle],
  ['le_u', Op.Ule],
  ['ge_s', Op.Sle, 'swapped'],
  ['ge_u', Op.Ule, 'swapped'],
];
const counts: readonly (readonly [name: string, op: Op])[] = [
  ['clz', Op.Clz],
  ['ctz', Op.Ctz],
  ['popcnt', Op.Popcnt],
];
const arithmetic: readonly (readonly [name: string, op: Op, kind: 'plain' | 'shift'])[] = [
  ['add', Op.Add, 'plain'],
  ['sub', Op.Sub, 'plain'],
  ['mul', Op.Mul, 'plain'],
  ['div_s', Op.SDiv, 'plain'],
  ['div_u', Op.UDiv, 'plain'],
  ['rem_s', Op.SRem, 'plain'],
  ['rem_u', Op.URem, 'plain'],
  ['and', Op.And, 'plain'],
  ['or', Op.Or, 'plain'],
  ['xor', Op.Xor, 'plain'],
  ['shl', Op.Shl, 'shift'],
  ['shr_s', Op.AShr, 'shift'],
  ['shr_u', Op.LShr, 'shift'],
  ['rotl', Op.RotL, 'plain'],
  ['rotr', Op.RotR, 'plain'],
];
const firstOpcodes = [
  { width: 32, eqz: Opcode.I32Eqz, compare: Opcode.I32Eq, count: Opcode.I32Clz, arithmetic: Opcode.I32Add },
  { width: 64, eqz: Opcode.I64Eqz, compare: Opcode.I64Eq, count: Opcode.I64Clz, arithmetic: Opcode.I64Add },
] as const;
const conversions: readonly (readonly [opcode: number, row: UnaryOp])[] = [
  [Opcode.I32WrapI64, { kind: 'wrap', name: 'i32.wrap_i64', operand: 64, result: 32 }],
  [Opcode.I64ExtendI32S, { kind: 'extend', name: 'i64.extend_i32_s', operand: 32, result: 64, from: 32, signed: true }],
  [
    Opcode.I64ExtendI32U,
    { kind: 'extend', name: 'i64.extend_i32_u', operand: 32, result: 64, from: 32, signed: false },
  ],
  [Opcode.I32Extend8S, { kind: 'extend', name: 'i32.extend8_s', operand: 32, result: 32, from: 8, signed: true }],
  [Opcode.I32Extend16S, { kind: 'extend', name: 'i32.extend16_s', operand: 32, result: 32, from: 16, signed: true }],
  [Opcode.I64Extend8S, { kind: 'extend', name: 'i64.extend8_s', operand: 64, result: 64, from: 8, signed: true }],
  [Opcode.I64Extend16S, { kind: 'extend', name: 'i64.extend16_s', operand: 64, result: 64, from: 16, signed: true }],
  [Opcode.I64Extend32S, { kind: 'extend', name: 'i64.extend32_s', operand: 64, result: 64, from: 32, signed: true }],
];

/** By opcode; sparse. */
export const unaryOps: (UnaryOp | undefined)[] = new Array(256).fill(undefined);
export const binaryOps: (BinaryOp | undefined)[] = new Array(256).fill(undefined);

for (const { width, ...first } of firstOpcodes) {
  unaryOps[first.eqz] = { kind: 'eqz', name: `i${width}.eqz`, operand: width, result: 32 };
  counts.forEach(([name, op], index) => {
    unaryOps[first.count + index] = { kind: 'count', name: `i${width}.${name}`, operand: width, result: width, op };
  });
  comparisons.forEach(([name, op, change], index) => {
    binaryOps[first.compare + index] = {
      kind: 'compare',
      name: `i${width}.${name}`,
      operand: width,
      result: 32,
      op,
      swapped: change === 'swapped',
      negated: change === 'negated',
    };
  });
  arithmetic.forEach(([name, op, kind], index) => {
    binaryOps[first.arithmetic + index] = {
      kind,
      name: `i${width}.${name}`,
      operand: width,
      result: width,
      op,
      swapped: false,
      negated: false,
    };
  });
}
for (const [opcode, row] of conversions) unaryOps[opcode] = row;

/** The result of a one-operand instruction. */
export function applyUnary(build: Builder, opcode: number, a: ExprId): ExprId {
  const row = unaryOps[opcode];
  if (row === undefined) throw new Error(`not a one-operand integer instruction: 0x${opcode.toString(16)}`);
  switch (row.kind) {
    case 'eqz':
      return build.zext(build.not(build.truth(a)), 32);
    case 'count':
      return build.unary(row.op!, a);
    case 'wrap':
      return build.extract(a, 0, 32);
    case 'extend': {
      const kept = build.extract(a, 0, row.from!);
      return row.signed ? build.sext(kept, row.result) : build.zext(kept, row.result);
    }
  }
}

/** The result of a two-operand instruction. */
export function applyBinary(build: Builder, opcode: number, a: ExprId, b: ExprId): ExprId {
  const row = binaryOps[opcode];
  if (row === undefined) throw new Error(`not a two-operand integer instruction: 0x${opcode.toString(16)}`);
  if (row.kind === 'plain') return build.binary(row.op, a, b);
  if (row.kind === 'shift') {
    // Wasm takes the amount modulo the width.
    const amount = build.binary(Op.And, b, build.store.constant(row.operand, row.operand - 1));
    return build.binary(row.op, a, amount);
  }
  const condition = row.swapped ? build.binary(row.op, b, a) : build.binary(row.op, a, b);
  return build.zext(row.negated ? build.not(condition) : condition, 32);
}

/** The condition (width 1) that a value of width 32 or 64 is not 0: what `if`, `br_if` and `select` ask. */
export function truth(build: Builder, id: ExprId): ExprId {
  return build.truth(id);
}

/** What the instruction computes on unsigned operands; undefined where it traps. */
export function unaryConcrete(opcode: number, a: bigint): bigint {
  const row = unaryOps[opcode]!;
  switch (row.kind) {
    case 'eqz':
      return a === 0n ? 1n : 0n;
    case 'count':
      return countMeaning(row.op!, row.operand, a);
    case 'wrap':
      return extractMeaning(a, 0, 32);
    case 'extend': {
      const kept = extractMeaning(a, 0, row.from!);
      return row.signed ? signExtendMeaning(kept, row.from!, row.result) : kept;
    }
  }
}

export function binaryConcrete(opcode: number, a: bigint, b: bigint): bigint | undefined {
  const { kind, op, operand, swapped, negated } = binaryOps[opcode]!;
  const divides = op === Op.SDiv || op === Op.UDiv || op === Op.SRem || op === Op.URem;
  if (divides && b === 0n) return undefined;
  const smallest = 1n << BigInt(operand - 1);
  if (op === Op.SDiv && a === smallest && b === BigInt.asUintN(operand, -1n)) return undefined;
  if (kind === 'shift') b %= BigInt(operand);
  const result = swapped ? binaryMeaning(op, operand, b, a) : binaryMeaning(op, operand, a, b);
  return negated ? 1n - result : result;
}
