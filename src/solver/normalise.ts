import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { Knowledge } from './knowledge.js';
import type { Layer } from './types.js';

const noInput = new Uint8Array(0);

/** The conjuncts of a width-1 expression, left to right. */
export function conjunctsOf(store: ExprStore, constraint: ExprId, out: ExprId[] = []): ExprId[] {
  const pending = [constraint];
  while (pending.length > 0) {
    const id = pending.pop()!;
    if (store.op[id] === Op.And) pending.push(store.b[id], store.a[id]);
    else out.push(id);
  }
  return out;
}

/** Whether a constraint that reads no input holds; `undefined` of one that does read some. */
export function truthOf(constraint: ExprId, knowledge: Knowledge): boolean | undefined {
  const { store } = knowledge;
  if (store.isConst(constraint)) return store.lo[constraint] !== 0;
  const known = knowledge.of(constraint);
  return known.support.length > 0 ? undefined : known.holds(noInput);
}

/**
 * Conjunctions are taken apart, duplicates and constants go, the rest is sorted; a constraint beside
 * its own negation is a contradiction.
 */
export function normalise(next: Layer, builder: Builder, knowledge: Knowledge): Layer {
  const { store } = builder;
  return {
    name: 'normalise',
    solve(query) {
      const kept = new Set<ExprId>();
      for (const constraint of query.constraints) {
        for (const part of conjunctsOf(store, constraint)) {
          const known = truthOf(part, knowledge);
          if (known === false) return { kind: 'unsat' };
          if (known === undefined) kept.add(part);
        }
      }
      for (const part of kept) if (kept.has(builder.not(part))) return { kind: 'unsat' };
      return next.solve({ ...query, constraints: [...kept].sort((left, right) => left - right) });
    },
  };
}
