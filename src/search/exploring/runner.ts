import { checkers } from '../../checkers/index.js';
import type { RunResult } from '../../runtime/types.js';
import { FailureNotes, type FailureOptions } from '../confirming/failure-notes.js';
import { withHang } from '../confirming/hang.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { Expander } from '../expanding/expander.js';
import type { Recorder } from '../results/recorder.js';

/**
 * Told of every run and of the coverage points it was the first to pass; gives how much more its children are worth
 * for something else.
 */
export type OnRun = (result: RunResult, points: readonly number[]) => number;

/** Runs inputs and keeps what they showed: paths, coverage, failures, and the proof of a hang. */
export class Runner {
  executionMs = 0;
  /** A limit came before everything that belongs to a task was done. */
  cutShort = false;
  /** What the children of the run that was made last are worth. */
  worth = 0;
  readonly failures: FailureNotes;
  #extraWorth = 0;

  constructor(
    readonly engine: Engine,
    readonly shared: SharedState,
    readonly expander: Expander,
    readonly recorder: Recorder,
    options: FailureOptions,
    /** The journal counts runs. */
    readonly countRun: () => void,
    readonly onRun: OnRun,
  ) {
    this.failures = new FailureNotes(engine, shared, recorder, expander, options, countRun);
  }

  run(input: Uint8Array, bound: number, low: number, high: number): RunResult {
    const { expander, recorder } = this;
    const start = performance.now();
    const result = this.#ended(expander.run(input, bound, low, high));
    this.executionMs += performance.now() - start;
    recorder.note(result, expander.path);
    this.#extraWorth = this.onRun(result, recorder.gain > 0 ? recorder.points : []);
    return result;
  }

  /** The same for a run whose children are asked for: what they are worth depends on it. */
  runToExpand(input: Uint8Array, bound: number, low: number, high: number): RunResult {
    const result = this.run(input, bound, low, high);
    this.expander.rarity.passed(result.coverage);
    this.worth = Math.min(this.recorder.gain + this.#extraWorth, 255);
    return result;
  }

  /** One that is on record already, and what its children were found to be worth. */
  runAgain(input: Uint8Array, bound: number, low: number, high: number, worth: number): RunResult {
    const start = performance.now();
    const result = this.expander.run(input, bound, low, high);
    this.executionMs += performance.now() - start;
    this.worth = worth;
    this.expander.rarity.passed(result.coverage);
    if (this.expander.diverged) this.failures.divergence(result, bound);
    return result;
  }

  /** Runs the inputs that fail checks beside the path, to see them fail. The last run's trace is gone after this. */
  seeWitnesses(): void {
    const { expander, failures } = this;
    for (const { input, position, low, high, checks } of expander.witnesses) {
      if (!this.shared.takeRun()) {
        this.cutShort = true;
        return;
      }
      const result = this.run(input, position, low, high);
      this.countRun();
      if (expander.diverged) failures.divergence(result, position);
      const askedBy = checks.map(({ checker }) => checkers[checker].id);
      failures.note(result, position + 1, false, askedBy);
      for (const { checker, site } of checks) {
        const { id, access } = checkers[checker];
        if (result.failures.some((failure) => failure.checker === id)) failures.countFailed(checker, low ^ site, high);
        // The object that was meant is another one on that input: what was asked was the wrong question.
        if (access && !this.#isShown(result, site)) this.recorder.tally.count('approximate-memory', site);
      }
    }
  }

  /** Whether something failed in the line of a site; of the library's code the line is not known. */
  #isShown({ failures }: RunResult, site: number): boolean {
    const { place } = this.engine.program.sites[site];
    return failures.some((each) => !place || (each.place.file === place.file && each.place.line === place.line));
  }

  /** A run that did not come to an end, or made more expressions than it may, perhaps never would have: a replay looks. */
  #ended(result: RunResult): RunResult {
    if (result.wasReplayed) {
      this.shared.countReplay();
      this.countRun();
    }
    if ((result.outcome !== 'fuel' && result.outcome !== 'stopped') || !this.engine.hang) return result;
    this.shared.countReplay();
    this.countRun();
    return withHang(result, this.engine.hang(result.input, result.outcome === 'fuel'));
  }
}
