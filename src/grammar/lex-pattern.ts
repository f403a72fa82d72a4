import { allBytes, ByteSet } from './byte-set.js';
import { choice, empty, oneOf, type Regex, repeat, sequence } from './regex.js';
import { Text } from './text.js';

/** What `{name}` stands for: the text of a definition and where it stands. */
export type Definitions = ReadonlyMap<string, { readonly text: Text; readonly at: number; readonly end: number }>;

interface PatternOptions {
  readonly definitions: Definitions;
  readonly caseInsensitive: boolean;
  /** Blanks and slashes are characters like others, as in `/…/` of an EBNF file. */
  readonly plain?: boolean;
}

interface Flags {
  readonly anyCase: boolean;
  /** `.` matches a newline too. */
  readonly dotAll: boolean;
  /** Blanks and comments in patterns mean nothing. */
  readonly blanks: boolean;
}

const namedClasses: Readonly<Record<string, ByteSet>> = {
  digit: ByteSet.range(48, 57),
  lower: ByteSet.range(97, 122),
  upper: ByteSet.range(65, 90),
  alpha: ByteSet.range(97, 122).union(ByteSet.range(65, 90)),
  alnum: ByteSet.range(97, 122).union(ByteSet.range(65, 90)).union(ByteSet.range(48, 57)),
  xdigit: ByteSet.range(48, 57).union(ByteSet.range(65, 70)).union(ByteSet.range(97, 102)),
  blank: ByteSet.of(32, 9),
  space: ByteSet.of(32, 9, 10, 11, 12, 13),
  cntrl: ByteSet.range(0, 31).union(ByteSet.of(127)),
  graph: ByteSet.range(33, 126),
  print: ByteSet.range(32, 126),
  punct: ByteSet.range(33, 47).union(ByteSet.range(58, 64)).union(ByteSet.range(91, 96)).union(ByteSet.range(123, 126)),
};

const newline = ByteSet.of(10);
/** More than flex itself takes; beyond this the automaton would not fit in memory anyway. */
const mostRepeats = 32_767;
const deepestDefinition = 100;

/**
 * Reads a flex pattern that begins at the text's position and ends at the first blank outside quotes.
 * Anchors (`^`, `$`) and trailing context (`r/s`) say where a token may stand, not what it is: left out.
 */
export function readPattern(text: Text, options: PatternOptions): Regex {
  const flags: Flags = { anyCase: options.caseInsensitive, dotAll: false, blanks: false };
  return new PatternReader(text, text.all.length, options, 0).pattern(flags);
}

/** Reads a pattern that ends at `end`, where nothing but the pattern ends it. */
export function readPlainPattern(text: Text, end: number): Regex {
  const options: PatternOptions = { definitions: new Map(), caseInsensitive: false, plain: true };
  const reader = new PatternReader(text, end, options, 0);
  return reader.pattern({ anyCase: false, dotAll: false, blanks: false });
}

/** Reads a class like `[a-z]` that begins here. */
export function readClass(text: Text): ByteSet {
  return new PatternReader(text, text.all.length, { definitions: new Map(), caseInsensitive: false }, 0).class();
}

class PatternReader {
  constructor(
    readonly text: Text,
    readonly end: number,
    readonly options: PatternOptions,
    readonly depth: number,
  ) {}

  get isAtEnd(): boolean {
    return this.text.at >= this.end;
  }

  pattern(flags: Flags): Regex {
    this.text.take('^');
    const regex = this.choice(flags);
    if (this.text.peek() === '/' && !this.isAtEnd && !this.options.plain) {
      this.text.next();
      this.choice(flags);
    }
    if (this.text.peek() === ')')
      throw this.text.error('This ) closes nothing: remove it, or write \\) for the character.');
    return regex;
  }

  choice(flags: Flags): Regex {
    const items = [this.sequence(flags)];
    while (!this.isAtEnd && this.text.take('|')) items.push(this.sequence(flags));
    return choice(items);
  }

