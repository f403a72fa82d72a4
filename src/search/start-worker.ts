import type { Worker } from 'node:worker_threads';
import type { WorkerStart } from './messages.js';
import { startThread } from './thread.js';

/** A worker that loads its code and waits for its setup: started early, it is ready when the program is compiled. */
export function startWorker(engineModule: string): Worker {
  const start: WorkerStart = { engineModule };
  const thread = startThread('search/worker', start);
  // Who hires it listens as well; until then nobody would, and that ends the process.
  thread.on('error', () => {});
  return thread;
}
