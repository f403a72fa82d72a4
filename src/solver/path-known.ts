import type { ExprId } from '../vocabulary/brands.js';
import { type Normaliser, truthOf } from './normalise.js';
import type { PathLayer } from './path-query.js';
import type { Answer, Model } from './types.js';

/** The base as it is. */
export const unchanged: Model = { vars: [], values: new Uint8Array(0) };
const itself: Answer = { kind: 'sat', model: unchanged };

/**
 * What was asked is taken apart into conjuncts, with the bytes that have one value left put in; those that the path
 * has assumed, or whose negation it has, need not be asked.
 */
export function pathKnown(next: PathLayer, normaliser: Normaliser): PathLayer {
  return {
    name: 'known',
    solve(query) {
      const { facts } = query.path;
      const verdict = facts.verdict(query.constraint);
      if (verdict !== undefined) return verdict ? itself : { kind: 'unsat' };
      const open: ExprId[] = [];
      for (const part of normaliser.conjuncts(query.constraint)) {
        for (const special of facts.specialised(part)) {
          const known = truthOf(special, normaliser.knowledge) ?? facts.verdict(special);
          if (known === false) return { kind: 'unsat' };
          if (known === undefined) open.push(special);
        }
      }
      if (open.length === 0) return itself;
      query.open = open;
      return next.solve(query);
    },
  };
}
