import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Recursion of the program under test happens on the worker's own stack; Node gives what is asked (measured up to 4 GB). */
const stackSizeMb = 256;
/** A run allocates little that lasts: with room, most of it is gone before anybody has to look. */
const maxYoungGenerationSizeMb = 64;

/**
 * A worker thread from a module of this package, by its URL without the extension. From `dist` that is a
 * .js file; under tsx and vitest it is a .ts file, which needs tsx's hooks registered first, as worker
 * threads of Node 20 don't take `--import`.
 */
export function startThread(module: string, workerData: unknown): Worker {
  const options = { workerData, resourceLimits: { stackSizeMb, maxYoungGenerationSizeMb }, stdin: false, execArgv: [] };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${module}.js`), options);
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const load = `import(${JSON.stringify(pathToFileURL(loader).href)}).then((tsx) => {
    tsx.register();
    return import(${JSON.stringify(`${module}.ts`)});
  })`;
  return new Worker(load, { ...options, eval: true });
}

/** The URL of a sibling module without its extension: `siblingModule(import.meta.url, './worker')`. */
export function siblingModule(from: string, relative: string): string {
  return new URL(relative, from).href;
}
