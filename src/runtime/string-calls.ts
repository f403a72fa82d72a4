/** A call of a function that may be modelled (abi/string-models.ts) on an array inside a structure. */
export interface StringCall {
  /** The function's number. */
  readonly model: number;
  /** For each of its strings, how many bytes of the array follow: undefined where it is in none, -1 where none is sure. */
  readonly rooms: readonly (number | undefined)[];
}

/** What a run came to at functions that may be modelled. */
export interface StringCalls {
  readonly count: number;
  /** By number, the first being 1. */
  readonly inMembers: ReadonlyMap<number, StringCall>;
}
