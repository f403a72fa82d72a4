import { type Domains, domainsOf } from './domains.js';
import type { Knowledge } from './knowledge.js';
import { Known } from './sweep/known.js';
import { type Stage, stagesOf } from './sweep/stages.js';
import type { Answer, Layer, Query } from './types.js';

const limits = { nodes: 3000, frontier: 16, values: 255, states: 4096 };
/** Steps kept for queries that begin alike. */
const stepLimit = 20_000;

interface Sweep extends Layer {
  clear(): void;
}

/**
 * Programs that go through their input with a state in hand: scanners made of tables, decoders, checksums of a few
 * bits. Every condition depends on all bytes so far, but only by way of the state. Meets the bytes from the first to
 * the last and keeps what states are possible, each with one input that leads there: all of them, so that none is
 * left is a proof.
 */
export function sweep(next: Layer, knowledge: Knowledge): Sweep {
  const { store } = knowledge;
  let start = Known.start();
  let steps = 0;

  const step = (known: Known, stage: Stage, frontier: Stage['frontier'], domains: Domains, at: number) => {
    const key = `${stage.variable}:${domains.ranks[at] === 0 ? '' : 'n'}${domains.sets[at]}:${stage.constraints}:${stage.frontier}`;
    let after = known.next.get(key);
    if (after === undefined) {
      if (++steps > stepLimit) {
        start = Known.start();
        steps = 1;
      }
      after = known.after(store, stage, domains.sets[at], domains.ranks[at], frontier);
      known.next.set(key, after);
    }
    return after;
  };

  const answer = (query: Query, domains: Domains): Answer | undefined => {
    const { vars, others } = domains;
    const stages = stagesOf(store, vars, others, limits);
    if (stages === undefined) return undefined;
    let known = start;
    let frontier: Stage['frontier'] = [];
    for (const [at, stage] of stages.entries()) {
      const after = step(known, stage, frontier, domains, at);
      if (after === 'too much') return undefined;
      if (after.count === 0) return { kind: 'unsat', core: coreOf(query, vars[at], knowledge) };
      known = after;
      frontier = stage.frontier;
    }
    return { kind: 'sat', model: { vars: [...vars], values: known.bytesTo(0) } };
  };

  return {
    name: 'sweep',
    clear() {
      start = Known.start();
      steps = 0;
    },
    solve(query) {
      const domains = domainsOf(query, knowledge);
      if (domains.core !== undefined) return { kind: 'unsat', core: domains.core };
      const hasStates = domains.others.some((constraint) => knowledge.of(constraint).looksUp);
      return (hasStates ? answer(query, domains) : undefined) ?? next.solve(query);
    },
  };
}

/** What was asked of the bytes up to one: nothing else was looked at. */
function coreOf({ constraints }: Query, lastByte: number, knowledge: Knowledge) {
  return constraints.filter((constraint) => {
    const { support } = knowledge.of(constraint);
    return support.length === 0 || support[support.length - 1] <= lastByte;
  });
}
