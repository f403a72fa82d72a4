import { nextTurn, parentPort } from '../platform/threads.js';
import { hoist } from '../search/predicting/hoist.js';
import type { Prediction } from '../search/predicting/prediction.js';
import { Predictor } from '../search/predicting/predictor.js';
import { Inbox } from '../search/workers/inbox.js';
import type { WorkerStats } from '../search/workers/messages.js';
import { SharedState } from '../search/workers/shared-state.js';
import { fingerprintOf } from '../vocabulary/fingerprint.js';
import { openEngine } from './engine.js';
import type { FromPredictor, Report, ShapeTask, ToPredictor } from './predict-messages.js';

/** How often what was found is told. */
const tellMs = 50;

const port = parentPort!;
const post = (message: FromPredictor) => port.postMessage(message);

async function main(): Promise<void> {
  const inbox = new Inbox<ToPredictor>();
  port.on('message', (message: ToPredictor) => inbox.put(message));
  let first = await inbox.take();
  if (first.kind === 'hoist') {
    const { data, tasks } = first;
    const engine = await openEngine({ ...data, plan: tasks[0].plan });
    const hoisted = tasks.map(({ plan, bytes, tests }) => {
      engine.setPlan(plan);
      return hoist(engine, bytes, tests);
    });
    post({ kind: 'hoisted', hoisted });
    first = await inbox.take();
  }
  if (first.kind !== 'setup') throw new Error(`a worker's first message is its setup, not ${first.kind}`);
  const { data, shared: memory, limits, stopOnFirst, accepted, combine } = first.setup;
  const engine = await openEngine(data);
  const shared = new SharedState(memory, limits);
  const predictor = new Predictor(engine, shared, combine);
  post({ kind: 'ready' });
  for (;;) {
    const message = await inbox.take();
    if (message.kind === 'shapes') await work(message.shapes);
    post({ kind: 'done', stats: stats() });
  }

  function stats(): WorkerStats {
    const { counts, checks, executionMs } = predictor;
    return { counts: { ...counts }, checks, executionMs, solver: engine.solverStats() };
  }

  function isNews({ failures, misses }: Prediction): boolean {
    return [...failures, ...misses.map(({ failure }) => failure)].some(
      ({ checker, place }) => !accepted?.has(fingerprintOf(checker, place)),
    );
  }

  async function work(shapes: readonly ShapeTask[]): Promise<void> {
    let reports: Report[] = [];
    let told = performance.now();
    const tell = () => {
      if (reports.length > 0) post({ kind: 'reports', reports, stats: stats() });
      reports = [];
      told = performance.now();
    };
    for (const { plan, tests } of shapes) {
      engine.setPlan(plan);
      predictor.begin();
      for (const { number, input } of tests) {
        const prediction = predictor.predict(number, input);
        if (!prediction) return tell();
        reports.push({ number, prediction });
        if (stopOnFirst && isNews(prediction)) shared.stop('interrupted');
        if (performance.now() - told < tellMs) continue;
        tell();
        // Lets what was posted go out.
        await nextTurn();
      }
    }
    tell();
  }
}

main().catch((error: Error) => {
  post({ kind: 'error', name: error.name, message: error.message, stack: error.stack ?? '' });
});
