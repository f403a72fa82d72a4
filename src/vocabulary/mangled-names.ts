/**
 * Names of C++ as linkers and type_info have them (Itanium's mangling), for people: `_ZNK6Parser4nextEv` is
 * `Parser::next`, `NSt3__26vectorIiNS_9allocatorIiEEEE` is `std::vector<int>`. Parameters, default arguments of the
 * library's templates, its inline namespaces and ABI tags are left out. What can't be read stays as it is.
 */
export function readable(name: string, kind: 'type' | 'function'): string {
  if (kind === 'function' && !name.startsWith('_Z')) return name;
  try {
    const reader = new Reader(name, kind === 'function' ? 2 : 0);
    return shortened(kind === 'function' ? reader.encoding() : reader.type());
  } catch (error) {
    if (error instanceof Unreadable) return name;
    throw error;
  }
}

class Unreadable extends Error {}

const builtin: Readonly<Record<string, string>> = {
  ...{ v: 'void', w: 'wchar_t', b: 'bool', c: 'char', a: 'signed char', h: 'unsigned char', s: 'short' },
  ...{ t: 'unsigned short', i: 'int', j: 'unsigned int', l: 'long', m: 'unsigned long', x: 'long long' },
  ...{ y: 'unsigned long long', n: '__int128', o: 'unsigned __int128', f: 'float', d: 'double', e: 'long double' },
  ...{ g: '__float128', z: '...' },
};
const builtinOfTwo: Readonly<Record<string, string>> = {
  ...{ Dn: 'std::nullptr_t', Di: 'char32_t', Ds: 'char16_t', Du: 'char8_t', Da: 'auto', Dc: 'decltype(auto)' },
};
const standard: Readonly<Record<string, string>> = {
  ...{ St: 'std', Sa: 'std::allocator', Sb: 'std::basic_string', Ss: 'std::string' },
  ...{ Si: 'std::istream', So: 'std::ostream', Sd: 'std::iostream' },
};
const operators: Readonly<Record<string, string>> = {
  ...{ nw: ' new', na: ' new[]', dl: ' delete', da: ' delete[]', ps: '+', ng: '-', ad: '&', de: '*', co: '~' },
  ...{ pl: '+', mi: '-', ml: '*', dv: '/', rm: '%', an: '&', or: '|', eo: '^', aS: '=', pL: '+=', mI: '-=' },
  ...{ mL: '*=', dV: '/=', rM: '%=', aN: '&=', oR: '|=', eO: '^=', ls: '<<', rs: '>>', lS: '<<=', rS: '>>=' },
  ...{ eq: '==', ne: '!=', lt: '<', gt: '>', le: '<=', ge: '>=', ss: '<=>', nt: '!', aa: '&&', oo: '||', pp: '++' },
  ...{ mm: '--', cm: ',', pm: '->*', pt: '->', cl: '()', ix: '[]', qu: '?' },
};

class Reader {
  /** What was named before and may be named again by number. */
  readonly #seen: string[] = [];
  /** Arguments of the templates around. */
  #given: string[] = [];

  constructor(
    readonly text: string,
    private at: number,
  ) {}

