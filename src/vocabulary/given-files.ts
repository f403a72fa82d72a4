import { concatBytes } from '../platform/bytes.js';
import { closeSync, errorCode, openSync, readdirSync, readSync, type Stats, statSync } from '../platform/files.js';
import { UserError } from './errors.js';

/** No input is larger, so of larger files no more is read: a seed folder may hold anything. */
const largestInput = 1 << 20;

/** What is at a path; undefined when nothing is. */
export function statOf(path: string): Stats | undefined {
  return orSentence(path, () => {
    try {
      return statSync(path, { throwIfNoEntry: false });
    } catch (error) {
      if (errorCode(error) === 'ENOTDIR') return undefined;
      throw error;
    }
  });
}

/** An ordinary file's bytes, up to `limit` and one more, so that a reader can tell it was longer. */
export function readBounded(path: string, limit = largestInput): Uint8Array {
  // A pipe would wait for a writer, a device never end.
  if (!statOf(path)?.isFile()) throw new UserError(`${path} is not a regular file: copy its bytes into one.`);
  return orSentence(path, () => {
    const file = openSync(path, 'r');
    try {
      const pieces: Uint8Array[] = [];
      let size = 0;
      while (size <= limit) {
        const piece = new Uint8Array(Math.min(1 << 16, limit + 1 - size));
        const count = readSync(file, piece, 0, piece.length, null);
        if (count === 0) break;
        pieces.push(piece.subarray(0, count));
        size += count;
      }
      return concatBytes(pieces);
    } finally {
      closeSync(file);
    }
  });
}

/** Names in a folder, in an order that is the same everywhere. */
export function namesIn(folder: string): string[] {
  return orSentence(folder, () => readdirSync(folder).sort((a, b) => (a < b ? -1 : 1)));
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ELOOP: 'its symbolic links form a cycle',
  ENAMETOOLONG: 'the name is too long',
};

function orSentence<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined || error instanceof UserError) throw error;
    throw new UserError(`${path} can't be read (${reasons[code] ?? code}): make it readable, or leave it out.`);
  }
}
