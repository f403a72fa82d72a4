import { ByteSet } from './byte-set.js';
import { unescapeC } from './c-character.js';
import { readBytes } from './lex-file.js';
import { readClass, readPlainPattern } from './lex-pattern.js';
import type { TextPlace } from './place.js';
import { literal, oneOf, type Regex } from './regex.js';
import { Text } from './text.js';

export type EbnfExpression = { readonly place: TextPlace } & (
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'pattern'; readonly pattern: Regex; readonly text: string }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly EbnfExpression[] }
  | { readonly kind: 'repeat'; readonly item: EbnfExpression; readonly min: 0 | 1; readonly max: number }
);

export interface EbnfRule {
  readonly name: string;
  readonly body: EbnfExpression;
  readonly place: TextPlace;
}

export function readEbnfFile(file: string): EbnfRule[] {
  return parseEbnf(file, readBytes(file));
}

/**
 * `name ::= …` (then `[a-z]` is a class of characters) or `name = … ;` (then `[…]` is something optional).
 * Both take `"text"`, `'text'`, `/pattern/`, `#x41`, `( )`, `{ }`, `? * +`, `|`, and comments `(* *)`, `#`, `//`.
 */
export function parseEbnf(file: string, source: string): EbnfRule[] {
  return new EbnfReader(new Text(file, source)).rules();
}

class EbnfReader {
  /** Whether `[` opens a class. */
  #hasClasses = false;

  constructor(readonly text: Text) {}

  rules(): EbnfRule[] {
    const rules: EbnfRule[] = [];
    const { text } = this;
    for (this.#skip(); !text.isAtEnd; this.#skip()) {
      const place = text.place();
      const name = this.#name();
      if (name === undefined) throw text.error('The name of a rule is expected here.');
      this.#skip();
      this.#hasClasses = text.take('::=');
      if (!this.#hasClasses && !text.take(':=') && !text.take('=') && !text.take(':')) {
        throw text.error(`::= or = is expected after ${name}.`);
      }
      const body = this.#choice();
      this.#skip();
      if (!text.take(';') && !this.#hasClasses) text.take('.');
      rules.push({ name, body, place });
    }
    return rules;
  }

  #name(): string | undefined {
    return this.text.match(/<[A-Za-z_][\w -]*>|[A-Za-z_][\w-]*/y)?.replace(/^<|>$/g, '');
  }

  #skip(): void {
    const { text } = this;
    for (;;) {
      if (text.match(/\s+/y) !== undefined) continue;
      const start = text.at;
      if (text.startsWith('(*')) {
        const end = text.all.indexOf('*)', text.at);
        if (end < 0) throw text.error('This comment never ends: close it with *).', start);
        text.at = end + 2;
      } else if (text.startsWith('//') || (text.peek() === '#' && text.peek(1) !== 'x')) text.skipLine();
      else return;
    }
  }

  #choice(): EbnfExpression {
    this.#skip();
    const place = this.text.place();
    const items = [this.#sequence()];
    for (this.#skip(); this.text.take('|'); this.#skip()) items.push(this.#sequence());
    return items.length === 1 ? items[0] : { kind: 'choice', items, place };
  }

  #sequence(): EbnfExpression {
    const { text } = this;
    this.#skip();
    const place = text.place();
    const items: EbnfExpression[] = [];
    for (;;) {
      this.#skip();
      if (text.take(',')) continue;
      if (text.isAtEnd || /[|;)\]}]/.test(text.peek()) || (text.peek() === '.' && !this.#hasClasses)) break;
      if (this.#isRuleStart()) break;
      items.push(this.#repeated(this.#atom()));
    }
    return items.length === 1 ? items[0] : { kind: 'sequence', items, place };
  }

  #isRuleStart(): boolean {
    const before = this.text.at;
    const name = this.#name();
    this.#skip();
    const is =
      name !== undefined && (this.text.startsWith('::=') || this.text.startsWith('=') || this.text.startsWith(':'));
    this.text.at = before;
    return is;
  }

  #repeated(atom: EbnfExpression): EbnfExpression {
    let item = atom;
    for (;;) {
      const { place } = item;
      if (this.text.take('*')) item = { kind: 'repeat', item, min: 0, max: Infinity, place };
      else if (this.text.take('+')) item = { kind: 'repeat', item, min: 1, max: Infinity, place };
      else if (this.text.take('?')) item = { kind: 'repeat', item, min: 0, max: 1, place };
      else return item;
    }
  }

  #atom(): EbnfExpression {
    const { text } = this;
    const start = text.at;
    const place = text.place();
    const pattern = (regex: Regex): EbnfExpression => ({
      kind: 'pattern',
      pattern: regex,
      text: text.all.slice(start, text.at),
      place,
    });
    const quoted = text.match(/"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'/y);
    if (quoted !== undefined) return pattern(literal(unescapeC(quoted.slice(1, -1))));
    const code = text.match(/#x[\da-fA-F]{1,2}/y);
    if (code !== undefined) return pattern(oneOf(ByteSet.of(Number.parseInt(code.slice(2), 16))));
    const name = this.#name();
    if (name !== undefined) return { kind: 'name', name, place };
    const open = text.peek();
    if (open === '[' && this.#hasClasses) return pattern(oneOf(readClass(text)));
    if (open === '/') return pattern(this.#slashed());
    if (open === '(') return this.#enclosed('(', ')');
    if (open === '[') return { kind: 'repeat', item: this.#enclosed('[', ']'), min: 0, max: 1, place };
    if (open === '{') return { kind: 'repeat', item: this.#enclosed('{', '}'), min: 0, max: Infinity, place };
    if (open === '"' || open === "'") throw text.error(`This quote is never closed: add the missing ${open}.`);
    throw text.error(`'${open}' is unexpected here.`);
  }

  #enclosed(open: string, close: string): EbnfExpression {
    const { text } = this;
    const start = text.at;
    text.take(open);
    const inner = this.#choice();
    this.#skip();
    if (!text.take(close)) throw text.error(`This ${open} is never closed: add the missing ${close}.`, start);
    return inner;
  }

  #slashed(): Regex {
    const { text } = this;
    const start = text.at;
    let end = start + 1;
    for (let isInClass = false; isInClass || text.all[end] !== '/'; end++) {
      const character = text.all[end];
      if (character === undefined || character === '\n')
        throw text.error('This pattern is never closed: add the missing /.', start);
      if (character === '\\') end++;
      else if (character === '[') isInClass = true;
      else if (character === ']') isInClass = false;
    }
    text.next();
    const pattern = readPlainPattern(text, end);
    text.at = end + 1;
    return pattern;
  }
}
