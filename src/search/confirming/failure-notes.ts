import { Entry } from '../../abi/trace.js';
import { checkerIndex, checkers } from '../../checkers/index.js';
import type { RunResult } from '../../runtime/types.js';
import { type CheckerId, type Failure, targetReached } from '../../vocabulary/finding.js';
import { fingerprintOf } from '../../vocabulary/fingerprint.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { Expander } from '../expanding/expander.js';
import { guessBound } from '../expanding/guess.js';
import { bucketKey } from '../results/buckets.js';
import type { Recorder } from '../results/recorder.js';
import { confirmation } from './confirm.js';
import { stoppable } from './stoppable.js';

export type StopOnFirst = boolean | 'target';

export interface FailureOptions {
  /** `target`: at the target of a search that has one, whatever else fails on the way. */
  readonly stopOnFirst: StopOnFirst;
  /** Fingerprints of bugs that are not what it waits for. */
  readonly accepted?: ReadonlySet<string>;
  /** Somebody is told of a bug as soon as it is confirmed: the first of its inputs are replayed at once. */
  readonly isLive?: boolean;
}

/** Inputs of a bug that are replayed at once, until one is confirmed. */
const mostTries = 3;

/** Notes the failures of runs: what each is put down to, and whether it is the one a search ends with. */
export class FailureNotes {
  /** Replays made while the search goes on, by bug. */
  readonly #tries = new Map<string, number>();
  readonly #failed = new Set<string>();

  constructor(
    readonly engine: Engine,
    readonly shared: SharedState,
    readonly recorder: Recorder,
    readonly expander: Expander,
    readonly options: FailureOptions,
    /** Another run was made to be sure. */
    readonly onReplay: () => void,
  ) {}

  divergence({ trace }: RunResult, bound: number): void {
    this.recorder.tally.count('divergence', trace.length > 0 ? trace.site[Math.min(bound, trace.length) - 1] : -1);
  }

  note(result: RunResult, bound: number, isGuess = false, askedBy: readonly CheckerId[] = []): void {
    if (result.failures.length === 0) return;
    this.recorder.noteFailures(result, this.expander.path, bound, isGuess, askedBy);
    const { stopOnFirst, accepted } = this.options;
    if (!stopOnFirst) {
      if (this.options.isLive || Number.isFinite(this.shared.endBy)) this.#confirm(result);
      return;
    }
    for (const failure of result.failures) {
      if (stopOnFirst === 'target' && failure.checker !== targetReached) continue;
      if (accepted?.has(fingerprintOf(failure.checker, failure.place)) || !this.#isWorthATry(failure)) continue;
      this.shared.countReplay();
      this.onReplay();
      if (confirmation(this.engine.replay(), result.input, failure)) this.shared.stop('interrupted');
    }
  }

  /** Some inputs of each bug are replayed at once. Which does not depend on when the worker last told of its runs. */
  #isWorthATry(failure: Failure): boolean {
    const key = bucketKey(failure);
    const tries = this.#tries.get(key) ?? 0;
    if (tries === mostTries) return false;
    this.#tries.set(key, tries + 1);
    return true;
  }

  /** Where time is limited, there may be none left for it at the end. */
  #confirm(result: RunResult): void {
    for (const failure of result.failures) {
      if (!this.#isWorthATry(failure)) continue;
      const key = bucketKey(failure);
      this.shared.sideSearch().countReplay();
      // One that is made only to be told early is none of the search's: a search that goes on later counts the same.
      if (Number.isFinite(this.shared.endBy)) this.onReplay();
      const start = performance.now();
      // Half a replay is none: what is begun is done, and the search waits for it.
      const confirmed = stoppable(
        this.engine,
        () => false,
        () => confirmation(this.engine.replay(), result.input, failure),
      );
      this.shared.replayTook(performance.now() - start);
      this.recorder.noteReplayed(key, result, this.expander.path, confirmed);
      if (confirmed) this.#tries.set(key, mostTries);
    }
  }

  /** An input that was to fail a check did: counted once, also where the question was asked twice. */
  countFailed(checker: number, low: number, high: number): void {
    const key = `${checker},${low},${high}`;
    if (this.#failed.has(key) || !(this.engine.checkers?.has(checkers[checker].id) ?? true)) return;
    this.#failed.add(key);
    this.expander.checkCounts.failed[checker]++;
  }

  /** Of a task's own run; the rest of one makes the same run again. `low`, `high`: of the entries before its bound. */
  noteOfTask(result: RunResult, bound: number, low: number, high: number): void {
    const isGuess = bound === guessBound;
    const asked = askedBy(result, bound);
    if (asked) this.countFailed(checkerIndex(asked), low, high);
    this.note(result, isGuess ? 0 : bound, isGuess, asked ? [asked] : []);
  }
}

/** The check that asked for a run that failed. */
function askedBy({ trace, checks, failures }: RunResult, bound: number): CheckerId | undefined {
  if (failures.length === 0 || bound === 0 || bound > trace.length) return undefined;
  const entry = bound - 1;
  if (trace.kind[entry] !== Entry.Failed || trace.value[entry] < 0) return undefined;
  return checks[trace.value[entry]].checker;
}

/**
 * Entries before the first access that failed. Behind it the program works on what it should not have read or on
 * what it has overwritten: that is looked at, too, but not before everything else.
 */
export function wellDefined({ trace, failures, failureSteps }: RunResult, bound: number): number {
  if (failures.length === 0) return trace.length;
  const at = failures.findIndex(({ checker }) => checkers[checkerIndex(checker)]?.access !== undefined);
  const first = failureSteps?.[at] ?? trace.length;
  return at < 0 || first < bound ? trace.length : first;
}
