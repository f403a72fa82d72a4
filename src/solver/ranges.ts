import { add, type ByteSet, has, intersect, isEmpty } from './byteset.js';
import { type Domains, domainsOf, rememberDomains } from './domains.js';
import type { Knowledge } from './knowledge.js';
import { backward } from './ranges/backward.js';
import { forward } from './ranges/forward.js';
import type { Plan } from './ranges/plan.js';
import type { Layer } from './types.js';

/** Passes over all constraints of a slice: what the third has not found is left to search. */
const roundLimit = 3;

let lo = new Float64Array(1 << 12);
let hi = new Float64Array(1 << 12);

/**
 * What constraints over several bytes say about each of them, by interval arithmetic: a number read
 * from digits that must be 443 leaves one value for each digit. `undefined` if nothing is left.
 */
export function narrowByRanges(domains: Domains, knowledge: Knowledge): Domains | undefined {
  const { vars, others } = domains;
  const sets = domains.sets.map((set) => set.slice());
  const place = new Map<number, number>();
  for (let index = 0; index < vars.length; index++) place.set(vars[index], index);
  let again = true;
  for (let round = 0; round < roundLimit && again; round++) {
    again = false;
    for (const constraint of others) {
      const plan = knowledge.rangePlan(constraint);
      if (plan === undefined) continue;
      const mine = Array.from(knowledge.facts.support(constraint), (variable) => sets[place.get(variable)!]);
      const changed = contract(plan, mine, knowledge);
      if (changed === undefined) return undefined;
      if (changed) again = true;
    }
  }
  return { ...domains, sets };
}

/** Narrows the sets of one constraint's bytes; whether something went, `undefined` if all did. */
function contract(plan: Plan, sets: readonly ByteSet[], knowledge: Knowledge): boolean | undefined {
  if (plan.length > lo.length) {
    lo = new Float64Array(plan.length * 2);
    hi = new Float64Array(plan.length * 2);
  }
  for (let index = 0; index < sets.length; index++) {
    lo[plan.inputs[index]] = least(sets[index]);
    hi[plan.inputs[index]] = greatest(sets[index]);
  }
  const { tables } = knowledge.store;
  forward(plan, lo, hi, tables);
  const root = plan.length - 1;
  if (hi[root] === 0) return undefined;
  if (lo[root] === 1) return false;
  lo[root] = 1;
  if (!backward(plan, lo, hi, tables)) return undefined;
  let changed = false;
  for (let index = 0; index < sets.length; index++) {
    const set = sets[index];
    if (lo[plan.inputs[index]] <= least(set) && hi[plan.inputs[index]] >= greatest(set)) continue;
    if (intersect(set, between(lo[plan.inputs[index]], hi[plan.inputs[index]]))) changed = true;
    if (isEmpty(set)) return undefined;
  }
  return changed;
}

function least(set: ByteSet): number {
  let value = 0;
  while (!has(set, value)) value++;
  return value;
}

function greatest(set: ByteSet): number {
  let value = 255;
  while (!has(set, value)) value--;
  return value;
}

function between(low: number, high: number): ByteSet {
  const set = new Int32Array(8);
  for (let value = low; value <= high; value++) add(set, value);
  return set;
}

/** Narrows the domains for the layers below, or finds that nothing is left. */
export function ranges(next: Layer, knowledge: Knowledge): Layer {
  return {
    name: 'ranges',
    solve(query) {
      const domains = domainsOf(query, knowledge);
      if (domains.core !== undefined) return { kind: 'unsat', core: domains.core };
      const narrowed = narrowByRanges(domains, knowledge);
      if (narrowed === undefined) return { kind: 'unsat' };
      rememberDomains(query, narrowed);
      return next.solve(query);
    },
  };
}
