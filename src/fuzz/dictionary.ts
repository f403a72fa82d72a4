import { toLatin1 } from '../platform/bytes.js';
import type { FastProgram } from '../runtime/fast-program.js';

const longest = 32;
const mostWords = 1024;
/** Words that comparisons showed, the latest. */
const mostSeen = 256;

/** Words a program knows: texts among its constants, and what it compared its input with. */
export class Dictionary {
  readonly #known = new Set<string>();
  readonly constants: Uint8Array[] = [];
  readonly seen: Uint8Array[] = [];
  #next = 0;

  /** Printable texts in the user's globals. */
  readConstants(program: FastProgram): void {
    for (const { start, size } of program.globals) {
      const bytes = program.bytesAt(start, Math.min(size, 1 << 16));
      for (let from = 0; from < bytes.length; ) {
        let to = from;
        while (to < bytes.length && isPrintable(bytes[to])) to++;
        // What is formatted is written, and not read.
        const word = bytes.slice(from, to);
        if (to - from >= 1 && to - from <= longest && !word.includes(percent)) this.#add(this.constants, word);
        from = to + 1;
      }
    }
  }

  /** Something the input was compared with. */
  see(word: Uint8Array): void {
    if (word.length === 0 || word.length > longest) return;
    const key = toLatin1(word);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (this.seen.length < mostSeen) this.seen.push(word);
    else {
      this.#known.delete(toLatin1(this.seen[this.#next]));
      this.seen[this.#next] = word;
      this.#next = (this.#next + 1) % mostSeen;
    }
  }

  get size(): number {
    return this.constants.length + this.seen.length;
  }

  word(index: number): Uint8Array {
    return index < this.constants.length ? this.constants[index] : this.seen[index - this.constants.length];
  }

  #add(list: Uint8Array[], word: Uint8Array): void {
    const key = toLatin1(word);
    if (list.length >= mostWords || this.#known.has(key)) return;
    this.#known.add(key);
    list.push(word);
  }
}

const percent = 0x25;
const isPrintable = (byte: number): boolean => (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13;
