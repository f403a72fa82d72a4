import { Poison } from '../abi/layout.js';

/** Marks of memory that may not be touched for another reason than that it lies outside the object meant. */
const otherwise: ReadonlySet<number> = new Set([
  Poison.HeapFreed,
  Poison.StackAfterScope,
  Poison.StackAfterReturn,
  Poison.NullPage,
  Poison.ReadOnly,
  Poison.Arguments,
]);

/** Does the poison mean that an access left its object? */
export const isOutside = (mark: number): boolean => mark !== 0 && !otherwise.has(mark);
