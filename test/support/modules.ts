import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type EntryModule, moduleFile, packageFile } from '../../src/platform/package-files.js';

/** The words that start a module of the package in a process of its own, as bundled for the tests. */
export const commandOf = (name: EntryModule): readonly [string, string] => [process.execPath, moduleFile(name)];

/** The small programs of the tests of the search, as a module that a worker can load. */
export const toyModule = pathToFileURL(packageFile(join(process.env.NEARMISS_MODULES!, 'test/toy.js'))).href;
