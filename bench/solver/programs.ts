import type { Path, Program, Word } from './concolic.js';

/** Small programs with the branches that parsers have. Each works on the whole input. */

const isDigit = (path: Path, c: Word) => path.if(c.within('0', '9'));

/** printf: flags, width, precision, conversion. */
export const formatter: Program = (path) => {
  let i = 0;
  const next = () => path.byte(i++);
  for (let c = next(); !path.if(c.is(0)); c = next()) {
    if (!path.if(c.isCharacter('%'))) continue;
    c = next();
    while (path.if(c.isCharacter('-')) || path.if(c.isCharacter('+')) || path.if(c.isCharacter('0'))) c = next();
    let width = path.number(0);
    while (isDigit(path, c)) {
      width = width.times(10).plus(c.minus(48));
      c = next();
    }
    if (path.if(path.number(64).less(width))) return;
    if (path.if(c.isCharacter('.'))) {
      c = next();
      while (isDigit(path, c)) c = next();
    }
    while (path.if(c.isCharacter('l')) || path.if(c.isCharacter('h'))) c = next();
    for (const conversion of 'diouxXcsp%') if (path.if(c.isCharacter(conversion))) break;
    if (path.if(c.is(0))) return;
  }
};

/** Recursive descent over digits, + - * / and brackets; branches on values as well as on characters. */
export const calculator: Program = (path) => {
  let i = 0;
  let failed = false;
  const peek = () => path.byte(i);
  const primary = (): Word => {
    if (path.if(peek().isCharacter('('))) {
      i++;
      const value = sum();
      if (!failed && path.if(peek().isCharacter(')'))) i++;
      else failed = true;
      return value;
    }
    if (!isDigit(path, peek())) {
      failed = true;
      return path.number(0);
    }
    let value = path.number(0);
    while (isDigit(path, peek())) value = value.times(10).plus(path.byte(i++).minus(48));
    return value;
  };
  const product = (): Word => {
    let value = primary();
    while (!failed) {
      if (path.if(peek().isCharacter('*'))) {
        i++;
        value = value.times(primary());
      } else if (path.if(peek().isCharacter('/'))) {
        i++;
        const divisor = primary();
        if (failed || path.if(divisor.is(0))) {
          failed = true;
          break;
        }
      } else break;
    }
    return value;
  };
  const sum = (): Word => {
    let value = product();
    while (!failed) {
      if (path.if(peek().isCharacter('+'))) {
        i++;
        value = value.plus(product());
      } else if (path.if(peek().isCharacter('-'))) {
        i++;
        value = value.minus(product());
      } else break;
    }
    return value;
  };
  const result = sum();
  if (!failed && !path.if(result.is(42))) path.if(result.less(0));
};

