import { type SharedState, type StopReason, wallNow } from '../contracts/shared-state.js';

/** What was found when the time was up may take this long to be run: less than a crew waits for a worker. */
const graceMs = 1_500;
/** Of a test's time, what is for asking at least, however long its runs take. */
const leastForAsking = 0.3;
/** Runs that an input takes that is to be shown: its own, a replay, and some on its way back to the test. */
const runsOfAnInput = 4;

/**
 * The time of one test. Asking ends early enough to run what was found; what was found before the whole prediction was
 * stopped is run all the same, if that does not take long.
 */
export class TestTime {
  readonly #began = wallNow();
  #runMs = 0;
  #graceEnd: number | undefined;
  #isOver = false;

  constructor(
    readonly shared: SharedState,
    /** Milliseconds; Infinity where time is not limited. */
    readonly share: number,
  ) {}

  /** A run of the test, or of an input on its path, took so long. */
  ran(milliseconds: number): void {
    this.#runMs = Math.max(this.#runMs, milliseconds);
  }

  /** No more questions, as there are `found` inputs to run. */
  isAskedEnough(found: number): boolean {
    if (this.shared.stopped) return true;
    if (this.share === Infinity) return false;
    const needed = Math.min((1 - leastForAsking) * this.share, runsOfAnInput * this.#runMs * (found + 1));
    if (wallNow() > this.#began + this.share - needed) this.#isOver = true;
    return this.#isOver;
  }

  /** Permission for a run of what was found. After the stop sign it takes none, for a moment. */
  takeRun(): boolean {
    const { shared } = this;
    if (!shared.stopped && wallNow() < this.#began + this.share + graceMs && shared.takeRun()) return true;
    if (shared.stopReason === 'run-limit') return false;
    this.#graceEnd ??= wallNow() + graceMs;
    if (wallNow() + this.#runMs > this.#graceEnd) return false;
    shared.countReplay();
    return true;
  }

  /** Why the test was not asked about to its end. */
  get whyCut(): StopReason {
    return this.shared.stopReason ?? 'time-limit';
  }
}
