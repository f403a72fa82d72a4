/**
 * Where does one outcome of a branch lead? `Fails`: to an assertion's failure or to abort, whatever happens on the
 * way. `MayFail`: to the rest of the same assertion's condition, which can still fail: `assert(a || b)` once `a` is
 * false. `Other`: anywhere else.
 */
export const BranchOutcome = { Other: 0, Fails: 1, MayFail: 2 } as const;
export type BranchOutcome = (typeof BranchOutcome)[keyof typeof BranchOutcome];
