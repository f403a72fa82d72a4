import { domainsOf, isNarrowed } from './domains.js';
import type { Knowledge } from './knowledge.js';
import { Search } from './search.js';
import type { Layer } from './types.js';

/** Work (operations times candidates) before a search gives up: a few milliseconds, the same on every machine. */
const workLimit = 200_000;
/** Slices with more bytes than this are not searched. */
const byteLimit = 24;

/** Slices over a few bytes: tries what the domains leave, and knows when that was everything. */
export function enumerate(next: Layer, knowledge: Knowledge): Layer {
  const search = new Search(knowledge);
  return {
    name: 'enumerate',
    solve(query) {
      const domains = domainsOf(query, knowledge);
      const { vars, core } = domains;
      if (core !== undefined) return { kind: 'unsat', core };
      if (vars.length === 0 || vars.length > byteLimit) return next.solve(query);
      const values = search.run(domains, workLimit, isNarrowed(query));
      if (values === undefined) return next.solve(query);
      return values === 'none' ? { kind: 'unsat' } : { kind: 'sat', model: { vars: [...vars], values } };
    },
  };
}
