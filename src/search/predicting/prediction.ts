import type { RunResult } from '../../runtime/types.js';
import type { Failure } from '../../vocabulary/finding.js';
import type { RollingHash } from '../expanding/path-hash.js';
import { bucketKey } from '../results/buckets.js';
import { packed } from '../results/passed-points.js';
import type { RunRecord } from '../results/records.js';
import type { TallyRow } from '../results/tally.js';
import type { TestFigures } from '../results/test-figures.js';

/** An input on a test's path that fails, seen to fail again in the oracle. */
export interface NearMiss {
  readonly failure: Failure;
  readonly record: RunRecord;
  /** The function whose precondition, derived from unit tests, said so when it was called. */
  readonly hoisted?: string;
}

/** What one test's run and the questions asked along it showed. */
export interface Prediction {
  readonly record: RunRecord;
  /** Failures of the test itself that the oracle saw too. */
  readonly failures: readonly Failure[];
  readonly misses: readonly NearMiss[];
  /** What was approximated on the path: none, and no miss, is a proof for every input on it. */
  readonly tally: readonly TallyRow[];
  /** Why else nothing is proved, a sentence each. */
  readonly doubts: readonly string[];
  /** An earlier test of the same shape took the same path: what it showed holds here too. */
  readonly sameAs: number | undefined;
  /** A limit came before everything was asked: what stands here was found until then. */
  readonly isCut?: boolean;
  /** Where somebody wants them. */
  readonly figures?: TestFigures;
}

/** What became of a question that was asked before at the same place behind the same entries. */
export interface Asked {
  readonly misses: NearMiss[];
  readonly doubts: string[];
}

/** Bugs and doubts of one answer join those of others, each once. */
export function merge(into: Asked, { misses, doubts }: Asked): void {
  for (const miss of misses) {
    if (!into.misses.some(({ failure }) => bucketKey(failure) === bucketKey(miss.failure))) into.misses.push(miss);
  }
  for (const doubt of doubts) if (!into.doubts.includes(doubt)) into.doubts.push(doubt);
}

/** A copy: the run's buffers are reused by the next. */
export function recordOf(result: RunResult, path: RollingHash): RunRecord {
  return {
    pathLow: path.low,
    pathHigh: path.high,
    input: result.input.slice(),
    layout: result.regions.slice(),
    outcome: result.outcome,
    exitCode: result.exitCode,
    failures: result.failures.slice(),
    passed: packed(result.coverage),
    effects: result.effects?.(),
  };
}
