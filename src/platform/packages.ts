import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Where the files of an installed package lie: the folder of its main module. */
export const packageFolder = (name: string): string => dirname(require.resolve(name));

/** A CommonJS module of an installed package, loaded without leaving the call. */
export const loadFrom = (folder: string, file: string): unknown => require(join(folder, file));
