import { type RunLimits, type SharedState, type StopReason, stopReasons } from '../../contracts/shared-state.js';

const Field = { Stop: 0, Runs: 1, Tests: 2, Hungry: 3, Target: 4, SideRuns: 5, count: 6 } as const;
const Time = { EndBy: 0, LongestReplay: 1, count: 2 } as const;

/** The state that threads of one process share: a buffer all of them map. */
export class SharedMemory implements SharedState {
  readonly #fields: Int32Array;
  readonly #times: Float64Array;
  readonly #runsField: number;
  readonly covered: Uint8Array;

  constructor(
    readonly handle: SharedArrayBuffer,
    readonly limits: RunLimits,
    isSideSearch = false,
  ) {
    this.#runsField = isSideSearch ? Field.SideRuns : Field.Runs;
    this.#times = new Float64Array(handle, 0, Time.count);
    this.#fields = new Int32Array(handle, Time.count * 8, Field.count);
    this.covered = new Uint8Array(handle, Time.count * 8 + Field.count * 4);
  }

  static create(coveragePoints: number, limits: RunLimits): SharedMemory {
    const shared = new SharedMemory(new SharedArrayBuffer(Time.count * 8 + Field.count * 4 + coveragePoints), limits);
    shared.endBy = Infinity;
    return shared;
  }

  sideSearch(): SharedMemory {
    return new SharedMemory(this.handle, this.limits, true);
  }

  stop(reason: StopReason): void {
    Atomics.compareExchange(this.#fields, Field.Stop, 0, stopReasons.indexOf(reason) + 1);
  }

  get stopped(): boolean {
    return Atomics.load(this.#fields, Field.Stop) !== 0;
  }

  get stopReason(): StopReason | undefined {
    return stopReasons[Atomics.load(this.#fields, Field.Stop) - 1];
  }

  get endBy(): number {
    return this.#times[Time.EndBy];
  }

  set endBy(time: number) {
    this.#times[Time.EndBy] = time;
  }

  get longestReplay(): number {
    return this.#times[Time.LongestReplay];
  }

  replayTook(milliseconds: number): void {
    this.#times[Time.LongestReplay] = Math.max(this.longestReplay, milliseconds);
  }

  get runs(): number {
    return Atomics.load(this.#fields, Field.Runs);
  }

  get allRuns(): number {
    return this.runs + Atomics.load(this.#fields, Field.SideRuns);
  }

  get tests(): number {
    return Atomics.load(this.#fields, Field.Tests);
  }

  resumeFrom(runs: number, tests: number): void {
    Atomics.store(this.#fields, Field.Runs, runs);
    Atomics.store(this.#fields, Field.Tests, tests);
  }

  takeRun(): boolean {
    if (this.stopped) return false;
    Atomics.add(this.#fields, this.#runsField, 1);
    if (this.allRuns <= this.limits.maxRuns) return true;
    Atomics.sub(this.#fields, this.#runsField, 1);
    this.stop('run-limit');
    return false;
  }

  get hungry(): number {
    return Atomics.load(this.#fields, Field.Hungry);
  }

  set hungry(count: number) {
    Atomics.store(this.#fields, Field.Hungry, count);
  }

  get target(): number {
    return Atomics.load(this.#fields, Field.Target) - 1;
  }

  set target(target: number) {
    // A plain write: it need not be seen at once, and is made before every run.
    this.#fields[Field.Target] = target + 1;
  }

  countReplay(): void {
    Atomics.add(this.#fields, this.#runsField, 1);
  }

  countTest(): void {
    if (Atomics.add(this.#fields, Field.Tests, 1) + 1 >= this.limits.maxTests) this.stop('run-limit');
  }
}
