import type { ExprId } from '../vocabulary/brands.js';
import type { Answer, Layer } from './types.js';

interface Entry {
  readonly constraints: readonly ExprId[];
  readonly answer: Answer;
  /** Milliseconds it was given; 0 for a first try. */
  readonly timeLimit: number;
}

/** Entries kept; the oldest half goes when there are more. */
const entryLimit = 100_000;
/** Unsatisfiable sets remembered per anchor. */
const setsPerAnchor = 8;

interface Cache extends Layer {
  clear(): void;
}

/**
 * Remembers answers by the ids of a slice's constraints, and sets known to be contradictory: a query
 * that contains one is unsatisfiable too. Both are facts about the query, so it does not matter who
 * asked before. (A model of a larger set would be a fact as well, but which one is at hand depends on
 * history: such reuse happens inside a session only.)
 */
export function cache(next: Layer): Cache {
  const entries = new Map<number, Entry[]>();
  const contradictions = new Map<ExprId, (readonly ExprId[])[]>();
  let size = 0;

  const remember = (key: number, entry: Entry): void => {
    const bucket = entries.get(key);
    if (bucket === undefined) entries.set(key, [entry]);
    else {
      const same = bucket.findIndex((other) => equal(other.constraints, entry.constraints));
      if (same >= 0) {
        bucket[same] = entry;
        return;
      }
      bucket.push(entry);
    }
    if (++size <= entryLimit) return;
    for (const [old, bucketOfOld] of entries) {
      if (size <= entryLimit / 2) break;
      size -= bucketOfOld.length;
      entries.delete(old);
    }
    contradictions.clear();
  };

  const rememberContradiction = (set: readonly ExprId[]): void => {
    // The youngest constraint is the one fewest other queries have.
    const anchor = set[set.length - 1];
    const sets = contradictions.get(anchor);
    if (sets === undefined) contradictions.set(anchor, [set]);
    else if (sets.length < setsPerAnchor) sets.push(set);
  };

  const containsContradiction = (constraints: readonly ExprId[]): boolean => {
    for (const anchor of constraints) {
      const sets = contradictions.get(anchor);
      if (sets?.some((set) => isSubset(set, constraints))) return true;
    }
    return false;
  };

  return {
    name: 'cache',
    clear() {
      entries.clear();
      contradictions.clear();
      size = 0;
    },
    solve(query) {
      const { constraints } = query;
      const timeLimit = query.isFirstTry ? 0 : query.timeLimit;
      const key = keyOf(constraints);
      const known = entries.get(key)?.find((entry) => equal(entry.constraints, constraints));
      // A timeout is only worth repeating with more time.
      if (known !== undefined && (known.answer.kind !== 'unknown' || timeLimit <= known.timeLimit)) return known.answer;
      if (containsContradiction(constraints)) return { kind: 'unsat' };
      const answer = next.solve(query);
      if (answer.kind === 'unsat') rememberContradiction(answer.core ?? constraints);
      remember(key, { constraints, answer, timeLimit });
      return answer;
    },
  };
}

function keyOf(constraints: readonly ExprId[]): number {
  let low = 0x9e3779b1;
  let high = constraints.length;
  for (const constraint of constraints) {
    low = Math.imul(low ^ constraint, 0x85ebca6b);
    low ^= low >>> 13;
    high = Math.imul(high ^ constraint, 0xc2b2ae35) ^ (high >>> 15);
  }
  return (high & 0x1fffff) * 0x100000000 + (low >>> 0);
}

function equal(left: readonly ExprId[], right: readonly ExprId[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}

/** Both ascending. */
function isSubset(small: readonly ExprId[], large: readonly ExprId[]): boolean {
  let at = 0;
  for (const member of small) {
    while (at < large.length && large[at] < member) at++;
    if (at === large.length || large[at] !== member) return false;
  }
  return true;
}
