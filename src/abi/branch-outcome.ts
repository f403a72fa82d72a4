/**
 * What lies behind one arm of a branch. `fails`: an assertion or abort, whatever else happens. `may`: the rest of
 * one assertion's own condition, of which some end fails: `assert(a || b)` behind a false `a`.
 */
export const Arm = { Other: 0, Fails: 1, May: 2 } as const;
export type Arm = (typeof Arm)[keyof typeof Arm];
