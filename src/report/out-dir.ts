import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UserError } from '../vocabulary/errors.js';
import { makeFolder } from './make-folder.js';
import { dropLock, takeLock } from './run-lock.js';
import { writers } from './writers.js';

/** In the order of the table: the summary goes first and comes last. */
const ours = writers.map(({ name }) => name);

/** What only runs under way, or ended by force, leave: lock, journal, results half written. */
const workshop = '.nearmiss';

/**
 * The folder one run writes to, and no other run at the same time. Results are written beside those of
 * the run before and take their place when they are whole.
 */
export class OutDir {
  readonly #workshop: string;
  #isNew = false;

  private constructor(readonly folder: string) {
    this.#workshop = join(folder, workshop);
  }

  static open(folder: string): OutDir {
    const dir = new OutDir(folder);
    const stranger = strangersIn(folder);
    if (stranger !== undefined) {
      throw new UserError(
        `${join(folder, stranger)} was not made by nearmiss and would be replaced: choose another folder with --out.`,
      );
    }
    const holder = orSentence(folder, () => {
      dir.#isNew = !existsSync(folder);
      return dir.#takeLock();
    });
    if (holder !== undefined) {
      throw new UserError(
        `Another nearmiss (process ${holder}) is writing to ${folder}: wait for it, or choose another folder with --out.`,
      );
    }
    return dir;
  }

  /** A run that ends just now may take the folder away between the two steps: then once more. */
  #takeLock(attempts = 5): number | undefined {
    makeFolder(this.#workshop);
    try {
      return takeLock(this.#lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempts === 0) throw error;
      return this.#takeLock(attempts - 1);
    }
  }

  get journal(): string {
    return join(this.#workshop, 'journal');
  }

  get #lock(): string {
    return resolve(this.#workshop, 'lock');
  }

  /** The journal stays when something is left to be done. */
  close(keepJournal: boolean): void {
    try {
      if (!keepJournal) rmSync(this.journal, { force: true });
      rmSync(join(this.#workshop, 'new'), { recursive: true, force: true });
      dropLock(this.#lock);
      if (!existsSync(this.journal)) rmdirSync(this.#workshop);
      // Nothing came of it: the program did not compile, say.
      if (this.#isNew && readdirSync(this.folder).length === 0) rmdirSync(this.folder);
    } catch {
      // A folder that can't be tidied is no reason to hide what was found; the lock dies with the process.
    }
  }
}

/** Has `write` fill an empty folder, then puts what is there in the place of what an earlier run left. */
export async function replaceResults(folder: string, write: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = join(folder, workshop, 'new');
  const old = join(folder, workshop, 'old');
  const isShared = existsSync(join(folder, workshop));
  try {
    for (const each of [fresh, old]) {
      await rm(each, { recursive: true, force: true });
      makeFolder(each);
    }
    await write(fresh);
    for (const name of [...ours].reverse()) {
      if (existsSync(join(folder, name))) renameSync(join(folder, name), join(old, name));
    }
    const written = new Set(readdirSync(fresh));
    for (const name of ours) if (written.delete(name)) renameSync(join(fresh, name), join(folder, name));
    if (written.size > 0) throw new Error(`not known as results: ${[...written].join(', ')}`);
  } catch (error) {
    throw asSentence(folder, error);
  } finally {
    for (const each of isShared ? [fresh, old] : [join(folder, workshop)]) {
      // A hundred thousand old tests take a while, and who presses Ctrl-C twice does not wait for them. If this fails,
      // the error that matters is on its way.
      await rm(each, { recursive: true, force: true }).catch(() => {});
    }
  }
}

/** A file of the user's own that bears one of our names. */
function strangersIn(folder: string): string | undefined {
  if (existsSync(join(folder, 'summary.json')) || existsSync(join(folder, workshop))) return undefined;
  return ours.find((name) => existsSync(join(folder, name)));
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  ENOTDIR: 'a part of it is a file, not a folder',
  EEXIST: 'a part of it is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no folder can be made there',
};

function asSentence(folder: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new UserError(
    `The results can't be written to ${folder} (${reasons[code] ?? code}): choose another folder with --out.`,
    'not-written',
  );
}

function orSentence<T>(folder: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw asSentence(folder, error);
  }
}
