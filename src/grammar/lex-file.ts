import { errorCode, readFileSync } from '../platform/files.js';
import { UserError } from '../vocabulary/errors.js';
import { skipPercentBraces, skipQuoted, takeBraces } from './c-code.js';
import { type Definitions, readPattern } from './lex-pattern.js';
import type { TextPlace } from './place.js';
import type { Regex } from './regex.js';
import { Text } from './text.js';

/** One rule of a lex file. */
export interface LexRule {
  readonly pattern: Regex;
  /** Empty: in all inclusive conditions; `*`: in all. */
  readonly conditions: readonly string[];
  readonly action: string;
  readonly place: TextPlace;
}

export interface LexFile {
  readonly file: string;
  readonly rules: readonly LexRule[];
  readonly inclusive: readonly string[];
  readonly exclusive: readonly string[];
  /** The body of a function the file defines. */
  body(name: string): string | undefined;
}

export function readLexFile(file: string): LexFile {
  return parseLex(file, readBytes(file));
}

/** A grammar file as text, one character a byte. */
export function readBytes(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    throw new UserError(`The file ${file} can't be read (${errorCode(error)}): check its name.`);
  }
}

export function parseLex(file: string, source: string): LexFile {
  return new LexReader(new Text(file, source)).read();
}

function bodyOf({ file, all }: Text, name: string): string | undefined {
  const head = new RegExp(`^[\\w \\t*]*\\b${name}[ \\t]*\\([^;{}()]*\\)\\s*(?=\\{)`, 'm').exec(all);
  if (!head) return undefined;
  const text = new Text(file, all);
  text.at = head.index + head[0].length;
  return takeBraces(text);
}

class LexReader {
  readonly definitions = new Map<string, { text: Text; at: number; end: number }>();
  readonly inclusive: string[] = ['INITIAL'];
  readonly exclusive: string[] = [];
  readonly rules: LexRule[] = [];
  caseInsensitive = false;

  constructor(readonly text: Text) {}

  read(): LexFile {
    const { text } = this;
    this.#definitions();
    this.#rules([], false);
    if (this.rules.length === 0) throw text.error('This lex file has no rules: they go below the first %%.', 0);
    const { rules, inclusive, exclusive } = this;
    return { file: text.file, rules, inclusive, exclusive, body: (name) => bodyOf(text, name) };
  }

  #definitions(): void {
    const { text } = this;
    while (!text.isAtEnd) {
      if (text.startsWith('%%')) {
        text.skipLine();
        return;
      }
      if (text.startsWith('%{')) skipPercentBraces(text);
      else if (text.startsWith('%top')) {
        text.at += 4;
        text.match(/\s*/y);
        if (text.peek() === '{') takeBraces(text);
      } else if (text.startsWith('/*')) skipQuoted(text);
      else if (text.peek() === '%') this.#directive();
      else {
        const name = text.match(/[A-Za-z_][\w-]*/y);
        if (name !== undefined) this.#definition(name);
        else text.skipLine();
      }
    }
    throw text.error('This lex file has no %%: it separates the definitions from the rules.');
  }

  #directive(): void {
    const line = this.text.match(/[^\n]*/y)!;
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === '%s' || word === '%S') this.inclusive.push(...rest);
    else if (word === '%x' || word === '%X') this.exclusive.push(...rest);
    else if (word === '%option' && rest.some((one) => one === 'case-insensitive' || one === 'caseless')) {
      this.caseInsensitive = true;
    }
  }

  #definition(name: string): void {
    const { text } = this;
    text.match(/[ \t]*/y);
    const at = text.at;
    const line = text.match(/[^\n]*/y)!;
    this.definitions.set(name, { text, at, end: at + line.trimEnd().length });
  }

  /** Rules up to the second %%, or to the } of a block of conditions. */
  #rules(conditions: readonly string[], isBlock: boolean): void {
    const { text } = this;
    while (!text.isAtEnd) {
      if (text.startsWith('%%') && text.isAtLineStart) return;
      if (text.startsWith('%{')) skipPercentBraces(text);
      else if (text.match(/[ \t]*\r?\n/y) !== undefined) continue;
      else if (isBlock && text.match(/[ \t]*\}/y) !== undefined) return;
      // Code of the scanner's own stands indented; inside a block rules do too.
      else if (/[ \t]/.test(text.peek()) && !isBlock) this.#indented();
      else {
        text.match(/[ \t]*/y);
        if (text.startsWith('/*') || text.startsWith('//')) skipQuoted(text);
        else this.#rule(conditions);
      }
    }
    if (isBlock) throw text.error('This file ends within a block of rules: add the missing }.');
  }

  #indented(): void {
    const { text } = this;
    while (!text.isAtEnd && text.peek() !== '\n') {
      if (text.startsWith('//')) text.match(/[^\n]*/y);
      else if (text.peek() === '{') takeBraces(text);
      else if (!skipQuoted(text)) text.next();
    }
  }

  #rule(outer: readonly string[]): void {
    const { text } = this;
    const start = text.at;
    const conditions = [...outer, ...this.#conditions()];
    // The brace of a block may stand on the next line.
    if (conditions.length > outer.length && /^\s*\{\s/.test(text.all.slice(text.at, text.at + 200))) text.match(/\s*/y);
    if (text.take('{')) {
      // A block of rules for these conditions; a definition in braces has its name right behind the brace.
      if (conditions.length > outer.length && /\s/.test(text.peek())) {
        this.#rules(conditions, true);
        return;
      }
      text.at--;
    }
    if (text.take('<<EOF>>')) {
      this.#action();
      return;
    }
    const place = text.place();
    const { definitions, caseInsensitive } = this;
    const pattern = readPattern(text, { definitions: definitions as Definitions, caseInsensitive });
    if (text.at === start) throw text.error('A pattern is expected here.');
    this.rules.push({ pattern, conditions, action: this.#action(), place });
  }

  #conditions(): string[] {
    const { text } = this;
    if (text.peek() !== '<' || text.startsWith('<<EOF>>')) return [];
    const start = text.at;
    const list = text.match(/<[\w*, \t]*>/y);
    if (list === undefined) return [];
    const names = list
      .slice(1, -1)
      .split(',')
      .map((name) => name.trim());
    for (const name of names) {
      if (name === '*' || this.inclusive.includes(name) || this.exclusive.includes(name)) continue;
      throw text.error(`There is no start condition ${name}: declare it with %s or %x.`, start);
    }
    return names;
  }

  /** To the end of the line, and as far as braces go. */
  #action(): string {
    const { text } = this;
    text.match(/[ \t]*/y);
    const start = text.at;
    if (text.startsWith('%{')) {
      skipPercentBraces(text);
      return text.all.slice(start, text.at);
    }
    while (!text.isAtEnd && text.peek() !== '\n') {
      if (text.startsWith('//')) {
        text.match(/[^\n]*/y);
      } else if (text.peek() === '{') takeBraces(text);
      else if (!skipQuoted(text)) text.next();
    }
    return text.all.slice(start, text.at).trim();
  }
}
