import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../vocabulary/errors.js';
import { languageOf } from './languages.js';

/** The C and C++ files a user means, as they would have typed them: files as given, folders in sorted order. */
export function listSources(sources: readonly string[]): string[] {
  // By where it lies: f.c and ./f.c are one file.
  const files = new Map<string, string>();
  const add = (file: string) => files.has(resolve(file)) || files.set(resolve(file), file);
  for (const source of sources) {
    const kind = statSync(source, { throwIfNoEntry: false });
    if (!kind) throw new UserError(`There is no file or folder ${source}.`);
    if (kind.isDirectory()) {
      const found = filesBelow(source);
      if (found.length === 0) throw new UserError(`The folder ${source} holds no C or C++ file (*.c, *.cc, *.cpp).`);
      for (const file of found) add(file);
    } else if (languageOf(source)) {
      add(source);
    } else if (/\.(mm?|rs|go)$/i.test(source)) {
      throw new UserError(`${source} is neither C nor C++, the languages nearmiss knows: give it C files (*.c, *.cc).`);
    } else if (/\.(h|hh|hpp|hxx)$/i.test(source)) {
      throw new UserError(`${source} is a header: name the files (*.c, *.cc) that include it, and its folder with -I.`);
    } else {
      throw new UserError(`${source} is no C or C++ file (*.c, *.cc), no folder, and no .wasm made by nearmiss cc.`);
    }
  }
  if (files.size === 0) throw new UserError('Name at least one C or C++ file or folder to build.');
  return [...files.values()];
}

function filesBelow(folder: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...filesBelow(path));
    else if (/\.(c|cc|cpp|cxx|C)$/.test(entry.name)) found.push(path);
  }
  return found;
}
