import type { NativeSigns } from './types.js';

/** A block of a size nobody meant, on the machine itself. */
export const wrongSize: NativeSigns = {
  reportedAs: ['alloc-overflow'],
  // Else a size that can't be had is answered with NULL and no word.
  options: 'allocator_may_return_null=0',
};