  /** A function or variable; its parameters are left unread. */
  encoding(): string {
    if (this.#takes('T')) return this.#special();
    return this.#name();
  }

  type(): string {
    const two = this.text.slice(this.at, this.at + 2);
    if (two in builtinOfTwo) {
      this.at += 2;
      return builtinOfTwo[two];
    }
    const c = this.#peek();
    if (c in builtin) {
      this.at++;
      return builtin[c];
    }
    if (c === 'S' && this.text[this.at + 1] !== 't') {
      const known = this.#substitution();
      return this.text[this.at] === 'I' ? this.#remember(known + this.#arguments()) : known;
    }
    return this.#remember(this.#composed(c, two));
  }

  #composed(c: string, two: string): string {
    const suffixes: Readonly<Record<string, string>> = { P: '*', R: '&', O: '&&' };
    if (c in suffixes) {
      this.at++;
      return `${this.type()}${suffixes[c]}`;
    }
    if (c === 'K' || c === 'V' || c === 'r') {
      this.at++;
      const type = this.type();
      return c === 'K' ? `${type} const` : type;
    }
    if (c === 'T') {
      const parameter = this.#parameter();
      return this.text[this.at] === 'I' ? parameter + this.#arguments() : parameter;
    }
    if (c === 'A') {
      this.at++;
      const count = /^\d*/.exec(this.text.slice(this.at))?.[0] ?? '';
      this.at += count.length;
      this.#needs('_');
      return `${this.type()}[${count}]`;
    }
    if (c === 'F' || two === 'Do') return this.#function();
    if (c === 'M') {
      this.at++;
      const owner = this.type();
      return `${this.type()} ${owner}::*`;
    }
    if (two === 'Dp') {
      this.at += 2;
      return this.type();
    }
    return this.#name();
  }

  #function(): string {
    this.#takes('Do');
    this.#needs('F');
    this.#takes('Y');
    const result = this.type();
    const parameters: string[] = [];
    while (!this.#takes('E')) parameters.push(this.type());
    return `${result}(${parameters.filter((each) => each !== 'void').join(', ')})`;
  }

