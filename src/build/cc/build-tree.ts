import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { Errno } from '../../host/errno.js';
import { UserError } from '../../vocabulary/errors.js';

/** What becomes of a link that a path ends in. */
export type LastLink = 'follow' | 'stay';

/** As many as Linux follows. */
const mostLinks = 40;

/** Reads as empty, forgets what is written, tells nothing of the machine; may be opened, and nothing else. */
export const emptyDevice = '/dev/null';

/** Folders that `NEARMISS_BUILD_ROOT` names, as PATH does. */
export function buildRoots(named: string | undefined): string[] {
  return (named ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => {
      try {
        if (lstatSync(realpathSync(folder)).isDirectory()) return folder;
      } catch {
        // Said below.
      }
      throw new UserError(`NEARMISS_BUILD_ROOT names ${folder}, and there is no such folder.`);
    });
}

/**
 * The files that a program which a build runs may touch. Paths are walked name by name, links included, and what
 * they lead to must lie in one of the folders, whatever they say on the way; outside, the answer is the same for
 * what exists and for what doesn't. Who changes the tree while a path is walked can still deceive: node has no openat.
 */
export class BuildTree {
  readonly #roots: readonly string[];

  constructor(folders: readonly string[]) {
    this.#roots = folders.map((folder) => realpathSync(folder));
  }

  /** Where a path leads, free of links and dots but for a link that it ends in and that is to `stay`. */
  locate(from: string, path: string, last: LastLink): string | Errno {
    if (path === '') return Errno.ENOENT;
    if (path.includes('\0')) return Errno.EINVAL;
    const names = path.split('/').reverse();
    let at = path.startsWith('/') ? '/' : from;
    let links = 0;
    while (names.length > 0) {
      const name = names.pop()!;
      if (name === '' || name === '.') continue;
      if (name === '..') {
        if (!this.#isOnTheWay(at)) return Errno.EACCES;
        at = dirname(at);
        continue;
      }
      const next = join(at, name);
      const rest = names.some((each) => each !== '' && each !== '.');
      const target = !rest && names.length === 0 && last === 'stay' ? undefined : linkAt(next);
      if (target !== undefined) {
        if (++links > mostLinks) return Errno.ELOOP;
        if (target.startsWith('/')) at = '/';
        names.push(...target.split('/').reverse());
        continue;
      }
      const kind = rest ? kindOf(next) : 'folder';
      if (kind !== 'folder') return this.#isInside(next) ? missing[kind] : Errno.EACCES;
      at = next;
    }
    return this.#isInside(at) ? at : Errno.EACCES;
  }

  #isInside(path: string): boolean {
    return this.#roots.some((root) => path === root || path.startsWith(root === '/' ? root : `${root}/`));
  }

  /** Inside, or a folder above: by going up from anywhere else a program could ask what exists. */
  #isOnTheWay(path: string): boolean {
    const below = path === '/' ? path : `${path}/`;
    return this.#isInside(path) || this.#roots.some((root) => root.startsWith(below));
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

const missing = { nothing: Errno.ENOENT, file: Errno.ENOTDIR } as const;

function kindOf(path: string): 'folder' | keyof typeof missing {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return 'nothing';
  return status.isDirectory() ? 'folder' : 'file';
}

/** The folder to name in `NEARMISS_BUILD_ROOT`, so that a path is let in. */
export function folderToName(from: string, path: string): string {
  const whole = resolve(from, path);
  return kindOf(whole) === 'folder' ? whole : dirname(whole);
}
