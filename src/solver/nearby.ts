import type { ExprId, VarId } from '../vocabulary/brands.js';
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
      const { near, constraints } = query;
      if (near === undefined || near.bytes <= smallSlice) return next.solve(query);
      const free = new Set<VarId>();
      for (const constraint of near.asked) for (const variable of knowledge.of(constraint).support) free.add(variable);
      if (free.size > freeLimit) return next.solve(query);
      const touched: ExprId[] = [];
      const vars = new Set<VarId>();
      const all = new Set<VarId>();
      for (const constraint of constraints) {
        const { support } = knowledge.of(constraint);
        const touches = support.some((variable) => free.has(variable));
        if (touches) touched.push(constraint);
        for (const variable of support) {
          all.add(variable);
          if (touches) vars.add(variable);
        }
      }
      const places = Int32Array.from(vars).sort();
      const sets = Array.from(places, (variable) => (free.has(variable) ? fullSet() : only(near.base[variable] ?? 0)));
      const found = search.run(places, sets, touched, workLimit);
      if (found === undefined || found === 'none') return next.solve(query);
      const values = new Map<VarId, number>(Array.from(places, (variable, index) => [variable, found[index]]));
      const allVars = [...all].sort((left, right) => left - right);
      const bytes = Uint8Array.from(allVars, (variable) => values.get(variable) ?? near.base[variable] ?? 0);
      return { kind: 'sat', model: { vars: allVars, values: bytes } };
    },
  };
}

function only(value: number): ByteSet {
  const set = new Int32Array(8);
  add(set, value);
  return set;
}
