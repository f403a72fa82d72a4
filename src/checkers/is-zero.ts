import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { ExprId } from '../vocabulary/brands.js';
import { constantOf } from './representable.js';
import type { SymbolicArithmetic } from './types.js';

/** The condition of all checks that ask for something other than 0. */
export const isZero = (builder: Builder, { type, left }: SymbolicArithmetic): ExprId =>
  builder.binary(Op.Eq, left, constantOf(builder, type.width, 0n));