  sequence(flags: Flags): Regex {
    const items: Regex[] = [];
    while (!this.isAtEnd) {
      const character = this.text.peek();
      if (flags.blanks && /\s/.test(character)) {
        this.text.next();
        continue;
      }
      if (this.#ends(character)) break;
      if (character === '$' && this.isLast(1)) {
        this.text.next();
        continue;
      }
      const atom = this.atom(flags);
      if (atom) items.push(this.repeated(atom));
    }
    return sequence(items);
  }

  #ends(character: string): boolean {
    return (this.options.plain ? /[|)]/ : /[\s|)/]/).test(character);
  }

  /** `$` means the end of a line only where the pattern ends. */
  isLast(ahead: number): boolean {
    return this.text.at + ahead >= this.end || this.#ends(this.text.peek(ahead));
  }

  repeated(atom: Regex): Regex {
    let regex = atom;
    for (;;) {
      if (this.isAtEnd) return regex;
      if (this.text.take('*')) regex = repeat(regex, 0, Infinity);
      else if (this.text.take('+')) regex = repeat(regex, 1, Infinity);
      else if (this.text.take('?')) regex = repeat(regex, 0, 1);
      else {
        const start = this.text.at;
        const counts = this.text.match(/\{\d+(?:,\d*)?\}/y);
        if (counts === undefined) return regex;
        const [, low, comma, high] = /^\{(\d+)(,?)(\d*)\}$/.exec(counts)!;
        const min = Number(low);
        const max = comma === '' ? min : high === '' ? Infinity : Number(high);
        if (min > max) throw this.text.error(`In ${counts} the first number is the larger one: swap them.`, start);
        if (Math.max(min, max === Infinity ? 0 : max) > mostRepeats) {
          throw this.text.error(`${counts} repeats more than ${mostRepeats} times: choose a smaller number.`, start);
        }
        regex = repeat(regex, min, max);
      }
    }
  }

  atom(flags: Flags): Regex | undefined {
    const { text } = this;
    const start = text.at;
    const character = text.peek();
    if (character === '(') return this.group(flags);
    if (character === '[') return oneOf(this.cased(this.classes(), flags));
    if (character === '"') return this.quoted(flags);
    if (character === '{') return this.definition();
    text.next();
    if (character === '.') return oneOf(flags.dotAll ? allBytes : newline.complement);
    if (character === '*' || character === '+' || character === '?') {
      throw text.error(
        `There is nothing before this ${character} to repeat: write \\${character} for the character itself.`,
        start,
      );
    }
    const byte = character === '\\' ? this.escape(start) : character.charCodeAt(0) & 0xff;
    return oneOf(this.cased(ByteSet.of(byte), flags));
  }

  cased(set: ByteSet, flags: Flags): ByteSet {
    return flags.anyCase ? set.anyCase : set;
  }

  group(flags: Flags): Regex | undefined {
    const { text } = this;
    const start = text.at;
    text.next();
    if (text.take('?#')) {
      while (!this.isAtEnd && text.peek() !== ')') text.next();
      this.close(start);
      return undefined;
    }
    let inner = flags;
    if (text.take('?')) {
      const letters = text.match(/[isx]*(?:-[isx]*)?:/y);
      if (letters === undefined) throw text.error('(? must be followed by flags and a colon, like (?i:…).', start);
      const [on, off = ''] = letters.slice(0, -1).split('-');
      const flag = (letter: string, before: boolean) => (on.includes(letter) || before) && !off.includes(letter);
      inner = { anyCase: flag('i', flags.anyCase), dotAll: flag('s', flags.dotAll), blanks: flag('x', flags.blanks) };
    }
    const regex = this.choice(inner);
    this.close(start);
    return regex;
  }

  close(start: number): void {
    if (this.isAtEnd || !this.text.take(')'))
      throw this.text.error('This ( is never closed: add the missing ).', start);
  }

  quoted(flags: Flags): Regex {
    const { text } = this;
    const start = text.at;
    text.next();
    const items: Regex[] = [];
    while (text.peek() !== '"') {
      if (this.isAtEnd || text.peek() === '\n')
        throw text.error('This quote is never closed: add the missing ".', start);
      const at = text.at;
      const character = text.next();
      const byte = character === '\\' ? this.escape(at) : character.charCodeAt(0) & 0xff;
      items.push(oneOf(this.cased(ByteSet.of(byte), flags)));
    }
    text.next();
    return sequence(items);
  }

  definition(): Regex {
    const { text } = this;
    const start = text.at;
    const name = text.match(/\{[A-Za-z_][\w-]*\}/y)?.slice(1, -1);
    if (name === undefined)
      throw text.error('{ must be followed by the name of a definition or a number of repetitions.', start);
    const found = this.options.definitions.get(name);
    if (!found) throw text.error(`There is no definition called ${name}: define it above the first %%.`, start);
    if (this.depth === deepestDefinition) throw text.error(`The definition of ${name} uses itself.`, start);
    const inner = new Text(found.text.file, found.text.all);
    inner.at = found.at;
    const flags = { anyCase: this.options.caseInsensitive, dotAll: false, blanks: false };
    const reader = new PatternReader(inner, found.end, this.options, this.depth + 1);
    const regex = reader.pattern(flags);
    if (!reader.isAtEnd && inner.all.slice(inner.at, found.end).trim() !== '') {
      throw inner.error(`The definition of ${name} has blanks in its pattern: put them between quotes.`);
    }
    return regex ?? empty;
  }

  /** Classes joined by `{-}` and `{+}`. */
  classes(): ByteSet {
    let set = this.class();
    for (;;) {
      if (this.text.take('{-}')) set = set.minus(this.class());
      else if (this.text.take('{+}')) set = set.union(this.class());
      else return set;
    }
  }

  class(): ByteSet {
    const { text } = this;
    const start = text.at;
    if (!text.take('[')) throw text.error('A class like [a-z] is expected here.');
    const isNegated = text.take('^');
    let set = new ByteSet();
    for (let isFirst = true; isFirst || text.peek() !== ']'; isFirst = false) {
      if (this.isAtEnd || text.peek() === '\n')
        throw text.error('This class is never closed: add the missing ].', start);
      const at = text.at;
      const named = text.match(/\[:\^?[a-z]+:\]/y);
      if (named !== undefined) {
        const name = named.slice(2, -2);
        const one = namedClasses[name.replace('^', '')];
        if (!one) throw text.error(`There is no class of characters called ${name}.`, at);
        set = set.union(name.startsWith('^') ? one.complement : one);
        continue;
      }
      const low = this.classByte();
      if (text.peek() !== '-' || text.peek(1) === ']') {
        set = set.union(ByteSet.of(low));
        continue;
      }
      text.next();
      const high = this.classByte();
      if (high < low)
        throw text.error(`The range ${text.all.slice(at, text.at)} is the wrong way round: swap its ends.`, at);
      set = set.union(ByteSet.range(low, high));
    }
    text.next();
    return isNegated ? set.complement : set;
  }

  classByte(): number {
    const at = this.text.at;
    const character = this.text.next();
    return character === '\\' ? this.escape(at) : character.charCodeAt(0) & 0xff;
  }

  /** What follows a backslash. */
  escape(start: number): number {
    const { text } = this;
    const octal = text.match(/[0-7]{1,3}/y);
    if (octal !== undefined) return Number.parseInt(octal, 8) & 0xff;
    const hex = text.match(/x[\da-fA-F]{1,2}/y);
    if (hex !== undefined) return Number.parseInt(hex.slice(1), 16);
    if (this.isAtEnd) throw text.error('Nothing follows this backslash.', start);
    const character = text.next();
    return escapes[character] ?? character.charCodeAt(0) & 0xff;
  }
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };
