/** What the build puts into a program for `reach` and the runtime hears: a call with the number of a probe. */
export const MARK_FUNCTION = '__nm_mark';

/** Told around a predicate: one that fails ends a run that the program itself would have gone on with. */
export const PREDICATE_BEGINS = -1;
export const PREDICATE_ENDS = -2;
