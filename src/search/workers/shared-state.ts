import type { IncompleteReason } from '../../vocabulary/finding.js';

/** Why a search ends before its frontier is empty. */
export const stopReasons = [
  'time-limit',
  'run-limit',
  'interrupted',
  'memory-limit',
] as const satisfies IncompleteReason[];
export type StopReason = (typeof stopReasons)[number];

export interface RunLimits {
  readonly maxRuns: number;
  readonly maxTests: number;
}

const Field = { Stop: 0, Runs: 1, Tests: 2, Hungry: 3, Arm: 4, BesideRuns: 5, count: 6 } as const;
const Time = { EndBy: 0, LongestReplay: 1, count: 2 } as const;

/** Milliseconds that mean the same in every thread, and never go back. */
export const wallNow = (): number => performance.timeOrigin + performance.now();

/** What all workers read and write without asking: shared counters, the stop sign, and coverage so far. */
export class SharedState {
  readonly #fields: Int32Array;
  readonly #times: Float64Array;
  readonly #runsField: number;
  /** One byte a coverage point. Races are harmless: a byte only ever becomes 1. */
  readonly covered: Uint8Array;

  constructor(
    readonly memory: SharedArrayBuffer,
    readonly limits: RunLimits,
    /** Whose runs are counted apart: what is tried beside the search depends on who came first. */
    isBeside = false,
  ) {
    this.#runsField = isBeside ? Field.BesideRuns : Field.Runs;
    this.#times = new Float64Array(memory, 0, Time.count);
    this.#fields = new Int32Array(memory, Time.count * 8, Field.count);
    this.covered = new Uint8Array(memory, Time.count * 8 + Field.count * 4);
  }

  static create(coveragePoints: number, limits: RunLimits): SharedState {
    const shared = new SharedState(new SharedArrayBuffer(Time.count * 8 + Field.count * 4 + coveragePoints), limits);
    shared.endBy = Infinity;
    return shared;
  }

  /** The same state for what is tried beside the search. */
  beside(): SharedState {
    return new SharedState(this.memory, this.limits, true);
  }

  /** The first reason given stands. */
  stop(reason: StopReason): void {
    Atomics.compareExchange(this.#fields, Field.Stop, 0, stopReasons.indexOf(reason) + 1);
  }

  get stopped(): boolean {
    return Atomics.load(this.#fields, Field.Stop) !== 0;
  }

  get stopReason(): StopReason | undefined {
    return stopReasons[Atomics.load(this.#fields, Field.Stop) - 1];
  }

  /** When everything should be over, by `wallNow`; Infinity when that may take as long as it takes. */
  get endBy(): number {
    return this.#times[Time.EndBy];
  }

  set endBy(time: number) {
    this.#times[Time.EndBy] = time;
  }

  /** Milliseconds of the longest replay so far, as far as anybody measured. */
  get longestReplay(): number {
    return this.#times[Time.LongestReplay];
  }

  replayTook(milliseconds: number): void {
    this.#times[Time.LongestReplay] = Math.max(this.longestReplay, milliseconds);
  }

  get runs(): number {
    return Atomics.load(this.#fields, Field.Runs);
  }

  /** Those that were tried beside the search included. */
  get allRuns(): number {
    return this.runs + Atomics.load(this.#fields, Field.BesideRuns);
  }

  get tests(): number {
    return Atomics.load(this.#fields, Field.Tests);
  }

  /** Counts what an earlier search did as done here. */
  goOn(runs: number, tests: number): void {
    Atomics.store(this.#fields, Field.Runs, runs);
    Atomics.store(this.#fields, Field.Tests, tests);
  }

  /** Permission for one more run; without it the search stops. */
  takeRun(): boolean {
    if (this.stopped) return false;
    Atomics.add(this.#fields, this.#runsField, 1);
    if (this.allRuns <= this.limits.maxRuns) return true;
    Atomics.sub(this.#fields, this.#runsField, 1);
    this.stop('run-limit');
    return false;
  }

  /** Workers with nothing to do: those that have plenty send them some. */
  get hungry(): number {
    return Atomics.load(this.#fields, Field.Hungry);
  }

  set hungry(count: number) {
    Atomics.store(this.#fields, Field.Hungry, count);
  }

  /** The arm some worker tries now, -1 for none in particular: for people who watch. */
  get arm(): number {
    return Atomics.load(this.#fields, Field.Arm) - 1;
  }

  set arm(arm: number) {
    // A plain write: it need not be seen at once, and is made before every run.
    this.#fields[Field.Arm] = arm + 1;
  }

  countReplay(): void {
    Atomics.add(this.#fields, this.#runsField, 1);
  }

  countTest(): void {
    if (Atomics.add(this.#fields, Field.Tests, 1) + 1 >= this.limits.maxTests) this.stop('run-limit');
  }
}
