import type { Knowledge } from './knowledge.js';
import type { Layer, Model } from './types.js';

let input = new Uint8Array(1 << 12);

/**
 * Before anything is solved: does the session's own input, or a model it found before, satisfy the
 * query already? Only models of the same session are looked at: which others are at hand would depend
 * on what a worker did before.
 */
export function reuse(next: Layer, knowledge: Knowledge): Layer {
  return {
    name: 'reuse',
    solve(query) {
      const { near, constraints } = query;
      if (near === undefined) return next.solve(query);
      const { base, asked, models } = near;
      // The base satisfies all the rest.
      if (asked.every((constraint) => knowledge.of(constraint).holds(base)))
        return { kind: 'sat', model: modelFrom(base) };
      for (const model of models) {
        const candidate = overlaid(base, model);
        if (!asked.every((constraint) => knowledge.of(constraint).holds(candidate))) continue;
        if (constraints.every((constraint) => knowledge.of(constraint).holds(candidate))) {
          return { kind: 'sat', model: modelFrom(candidate) };
        }
      }
      return next.solve(query);

      function modelFrom(bytes: Uint8Array): Model {
        const seen = new Set<number>();
        for (const constraint of constraints)
          for (const variable of knowledge.of(constraint).support) seen.add(variable);
        const vars = [...seen].sort((left, right) => left - right);
        return { vars, values: Uint8Array.from(vars, (variable) => bytes[variable] ?? 0) };
      }
    },
  };
}

/** The base with a model's bytes in place; good until the next call. */
function overlaid(base: Uint8Array, { vars, values }: Model): Uint8Array {
  if (base.length > input.length) input = new Uint8Array(base.length * 2);
  input.set(base);
  for (let index = 0; index < vars.length; index++) input[vars[index]] = values[index];
  return input;
}
