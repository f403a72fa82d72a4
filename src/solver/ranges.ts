import { plainest } from './byteset.js';
import { domainsOf, rememberDomains } from './domains.js';
import type { Knowledge } from './knowledge.js';
import { flattened, Propagator } from './ranges/propagate.js';
import type { Layer } from './types.js';

/**
 * What constraints over several bytes say about each of them, by interval arithmetic. Answers when
 * nothing is left, or when every constraint holds for all that is left; else the layers below start
 * from narrower domains and from the constraints that still matter.
 */
export function ranges(next: Layer, knowledge: Knowledge): Layer {
  return {
    name: 'ranges',
    solve(query) {
      const { vars, sets, ranks, others, core } = domainsOf(query, knowledge);
      if (core !== undefined) return { kind: 'unsat', core };
      const flat = flattened(sets);
      const propagator = new Propagator(knowledge, vars, others);
      if (!propagator.propagate(flat)) return { kind: 'unsat' };
      const narrowed = sets.map((_, index) => flat.subarray(index * 8, index * 8 + 8));
      const open = others.filter((_, index) => propagator.entailed[index] === 0);
      if (open.length === 0) {
        const values = Uint8Array.from(narrowed, (set, index) => plainest(set, ranks[index]));
        return { kind: 'sat', model: { vars: [...vars], values } };
      }
      rememberDomains(query, { vars, sets: narrowed, ranks, others: open });
      return next.solve(query);
    },
  };
}
