import type { ExprId, VarId } from '../vocabulary/brands.js';
import { type ByteSet, fullSet, intersect, isEmpty, plainest } from './byteset.js';
import type { Knowledge } from './knowledge.js';
import { truthOf } from './normalise.js';
import type { Answer, Layer, Query } from './types.js';

/** What the constraints over single bytes leave of each byte, and the constraints that are not such. */
export interface Domains {
  readonly vars: Int32Array;
  /** sets[i] is what vars[i] may be. */
  readonly sets: readonly ByteSet[];
  readonly others: readonly ExprId[];
  /** Per byte, its place in a number, or 0. */
  readonly ranks: Uint8Array;
  /** Constraints over one byte that leave it no value, if there are such. */
  readonly core?: readonly ExprId[];
}

const remembered = new WeakMap<Query, Domains>();

/** Computed once per query object, however many layers ask. */
export function domainsOf(query: Query, knowledge: Knowledge): Domains {
  let domains = remembered.get(query);
  if (domains === undefined) {
    domains = computeDomains(query.constraints, knowledge);
    remembered.set(query, domains);
  }
  return domains;
}

const narrowed = new WeakSet<Query>();

/** For the layer that knows the bytes of a query better. */
export function rememberDomains(query: Query, domains: Domains): void {
  remembered.set(query, domains);
  narrowed.add(query);
}

export function isNarrowed(query: Query): boolean {
  return narrowed.has(query);
}

export function computeDomains(constraints: readonly ExprId[], knowledge: Knowledge): Domains {
  const byVar = new Map<VarId, ByteSet | undefined>();
  const others: ExprId[] = [];
  let dead: VarId | undefined;
  for (const constraint of constraints) {
    const { support, byteSet: allowed } = knowledge.of(constraint);
    if (support.length === 0) {
      if (truthOf(constraint, knowledge)) continue;
      return { vars: new Int32Array(0), sets: [], ranks: new Uint8Array(0), others, core: [constraint] };
    }
    if (allowed === undefined) {
      others.push(constraint);
      for (const variable of support) if (!byVar.has(variable)) byVar.set(variable, undefined);
      continue;
    }
    const set = byVar.get(support[0]);
    if (set === undefined) {
      byVar.set(support[0], allowed.slice());
      if (isEmpty(allowed)) dead ??= support[0];
    } else if (intersect(set, allowed) && isEmpty(set)) dead ??= support[0];
  }
  // Whatever depends on their order below (how far intervals get, which byte is tried first) must not depend on ids.
  if (others.length > 1) others.sort(knowledge.byContent);
  const core =
    dead === undefined ? undefined : constraints.filter((constraint) => isOver(knowledge.of(constraint).support, dead));
  const vars = Int32Array.from(byVar.keys()).sort();
  const sets = Array.from(vars, (variable) => byVar.get(variable) ?? fullSet());
  return { vars, sets, ranks: ranksOf(vars, others, knowledge), others, core };
}

function ranksOf(vars: Int32Array, others: readonly ExprId[], knowledge: Knowledge): Uint8Array {
  const ranks = new Uint8Array(vars.length);
  for (const constraint of others) {
    const { support, ranks: mine } = knowledge.of(constraint);
    for (let index = 0; index < support.length; index++) {
      if (mine[index] === 0) continue;
      const place = vars.indexOf(support[index]);
      ranks[place] = Math.max(ranks[place], mine[index]);
    }
  }
  return ranks;
}

function isOver(support: Int32Array, variable: VarId): boolean {
  return support.length === 1 && support[0] === variable;
}

const both = new Int32Array(8);

/** The same answer for a byte on its own, from its sets. */
export function decideByte(variable: VarId, set: ByteSet, asked: ByteSet): Answer {
  both.set(set);
  intersect(both, asked);
  const value = plainest(both, 0);
  if (value < 0) return { kind: 'unsat' };
  return { kind: 'sat', model: { vars: [variable], values: Uint8Array.of(value) } };
}

/** Answers what single bytes decide; everything else has its domains ready for the layers below. */
export function domains(next: Layer, knowledge: Knowledge): Layer {
  return {
    name: 'domains',
    solve(query) {
      const { vars, sets, others, core } = domainsOf(query, knowledge);
      if (core !== undefined) return { kind: 'unsat', core };
      if (others.length > 0) return next.solve(query);
      return { kind: 'sat', model: { vars: [...vars], values: Uint8Array.from(sets, (set) => plainest(set, 0)) } };
    },
  };
}
