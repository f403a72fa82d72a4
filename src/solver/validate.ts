import type { ExprId } from '../vocabulary/brands.js';
import type { Knowledge } from './knowledge.js';
import { compileLanes, runLanes } from './lanes/program.js';
import type { Layer, Model, Query } from './types.js';

/** Does the constraint hold when each byte is what `valueAt` says? */
export function holds(constraint: ExprId, valueAt: (variable: number) => number, knowledge: Knowledge): boolean {
  const support = knowledge.facts.support(constraint);
  const program =
    knowledge.program(constraint) ?? compileLanes(knowledge.store, constraint, support, Number.POSITIVE_INFINITY)!;
  const columns = Array.from(support, (variable) => Int32Array.of(valueAt(variable)));
  return runLanes(program, columns, 1)[0] !== 0;
}

export function satisfies(query: Query, model: Model, knowledge: Knowledge): boolean {
  const values = new Map(model.vars.map((variable, index) => [variable, model.values[index]]));
  return query.constraints.every((constraint) => holds(constraint, (variable) => values.get(variable) ?? 0, knowledge));
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
