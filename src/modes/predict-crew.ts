import { startThread, type Worker } from '../platform/threads.js';
import type { WorkerStats } from '../search/workers/messages.js';
import type { SharedState } from '../search/workers/shared-state.js';
import { UserError } from '../vocabulary/errors.js';
import type { FromPredictor, PredictSetup, Report, ShapeTask, ToPredictor } from './predict-messages.js';

/** Tests a worker is given at once, at most: so that all end at about the same time. */
const testsAtOnce = 32;
/** With fewer tests than this to do, a second worker's start costs more than it saves. */
const testsWorthSharing = 48;
/** How long stopped workers may take to end the run or query they are in. */
const patienceMs = 3_000;

export function startPredictor(): Worker {
  return startThread('modes/predict-worker', undefined);
}

export interface CrewOptions {
  readonly setup: PredictSetup;
  readonly shared: SharedState;
  readonly jobs: number;
  readonly spares: readonly Worker[];
  /** The first worker is about to start. */
  readonly onReady: () => void;
  readonly onReports: (reports: readonly Report[], stats: WorkerStats, worker: number) => void;
}

/** Has all shapes predicted by one or several workers; a shape stays with one, so its questions are asked once. */
export async function predictAll(shapes: readonly ShapeTask[], options: CrewOptions): Promise<WorkerStats[]> {
  const { shared } = options;
  if (shapes.length === 0) return [];
  const queue = [...shapes];
  const stats: WorkerStats[] = [];
  const threads: Worker[] = [];
  const tests = queue.reduce((sum, each) => sum + each.tests.length, 0);
  const wanted = tests < testsWorthSharing ? 1 : Math.min(options.jobs, queue.length);
  const take = (): ShapeTask[] => {
    const taken: ShapeTask[] = [];
    for (let size = 0; size < testsAtOnce && queue.length > 0 && !shared.stopped; ) {
      const next = queue.shift()!;
      size += next.tests.length;
      taken.push(next);
    }
    return taken;
  };
  let isReady = false;
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const thread = options.spares[threads.length] ?? startPredictor();
      const number = threads.push(thread) - 1;
      let latest: WorkerStats | undefined;
      let stoppedAt: number | undefined;
      const send = (message: ToPredictor) => thread.postMessage(message);
      const end = () => {
        clearInterval(watch);
        if (latest) stats.push(latest);
        resolve();
      };
      const watch = setInterval(() => {
        if (!shared.stopped) return;
        stoppedAt ??= performance.now();
        if (performance.now() - stoppedAt > patienceMs) end();
      }, 250);
      const next = () => {
        const taken = take();
        if (taken.length > 0) send({ kind: 'shapes', shapes: taken });
        else end();
      };
      thread.on('message', (message: FromPredictor) => {
        switch (message.kind) {
          case 'ready':
            if (!isReady) options.onReady();
            isReady = true;
            return next();
          case 'reports':
            return options.onReports(message.reports, message.stats, number);
          case 'done':
            latest = message.stats;
            return next();
          case 'error': {
            clearInterval(watch);
            const error = message.name === 'UserError' ? new UserError(message.message) : new Error(message.message);
            if (!(error instanceof UserError)) error.stack = message.stack;
            reject(error);
          }
        }
      });
      thread.on('error', (error) => {
        clearInterval(watch);
        reject(error);
      });
      send({ kind: 'setup', setup: options.setup });
    });
  try {
    await Promise.all(Array.from({ length: wanted }, work));
    return stats;
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}
