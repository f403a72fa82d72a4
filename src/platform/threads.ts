import { once } from 'node:events';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type EntryModule, isTypescript, moduleFile, moduleUrl } from './package-files.js';

export { setImmediate as nextTurn } from 'node:timers/promises';
export { parentPort, threadId, type Worker, workerData } from 'node:worker_threads';

/** Recursion of the program under test happens on the worker's own stack; Node gives what is asked (measured up to 4 GB). */
const stackSizeMb = 256;
/** A run allocates little that lasts: with room, most of it is gone before anybody has to look. */
const maxYoungGenerationSizeMb = 64;

/** A worker thread of this package. As TypeScript it needs tsx's hooks registered first: threads of Node 20 take no `--import`. */
export function startThread(module: EntryModule, workerData: unknown): Worker {
  const options = { workerData, resourceLimits: { stackSizeMb, maxYoungGenerationSizeMb }, stdin: false, execArgv: [] };
  if (!isTypescript) return new Worker(moduleFile(module), options);
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const load = `import(${JSON.stringify(pathToFileURL(loader).href)}).then((tsx) => {
    tsx.register();
    return import(${JSON.stringify(moduleUrl(module))});
  })`;
  return new Worker(load, { ...options, eval: true });
}

/** The next message of a thread that is expected to send one; an error of the thread is thrown. */
export async function nextMessage<T>(thread: Worker): Promise<T> {
  const [message] = await once(thread, 'message');
  return message as T;
}

/** The thread died because it had used up its memory. */
export const isOutOfMemory = (error: Error): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
