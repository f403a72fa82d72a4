import type { ExprId, VarId } from '../vocabulary/brands.js';

/** Values for input bytes. Only the bytes a query mentions are in it. */
export interface Model {
  /** Ascending. */
  readonly vars: readonly VarId[];
  readonly values: Uint8Array;
}

export type Answer =
  | { readonly kind: 'sat'; readonly model: Model }
  /** core: constraints of the query that can't all hold, where a layer knows fewer than all. */
  | { readonly kind: 'unsat'; readonly core?: readonly ExprId[] }
  | { readonly kind: 'unknown'; readonly reason: 'timeout' | 'unsupported' };

/**
 * One question: is the conjunction of these width-1 expressions satisfiable? After slicing the
 * constraints are sorted and free of duplicates, and share variables (one connected component).
 */
export interface Query {
  readonly constraints: readonly ExprId[];
  /** Milliseconds this query may take, all layers together. */
  readonly timeLimit: number;
  /** Whoever asks would rather ask again later than wait: no answer is an answer for now. */
  readonly isFirstTry?: boolean;
  /** For a query of a session: where it was asked. Part of the question as far as answers depend on it. */
  readonly near?: Neighbourhood;
}

/**
 * An input that satisfies a query but for what was asked last, and models that satisfied similar ones.
 * A model for a query with a neighbourhood may leave out bytes that stay as they are in the base.
 */
export interface Neighbourhood {
  readonly base: Uint8Array;
  /** What was asked, as it was asked; in the query's constraints bytes with one value left are replaced by it. */
  readonly asked: readonly ExprId[];
  /** Models found earlier in the same session, the latest first. */
  readonly models: readonly Model[];
  /** What was assumed about any of these bytes, as it was assumed. */
  reading(variables: Iterable<VarId>): ReadonlySet<ExprId>;
  /** Whether all of that holds for another input. */
  holdReading(variables: readonly VarId[], input: Uint8Array): boolean;
  /** How much was assumed about a byte. */
  ties(variable: VarId): number;
  /** Whether the slice has more input bytes; cheaper than `constraints`, which needs all of it. */
  hasMoreBytesThan(count: number): boolean;
}

/**
 * A layer of the chain: it answers or hands the query (perhaps a simpler, equisatisfiable one) to the
 * next. Obligations: a `sat` model satisfies every constraint of the query it was given; an answer is
 * a function of the query alone (never of what was asked before), so that runs are repeatable whatever
 * the number of workers.
 */
export interface Layer {
  readonly name: string;
  solve(query: Query): Answer;
}

/**
 * One path being expanded. `base` is the input that took it and satisfies all that is assumed.
 * `check(c)` asks for an input that satisfies everything assumed so far, and c; only what shares
 * variables with c (transitively) is looked at, the other bytes stay as in `base`.
 */
export interface Session {
  assume(constraint: ExprId): void;
  /** Does the arithmetic of bounds alone rule c out? A matter of microseconds; false says nothing. */
  cannotHold?(constraint: ExprId): boolean;
  /** `isFirstTry`: a question that turns out to be hard is given up soon, to be asked again when there is time. */
  check(constraint: ExprId, isFirstTry?: boolean): Answer;
}
