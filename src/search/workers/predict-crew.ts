import type { EngineSource } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import { type PredictSetup, type ShapeTask, testsIn } from '../predicting/predict-job.js';
import type { CrewOptions } from './crew.js';
import type { WorkerTransport } from './transport.js';

/** Tests a worker is given at once, at most: so that all end at about the same time. */
const testsAtOnce = 32;
/** With fewer tests than this to do, a second worker's start costs more than it saves. */
const testsWorthSharing = 48;
/** How long stopped workers may take to end the run or query they are in, and to run what they have found. */
const patienceMs = 8_000;

/** The workers take shapes from one queue; a shape stays with whoever took it, so its questions are asked once. */
export function predictCrew(
  shapes: readonly ShapeTask[],
  engine: EngineSource,
  setup: Omit<PredictSetup, 'tests' | 'workers'>,
  jobs: number,
  transport: WorkerTransport,
  shared: SharedState,
  listener: Pick<CrewOptions<'predict'>, 'onReport' | 'onLoss'>,
): CrewOptions<'predict'> {
  const wanted = testsIn(shapes) < testsWorthSharing ? 1 : Math.max(1, Math.min(jobs, shapes.length));
  return {
    ...{ transport, shared, engine, job: 'predict', ...listener },
    setupOf: () => ({ setup: { ...setup, tests: testsIn(shapes), workers: wanted }, pending: 0 }),
    tasks: portions(shapes),
    countOf: testsIn,
    atOnce: wanted,
    mostNow: () => wanted,
    patienceMs: () => patienceMs,
  };
}

function portions(shapes: readonly ShapeTask[]): ShapeTask[][] {
  const all: ShapeTask[][] = [];
  let size = testsAtOnce;
  for (const shape of shapes) {
    if (size >= testsAtOnce) {
      all.push([]);
      size = 0;
    }
    all[all.length - 1].push(shape);
    size += shape.tests.length;
  }
  return all;
}
