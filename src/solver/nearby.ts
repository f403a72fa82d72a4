import type { Builder } from '../expr/build.js';
import type { ExprId, VarId } from '../vocabulary/brands.js';
import { computeDomains } from './domains.js';
import type { Knowledge } from './knowledge.js';
import { truthOf } from './normalise.js';
import { Search } from './search.js';
import { specialise } from './specialise.js';
import type { Layer, Model, Neighbourhood } from './types.js';

/** Slices of up to this many bytes are decided by the layers below faster than this one would give up on them. */
const smallSlice = 8;
/** … or, where states of a table are all that ties them together (sweep.ts), of up to this many. */
const sweptSlice = 48;
/** How many bytes are changed at once: first few, then more. */
const freeCounts = [1, 2, 4];
const workLimit = 50_000;
/** Operations of the constraints looked at. */
const sizeLimit = 20_000;

/**
 * A long slice (a checksum, a length that everything hangs on): the session's input satisfies all but
 * what was asked, so keep its bytes except a few of those asked about, and look for values of these.
 * Then only the constraints that read them matter. Finds models; that there is none says nothing.
 */
export function nearby(next: Layer, builder: Builder, knowledge: Knowledge): Layer {
  const search = new Search(knowledge);
  return {
    name: 'nearby',
    solve(query) {
      const { near } = query;
      if (near === undefined || !near.hasMoreBytesThan(smallSlice)) return next.solve(query);
      const bytes = leastTied(near, knowledge);
      if (!near.hasMoreBytesThan(sweptSlice) && looksUp(near, bytes, knowledge)) return next.solve(query);
      for (const [index, count] of freeCounts.entries()) {
        if (index > 0 && bytes.length <= freeCounts[index - 1]) break;
        const model = change(near, bytes.slice(0, count));
        if (model !== undefined) return { kind: 'sat', model };
      }
      return next.solve(query);
    },
  };

  function change(near: Neighbourhood, free: readonly VarId[]): Model | undefined {
    const touched = [...near.asked, ...near.reading(free)];
    const isFree = (variable: VarId) => free.includes(variable);
    const special = specialise(builder, touched, isFree, near.base, sizeLimit);
    if (special === undefined) return undefined;
    const open = new Set<ExprId>();
    for (const constraint of special) {
      const known = truthOf(constraint, knowledge);
      if (known === false) return undefined;
      if (known === undefined) open.add(constraint);
    }
    const domains = computeDomains([...open], knowledge);
    if (domains.core !== undefined) return undefined;
    const values = search.run(domains, workLimit, false);
    return values === undefined || values === 'none' ? undefined : { vars: [...domains.vars], values };
  }
}

/** The bytes asked about, those that fewest constraints read first: changing them breaks least. */
function leastTied(near: Neighbourhood, knowledge: Knowledge): VarId[] {
  const bytes = new Set<VarId>();
  for (const constraint of near.asked) for (const variable of knowledge.of(constraint).support) bytes.add(variable);
  return [...bytes].sort((left, right) => near.ties(left) - near.ties(right) || right - left);
}

function looksUp(near: Neighbourhood, bytes: readonly VarId[], knowledge: Knowledge): boolean {
  const isLookup = (constraint: ExprId) => knowledge.of(constraint).looksUp;
  return near.asked.some(isLookup) || [...near.reading(bytes)].some(isLookup);
}
