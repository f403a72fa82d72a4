/** When is an unsigned number wrong where it is used as a length or an index? */

import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import { isNarrowLong, resultType } from '../vocabulary/arithmetic.js';
import type { ExprId } from '../vocabulary/brands.js';
import { outside, type Side } from './representable.js';
import type { SymbolicArithmetic, Use } from './types.js';

export const describeUse = ({ call, value }: Use): string =>
  call === undefined ? `the index is ${value >>> 0}` : `${call} is given the length ${value >>> 0}`;

/** Behind such a message: whose width it is that does not suffice. */
export const unlessWider = (fitsWider: boolean | undefined): string =>
  fitsWider ? ', the width of size_t here; it fits where size_t has 64' : '';

/** Of the operations that did not fit, are all of types that have 64 bits elsewhere? Two numbers of 32 bits then fit. */
export function fitWider(
  builder: Builder,
  steps: readonly SymbolicArithmetic[],
  holds: (id: ExprId) => boolean,
): boolean {
  const failing = steps.filter((step) => {
    const above = outside(builder, 'above', step);
    return above !== 0 && holds(above);
  });
  return failing.length > 0 && failing.every((step) => isNarrowLong(resultType(step)));
}

/**
 * Conditions under which an unsigned number is not what its sums, differences and products come to. What wraps and
 * is put right by what follows (`a - b + c`) is not meant: rows of sums are asked about as a whole.
 */
export function wraps(builder: Builder, side: Side, steps: readonly SymbolicArithmetic[]): ExprId[] {
  const unsigned = steps.filter(({ type, operation }) => !type.signed && operation !== 'convert');
  const [last, ...before] = unsigned;
  if (!last || last !== steps[0]) return [];
  const products = unsigned.filter(({ operation }) => operation === 'mul').map((step) => outside(builder, side, step));
  if (last.operation === 'mul') return products;
  if (!before.some(({ operation }) => operation !== 'mul')) return [outside(builder, side, last), ...products];
  // Nothing is wide enough to hold what a row of sums of 64 bits comes to.
  if (unsigned.some(({ type }) => type.width === 64)) return products;
  const exact = exactly(builder, last, new Map(unsigned.map((step) => [resultOf(builder, step), step])));
  const bound = (value: number): ExprId => builder.store.constant(64, value, 0);
  const isOutside =
    side === 'above' ? builder.binary(Op.Slt, bound(-1), exact) : builder.binary(Op.Slt, exact, bound(0));
  return [isOutside, ...products];
}

function resultOf(builder: Builder, { operation, left, right }: SymbolicArithmetic): ExprId {
  return builder.binary(operation === 'add' ? Op.Add : operation === 'sub' ? Op.Sub : Op.Mul, left, right);
}

/** A row of sums and differences with room for all of it. */
function exactly(builder: Builder, step: SymbolicArithmetic, steps: Map<ExprId, SymbolicArithmetic>): ExprId {
  const part = (id: ExprId): ExprId => {
    const inner = steps.get(id);
    if (!inner || inner.operation === 'mul') return builder.zext(id, 64);
    steps.delete(id);
    const exact = exactly(builder, inner, steps);
    steps.set(id, inner);
    return exact;
  };
  return builder.binary(step.operation === 'add' ? Op.Add : Op.Sub, part(step.left), part(step.right));
}
