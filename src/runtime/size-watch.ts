/** Can a number that is used as a size, a length or an index have wrapped on the way? */

import { checkerIndex, checkers } from '../checkers/index.js';
import type { Checker, Use } from '../checkers/types.js';
import { fitWider } from '../checkers/unsigned-use.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { CheckerId } from '../vocabulary/finding.js';
import type { Failures } from './failures.js';
import type { ShadowRun } from './shadow-run.js';

const users = checkers.filter(({ use }) => use !== undefined);

/**
 * Adds a watch for every condition of a checker about a number that does not hold on this input. Returns the conditions
 * that do hold, the last of each checker.
 */
export function watchNumber(
  run: ShadowRun,
  failures: Failures,
  conditionsOf: (checker: Checker) => readonly ExprId[] | undefined,
  site: SiteId,
): ReadonlySet<CheckerId> {
  const failing = new Set<CheckerId>();
  for (const checker of checkers) {
    const conditions = failures.enabled.has(checker.id) ? conditionsOf(checker) : undefined;
    for (const condition of conditions ?? []) {
      if (condition === 0 || run.store.isConst(condition)) continue;
      const index = checkerIndex(checker.id);
      if (!run.holds(condition)) run.watch(index, condition, site);
      else if (!failing.has(checker.id)) {
        failing.add(checker.id);
        run.failedWatches.add(index, condition, site, run.log.length);
      }
    }
  }
  return failing;
}

/** A number of the program used as an index, or as the length that a function is given. */
export function watchUse(
  run: ShadowRun,
  failures: Failures,
  { call, value }: Pick<Use, 'call' | 'value'>,
  id: ExprId,
  site: SiteId,
): Use | undefined {
  if (users.length === 0) return undefined;
  const steps = run.steps.behind(id);
  if (steps.length === 0) return undefined;
  const isLength = call !== undefined;
  const failing = watchNumber(run, failures, ({ use }) => use?.conditions(run.builder, steps, isLength), site);
  if (failing.size === 0) return undefined;
  const isExtended = failing.has('sign-extension-overflow');
  const fitsWider = fitWider(run.builder, steps, (id) => run.holds(id));
  return { call, value, wrapped: failing.has('integer-overflow') ? 'above' : 'below', isExtended, fitsWider };
}
