import { existsSync } from '../platform/files.js';
import { currentFolder, inFolder } from '../platform/machine.js';
import { dirname, isAbsolute, resolve } from '../platform/paths.js';
import type { Recipe } from './recipe.js';

/**
 * Works where the names of a recipe begin: sources, -I, mounted folders and the places that failures are told at are all
 * relative to it. `from`: the folder the test was read from.
 */
export function inFolderOf<T>(recipe: Recipe, from: string | undefined, work: () => Promise<T>): Promise<T> {
  const folder = folderOf(recipe, from);
  return folder === currentFolder() ? work() : inFolder(folder, work);
}

/**
 * Where the test says; else here; else above the test, for tests that were moved to a folder of their own. The first in
 * which all sources are.
 */
function folderOf({ sources, folder }: Recipe, from: string | undefined): string {
  const here = currentFolder();
  const isHome = (place: string): boolean => sources.every((source) => existsSync(resolve(place, source)));
  if (sources.every(isAbsolute)) return here;
  const start = from === undefined ? here : resolve(from);
  const told = folder === undefined ? [] : [resolve(start, folder), resolve(dirname(start), folder)];
  const above: string[] = [];
  for (let place = start; ; place = dirname(place)) {
    above.push(place);
    if (place === dirname(place)) break;
  }
  return [...told, here, ...above].find(isHome) ?? here;
}