const classes = new Uint8Array(256).fill(0);
for (let c = 0; c < 256; c++) {
  const character = String.fromCharCode(c);
  if (/[0-9]/.test(character)) classes[c] = 1;
  else if (/[A-Za-z_]/.test(character)) classes[c] = 2;
  else if (/\s/.test(character)) classes[c] = 3;
  else if (/[-+*/=<>!]/.test(character)) classes[c] = 4;
  else if (/["']/.test(character)) classes[c] = 5;
}
/** state * 6 + class → next state; 4 ends a token. */
const moves = Uint8Array.from([
  4, 1, 2, 0, 3, 5, 4, 1, 4, 4, 4, 4, 4, 2, 2, 4, 4, 4, 4, 4, 4, 4, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 4,
]);

/** A lexer driven by a class table and a transition table, both indexed by input. */
export const lexer: Program = (path) => {
  let state = 0;
  for (let i = 0; i < path.input.length; i++) {
    const kind = path.lookup(classes, path.byte(i));
    const move = path.lookup(moves, kind.plus(state * 6));
    let taken = 5;
    for (let target = 0; target < 5; target++) {
      if (path.if(move.is(target))) {
        taken = target;
        break;
      }
    }
    state = taken === 4 ? 0 : taken;
  }
};

/** strtol: spaces, sign, prefix, digits, overflow; then comparisons of the number. */
export const number: Program = (path) => {
  let i = 0;
  while (path.if(path.byte(i).isCharacter(' ')) || path.if(path.byte(i).within(9, 13))) i++;
  const negative = path.if(path.byte(i).isCharacter('-'));
  if (negative || path.if(path.byte(i).isCharacter('+'))) i++;
  let value = path.number(0, 64);
  let digits = 0;
  while (isDigit(path, path.byte(i))) {
    if (path.if(path.number(214748364, 64).less(value))) return;
    value = value.times(10).plus(path.byte(i).minus(48).extended(64));
    i++;
    digits++;
  }
  if (digits === 0) return;
  if (path.if(value.is(80))) return;
  if (path.if(value.below(1024))) path.if(value.is(443));
  else if (path.if(path.number(49151, 64).below(value))) path.if(value.is(65535));
};

/** A header: magic, version, lengths that must add up, a little checksum. */
export const header: Program = (path) => {
  for (const [index, character] of [...'PK'].entries()) if (!path.if(path.byte(index).isCharacter(character))) return;
  const short = (at: number) => path.byte(at).or(path.byte(at + 1).shiftedLeft(8));
  const version = path.byte(2);
  if (!path.if(version.below(5))) return;
  const length = short(3);
  const extra = short(5);
  if (path.if(path.number(4096).below(length))) return;
  if (path.if(path.number(300).below(length.plus(extra)))) return;
  if (path.if(length.is(extra))) return;
  if (path.if(version.is(2))) {
    const sum = path.byte(2).plus(path.byte(3)).plus(path.byte(4)).plus(path.byte(5)).and(255);
    if (!path.if(sum.is(path.byte(7)))) return;
  }
  const total = length.plus(extra.times(3)).plus(30);
  if (path.if(total.is(1000))) return;
  path.if(total.and(15).is(0));
};

const keywords = ['if', 'int', 'for', 'else', 'return'];

/** Identifiers, keywords by strcmp, case folding. */
export const words: Program = (path) => {
  const lower = (c: Word) => (path.if(c.within('A', 'Z')) ? c.or(32) : c);
  let i = 0;
  while (i < path.input.length) {
    const start = i;
    while (path.if(path.byte(i).or(32).within('a', 'z'))) i++;
    if (i > start) {
      for (const keyword of keywords) {
        if (keyword.length !== i - start) continue;
        let equal = true;
        for (let k = 0; k < keyword.length && equal; k++) {
          equal = path.if(lower(path.byte(start + k)).isCharacter(keyword[k]));
        }
        if (equal) break;
      }
    } else {
      if (path.if(path.byte(i).is(0))) return;
      i++;
    }
  }
};

/** UTF-8: sequences of one to four bytes, overlong forms, surrogates. */
export const utf8: Program = (path) => {
  let i = 0;
  while (i < path.input.length) {
    const first = path.byte(i++);
    if (path.if(first.below(0x80))) continue;
    const more = path.if(first.and(0xe0).is(0xc0))
      ? 1
      : path.if(first.and(0xf0).is(0xe0))
        ? 2
        : path.if(first.and(0xf8).is(0xf0))
          ? 3
          : 0;
    if (more === 0) return;
    let point = first.and(0x3f >> more);
    for (let k = 0; k < more; k++) {
      const c = path.byte(i++);
      if (!path.if(c.and(0xc0).is(0x80))) return;
      point = point.shiftedLeft(6).or(c.and(0x3f));
    }
    if (path.if(point.below([0, 0x80, 0x800, 0x10000][more]))) return;
    if (path.if(point.within(0xd800, 0xdfff))) return;
    if (path.if(path.number(0x10ffff).below(point))) return;
  }
};

/** Programs of the parser-like stream: what, on how many bytes, at most how many paths. */
export const parsers: readonly { name: string; program: Program; size: number; paths: number }[] = [
  { name: 'formatter', program: formatter, size: 5, paths: 3000 },
  { name: 'calculator', program: calculator, size: 6, paths: 1500 },
  { name: 'lexer', program: lexer, size: 6, paths: 1500 },
  { name: 'number', program: number, size: 8, paths: 500 },
  { name: 'header', program: header, size: 8, paths: 100 },
  { name: 'words', program: words, size: 7, paths: 1500 },
  { name: 'utf8', program: utf8, size: 7, paths: 1500 },
];

/** A CRC over all bytes, bit by bit, compared with a constant. */
export function crc(width: number, polynomial: number, wanted: number): Program {
  return (path) => {
    let remainder = path.number(-1, width);
    for (let i = 0; i < path.input.length; i++) {
      const byte = path.byte(i);
      remainder = remainder.xor(width < 32 ? byte.bits(0, width) : byte);
      for (let k = 0; k < 8; k++) {
        const low = remainder.and(1);
        remainder = remainder.shiftedRight(1).xor(path.number(0, width).minus(low).and(polynomial));
      }
    }
    path.if(remainder.is(wanted));
  };
}

/** x * y == c over two 32-bit words, both above 1. */
export const product: Program = (path) => {
  const word = (at: number) =>
    path
      .byte(at)
      .or(path.byte(at + 1).shiftedLeft(8))
      .or(path.byte(at + 2).shiftedLeft(16))
      .or(path.byte(at + 3).shiftedLeft(24));
  const [x, y] = [word(0), word(4)];
  if (path.if(x.below(2)) || path.if(y.below(2))) return;
  if (path.if(x.times(y).is(0x12345678))) path.if(x.below(y));
  path.if(x.times(x).is(y));
};

/** FNV-1a and djb2 over printable text. */
export const fnv: Program = (path) => {
  let hash = path.number(0x811c9dc5 | 0);
  for (let i = 0; i < path.input.length; i++) hash = hash.xor(path.byte(i)).times(0x01000193);
  path.if(hash.is(0x5a17c0de));
};
export const djb2: Program = (path) => {
  let hash = path.number(5381);
  for (let i = 0; i < path.input.length; i++) {
    if (!path.if(path.byte(i).within('a', 'z'))) return;
    hash = hash.times(33).plus(path.byte(i));
  }
  path.if(hash.is(0x3c0ffee5));
};

/** Programs of the stream that needs SAT. */
export const puzzles: readonly { name: string; program: Program; size: number; paths: number }[] = [
  { name: 'crc8', program: crc(8, 0xe0, 0x42), size: 6, paths: 10 },
  { name: 'crc16', program: crc(16, 0xa001, 0x1234), size: 6, paths: 10 },
  { name: 'crc16 of 4', program: crc(16, 0xa001, 0x4321), size: 4, paths: 10 },
  { name: 'crc32 of 4', program: crc(32, 0xedb88320 | 0, 0x0badcafe), size: 4, paths: 10 },
  { name: 'crc32', program: crc(32, 0xedb88320 | 0, 0x7eadbeef), size: 8, paths: 10 },
  { name: 'product', program: product, size: 8, paths: 10 },
  { name: 'fnv', program: fnv, size: 8, paths: 4 },
  { name: 'djb2', program: djb2, size: 8, paths: 20 },
];
