import { canProve, checkerIndex } from '../checkers/index.js';
import { type Unverified, unjudgedIn, unverifiedIn } from '../checkers/unchecked.js';
import type { Exploration } from '../modes/explore.js';
import type { CheckerId, Incomplete } from '../vocabulary/finding.js';

/** What a complete exploration proves, and at which places it proves nothing though nothing failed there. */
export function proofsOf(
  { tally, stats, checkers, sites, unproved }: Exploration,
  failed: ReadonlySet<CheckerId>,
  incomplete: readonly Incomplete[],
): { readonly verified: CheckerId[]; readonly unverified: Unverified[] } {
  const escaped = [...unverifiedIn(sites, checkers), ...unjudgedIn(incomplete, checkers)];
  const isOpen = (id: CheckerId) => failed.has(id) || escaped.some(({ checker }) => checker === id);
  const never = [...checkers]
    .filter((id) => tally.isEmpty && canProve(id) && !isOpen(id) && stats.checks.left[checkerIndex(id)] === 0)
    .sort();
  const doubts = never.flatMap((id) => unproved?.(id) ?? []);
  return {
    verified: never.filter((id) => !doubts.some(({ checker }) => checker === id)),
    unverified: [...escaped, ...doubts].sort((a, b) => (a.checker < b.checker ? -1 : a.checker > b.checker ? 1 : 0)),
  };
}
