import { upperBound } from '../expr/bounds.js';
import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import { type Arithmetic, exactly, fitsWiderLong, largest } from '../vocabulary/arithmetic.js';
import type { ExprId } from '../vocabulary/brands.js';
import { constantOf, integerOf, notRepresentable, spelled } from './representable.js';
import type { Checker, SymbolicArithmetic } from './types.js';

export const shift: Checker = {
  id: 'shift',
  title: 'Invalid shift',
  help: 'A shift amount is negative or at least as large as the type is wide, or a left shift changes the sign of a signed integer.',
  cwe: 1335,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { return n >> (n & 63); }',
  arithmetic: {
    listens: ({ operation }) => operation === 'shl' || operation === 'shr',
    fails: (what, left, right) => isTooFar(what, right) || losesBits(what, left, right),
    message(what, left, right) {
      const { width } = what.type;
      if (right < 0n) return `${spelled(what, left, right)}: the shift amount is negative`;
      if (isTooFar(what, right))
        return `${spelled(what, left, right)}: ${what.type.name} has ${width} bits${wider(what, left, right)}`;
      if (left < 0n) return `${spelled(what, left, right)}: a negative value is shifted to the left`;
      return notRepresentable(what, left, right);
    },
    condition,
  },
};

const wider = (what: Arithmetic, left: bigint, right: bigint): string =>
  fitsWiderLong(what, left, right) ? ` here; the shift is valid where it has 64` : '';

const isTooFar = ({ type }: Arithmetic, amount: bigint): boolean => amount < 0n || amount >= BigInt(type.width);

/** C gives a signed left shift a value only when the exact one fits. */
function losesBits(what: Arithmetic, left: bigint, amount: bigint): boolean {
  if (what.operation !== 'shl' || !what.type.signed) return false;
  return left < 0n || exactly('shl', left, amount) > largest(what.type);
}

function condition(builder: Builder, { operation, type, left, right }: SymbolicArithmetic): ExprId {
  const { width } = type;
  const bits = BigInt(width);
  const number = (value: bigint): ExprId => constantOf(builder, width, value);
  const unsigned = { ...type, signed: false };
  const amount = integerOf(builder, right, unsigned);
  const value = integerOf(builder, left, type);
  /** Amounts from here on fail; a negative one is a large one. */
  const from = (limit: bigint): ExprId =>
    upperBound(builder.store, right) < Number(limit) ? 0 : builder.binary(Op.Ule, number(limit), right);
  if (operation === 'shr' || !type.signed) return from(bits);
  if (amount !== undefined) {
    if (amount >= bits) return 0;
    const most = exactly('shr', largest(type), amount);
    const bound = upperBound(builder.store, left);
    if (bound < Number.MAX_SAFE_INTEGER && bound <= Number(most)) return 0;
    return builder.binary(Op.Ult, number(most), left);
  }
  if (value !== undefined) {
    if (value < 0n) return 0;
    return from(bits - (value === 0n ? 0n : BigInt(value.toString(2).length)));
  }
  const zeros = builder.binary(Op.Sub, number(bits - 1n), right);
  const shifted = builder.binary(Op.LShr, left, zeros);
  const lost = builder.not(builder.binary(Op.Eq, shifted, number(0n)));
  return builder.binary(Op.Or, builder.binary(Op.Ule, number(bits), right), lost);
}
