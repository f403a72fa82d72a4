import type { VarId } from '../vocabulary/brands.js';
import { add, type ByteSet, fullSet } from './byteset.js';
import type { Knowledge } from './knowledge.js';
import { Search } from './search.js';
import type { Layer } from './types.js';

/** Slices of up to this many bytes are decided by the layers below faster than this one would give up on them. */
const smallSlice = 8;
/** Bytes changed at once. */
const freeLimit = 4;
const workLimit = 60_000;

/**
 * A long slice (a checksum, a length that everything hangs on) whose last question is about few bytes:
 * the session's input satisfies all the rest, so keep its other bytes and look for values of these
 * few. Then only the constraints that read them matter. Finds models; that there is none says nothing.
 */
export function nearby(next: Layer, knowledge: Knowledge): Layer {
  const search = new Search(knowledge);
  return {
    name: 'nearby',
    solve(query) {
      const { near } = query;
      if (near === undefined) return next.solve(query);
      const free = new Set<VarId>();
      for (const constraint of near.asked) for (const variable of knowledge.of(constraint).support) free.add(variable);
      if (free.size > freeLimit || !near.hasMoreBytesThan(smallSlice)) return next.solve(query);
      const touched = [...near.reading(free)].sort(knowledge.byContent);
      const read = new Set<VarId>();
      for (const constraint of touched) for (const variable of knowledge.of(constraint).support) read.add(variable);
      const vars = Int32Array.from(read).sort();
      const sets = Array.from(vars, (variable) => (free.has(variable) ? fullSet() : only(near.base[variable] ?? 0)));
      const found = search.run(vars, sets, touched, workLimit);
      if (found === undefined || found === 'none') return next.solve(query);
      const changed = [...vars.keys()].filter((index) => free.has(vars[index]));
      const model = {
        vars: changed.map((index) => vars[index]),
        values: Uint8Array.from(changed, (index) => found[index]),
      };
      return { kind: 'sat', model };
    },
  };
}

function only(value: number): ByteSet {
  const set = new Int32Array(8);
  add(set, value);
  return set;
}
