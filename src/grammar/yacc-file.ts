import { characterOf, unescapeC } from './c-character.js';
import { skipPercentBraces, skipQuoted, takeBraces } from './c-code.js';
import { readBytes } from './lex-file.js';
import type { TextPlace } from './place.js';
import { Text } from './text.js';

/** A symbol of a rule as it is written. */
export interface YaccSymbol {
  /** A name, or `'c'` for a character, or `"text"` for a word in quotes. */
  readonly name: string;
  readonly place: TextPlace;
}

interface YaccRule {
  readonly left: YaccSymbol;
  readonly right: readonly YaccSymbol[];
}

export interface YaccToken {
  readonly name: string;
  /** The word in quotes that may be written for it. */
  readonly alias?: string;
  /** Number 0: the end of the input. */
  readonly isEnd: boolean;
  readonly place: TextPlace;
}

export interface YaccFile {
  readonly file: string;
  readonly start: YaccSymbol | undefined;
  readonly tokens: ReadonlyMap<string, YaccToken>;
  /** What the scanner writes before a token's name: `%define api.token.prefix {TOK_}`. */
  readonly prefix: string;
  /** Without those that have `error` in them. */
  readonly rules: readonly YaccRule[];
}

export function readYaccFile(file: string): YaccFile {
  return parseYacc(file, readBytes(file));
}

export function parseYacc(file: string, source: string): YaccFile {
  return new YaccReader(new Text(file, source)).read();
}

interface Word {
  readonly kind: 'name' | 'character' | 'string' | 'number' | 'directive' | 'mark' | 'code' | 'tag' | 'end';
  readonly value: string;
  readonly at: number;
}

/** Directives that declare tokens. */
const declaring = new Set(['%token', '%left', '%right', '%nonassoc', '%precedence', '%binary', '%term']);

class YaccReader {
  readonly tokens = new Map<string, YaccToken>();
  readonly rules: YaccRule[] = [];
  start: YaccSymbol | undefined;
  prefix = '';
  #word: Word;

  constructor(readonly text: Text) {
    this.#word = this.#read();
  }

  read(): YaccFile {
    this.#declarations();
    this.#rules();
    const { text, start, tokens, prefix, rules } = this;
    return { file: text.file, start, tokens, prefix, rules };
  }

