import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type EntryModule, isTypescript, moduleFile, moduleUrl } from '../../../vocabulary/package-files.js';

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
