import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Modules that are loaded by their name: commands, worker threads and processes, the library. Each is a file of the package. */
export const entryModules = [
  'index',
  'cli/main',
  'build/cc/run',
  'build/toolchain/embedded-process',
  'modes/engine',
  'modes/predict-worker',
  'modes/replay-worker',
  'search/worker',
] as const;
export type EntryModule = (typeof entryModules)[number];

/** In development each module is a file of `src`; in the package, `dist` has a file for each of these and for what they share. */
export const isTypescript = import.meta.url.endsWith('.ts');

const root = packageRoot(dirname(fileURLToPath(import.meta.url)));

/** A file that comes with the package, by its path in it. */
export const packageFile = (path: string): string => join(root, path);

export const moduleFile = (name: EntryModule): string =>
  isTypescript ? packageFile(`src/${name}.ts`) : packageFile(`dist/${name}.js`);

export const moduleUrl = (name: EntryModule): string => pathToFileURL(moduleFile(name)).href;

export const packageVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;

function packageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageRoot(dirname(folder));
}
