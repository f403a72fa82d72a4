/** A library function as the instrumentation sees it. */
export interface LibraryHook {
  /** In abi/library-functions.ts. */
  readonly number: number;
  /** Look at the call whatever its arguments are; otherwise when one is symbolic, or the first symbolic byte is met. */
  readonly isEager: boolean;
  /** What it gives is the world's answer: announced whatever is checked. */
  readonly asksWorld: boolean;
  /** Parameters whose ranges may not overlap; without a size they are strings. */
  readonly disjoint?: { readonly to: number; readonly from: number; readonly size: number | undefined };
}
