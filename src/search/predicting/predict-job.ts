import type { InputPlan } from '../../inputs/plan.js';
import { fingerprintOf } from '../../vocabulary/fingerprint.js';
import type { Driver, WorkState } from '../contracts/driver.js';
import type { Engine } from '../contracts/engine.js';
import { type SharedState, wallNow } from '../contracts/shared-state.js';
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
  readonly wantsFigures?: boolean;
  /** Tests of all workers, and workers: where time is limited, each test has its share. */
  readonly tests: number;
  readonly workers: number;
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

/** A test that was cut off is begun again when it gets so much more than it had. */
const worthMore = 1.2;

/** Predicts the tests of the shapes it is given, one test at a time. */
class PredictDriver implements Driver<readonly ShapeTask[], PredictReport> {
  cutShort = false;
  pending = 0;
  #shapes: ShapeTask[] = [];
  /** Of the first of them: the test that is next; 0 before it was begun. */
  #next = 0;
  #predictions: NumberedPrediction[] = [];
  /** Tests that were cut off, and the time they had. */
  readonly #cut: { readonly plan: InputPlan; readonly test: ShapeTask['tests'][number]; readonly share: number }[] = [];
  readonly #predictor: Predictor;

  constructor(
    readonly setup: PredictSetup,
    readonly engine: Engine,
    readonly shared: SharedState,
  ) {
    this.#predictor = new Predictor(engine, shared, setup.combine, setup.wantsFigures);
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
      const test = tests[this.#next];
      const share = this.#share();
      const isCut = this.#predict(test, share);
      if (isCut === undefined) {
        this.cutShort = true;
        return 'stopped';
      }
      this.shared.countTest();
      this.pending--;
      if (isCut) this.#cut.push({ plan, test, share });
      if (++this.#next === tests.length) {
        this.#shapes.shift();
        this.#next = 0;
      }
      if (performance.now() > deadline) return 'more';
    }
    return this.#goOnWithCut();
  }

  /** Time that others left is for those that were cut off. */
  #goOnWithCut(): WorkState {
    if (this.shared.tests < this.setup.tests) return 'idle';
    while (this.#cut.length > 0 && !this.shared.stopped) {
      const share = (this.shared.endBy - wallNow()) / this.#cut.length;
      const { plan, test, share: before } = this.#cut.shift()!;
      if (share < worthMore * before) continue;
      this.engine.setPlan!(plan);
      this.#predictor.begin();
      this.#predict(test, share);
    }
    return 'idle';
  }

  /** What is left of the time, shared by all tests that are left. */
  #share(): number {
    const { tests, workers } = this.setup;
    const left = Math.max(1, tests - this.shared.tests);
    return ((this.shared.endBy - wallNow()) * Math.min(workers, left)) / left;
  }

  /** Whether it was cut off; undefined when it was not even run. */
  #predict({ number, input }: ShapeTask['tests'][number], share: number): boolean | undefined {
    const prediction = this.#predictor.predict(number, input, share);
    if (!prediction) return undefined;
    this.#predictions.push({ number, prediction });
    if (this.setup.stopOnFirst && this.#isNews(prediction)) this.shared.stop('interrupted');
    return prediction.isCut ?? false;
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
