/** A line an analyser points at, with the path as its report has it. */
export interface Spot {
  readonly path: string;
  readonly line: number;
  readonly endLine?: number;
  readonly column?: number;
  /** What the analyser says about it. */
  readonly text?: string;
}

/** What became of a warning. */
export type Verdict = 'confirmed' | 'infeasible' | 'unknown';

/** One result of an analyser's report. */
export interface Warning {
  /** Where it stands in the log. */
  readonly run: number;
  readonly result: number;
  readonly ruleId: string;
  readonly message: string;
  /** Of the result, or of its rule. */
  readonly cwes: readonly number[];
  /** Undefined: the report names no line. */
  readonly spot: Spot | undefined;
  /** Where it comes true, if `spot` calls a function that does it (`nearmiss taint`: the malloc of an xmalloc). */
  readonly inner?: Spot;
  /** The steps of its first code flow, in order; empty without one. */
  readonly flow: readonly Spot[];
}

/** A SARIF log as far as it is looked at: what a stranger wrote, so everything may be missing or of another kind. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export interface JsonObject {
  readonly [name: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectAt = (value: Json | undefined, name: string): JsonObject => {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
};

export const listAt = (value: Json | undefined, name: string): readonly Json[] => {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found : [];
};

export const textAt = (value: Json | undefined, name: string): string | undefined => {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : undefined;
};

/** A whole number that is not negative. */
export const countAt = (value: Json | undefined, name: string): number | undefined => {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'number' && Number.isInteger(found) && found >= 0 ? found : undefined;
};
