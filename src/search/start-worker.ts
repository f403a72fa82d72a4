import type { Worker } from 'node:worker_threads';
import type { WorkerStart } from './messages.js';
import { siblingModule, startThread } from './thread.js';

/** A worker that loads its code and waits for its setup: started early, it is ready when the program is compiled. */
export function startWorker(engineModule: string): Worker {
  const start: WorkerStart = { engineModule };
  return startThread(siblingModule(import.meta.url, './worker'), start);
}
