import { smtlib } from '../expr/smtlib.js';
import type { Knowledge } from './knowledge.js';
import type { Answer, Layer } from './types.js';
import { runScript } from './z3/remote.js';

/** z3's own count of its work ends most queries, so that they end the same way again; the clock is a guard. */
const workPerMillisecond = 4000;
/** The clock ends what takes so many times as long as its work should. */
const patience = 2;

/** The last resort, started when first needed. A new context per query: the model depends on nothing else. */
export function z3(next: Layer, knowledge: Knowledge): Layer {
  return {
    name: 'z3',
    solve(query) {
      const constraints = [...query.constraints].sort(knowledge.byContent);
      const vars = new Set<number>();
      for (const constraint of constraints) for (const variable of knowledge.of(constraint).support) vars.add(variable);
      if (vars.size === 0) return next.solve(query);
      const script = [
        `(set-option :rlimit ${Math.round(query.timeLimit * workPerMillisecond)})`,
        smtlib(knowledge.store, constraints),
        '(check-sat)',
        `(get-value (${Array.from(vars, (variable) => `in${variable}`).join(' ')}))`,
      ];
      const reply = runScript(script.join('\n'), patience * query.timeLimit);
      return answerFrom(reply ?? '') ?? next.solve(query);
    },
  };
}

function answerFrom(reply: string): Answer | undefined {
  if (reply.startsWith('unsat')) return { kind: 'unsat' };
  if (!reply.startsWith('sat')) return undefined;
  const pairs = [...reply.matchAll(/\(in(\d+) #x(..)\)/g)].map(([, variable, value]) => [
    Number(variable),
    Number.parseInt(value, 16),
  ]);
  pairs.sort(([left], [right]) => left - right);
  return {
    kind: 'sat',
    model: { vars: pairs.map(([variable]) => variable), values: Uint8Array.from(pairs, ([, value]) => value) },
  };
}
