import { RunGivenUp } from '../../runtime/stop-sign.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import { Expander } from '../expanding/expander.js';
import { randomNumbers } from '../ordering/rng.js';
import type { CheckCounts } from '../results/check-counts.js';
import { type Harvest, Recorder } from '../results/recorder.js';
import type { SolverCounts } from '../results/stats.js';
import { type ExploreDriver, type ExploreReport, exploreReport } from './explore-driver.js';

/** The baseline: random bytes, no solver. It never ends by itself and is never complete. */
export class RandomInputs implements ExploreDriver {
  readonly pending = 1;
  readonly cutShort = true;
  executionMs = 0;
  readonly #expander: Expander;
  readonly #recorder: Recorder;
  readonly #random: () => number;
  #input: Uint8Array;
  #started = 1;

  constructor(
    readonly engine: Engine,
    readonly shared: SharedState,
    rng: number,
    readonly roots: readonly Uint8Array[],
  ) {
    this.#recorder = new Recorder(shared, engine.program.sites);
    this.#expander = new Expander(engine, this.#recorder.tally);
    this.#random = randomNumbers(rng);
    this.#input = roots[0] ?? new Uint8Array(0);
  }

  get checks(): CheckCounts {
    return this.#expander.checkCounts;
  }

  get counts(): SolverCounts {
    return this.#expander.counts;
  }

  step(deadline: number): 'more' | 'stopped' {
    try {
      return this.#work(deadline);
    } catch (error) {
      if (error instanceof RunGivenUp) return 'stopped';
      throw error;
    }
  }

  #work(deadline: number): 'more' | 'stopped' {
    do {
      if (!this.shared.takeRun()) return 'stopped';
      const start = performance.now();
      const result = this.#expander.run(this.#input, 0, 0, 0);
      this.executionMs += performance.now() - start;
      this.#recorder.note(result, this.#expander.path, false);
      if (result.failures.length > 0) this.#recorder.noteFailures(result, this.#expander.path, 0);
      if (this.engine.program.store.size > 1_000_000) this.engine.clear();
      this.#input = this.roots[this.#started++] ?? this.#mutated(result.input);
    } while (performance.now() < deadline);
    return 'more';
  }

  page(): undefined {}

  accept(): void {}

  report(): ExploreReport {
    return exploreReport(this, this.engine);
  }

  harvest(): Harvest {
    return this.#recorder.harvest();
  }

  #mutated(last: Uint8Array): Uint8Array {
    const next = new Uint8Array(last.length);
    for (let i = 0; i < next.length; i++) next[i] = this.#random();
    return next;
  }
}
