import type { Knowledge } from './knowledge.js';
import { holdsNear } from './reuse.js';
import type { Layer, Model, Query } from './types.js';

let input = new Uint8Array(1 << 12);

/** The model as an input; bytes it says nothing about are 0. Good until the next call. */
function inputOf({ vars, values }: Model): Uint8Array {
  const last = vars.length > 0 ? vars[vars.length - 1] : 0;
  if (last >= input.length) input = new Uint8Array(last * 2);
  input.fill(0);
  for (let index = 0; index < vars.length; index++) input[vars[index]] = values[index];
  return input;
}

export function satisfies(query: Query, model: Model, knowledge: Knowledge): boolean {
  if (query.near !== undefined) return holdsNear(query.near, model, knowledge);
  const { constraints } = query;
  const values = inputOf(model);
  for (const constraint of constraints) if (!knowledge.of(constraint).holds(values)) return false;
  return true;
}

/**
 * No model leaves the chain unless it satisfies the query by evaluation. One that does not is a bug of
 * a layer: the answer becomes `unknown`, which costs an alternative but never tells a lie.
 */
export function validate(next: Layer, knowledge: Knowledge, onBadModel: (query: Query, model: Model) => void): Layer {
  return {
    name: 'validate',
    solve(query) {
      const answer = next.solve(query);
      if (answer.kind !== 'sat' || satisfies(query, answer.model, knowledge)) return answer;
      onBadModel(query, answer.model);
      return { kind: 'unknown', reason: 'unsupported' };
    },
  };
}
