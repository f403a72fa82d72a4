import { Op } from '../expr/ops.js';
import type { ExprId, VarId } from '../vocabulary/brands.js';
import { decideByte } from './domains.js';
import type { Normaliser } from './normalise.js';
import { type PathLayer, PathQuery } from './path-query.js';
import type { Answer, Model } from './types.js';

/** A conjunction of as many parts is taken apart. */
const manyParts = 16;

/** A long conjunction (a string of a thousand bytes): bytes that nothing ties to another are decided one by one. */
export function pathParts(next: PathLayer, normaliser: Normaliser): PathLayer {
  const { knowledge, builder } = normaliser;
  const solveParts = (query: PathQuery): Answer => {
    const { path, open, constraint, isFirstTry } = query;
    const { facts } = path;
    const uses = new Map<VarId, number>();
    for (const part of open) {
      for (const variable of knowledge.of(part).support) uses.set(variable, (uses.get(variable) ?? 0) + 1);
    }
    const model = new Map<VarId, number>();
    const rest: ExprId[] = [];
    const include = ({ vars, values }: Model): void => {
      for (let i = 0; i < vars.length; i++) model.set(vars[i], values[i]);
    };
    for (const part of open) {
      const { support, byteSet } = knowledge.of(part);
      const isAlone = byteSet !== undefined && uses.get(support[0]) === 1 && !facts.isTied(support[0]);
      if (!isAlone) {
        rest.push(part);
        continue;
      }
      const answer = decideByte(support[0], facts.byte(support[0]).set, byteSet);
      if (answer.kind !== 'sat') return answer;
      include(answer.model);
    }
    if (rest.length > 0) {
      const whole = rest.reduce((left, right) => builder.binary(Op.And, left, right));
      const answer = next.solve(new PathQuery(path, whole, isFirstTry, rest));
      if (answer.kind !== 'sat') return answer;
      include(answer.model);
    }
    const vars = [...model.keys()].sort((left, right) => left - right);
    const input = facts.base.slice();
    for (const [variable, value] of model) input[variable] = value;
    if (!knowledge.of(constraint).holds(input)) return { kind: 'unknown', reason: 'unsupported' };
    return { kind: 'sat', model: { vars, values: Uint8Array.from(vars, (variable) => model.get(variable) ?? 0) } };
  };
  return {
    name: 'parts',
    solve: (query) => (query.open.length < manyParts ? next.solve(query) : solveParts(query)),
  };
}
