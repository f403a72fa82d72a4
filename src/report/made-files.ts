import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../platform/make-folder.js';

/** In an out-dir: what is for us alone. Lock, journals, results half written, and who made which file. */
export const workshop = '.nearmiss';

/** Where a search keeps its tests while it runs: beside its journal. */
export const testsBeside = (journal: string): string => journal.replace(/\.journal$/, '.tests');

/** What each command made in an out-dir, by the command's name: paths in it, with slashes. */
export type MadeFiles = ReadonlyMap<string, ReadonlySet<string>>;

const listsIn = (folder: string): string => join(folder, workshop, 'made');

/**
 * The lists that stand in the folder: a folder is ours if it has any, and in it only what they name. An out-dir of a
 * version that kept none is known by its summary. Undefined: not a folder of ours.
 */
export function readMade(folder: string): MadeFiles | undefined {
  const lists = listsIn(folder);
  if (!existsSync(lists)) return madeBefore(folder);
  return new Map(
    readdirSync(lists)
      .filter((name) => /^\w+$/.test(name))
      .map((command) => [command, settled(folder, command, readFileSync(join(lists, command), 'utf8').split('\n'))]),
  );
}

/** The name of a result whose plain name another command's needs. */
export const asideName = (command: string, name: string): string => `${command}.${name}`;

/** A run that was ended while it put a file aside left both its names: it is where it is. */
function settled(folder: string, command: string, paths: readonly string[]): Set<string> {
  const files = new Set(paths.filter(Boolean));
  for (const path of paths) {
    const aside = asideName(command, path);
    if (files.has(aside) && existsSync(join(folder, aside))) files.delete(path);
  }
  return files;
}

/** Notes what a command made there; an empty list is none. Whole or not at all: a list cut short would orphan files. */
export function noteMade(folder: string, command: string, files: Iterable<string>): void {
  const lists = listsIn(folder);
  const path = join(lists, command);
  const sorted = [...new Set(files)].sort();
  if (sorted.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  makeFolder(lists);
  const fresh = `${path}.new`;
  writeFileSync(fresh, `${sorted.join('\n')}\n`);
  renameSync(fresh, path);
}

const commands = new Set(['explore', 'predict', 'reach', 'verify', 'taint']);

/** How versions without lists called their files. */
const namedByUs: readonly RegExp[] = [
  /^(summary\.json|findings\.sarif|verified\.sarif|taint\.sarif|coverage\.info)$/,
  /^tests\/[0-9a-f]{12,16}\.json$/,
  /^corpus\/[0-9a-f]{12,16}$/,
  /^findings\/[a-z-]+-[0-9a-f]+\.json$/,
];

/** What an older version left: the command is the one of its summary, the files those that bear names of ours. */
function madeBefore(folder: string): MadeFiles | undefined {
  const command = commandOfSummary(folder);
  if (command === undefined) return undefined;
  const inFolders = ['tests', 'corpus', 'findings'].flatMap((name) =>
    namesIn(join(folder, name)).map((each) => `${name}/${each}`),
  );
  const all = [...namesIn(folder), ...inFolders];
  return new Map([[command, new Set(all.filter((path) => namedByUs.some((name) => name.test(path))))]]);
}

function commandOfSummary(folder: string): string | undefined {
  try {
    const { command, stats } = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
    return commands.has(command) && typeof stats === 'object' ? command : undefined;
  } catch {
    return undefined;
  }
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
