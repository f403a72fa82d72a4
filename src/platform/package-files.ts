import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Modules that are loaded by their name: commands, worker threads and processes, the library. Each is a file of the package. */
export const entryModules = [
  'index',
  'cli/bin',
  'cli/main',
  'build/cc/run',
  'build/toolchain/embedded-process',
  'modes/compare-engine',
  'modes/engine',
  'modes/replay-worker',
  'modes/told-runs-worker',
  'search/workers/threads/worker-thread',
] as const;
export type EntryModule = (typeof entryModules)[number];

/**
 * The folder that has a file for each of these. In development it is `src`, unless somebody bundled them for it as the
 * tests do; a bundle has its own folder written here (scripts/bundle-modules.ts), `dist` in the package.
 */
const modules = process.env.NEARMISS_MODULES ?? 'src';
export const isTypescript = modules === 'src';

const root = packageRoot(dirname(fileURLToPath(import.meta.url)));

/** A file that comes with the package, by its path in it. */
export const packageFile = (path: string): string => join(root, path);

export const moduleFile = (name: EntryModule): string =>
  packageFile(`${modules}/${name}${isTypescript ? '.ts' : '.js'}`);

/** A file that Vite made of a folder of `web`. In development it is where `npm run build` leaves it. */
export const webFile = (path: string): string => packageFile(`${isTypescript ? 'dist' : modules}/web/${path}`);

export const moduleUrl = (name: EntryModule): string => pathToFileURL(moduleFile(name)).href;

export const packageVersion = (): string => manifest().version;

/** The versions of Node it is made for: `>=20`. */
export const wantedNode = (): string => manifest().engines.node;

const manifest = (): { version: string; engines: { node: string } } =>
  JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));

function packageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageRoot(dirname(folder));
}
