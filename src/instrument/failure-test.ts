import { type Arithmetic, exactly, isNonzero, largest, resultType, smallest } from '../vocabulary/arithmetic.js';
import { Opcode } from '../wasm/opcodes.js';
import { ValueType } from '../wasm/types.js';
import type { Emitter } from './emitter.js';
import type { Tree } from './tree.js';

const ceilDivide = (a: bigint, b: bigint): bigint => a / b + (a % b !== 0n && a < 0n === b < 0n ? 1n : 0n);
const floorDivide = (a: bigint, b: bigint): bigint => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n);

/**
 * Code that asks whether an operation may fail on its concrete operands: pushes an i32 that is not 0 when it may.
 * Hot: it stands beside every signed addition of the program, so it is one comparison where an operand is a
 * constant and three operations otherwise. May say yes where the answer is no, never the other way round; who
 * hears yes looks again. Returns false, having pushed nothing, when the operation can't fail.
 */
export function pushFailureTest(emitter: Emitter, what: Arithmetic, left: Tree, right: Tree): boolean {
  const { code } = emitter;
  const wide = what.type.width === 64;
  const op = (name: keyof typeof narrowOps): void => code.op(wide ? wideOps[name] : narrowOps[name]);
  const constant = (value: bigint): void => {
    if (wide) code.i64(BigInt.asIntN(64, value));
    else code.i32(Number(BigInt.asIntN(32, value)));
  };
  const min = smallest(what.type);
  const max = largest(what.type);
  const bits = BigInt(what.type.width);
  const a = signedConstant(left, wide);
  const b = signedConstant(right, wide);
  /** Is the value outside [low, high]? One unsigned comparison. */
  const outside = (tree: Tree, low: bigint, high: bigint): boolean => {
    if (low <= min && high >= max) return false;
    emitter.value(tree);
    if (low <= min) {
      constant(high);
      op('gt_s');
    } else if (high >= max) {
      constant(low);
      op('lt_s');
    } else {
      constant(low);
      op('sub');
      constant(high - low);
      op('gt_u');
    }
    return true;
  };
  const signOf = (emit: () => void): boolean => {
    emit();
    constant(0n);
    op('lt_s');
    return true;
  };
  if (what.operation === 'convert') {
    const to = resultType(what);
    const [low, high] = [smallest(to), largest(to)];
    if (what.type.signed) return outside(left, low, high);
    if (high >= max) return false;
    return exceeds(left, high);
  }
  if (what.operation === 'element') return false;
  if (isNonzero.has(what.operation)) {
    if (a !== undefined && a !== 0n) return false;
    emitter.value(left);
    code.op(wide ? Opcode.I64Eqz : Opcode.I32Eqz);
    return true;
  }
  if (!what.type.signed && ['add', 'sub', 'mul'].includes(what.operation)) return pushUnsignedTest();
  switch (what.operation) {
    case 'neg':
      return outside(left, min + 1n, max);
    case 'add': {
      if (a !== undefined && b === undefined) return pushFailureTest(emitter, what, right, left);
      if (b !== undefined) return outside(left, min - b, max - b);
      // Both operands have the sign that the sum has not.
      return signOf(() => {
        for (const operand of [left, right]) {
          emitter.value(operand);
          emitter.value(left);
          emitter.value(right);
          op('add');
          op('xor');
        }
        op('and');
      });
    }
    case 'sub': {
      if (b !== undefined) return outside(left, min + b, max + b);
      if (a !== undefined) return outside(right, a - max, a - min);
      return signOf(() => {
        emitter.value(left);
        emitter.value(right);
        op('xor');
        emitter.value(left);
        emitter.value(left);
        emitter.value(right);
        op('sub');
        op('xor');
        op('and');
      });
    }
    case 'mul': {
      if (a !== undefined && b === undefined) return pushFailureTest(emitter, what, right, left);
      if (b !== undefined) {
        if (b === 0n) return false;
        const [low, high] = b > 0n ? [min, max] : [max, min];
        return outside(left, ceilDivide(low, b), floorDivide(high, b));
      }
      if (wide) {
        // Two numbers of 32 bits have a product of 64.
        for (const [i, operand] of [left, right].entries()) {
          emitter.value(operand);
          constant(1n << 31n);
          op('add');
          if (i > 0) op('or');
        }
        constant(32n);
        op('shr_u');
        constant(0n);
        op('ne');
        return true;
      }
      for (let i = 0; i < 2; i++) {
        for (const operand of [left, right]) {
          emitter.value(operand);
          code.op(Opcode.I64ExtendI32S);
        }
        code.op(Opcode.I64Mul);
        if (i > 0) code.op(Opcode.I64Extend32S);
      }
      code.op(Opcode.I64Ne);
      return true;
    }
    case 'index':
      if (a !== undefined && b !== undefined && a >= 0n && a < b) return false;
      emitter.value(left);
      emitter.value(right);
      code.op(wide ? Opcode.I64GeU : Opcode.I32GeU);
      return true;
    case 'bound':
      constant(1n);
      emitter.value(left);
      op(what.type.signed ? 'gt_s' : 'gt_u');
      return true;
    case 'value':
      return exceeds(left, 1n);
    case 'aligned':
      emitter.value(left);
      emitter.value(right);
      constant(1n);
      op('sub');
      op('and');
      if (wide) code.op(Opcode.I64Eqz);
      if (wide) code.op(Opcode.I32Eqz);
      return true;
    case 'moved':
      // The pointer or what it is moved to may be NULL, or the latter no address: `moved - 1` is no address either.
      emitter.value(left);
      code.op(Opcode.I64Eqz);
      emitter.value(right);
      constant(1n);
      op('sub');
      constant(what.type.signed ? 0xfffffffen : (1n << 63n) - 2n);
      op('gt_u');
      code.op(Opcode.I32Or);
      return true;
    case 'rem':
      if (b !== undefined && b !== -1n) return false;
      return outside(left, min + 1n, max);
    case 'shr':
      if (b !== undefined) return b < 0n || b >= bits ? always() : false;
      return tooFar();
    case 'shl': {
      if (b !== undefined && (b < 0n || b >= bits)) return always();
      if (!what.type.signed) return b === undefined && tooFar();
      if (b !== undefined) {
        emitter.value(left);
        constant(exactly('shr', max, b));
        op('gt_u');
        return true;
      }
      if (a !== undefined && a >= 0n) {
        emitter.value(right);
        constant(bits - 1n - BigInt(a === 0n ? 0 : a.toString(2).length));
        op('gt_u');
        return true;
      }
      // A shift takes its amount modulo the width, so the second test says nothing where the first says yes.
      tooFar();
      emitter.value(left);
      constant(bits - 1n);
      emitter.value(right);
      op('sub');
      op('shr_u');
      constant(0n);
      op('ne');
      code.op(Opcode.I32Or);
      return true;
    }
    default:
      return false;
  }
  /** Is the value, as an unsigned one, above the limit? */
  function exceeds(tree: Tree, limit: bigint): boolean {
    emitter.value(tree);
    constant(limit);
    op('gt_u');
    return true;
  }
  function pushUnsignedTest(): boolean {
    const unsigned = (value: bigint | undefined): bigint | undefined =>
      value === undefined ? undefined : BigInt.asUintN(what.type.width, value);
    const [x, y] = [unsigned(a), unsigned(b)];
    switch (what.operation) {
      case 'add':
        if (y !== undefined) return exceeds(left, max - y);
        if (x !== undefined) return exceeds(right, max - x);
        emitter.value(left);
        emitter.value(left);
        emitter.value(right);
        op('add');
        op('gt_u');
        return true;
      case 'sub':
        emitter.value(right);
        emitter.value(left);
        op('gt_u');
        return true;
      case 'mul': {
        const factor = y ?? x;
        if (factor !== undefined) return factor > 1n && exceeds(y === undefined ? right : left, max / factor);
        // Factors of half the width have a product that fits.
        emitter.value(left);
        emitter.value(right);
        op('or');
        constant((1n << (bits / 2n)) - 1n);
        op('gt_u');
        return true;
      }
      default:
        return false;
    }
  }
  function always(): boolean {
    code.i32(1);
    return true;
  }
  function tooFar(): boolean {
    emitter.value(right);
    constant(bits - 1n);
    op('gt_u');
    return true;
  }
}

function signedConstant(tree: Tree, wide: boolean): bigint | undefined {
  if (tree.kind !== 'const' || (tree.type !== ValueType.i32 && tree.type !== ValueType.i64)) return undefined;
  return BigInt.asIntN(wide ? 64 : 32, tree.big);
}

const narrowOps = {
  add: Opcode.I32Add,
  sub: Opcode.I32Sub,
  and: Opcode.I32And,
  or: Opcode.I32Or,
  xor: Opcode.I32Xor,
  shr_u: Opcode.I32ShrU,
  ne: Opcode.I32Ne,
  lt_s: Opcode.I32LtS,
  gt_s: Opcode.I32GtS,
  gt_u: Opcode.I32GtU,
} as const;
const wideOps = {
  add: Opcode.I64Add,
  sub: Opcode.I64Sub,
  and: Opcode.I64And,
  or: Opcode.I64Or,
  xor: Opcode.I64Xor,
  shr_u: Opcode.I64ShrU,
  ne: Opcode.I64Ne,
  lt_s: Opcode.I64LtS,
  gt_s: Opcode.I64GtS,
  gt_u: Opcode.I64GtU,
} as const;
