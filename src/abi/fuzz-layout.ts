import { coverageBase } from './layout.js';

/**
 * What the fast module (instrument/fast) keeps in its memory for the fuzzer, below the shadow module's coverage bytes,
 * where no tag lets the program touch it:
 *
 *   counters     one byte an edge, that a run counts up
 *   seen         one byte an edge: a bit for each bucket of counts that any run had
 *   frequencies  one word a feature: runs that had it
 *   hits         words: the features of the last run
 *   fresh        words: those no run had before it
 *   compared     the log of comparisons: a count, then entries of `comparedWords` words
 *
 * A feature is an edge and a bucket of its count: `edge * bucketCount + bucket`.
 */
export const bucketCount = 8;
/** Edges beyond share counters. */
export const mostEdges = 1 << 18;
const fuzzReserve = 32 << 20;
export const fuzzBase = coverageBase - fuzzReserve;
export const countersBase = fuzzBase;
export const seenBase = countersBase + mostEdges;
export const frequenciesBase = seenBase + mostEdges;
export const hitsBase = frequenciesBase + 4 * bucketCount * mostEdges;
export const freshBase = hitsBase + 4 * mostEdges;
export const bucketsBase = freshBase + 4 * mostEdges;
/** Where a value goes that must not be written where the program wants it. */
export const spareBase = bucketsBase + 256;
export const comparedBase = spareBase + 64;

/** site, bytes of the operands (and `orderMark` where they are not asked to be equal), left and right as two halves each. */
export const comparedWords = 6;
export const orderMark = 16;
export const mostCompared = 1 << 14;

/** Counters behind those of edges: a call of strcmp and the like that found its words equal, by place and word. */
export const wordCounters = 1 << 12;
/** Behind those: how much a run did, on scales of powers of two, `scaleSteps` counters each. */
export const scaleSteps = 64;
export const scales = ['turns', 'heap', 'stack'] as const;
export const scaleCounters = scaleSteps * scales.length;
/** Counters before those of edges. */
export const ownCounters = wordCounters + scaleCounters;

/** What a count of an edge is taken for: 1, 2, 3, 4–7, 8–15, 16–31, 32–127, more. */
export function bucketOf(count: number): number {
  if (count < 4) return Math.max(0, count - 1);
  return count < 32 ? 29 - Math.clz32(count) + 2 : count < 128 ? 6 : 7;
}
