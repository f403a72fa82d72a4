import type { UserError } from '../vocabulary/errors.js';
import { grammarError, type TextPlace } from './place.js';

/** A file being read from front to back. One character is one byte: patterns are about bytes. */
export class Text {
  at = 0;
  readonly #lineStarts: number[] = [0];

  constructor(
    readonly file: string,
    readonly all: string,
  ) {
    for (let i = all.indexOf('\n'); i >= 0; i = all.indexOf('\n', i + 1)) this.#lineStarts.push(i + 1);
  }

  get isAtEnd(): boolean {
    return this.at >= this.all.length;
  }

  peek(ahead = 0): string {
    return this.all[this.at + ahead] ?? '';
  }

  next(): string {
    return this.all[this.at++] ?? '';
  }

  startsWith(word: string): boolean {
    return this.all.startsWith(word, this.at);
  }

  /** Takes the word if it stands here. */
  take(word: string): boolean {
    if (!this.startsWith(word)) return false;
    this.at += word.length;
    return true;
  }

  /** Takes what a sticky pattern matches here. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.all)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  get isAtLineStart(): boolean {
    return this.at === 0 || this.all[this.at - 1] === '\n';
  }

  skipLine(): void {
    const end = this.all.indexOf('\n', this.at);
    this.at = end < 0 ? this.all.length : end + 1;
  }

  place(at = this.at): TextPlace {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return { file: this.file, line: low + 1, column: at - this.#lineStarts[low] + 1 };
  }

  error(sentence: string, at = this.at): UserError {
    return grammarError(this.place(at), sentence);
  }
}
