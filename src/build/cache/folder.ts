import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.js';
import { prune, touch } from './prune.js';

export function defaultCacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'nearmiss');
}

/** A short name that differs when any part differs; parts can't run into each other. */
export function contentKey(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(`${part.length}:`);
    hash.update(part);
  }
  return hash.digest('hex').slice(0, 40);
}

/** What a cached file says beside its bytes. */
interface Entry<Note> {
  note: Note;
  bytes: Uint8Array;
}

/**
 * Files by content key. An entry is written whole or not at all (renamed into place), so that several
 * processes may share the folder; one that can't be written is no error, only slower next time.
 */
export interface Cache {
  readonly folder: string;
  /** Why something could not be written, if so. */
  trouble?: string;
  read<Note>(key: string): Entry<Note> | undefined;
  write<Note>(key: string, entry: Entry<Note>): void;
}

export function openCache(folder: string): Cache {
  const place = (key: string) => join(folder, 'files', key.slice(0, 2), key);
  return {
    folder,
    read<Note>(key: string) {
      try {
        const path = place(key);
        const file = readFileSync(path);
        const noteLength = file.readUInt32LE(0);
        const note = JSON.parse(file.toString('utf8', 4, 4 + noteLength)) as Note;
        touch(path, statSync(path).mtimeMs);
        // A fresh copy: a view into node's shared pool could not be handed to another thread.
        return { note, bytes: new Uint8Array(file.subarray(4 + noteLength)) };
      } catch {
        return undefined;
      }
    },
    write(key, { note, bytes }) {
      const noteBytes = Buffer.from(JSON.stringify(note));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(noteBytes.length);
      const trouble = writeWhole(place(key), Buffer.concat([length, noteBytes, bytes]));
      if (trouble === undefined) prune(folder);
      else this.trouble ??= trouble;
    },
  };
}

/** Gives the reason if it could not be done. */
function writeWhole(path: string, bytes: Uint8Array): string | undefined {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    makeFolder(dirname(path));
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
    return undefined;
  } catch (error) {
    removeQuietly(temporary);
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It could not even be made.
  }
}
