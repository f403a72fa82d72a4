import type { ExprId, VarId } from '../vocabulary/brands.js';
import type { Knowledge } from './knowledge.js';
import type { Answer, Layer, Model } from './types.js';

/** Groups of constraints that share input bytes, directly or through others; each is a query of its own. */
export function sliceConstraints(constraints: readonly ExprId[], knowledge: Knowledge): ExprId[][] {
  const leader = new Map<VarId, VarId>();
  const find = (variable: VarId): VarId => {
    let root = variable;
    for (let up = leader.get(root)!; up !== root; up = leader.get(root)!) root = up;
    for (let at = variable; at !== root; ) {
      const up = leader.get(at)!;
      leader.set(at, root);
      at = up;
    }
    return root;
  };
  for (const constraint of constraints) {
    const support = knowledge.of(constraint).support;
    for (const variable of support) {
      if (!leader.has(variable)) leader.set(variable, variable);
      leader.set(find(variable), find(support[0]));
    }
  }
  const groups = new Map<VarId, ExprId[]>();
  for (const constraint of constraints) {
    const root = find(knowledge.of(constraint).support[0]);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [constraint]);
    else group.push(constraint);
  }
  return [...groups.values()];
}

/** Solves each slice apart and puts the models together; one slice without a model is enough to say so. */
export function slices(next: Layer, knowledge: Knowledge): Layer {
  return {
    name: 'slices',
    solve(query) {
      const groups = sliceConstraints(query.constraints, knowledge);
      const models: Model[] = [];
      let unknown: Answer | undefined;
      for (const constraints of groups) {
        const answer = next.solve({ constraints, timeLimit: query.timeLimit, isFirstTry: query.isFirstTry });
        if (answer.kind === 'unsat') return answer;
        if (answer.kind === 'unknown') unknown = answer;
        else models.push(answer.model);
      }
      return unknown ?? { kind: 'sat', model: joined(models) };
    },
  };
}

/** One model of models over different bytes. */
export function joined(models: readonly Model[]): Model {
  if (models.length === 1) return models[0];
  const pairs = models.flatMap(({ vars, values }) => vars.map((variable, index) => [variable, values[index]] as const));
  pairs.sort((left, right) => left[0] - right[0]);
  return { vars: pairs.map(([variable]) => variable), values: Uint8Array.from(pairs, ([, value]) => value) };
}
