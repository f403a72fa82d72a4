import { fromUtf8, writeUtf8 } from '../../platform/bytes.js';
import { closeSync, openSync, readSync, writeSync } from '../../platform/files.js';
import { grown } from '../../vocabulary/capacity.js';

/** Texts, one after the other; what was put in is found again by where it begins. */
export interface TestStore {
  /** Gives where it begins. */
  append(text: string): number;
  /** Where the next text begins. */
  readonly end: number;
  /** Valid until the next call. */
  read(from: number, size: number): Uint8Array;
  /** What was put in is safe from here on, whatever ends the process. */
  flush(): void;
  /** Much of it is going to be read, in any order. */
  prefetch(): void;
  close(): void;
}

/** For who keeps no files. */
export class MemoryStore implements TestStore {
  #bytes = new Uint8Array(1 << 16);
  end = 0;

  append(text: string): number {
    const from = this.end;
    // A character of JavaScript's is three bytes at most.
    while (this.end + text.length * 3 > this.#bytes.length) this.#bytes = grown(this.#bytes);
    this.end += writeUtf8(this.#bytes, text, this.end);
    return from;
  }

  read(from: number, size: number): Uint8Array {
    return this.#bytes.subarray(from, from + size);
  }

  flush(): void {}
  prefetch(): void {}
  close(): void {}
}

const bufferSize = 1 << 18;
/** A million tests are about 180 MB. */
const mostPrefetched = 1 << 28;

/**
 * A file that only ever grows. What is not written yet lies in a buffer; when the disk refuses to take it, all that
 * follows stays in memory, and the search goes on.
 */
export class FileStore implements TestStore {
  readonly #file: number;
  readonly #buffer = new Uint8Array(bufferSize);
  #buffered = 0;
  #written = 0;
  #rest: MemoryStore | undefined;
  #scratch = new Uint8Array(1 << 12);
  #all: Uint8Array | undefined;

  constructor(path: string) {
    this.#file = openSync(path, 'w+');
  }

  get end(): number {
    return this.#written + (this.#rest?.end ?? this.#buffered);
  }

  append(text: string): number {
    this.#all = undefined;
    const from = this.end;
    if (!this.#rest && this.#buffered + text.length * 3 > bufferSize) this.flush();
    if (this.#rest) this.#rest.append(text);
    else if (text.length * 3 > bufferSize) this.#write(fromUtf8(text));
    else this.#buffered += writeUtf8(this.#buffer, text, this.#buffered);
    return from;
  }

  read(from: number, size: number): Uint8Array {
    if (this.#all) return this.#all.subarray(from, from + size);
    if (from >= this.#written) {
      const at = from - this.#written;
      return this.#rest?.read(at, size) ?? this.#buffer.subarray(at, at + size);
    }
    while (size > this.#scratch.length) this.#scratch = grown(this.#scratch);
    readSync(this.#file, this.#scratch, 0, size, from);
    return this.#scratch.subarray(0, size);
  }

  flush(): void {
    if (this.#rest || this.#buffered === 0) return;
    const bytes = this.#buffer.subarray(0, this.#buffered);
    this.#buffered = 0;
    this.#write(bytes);
  }

  /** A read of each line by itself takes longer than the line did to make. */
  prefetch(): void {
    this.flush();
    if (this.#rest || this.#written > mostPrefetched) return;
    const all = new Uint8Array(this.#written);
    for (let done = 0; done < all.length; ) done += readSync(this.#file, all, done, all.length - done, done);
    this.#all = all;
  }

  close(): void {
    this.flush();
    this.#all = undefined;
    closeSync(this.#file);
  }

  #write(bytes: Uint8Array): void {
    try {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done);
      }
      this.#written += bytes.length;
    } catch {
      this.#rest = new MemoryStore();
      this.#rest.append(new TextDecoder().decode(bytes));
    }
  }
}
