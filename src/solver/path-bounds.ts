import type { PathLayer } from './path-query.js';
import type { Answer } from './types.js';

/** Learning the bounds of a path costs as much as so many questions: most paths have no more. */
const fewQuestions = 4;
const unsatisfiable: Answer = { kind: 'unsat' };

/** The turns of a loop to a number that was concretized: bounds tell of each without a walk through all the others. */
export function pathBounds(next: PathLayer): PathLayer {
  return {
    name: 'bounds',
    solve(query) {
      const { path } = query;
      return ++path.questions > fewQuestions && path.cannotHold(query.constraint) ? unsatisfiable : next.solve(query);
    },
  };
}
