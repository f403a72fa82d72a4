import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../platform/make-folder.js';
import { UserError } from '../vocabulary/errors.js';
import { readMade, testsBeside, workshop } from './made-files.js';
import { dropLock, takeLock } from './run-lock.js';
import { writers } from './writers.js';

/**
 * The folder one run writes to, and no other run at the same time. Results are written beside those of the runs before
 * and take the place of those of the same command when they are whole (`replace-results.ts`).
 */
export class OutDir {
  readonly #workshop: string;
  #isNew = false;
  /** The results of this run are in the folder. */
  isWritten = false;

  private constructor(
    readonly folder: string,
    readonly command: string,
  ) {
    this.#workshop = join(folder, workshop);
  }

  static open(folder: string, command: string): OutDir {
    const dir = new OutDir(folder, command);
    const stranger = strangersIn(folder);
    if (stranger !== undefined) {
      throw new UserError(
        `${join(folder, stranger)} was not made by nearmiss and would be replaced: choose another folder with --out.`,
      );
    }
    const holder = orSentence(folder, () => {
      dir.#isNew = !existsSync(folder);
      const locked = dir.#takeLock();
      if (locked === undefined) dir.#takeOverJournal();
      return locked;
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

  /** Each command has its own to go on from. */
  get journal(): string {
    return join(this.#workshop, `${this.command}.journal`);
  }

  /** Older versions had one for all: it is this command's if the results beside it are. */
  #takeOverJournal(): void {
    const before = join(this.#workshop, 'journal');
    if (!existsSync(before) || existsSync(this.journal)) return;
    if (readMade(this.folder)?.has(this.command) ?? true) renameSync(before, this.journal);
  }

  get #lock(): string {
    return resolve(this.#workshop, 'lock');
  }

  /** The journal stays when something is left to be done. */
  close(keepJournal: boolean): void {
    try {
      if (!keepJournal) rmSync(this.journal, { force: true });
      // All of it stands in the pack.
      if (this.isWritten) rmSync(testsBeside(this.journal), { force: true });
      rmSync(join(this.#workshop, 'new'), { recursive: true, force: true });
      dropLock(this.#lock);
      if (readdirSync(this.#workshop).length === 0) rmdirSync(this.#workshop);
      // Nothing came of it: the program did not compile, say.
      if (this.#isNew && readdirSync(this.folder).length === 0) rmdirSync(this.folder);
    } catch {
      // A folder that can't be tidied is no reason to hide what was found; the lock dies with the process.
    }
  }
}

/** A file of the user's own that bears one of our names: none of ours is written over it, nor beside it. */
function strangersIn(folder: string): string | undefined {
  const made = readMade(folder);
  const isOurs = (name: string): boolean =>
    made !== undefined && (folders.has(name) || [...made.values()].some((files) => files.has(name)));
  return writers.map(({ name }) => name).find((name) => existsSync(join(folder, name)) && !isOurs(name));
}

/** In a folder of ours a user may add to these, and take away what we had in them. */
const folders = new Set(['tests', 'corpus', 'findings']);

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

/** An error of the system as what to do about it. */
export function asSentence(folder: string, error: unknown): unknown {
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
