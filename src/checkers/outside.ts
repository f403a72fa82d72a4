import { Poison } from '../abi/layout.js';
import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { ExprId } from '../vocabulary/brands.js';
import { constantOf } from './representable.js';
import type { ScaledIndex, SymbolicAccess } from './types.js';

/** Marks of memory that may not be touched for another reason than that it lies outside the object meant. */
const otherwise: ReadonlySet<number> = new Set([
  Poison.HeapFreed,
  Poison.StackAfterScope,
  Poison.StackAfterReturn,
  Poison.NullPage,
  Poison.ReadOnly,
  Poison.Arguments,
  Poison.Member,
]);

/** Does the poison mean that an access left its object? */
export const isOutside = (mark: number): boolean => mark !== 0 && !otherwise.has(mark);

/** The least index that is not before the object. */
const firstInside = ({ factor, rest }: ScaledIndex): number => Math.ceil(-rest / factor);

const numberLike = (builder: Builder, { id }: ScaledIndex, value: number): ExprId =>
  constantOf(builder, builder.store.width[id], BigInt(value));

export const isBefore = (builder: Builder, index: ScaledIndex): ExprId =>
  builder.binary(Op.Slt, index.id, numberLike(builder, index, firstInside(index)));

/** Farther on than leaves `room` bytes before it. */
export function isBehind(builder: Builder, index: ScaledIndex, room: number): ExprId {
  const last = Math.max(Math.floor((room - index.rest) / index.factor), firstInside(index) - 1);
  return builder.binary(Op.Slt, numberLike(builder, index, last), index.id);
}

/** By the address as it came to be, which is what a machine of 32 bits goes by. */
export function leavesObject(builder: Builder, { offset, size, object }: SymbolicAccess): ExprId {
  const { store } = builder;
  if (object.size < size) return store.constant(1, 1);
  return builder.binary(Op.Ult, store.constant(store.width[offset], object.size - size), offset);
}
