/** What does a run record? The one format that the runtime writes and the search reads. */

/** What one entry of a run's log is. */
export const Entry = {
  /** expr: the condition (width 1) that held, i.e. already negated when the branch was false. value: the outcome, 1 or 0. */
  Branch: 1,
  /** A br_table. expr: the index (width 32); value: the concrete index. Alternatives are expanded from the site's targets. */
  Switch: 2,
  /** A checker constraint. expr: the condition (width 1) under which the check fails, false on this input. value: index into `checks`. */
  Check: 3,
  /**
   * A value made concrete. expr: `value == concrete` (width 1), true on this input; negating it gives another value.
   * value: the expression that was made concrete (ExprId), from which the search enumerates the alternatives.
   */
  Concretization: 4,
  /** Joins the path but is never negated: assumptions, and concretizations whose alternatives are dropped (counted in `approximations`). */
  Assume: 5,
  /**
   * A check or an assumption that did not hold on this input, in the place its Check or Assume entry would have.
   * expr: the condition (width 1) under which it fails, true on this input; the search negates it like a branch, so
   * that what lies behind the failure is seen even when the first input fails. value: index into `checks`, -1 for an
   * assumption (then it is the last entry and the outcome is `assume`).
   */
  Failed: 6,
  /**
   * Where a call through a symbolic pointer went: part of the path, like the target of a switch. value: the
   * target. The concretization before it has the alternatives.
   */
  Target: 7,
  /**
   * The concretization of an address whose access failed. Nothing is defined behind it, so only some of its other values are
   * followed, and the rest is no approximation of anything.
   */
  Settled: 8,
  /**
   * One of the conditions that together leave an index a single value. expr: the condition (width 1) that held; value:
   * 1 or 0, the side. Negated like a branch, but no part of the path.
   */
  Fork: 9,
} as const;
export type Entry = (typeof Entry)[keyof typeof Entry];

/** Calls of one site that are counted apart. */
export const callTimes = 64;

/** The path of one run, in the order things happened. Arrays are reused by the next run: copy what must last. */
export interface Trace {
  length: number;
  kind: Uint8Array;
  expr: Int32Array;
  site: Int32Array;
  value: Int32Array;
  /**
   * The user's last call of a library function that met a symbol: for branches of the library, the one they are in.
   * Its site times `callTimes`, plus how often that site has called in this run.
   */
  call?: Int32Array;
  /** With goals only: the goals behind the end of the current function (static/reachability.ts), and the one looked for. */
  outer?: Int32Array | undefined;
  next?: Uint8Array | undefined;
}
