import type { PathLayer } from './path-query.js';

/** How much slicing drops, summed over the queries whose slice some layer looked at. */
export interface ListSizes {
  queries: number;
  /** Constraints of the path, and those of them in the slice. */
  assumed: number;
  kept: number;
  /** Constraints of the largest slice. */
  largest: number;
}

/**
 * From here on a query's constraints are its slice: what shares bytes with what was asked, directly or through others.
 * It is walked when a layer looks at it (path-query.ts); without this layer, it is everything that was assumed.
 */
export function pathSlices(next: PathLayer, sizes: ListSizes): PathLayer {
  return {
    name: 'slices',
    solve(query) {
      const answer = next.solve(query);
      const kept = query.sliceSize;
      if (kept !== undefined) {
        sizes.queries++;
        sizes.assumed += query.path.assumptions + 1;
        sizes.kept += kept;
        sizes.largest = Math.max(sizes.largest, kept);
      }
      return answer;
    },
  };
}
