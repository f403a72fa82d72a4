import type { InputPlan } from '../../inputs/plan.js';
import { fingerprintOf } from '../../vocabulary/fingerprint.js';
import type { Driver, WorkState } from '../contracts/driver.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { Combination } from '../expanding/combine.js';
import type { WorkerStats } from '../results/stats.js';
import type { Prediction } from './prediction.js';
import { Predictor } from './predictor.js';

/** What a worker needs to predict. */
export interface PredictSetup {
  readonly stopOnFirst: boolean;
  /** Fingerprints of findings that nobody waits for. */
  readonly accepted?: ReadonlySet<string>;
  readonly combine?: Combination;
}

/** Tests of one shape. They stay with one worker, so that their questions are asked once. */
export interface ShapeTask {
  readonly plan: InputPlan;
  readonly tests: readonly { readonly number: number; readonly input: Uint8Array }[];
}

/** The prediction of one test, by its number. */
export interface NumberedPrediction {
  readonly number: number;
  readonly prediction: Prediction;
}

interface PredictReport {
  readonly predictions: readonly NumberedPrediction[];
  readonly stats: WorkerStats;
}

/** Predicts the tests of the shapes it is given, one test at a time. */
class PredictDriver implements Driver<readonly ShapeTask[], PredictReport> {
  cutShort = false;
  pending = 0;
  #shapes: ShapeTask[] = [];
  /** Of the first of them: the test that is next; 0 before it was begun. */
  #next = 0;
  #predictions: NumberedPrediction[] = [];
  readonly #predictor: Predictor;

  constructor(
    readonly setup: PredictSetup,
    readonly engine: Engine,
    readonly shared: SharedState,
  ) {
    this.#predictor = new Predictor(engine, shared, setup.combine);
  }

  accept(shapes: readonly ShapeTask[]): void {
    this.#shapes.push(...shapes);
    this.pending += testsIn(shapes);
  }

  step(deadline: number): WorkState {
    while (this.pending > 0) {
      const { plan, tests } = this.#shapes[0];
      if (this.#next === 0) {
        this.engine.setPlan!(plan);
        this.#predictor.begin();
      }
      const { number, input } = tests[this.#next];
      const prediction = this.#predictor.predict(number, input);
      if (!prediction) {
        this.cutShort = true;
        return 'stopped';
      }
      this.#predictions.push({ number, prediction });
      this.pending--;
      if (++this.#next === tests.length) {
        this.#shapes.shift();
        this.#next = 0;
      }
      if (this.setup.stopOnFirst && this.#isNews(prediction)) this.shared.stop('interrupted');
      if (performance.now() > deadline) return 'more';
    }
    return 'idle';
  }

  report(): PredictReport {
    const predictions = this.#predictions;
    this.#predictions = [];
    const { counts, checks, executionMs } = this.#predictor;
    const solver = this.engine.solverStats();
    return { predictions, stats: { counts: { ...counts }, checks, executionMs, solver } };
  }

  #isNews({ failures, misses }: Prediction): boolean {
    return [...failures, ...misses.map(({ failure }) => failure)].some(
      ({ checker, place }) => !this.setup.accepted?.has(fingerprintOf(checker, place)),
    );
  }
}

export const openPredict = (
  setup: PredictSetup,
  engine: Engine,
  shared: SharedState,
): Driver<readonly ShapeTask[], PredictReport> => new PredictDriver(setup, engine, shared);

export const testsIn = (shapes: readonly ShapeTask[]): number =>
  shapes.reduce((sum, { tests }) => sum + tests.length, 0);
