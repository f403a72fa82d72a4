import { Entry } from '../../abi/trace.js';
import { checkerIndex, checkers } from '../../checkers/index.js';
import type { RunResult } from '../../runtime/types.js';
import type { CheckerId, Failure } from '../../vocabulary/finding.js';
import { fingerprintOf } from '../../vocabulary/fingerprint.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { Expander } from '../expanding/expander.js';
import { guessBound } from '../expanding/guess.js';
import { bucketKey } from '../results/buckets.js';
import type { Recorder } from '../results/recorder.js';
import { confirmation } from './confirm.js';
import { stoppable } from './stoppable.js';

export interface FailureOptions {
  readonly stopOnFirst: boolean;
  /** Fingerprints of bugs that are not what it waits for. */
  readonly accepted?: ReadonlySet<string>;
}

/** Inputs of a bug that are replayed at once, until one is confirmed. */
const mostTries = 3;

/** Notes the failures of runs: what each is put down to, and whether it is the one a search ends with. */
export class FailureNotes {
  /** Replays made while the search goes on, by bug. */
  readonly #tries = new Map<string, number>();

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
    const fresh = this.recorder.noteFailures(result, this.expander.path, bound, isGuess, askedBy);
    if (!this.options.stopOnFirst) {
      if (Number.isFinite(this.shared.endBy)) this.#confirm(result, fresh);
      return;
    }
    for (const failure of fresh) {
      if (this.options.accepted?.has(fingerprintOf(failure.checker, failure.place))) continue;
      this.shared.countReplay();
      this.onReplay();
      if (confirmation(this.engine.replay(), result.input, failure)) this.shared.stop('interrupted');
    }
  }

  /** Where time is limited, there may be none left for it at the end. */
  #confirm(result: RunResult, fresh: readonly Failure[]): void {
    for (const failure of fresh) {
      const key = bucketKey(failure);
      const tries = this.#tries.get(key) ?? 0;
      if (tries === mostTries) continue;
      this.#tries.set(key, tries + 1);
      this.shared.sideSearch().countReplay();
      this.onReplay();
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

  /** Of a task's own run; the rest of one makes the same run again. */
  noteOfTask(result: RunResult, bound: number): void {
    const isGuess = bound === guessBound;
    const asked = askedBy(result, bound);
    if (asked) this.expander.checkCounts.failed[checkerIndex(asked)]++;
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
