import { concatBytes, equalBytes } from '../../platform/bytes.js';
import { closeSync, errorCode, ftruncateSync, openSync, readSync, writeSync } from '../../platform/files.js';
import { sha1, sha256 } from '../../platform/hash.js';
import { deserialize, serialize } from '../../platform/structured.js';
import { UserError } from '../../vocabulary/errors.js';
import { isJournalEntry, type JournalEntry } from './journal-entry.js';

export interface JournalOptions {
  readonly path: string;
  /** Go on from what is there, if anything is. */
  readonly resume: boolean;
  /** Where to keep the tests while the search runs; in memory, unless told. */
  readonly tests?: string;
  /** What that file begins with. */
  readonly header?: string;
}

interface Header {
  readonly format: 'nearmiss journal 5';
  readonly fingerprint: string;
}

/**
 * A file of records, each with its length and a digest, that is only ever appended to: whatever ends the
 * process, all records but perhaps the last are whole, and the last is noticed and left out.
 */
export class Journal<E = JournalEntry> {
  /** Why nothing is written any more. */
  trouble: string | undefined;

  private constructor(
    readonly file: number,
    private end: number,
  ) {}

  /** Opens a journal for a search with this fingerprint; `onEntry` hears what an earlier one did. */
  static open<E = JournalEntry>(
    { path, resume }: JournalOptions,
    fingerprint: string,
    onEntry: (entry: E) => void,
    isEntry: (value: unknown) => boolean = isJournalEntry,
  ): Journal<E> {
    const file = openForAppend(path, resume);
    const journal = new Journal<E>(file, 0);
    try {
      const header = journal.#next() as Header | undefined;
      if (header && (header.format !== 'nearmiss journal 5' || header.fingerprint !== fingerprint)) {
        throw new UserError(
          'The program, its inputs or its checkers changed since the search that --resume would go on with: leave --resume out to begin anew.',
        );
      }
      if (header) {
        for (let entry = journal.#next(); entry !== undefined; entry = journal.#next()) {
          if (!isEntry(entry)) throw damaged(path);
          onEntry(entry as E);
        }
      }
      ftruncateSync(file, journal.end);
      if (!header) journal.#write({ format: 'nearmiss journal 5', fingerprint } satisfies Header);
      return journal;
    } catch (error) {
      journal.close();
      // Only its maker knows what is in there: whatever can't be used was not written by a search.
      throw error instanceof UserError ? error : damaged(path);
    }
  }

  append(entry: E): void {
    this.#write(entry);
  }

  close(): void {
    closeSync(this.file);
  }

  /** A search goes on without its journal when the disk is full; it can't be resumed from later than that. */
  #write(record: unknown): void {
    if (this.trouble !== undefined) return;
    const payload = serialize(record);
    const head = new Uint8Array(headSize);
    new DataView(head.buffer).setUint32(0, payload.length, true);
    head.set(digestOf(payload), 4);
    try {
      const whole = concatBytes([head, payload]);
      for (let written = 0; written < whole.length; ) {
        written += writeSync(this.file, whole, written, whole.length - written, this.end + written);
      }
      this.end += whole.length;
    } catch (error) {
      this.trouble = errorCode(error) ?? String(error);
    }
  }

  /** The next whole record; undefined at the end, or where a record is torn. */
  #next(): unknown {
    const head = this.#read(this.end, headSize);
    if (!head) return undefined;
    const size = new DataView(head.buffer, head.byteOffset).getUint32(0, true);
    const payload = this.#read(this.end + headSize, size);
    if (!payload || !equalBytes(digestOf(payload), head.subarray(4))) return undefined;
    this.end += headSize + size;
    return deserialize(payload);
  }

  #read(from: number, size: number): Uint8Array | undefined {
    // A torn length may be anything: memory is taken for what the file has, not for what it claims.
    const pieces: Uint8Array[] = [];
    for (let done = 0; done < size; ) {
      const piece = new Uint8Array(Math.min(size - done, 1 << 24));
      const count = readSync(this.file, piece, 0, piece.length, from + done);
      if (count === 0) return undefined;
      pieces.push(piece.subarray(0, count));
      done += count;
    }
    return pieces.length === 1 ? pieces[0] : concatBytes(pieces);
  }
}

function damaged(path: string): UserError {
  return new UserError(`The journal ${path} is damaged: leave --resume out to begin anew.`);
}

const digestSize = 8;
const headSize = 4 + digestSize;

function digestOf(payload: Uint8Array): Uint8Array {
  return sha1(payload).subarray(0, digestSize);
}

/** What a search depends on: with another fingerprint, tasks and sites of a journal mean something else. */
export function fingerprintOf(...parts: readonly unknown[]): string {
  const text: string[] = [];
  write(parts, text);
  return sha256(text.join(' '));
}

/**
 * Plain data as text that is the same whenever the data is. V8's own bytes are not: how it keeps a number depends on
 * which others it has seen in that place before.
 */
function write(value: unknown, text: string[]): void {
  if (typeof value !== 'object' || value === null) {
    text.push(typeof value === 'string' ? JSON.stringify(value) : `${typeof value} ${value}`);
  } else if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    text.push(sha256(new Uint8Array(buffer, byteOffset, byteLength)));
  } else if (Symbol.iterator in value) {
    // Lists, sets, and maps, whose entries are lists.
    text.push(value.constructor.name);
    for (const each of value as Iterable<unknown>) write(each, text);
    text.push('end');
  } else {
    text.push('{');
    for (const [name, each] of Object.entries(value)) {
      text.push(JSON.stringify(name));
      write(each, text);
    }
    text.push('}');
  }
}

function openForAppend(path: string, resume: boolean): number {
  try {
    return openSync(path, resume ? 'r+' : 'w+');
  } catch (error) {
    const code = errorCode(error);
    if (resume && code === 'ENOENT') return openForAppend(path, false);
    throw new UserError(`The journal ${path} can't be opened (${code}): choose another folder with --out.`);
  }
}
