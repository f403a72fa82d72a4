import { decideByte } from './domains.js';
import type { Knowledge } from './knowledge.js';
import type { LayerStats } from './measure.js';
import type { PathLayer } from './path-query.js';
import type { Model, Query } from './types.js';
import { satisfies } from './validate.js';

/**
 * One byte that nothing else is tied to needs no slice: what the path leaves of it is known. Such answers count as
 * those of the layer `domains`, which would give the same.
 */
export function pathByte(
  next: PathLayer,
  knowledge: Knowledge,
  stats: LayerStats,
  onBadModel: (query: Query, model: Model) => void,
): PathLayer {
  return {
    name: 'byte',
    solve(query) {
      if (query.open.length !== 1) return next.solve(query);
      const { facts } = query.path;
      const { support, byteSet } = knowledge.of(query.open[0]);
      if (byteSet === undefined || facts.isTied(support[0])) return next.solve(query);
      stats.queries++;
      let answer = decideByte(support[0], facts.byte(support[0]).set, byteSet);
      if (answer.kind === 'sat' && !satisfies(query, answer.model, knowledge)) {
        onBadModel(query, answer.model);
        answer = { kind: 'unknown', reason: 'unsupported' };
      }
      stats[answer.kind]++;
      return answer;
    },
  };
}
