import { upperBound } from '../expr/bounds.js';
import { Op } from '../expr/ops.js';
import { constantOf, integerOf } from './representable.js';
import type { Checker } from './types.js';

type OnIndex = NonNullable<Checker['arithmetic']>;

/**
 * An index against the array it is written on. Accesses are checked against whole objects; this catches the index
 * that leaves an array inside a struct, or a row, and stays in the object.
 */
export function indexLeaves(side: 'above' | 'below'): OnIndex {
  const isAbove = side === 'above';
  return {
    listens: ({ operation }) => operation === 'index',
    fails: (_, index, count) => (isAbove ? index >= count : index < 0n),
    reason: () => 'index',
    message: ({ about }, index) => `index ${index} is outside ${about}`,
    condition(builder, { type, left, right }) {
      const number = (value: bigint) => constantOf(builder, type.width, value);
      const count = integerOf(builder, right, type);
      // The rows of an array of variable length: their length may be symbolic, but is never negative.
      if (count === undefined && isAbove)
        return builder.not(builder.binary(type.signed ? Op.Slt : Op.Ult, left, right));
      if (count === undefined) return type.signed ? builder.binary(Op.Slt, left, number(0n)) : 0;
      if (upperBound(builder.store, left) < Number(count)) return 0;
      if (!isAbove) return type.signed ? builder.binary(Op.Slt, left, number(0n)) : 0;
      const last = number(count - 1n);
      return builder.binary(type.signed ? Op.Slt : Op.Ult, last, left);
    },
  };
}
