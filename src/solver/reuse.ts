import type { Knowledge } from './knowledge.js';
import type { Layer, Model, Neighbourhood } from './types.js';

let input = new Uint8Array(1 << 12);
/** Bytes of it that may not be 0. */
let used = 0;

/** The base with a model's bytes in place; good until the next call. */
function overlaid(base: Uint8Array, { vars, values }: Model): Uint8Array {
  const needed = Math.max(base.length, vars.length > 0 ? vars[vars.length - 1] + 1 : 0);
  if (needed > input.length) input = new Uint8Array(needed * 2);
  input.set(base);
  if (used > base.length) input.fill(0, base.length, used);
  used = needed;
  for (let index = 0; index < vars.length; index++) input[vars[index]] = values[index];
  return input;
}

/** Whether the base changed by the model satisfies the query it is near: what reads no changed byte holds already. */
export function holdsNear(near: Neighbourhood, model: Model, knowledge: Knowledge): boolean {
  const candidate = overlaid(near.base, model);
  for (const constraint of near.asked) if (!knowledge.of(constraint).holds(candidate)) return false;
  const changed = model.vars.filter((variable, index) => near.base[variable] !== model.values[index]);
  return near.holdReading(changed, candidate);
}

/**
 * Before anything is solved: does a model the session found before satisfy the query already? (Its own
 * input never does: what is asked is what that input did not do.) Only models of the same session are looked at: which others are at hand would depend
 * on what a worker did before.
 */
export function reuse(next: Layer, knowledge: Knowledge): Layer {
  return {
    name: 'reuse',
    solve(query) {
      const { near } = query;
      if (near === undefined) return next.solve(query);
      for (const model of near.models) if (holdsNear(near, model, knowledge)) return { kind: 'sat', model };
      return next.solve(query);
    },
  };
}