  #declarations(): void {
    for (;;) {
      const word = this.#word;
      if (word.kind === 'end') throw this.text.error('This yacc file has no %%: it goes before the rules.');
      this.#next();
      if (word.value === '%%') return;
      if (word.kind !== 'directive') continue;
      if (declaring.has(word.value)) this.#declare();
      else if (word.value === '%start') this.start = this.#symbol();
      else if (word.value === '%define' && this.#word.value === 'api.token.prefix') {
        this.#next();
        this.prefix = this.#word.value.replace(/[{}\s]/g, '');
      }
    }
  }

  #declare(): void {
    for (;;) {
      const { kind, value, at } = this.#word;
      if (kind === 'tag') {
        this.#next();
        continue;
      }
      if (kind !== 'name' && kind !== 'character') return;
      this.#next();
      let isEnd = value === 'YYEOF';
      if (this.#word.kind === 'number') {
        isEnd ||= Number(this.#word.value) === 0;
        this.#next();
      }
      let alias: string | undefined;
      if (this.#word.kind === 'string') {
        alias = this.#word.value;
        this.#next();
      }
      const before = this.tokens.get(value);
      const place = before?.place ?? this.text.place(at);
      this.tokens.set(value, { name: value, alias: alias ?? before?.alias, isEnd: isEnd || !!before?.isEnd, place });
    }
  }

  #symbol(): YaccSymbol {
    const { kind, value, at } = this.#word;
    if (kind !== 'name') throw this.text.error('The name of a rule is expected here.', at);
    this.#next();
    return { name: value, place: this.text.place(at) };
  }

  #rules(): void {
    while (this.#word.kind !== 'end' && this.#word.value !== '%%') {
      // Bison takes declarations between rules.
      if (this.#word.kind === 'directive') {
        const { value } = this.#word;
        this.#next();
        if (declaring.has(value)) this.#declare();
        else if (value === '%start') this.start = this.#symbol();
        else while (!['directive', 'end'].includes(this.#word.kind) && this.#word.value !== ';') this.#next();
        continue;
      }
      if (this.#word.value === ';') {
        this.#next();
        continue;
      }
      const left = this.#symbol();
      if (this.#word.value !== ':') throw this.text.error(`A colon is expected after ${left.name}.`, this.#word.at);
      this.#next();
      this.#alternatives(left);
    }
  }

  #alternatives(left: YaccSymbol): void {
    let right: YaccSymbol[] = [];
    let hasError = false;
    const end = () => {
      if (!hasError) this.rules.push({ left, right });
      right = [];
      hasError = false;
    };
    for (;;) {
      const { kind, value, at } = this.#word;
      if (kind === 'end' || value === '%%') return end();
      if (value === ';') {
        this.#next();
        return end();
      }
      if (kind === 'name' && this.#isRuleStart()) return end();
      this.#next();
      if (value === '|') end();
      else if (kind === 'name' || kind === 'character' || kind === 'string') {
        if (value === 'error') hasError = true;
        else right.push({ name: kind === 'string' ? `"${value}"` : value, place: this.text.place(at) });
      } else if (value === '%prec' || value === '%dprec' || value === '%merge' || value === '%expect') this.#next();
      else if (value === ':')
        throw this.text.error('This colon is unexpected: is a ; missing before the rule it belongs to?', at);
    }
  }

  /** A name and a colon: the next rule begins, though no semicolon ended the last one. */
  #isRuleStart(): boolean {
    const before = this.text.at;
    const next = this.#read();
    this.text.at = before;
    return next.value === ':';
  }

  #next(): void {
    this.#word = this.#read();
  }

  #read(): Word {
    const { text } = this;
    for (;;) {
      if (text.match(/\s+/y) !== undefined) continue;
      // The line a generated file names is nobody's grammar.
      if (text.peek() === '#' && /^\s*$/.test(text.all.slice(text.all.lastIndexOf('\n', text.at - 1) + 1, text.at))) {
        text.skipLine();
      } else if (text.startsWith('/*') || text.startsWith('//')) skipQuoted(text);
      else if (text.startsWith('%{')) skipPercentBraces(text);
      // The name of a symbol for actions: `expr[left]`.
      else if (text.match(/\[[A-Za-z_][\w.]*\]/y) === undefined) break;
    }
    const at = text.at;
    const word = (kind: Word['kind'], value: string): Word => ({ kind, value, at });
    if (text.isAtEnd) return word('end', '');
    if (text.take('%%')) return word('mark', '%%');
    if (text.peek() === '{') return word('code', takeBraces(text));
    if (text.take('%?')) {
      text.match(/\s*/y);
      return word('code', takeBraces(text));
    }
    const directive = text.match(/%[A-Za-z<>_-]+/y);
    if (directive !== undefined) return word('directive', directive.replaceAll('_', '-'));
    const name = text.match(/[A-Za-z_.][\w.-]*/y);
    if (name === '_' && text.peek() === '(') {
      text.next();
      const quoted = this.#read();
      text.match(/\s*\)/y);
      return { ...quoted, at };
    }
    if (name !== undefined) return word('name', name);
    const number = text.match(/0[xX][\da-fA-F]+|\d+/y);
    if (number !== undefined) return word('number', number);
    const character = text.match(/'(?:[^'\\\n]|\\[^\n])+'/y);
    if (character !== undefined) {
      return word('character', `'${String.fromCharCode(characterOf(character.slice(1, -1)))}'`);
    }
    const quoted = text.match(/"(?:[^"\\\n]|\\[^\n])*"/y);
    if (quoted !== undefined) return word('string', unescapeC(quoted.slice(1, -1)));
    if (text.peek() === "'" || text.peek() === '"') throw text.error('This quote is never closed on its line.', at);
    const tag = text.match(/<[^>\n]*>/y);
    if (tag !== undefined) return word('tag', tag);
    return word('mark', text.next());
  }
}
