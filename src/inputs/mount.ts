import type { PlacedEntry } from '../host/surroundings.js';
import { lstatSync, readlinkSync } from '../platform/files.js';
import { join } from '../platform/paths.js';
import { UserError } from '../vocabulary/errors.js';
import { namesIn, readBounded, statOf } from '../vocabulary/given-files.js';

/** All of it is read before the first run, and every worker has its own. */
const mostBytes = 1 << 26;
const mostEntries = 20_000;

/**
 * A folder of the machine as a program may read it, at the name it was given by: `--mount data` is `data` to a program
 * that is natively started here. Links stay links, so that what lies elsewhere stays outside.
 */
export function readMounts(folders: readonly string[]): PlacedEntry[] {
  const entries: PlacedEntry[] = [];
  let bytes = 0;
  const add = (entry: PlacedEntry): void => {
    entries.push(entry);
    if (entry.kind === 'file') bytes += entry.bytes.length;
    if (entries.length > mostEntries || bytes > mostBytes) {
      throw new UserError(
        `--mount ${folders.join(', ')}: more than ${mostEntries} names or ${mostBytes >> 20} MB; give a smaller folder.`,
      );
    }
  };
  const visit = (path: string, isTop: boolean): void => {
    const kind = isTop ? statOf(path) : lstatSync(path);
    if (kind?.isSymbolicLink()) add({ path, kind: 'symlink', target: readlinkSync(path) });
    else if (kind?.isFile()) add({ path, kind: 'file', bytes: readBounded(path, mostBytes), readOnly: true });
    else if (kind?.isDirectory()) {
      add({ path, kind: 'directory', readOnly: true });
      for (const name of namesIn(path)) visit(join(path, name), false);
    }
  };
  for (const folder of folders) {
    if (!statOf(folder)?.isDirectory()) throw new UserError(`--mount takes a folder, and ${folder} is not one.`);
    visit(folder, true);
  }
  return entries;
}

/** Links as `--link` gives them: name → where it leads. */
export function placedLinks(links: ReadonlyMap<string, string>): PlacedEntry[] {
  return [...links].map(([path, target]) => ({ path, kind: 'symlink', target }));
}