  #name(): string {
    if (this.#takes('N')) return this.#nested();
    if (this.#takes('Z')) return this.#local();
    let name: string;
    if (this.#takes('St')) name = `std::${this.#part('')}`;
    else if (this.#peek() === 'S') name = this.#substitution();
    else name = this.#part('');
    if (this.text[this.at] !== 'I') return name;
    if (!name.startsWith('std::') || !this.#seen.includes(name)) this.#remember(name);
    return name + this.#arguments();
  }

  #nested(): string {
    while (/[rVKRO]/.test(this.#peek())) this.at++;
    let name = '';
    while (!this.#takes('E')) {
      const c = this.#peek();
      if (c === 'S' && name === '' && this.text[this.at + 1] !== 't') name = this.#substitution();
      else if (this.#takes('St')) name = 'std';
      else if (c === 'I') name = this.#remember(name + this.#arguments());
      else if (c === 'T' && name === '') name = this.#remember(this.#parameter());
      else {
        const part = this.#part(name);
        name = this.#remember(name === '' ? part : `${name}::${part}`);
      }
    }
    // All of it is no part of itself.
    this.#seen.pop();
    return name;
  }

  /** In a function: what is in there is named, the function only stands before it. */
  #local(): string {
    const outer = this.encoding();
    while (this.#peek() !== 'E') this.type();
    this.at++;
    if (this.#takes('s')) return outer;
    const inner = this.#name();
    if (this.#takes('_')) while (/[\d_]/.test(this.text[this.at] ?? '')) this.at++;
    return `${outer}::${inner}`;
  }

  /** One word of a name; `outer` is what a constructor or destructor is of. */
  #part(outer: string): string {
    const own = /([^:<]*)(?:<.*>)?$/.exec(outer)?.[1] ?? '';
    const length = /^\d+/.exec(this.text.slice(this.at))?.[0];
    let part: string;
    if (length !== undefined) {
      this.at += length.length;
      part = this.text.slice(this.at, this.at + Number(length));
      if (part.length !== Number(length)) throw new Unreadable();
      this.at += part.length;
      if (part.startsWith('_GLOBAL__N')) part = '(anonymous namespace)';
    } else if (/^C[1-5]/.test(this.text.slice(this.at))) {
      this.at += 2;
      part = own;
    } else if (/^D[0-5]/.test(this.text.slice(this.at))) {
      this.at += 2;
      part = `~${own}`;
    } else if (this.#takes('Ul')) {
      while (!this.#takes('E')) this.type();
      this.#number();
      part = 'lambda';
    } else if (this.#takes('Ut')) {
      this.#number();
      part = 'unnamed';
    } else if (this.#takes('cv')) part = `operator ${this.type()}`;
    else if (this.#takes('li')) part = `operator""${this.#part('')}`;
    else if (this.#takes('L')) part = this.#part(outer);
    else {
      const operator = operators[this.text.slice(this.at, this.at + 2)];
      if (operator === undefined) throw new Unreadable();
      this.at += 2;
      part = `operator${operator}`;
    }
    while (this.#takes('B')) this.#part('');
    return part;
  }

  #number(): void {
    while (this.#peek() !== '_') this.at++;
    this.at++;
  }

  #substitution(): string {
    const two = this.text.slice(this.at, this.at + 2);
    if (two in standard) {
      this.at += 2;
      return standard[two];
    }
    this.#needs('S');
    return this.#numbered(this.#seen);
  }

  #parameter(): string {
    this.#needs('T');
    return this.#numbered(this.#given, 10);
  }

  #numbered(list: readonly string[], base = 36): string {
    const digits = /^[0-9A-Z]*/.exec(this.text.slice(this.at))?.[0] ?? '';
    this.at += digits.length;
    this.#needs('_');
    const known = list[digits === '' ? 0 : Number.parseInt(digits, base) + 1];
    if (known === undefined) throw new Unreadable();
    return known;
  }

  #arguments(): string {
    this.#needs('I');
    const list: string[] = [];
    while (!this.#takes('E')) list.push(...this.#argument());
    this.#given = list;
    return `<${list.join(', ')}>`;
  }

  #argument(): string[] {
    if (this.#takes('J')) {
      const pack: string[] = [];
      while (!this.#takes('E')) pack.push(...this.#argument());
      return pack;
    }
    if (this.#takes('Tn')) {
      this.type();
      return this.#argument();
    }
    if (this.#takes('L')) return [this.#literal()];
    if (this.#peek() === 'X') throw new Unreadable();
    return [this.type()];
  }

  #literal(): string {
    if (this.#takes('_Z')) {
      const name = this.encoding();
      while (!this.#takes('E')) this.type();
      return name;
    }
    const type = this.type();
    const end = this.text.indexOf('E', this.at);
    const value = this.text.slice(this.at, end).replace(/^n/, '-');
    this.at = end + 1;
    return type === 'bool' ? (value === '1' ? 'true' : 'false') : value === '' ? type : value;
  }

  #special(): string {
    const kinds: Readonly<Record<string, string>> = { V: 'vtable', T: 'VTT', I: 'typeinfo', S: 'typeinfo name' };
    const kind = kinds[this.#peek()];
    if (kind === undefined) throw new Unreadable();
    this.at++;
    return `${kind} for ${this.type()}`;
  }

  #remember(name: string): string {
    this.#seen.push(name);
    return name;
  }

  #peek(): string {
    const c = this.text[this.at];
    if (c === undefined) throw new Unreadable();
    return c;
  }

  #takes(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  #needs(word: string): void {
    if (!this.#takes(word)) throw new Unreadable();
  }
}

/** Arguments that nobody writes, by what their names begin with. */
const defaults = /, std::(?:char_traits|allocator|less|hash|equal_to|default_delete)</;

function shortened(name: string): string {
  let text = name.replaceAll('std::__2::', 'std::').replaceAll('std::__1::', 'std::');
  for (let match = defaults.exec(text); match; match = defaults.exec(text)) {
    const end = closing(text, match.index + match[0].length - 1);
    if (end < 0) break;
    text = text.slice(0, match.index) + text.slice(end + 1);
  }
  const words = [
    ['std::basic_string<char>', 'std::string'],
    ['std::basic_string_view<char>', 'std::string_view'],
    ['std::basic_string<wchar_t>', 'std::wstring'],
    ['std::basic_ostream<char>', 'std::ostream'],
    ['std::basic_istream<char>', 'std::istream'],
  ];
  for (const [long, short] of words) text = text.replaceAll(long, short);
  return text.replaceAll(' const&', ' const &');
}

/** Where the angle bracket closes that stands at `from`. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '<') depth++;
    else if (text[i] === '>' && --depth === 0) return i;
  }
  return -1;
}
