import type { Dictionary } from './dictionary.js';
import type { Random } from './random.js';

const interesting8 = [0, 1, 2, 7, 8, 9, 10, 13, 16, 31, 32, 63, 64, 100, 127, 128, 200, 254, 255];
const interesting16 = [0x100, 0xff, 0x7fff, 0x8000, 0xffff, 1000, 1024, 4096, 0x1ff, 512];
const interesting32 = [0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 0x1000000, 100000, 0xfffff, 0x8000];
const interestingNumbers = ['0', '1', '-1', '9', '10', '255', '256', '65536', '2147483647', '4294967296', '99999'];
/** What texts are made of, besides letters and digits. */
const punctuation = ' \n\t"\'()[]{}<>,;:=+-*/%&|!#.@$\\_^~?`\r\0';
const newline = 10;
const most = 6;

type Operation = (mutator: Mutator) => void;

/**
 * Changes bytes at random, several times: `bytes` begins with `length` bytes and has room for `limit`. Nothing is
 * allocated: this is as hot as the program itself.
 */
export class Mutator {
  bytes = new Uint8Array(64);
  length = 0;
  /** The fewest and the most bytes it may become. */
  #least = 0;
  #limit = 0;
  /** Another input, to take pieces from. */
  #other: Uint8Array = new Uint8Array(0);

  constructor(
    readonly random: Random,
    readonly dictionary: Dictionary,
  ) {}

  /** What it became is the first `length` of `bytes`. */
  mutate(from: Uint8Array, other: Uint8Array, least: number, limit: number): void {
    this.#least = least;
    this.#limit = Math.max(limit, least);
    if (this.bytes.length < Math.max(this.#limit, from.length)) {
      this.bytes = new Uint8Array(2 * Math.max(this.#limit, from.length));
    }
    this.length = Math.min(from.length, this.#limit);
    this.bytes.set(this.length === from.length ? from : from.subarray(0, this.length));
    this.#other = other;
    const { random } = this;
    let times = 1;
    while (times < most && random.oneIn(2)) times++;
    for (let i = 0; i < times; i++) {
      const operations = least === this.#limit ? inPlace : all;
      operations[random.below(operations.length)](this);
    }
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** A place in what is there. */
  somewhere(): number {
    return this.random.below(this.length);
  }

  otherPiece(): Uint8Array {
    const other = this.#other;
    if (other.length === 0) return other;
    const from = this.random.below(other.length);
    return other.subarray(from, from + 1 + this.random.below(other.length - from));
  }

  insert(at: number, piece: Uint8Array): void {
    const { bytes } = this;
    const count = Math.min(piece.length, this.#limit - this.length);
    if (count <= 0) return;
    // A piece of ourselves moves with what it is a piece of.
    const whole = piece.buffer === bytes.buffer ? piece.slice() : piece;
    bytes.copyWithin(at + count, at, this.length);
    bytes.set(count === whole.length ? whole : whole.subarray(0, count), at);
    this.length += count;
  }

  overwrite(at: number, piece: Uint8Array): void {
    const count = Math.min(piece.length, this.#limit - at);
    if (count <= 0) return;
    // Behind the end it grows, where it may.
    this.bytes.set(count === piece.length ? piece : piece.subarray(0, count), at);
    this.length = Math.max(this.length, at + count);
  }

  erase(at: number, count: number): void {
    const less = Math.min(count, this.length - this.#least, this.length - at);
    if (less <= 0) return;
    this.bytes.copyWithin(at, at + less, this.length);
    this.length -= less;
  }

  get room(): number {
    return this.#limit - this.length;
  }

  piece(most: number): Uint8Array {
    const from = this.somewhere();
    const size = 1 + this.random.below(Math.min(most, this.length - from));
    return this.bytes.subarray(from, from + size);
  }

  /** A whole line, with what ends it; all, where there are none. */
  line(): Uint8Array {
    const at = this.somewhere();
    let from = at;
    while (from > 0 && this.bytes[from - 1] !== newline) from--;
    let to = at + 1;
    while (to < this.length && this.bytes[to - 1] !== newline) to++;
    return this.bytes.subarray(from, to);
  }

  word(): Uint8Array | undefined {
    const { dictionary, random } = this;
    return dictionary.size === 0 ? undefined : dictionary.word(random.below(dictionary.size));
  }
}

const flipBit: Operation = (it) => {
  if (it.isEmpty) return;
  it.bytes[it.somewhere()] ^= 1 << it.random.below(8);
};

const setByte: Operation = (it) => {
  if (it.isEmpty) return;
  it.bytes[it.somewhere()] = it.random.below(256);
};

const setLetter: Operation = (it) => {
  if (it.isEmpty) return;
  it.bytes[it.somewhere()] = letter(it.random);
};

function letter(random: Random): number {
  switch (random.below(3)) {
    case 0:
      return 48 + random.below(10);
    case 1:
      return (random.oneIn(3) ? 65 : 97) + random.below(26);
    default:
      return punctuation.charCodeAt(random.below(punctuation.length));
  }
}

const add: Operation = (it) => {
  if (it.isEmpty) return;
  const amount = 1 + it.random.below(it.random.oneIn(4) ? 35 : 4);
  it.bytes[it.somewhere()] += it.random.oneIn(2) ? amount : -amount;
};

const setInteresting: Operation = (it) => {
  if (it.isEmpty) return;
  const { random, bytes } = it;
  const at = it.somewhere();
  const width = [1, 2, 4][random.below(3)];
  if (width === 1 || at + width > it.length) {
    bytes[at] = interesting8[random.below(interesting8.length)];
    return;
  }
  const table = width === 2 ? interesting16 : interesting32;
  let value = table[random.below(table.length)];
  if (random.oneIn(3)) value = interesting8[random.below(interesting8.length)];
  const isBig = random.oneIn(2);
  for (let i = 0; i < width; i++) bytes[at + (isBig ? width - 1 - i : i)] = (value >>> (8 * i)) & 255;
};

/** A number of several bytes, a little more or less. */
const addWide: Operation = (it) => {
  const { random, bytes } = it;
  const width = random.oneIn(2) ? 2 : 4;
  if (it.length < width) return;
  const at = random.below(it.length - width + 1);
  const isBig = random.oneIn(2);
  let value = 0;
  for (let i = 0; i < width; i++) value |= bytes[at + (isBig ? width - 1 - i : i)] << (8 * i);
  value = (value + (random.oneIn(2) ? 1 : -1) * (1 + random.below(35))) | 0;
  for (let i = 0; i < width; i++) bytes[at + (isBig ? width - 1 - i : i)] = (value >>> (8 * i)) & 255;
};

const swap: Operation = (it) => {
  if (it.isEmpty) return;
  const { bytes } = it;
  const [a, b] = [it.somewhere(), it.somewhere()];
  [bytes[a], bytes[b]] = [bytes[b], bytes[a]];
};

const copyOver: Operation = (it) => {
  if (it.isEmpty) return;
  const piece = it.piece(it.length);
  const at = it.somewhere();
  it.bytes.copyWithin(at, piece.byteOffset, piece.byteOffset + Math.min(piece.length, it.length - at));
};

const wordOver: Operation = (it) => {
  const word = it.word();
  if (!word) return setLetter(it);
  it.overwrite(it.random.below(it.length + 1), word);
};

const wordOverInPlace: Operation = (it) => {
  const word = it.word();
  if (!word || word.length > it.length) return setLetter(it);
  it.bytes.set(word, it.random.below(it.length - word.length + 1));
};

const spliceOver: Operation = (it) => it.overwrite(it.random.below(it.length + 1), it.otherPiece());

const spliceOverInPlace: Operation = (it) => {
  if (it.isEmpty) return;
  const piece = it.otherPiece();
  const at = it.somewhere();
  it.bytes.set(piece.subarray(0, it.length - at), at);
};

const erase: Operation = (it) => {
  if (it.isEmpty) return;
  const at = it.somewhere();
  const most = it.random.oneIn(3) ? it.length : Math.max(1, it.length >> 3);
  it.erase(at, 1 + it.random.below(most));
};

const truncate: Operation = (it) => {
  if (it.isEmpty) return;
  const at = it.somewhere();
  it.erase(at, it.length - at);
};

const insertLetter: Operation = (it) => {
  one[0] = it.random.oneIn(3) ? it.random.below(256) : letter(it.random);
  it.insert(it.random.below(it.length + 1), one);
};

const insertAtEnd: Operation = (it) => {
  one[0] = it.random.oneIn(3) ? it.random.below(256) : letter(it.random);
  it.insert(it.length, one);
};

/** As often as there is room, or a few times: what has a fixed size overflows. */
const insertRepeated: Operation = (it) => {
  const { random } = it;
  const byte = it.isEmpty || random.oneIn(2) ? letter(random) : it.bytes[it.somewhere()];
  const count = Math.min(it.room, 1 + random.below(random.oneIn(4) ? Math.max(1, it.room) : 32));
  if (count > 0) it.insert(random.below(it.length + 1), new Uint8Array(count).fill(byte));
};

const insertCopy: Operation = (it) => {
  if (it.isEmpty) return insertLetter(it);
  const { random } = it;
  const piece = random.oneIn(4) ? it.line() : it.piece(random.oneIn(2) ? it.length : 16);
  it.insert(random.oneIn(3) ? piece.byteOffset + piece.length : random.below(it.length + 1), piece);
};

/** A piece behind itself, several times: records, lines, opening brackets. */
const repeatPiece: Operation = (it) => {
  if (it.isEmpty) return insertLetter(it);
  const { random } = it;
  const part = random.oneIn(3) ? it.line() : it.piece(random.oneIn(2) ? it.length : 8);
  const end = part.byteOffset + part.length;
  const piece = part.slice();
  const times = 1 + random.below(random.oneIn(4) ? 64 : 6);
  for (let i = 0; i < times && it.room >= piece.length; i++) it.insert(end, piece);
};

const wordInsert: Operation = (it) => {
  const word = it.word();
  if (word) it.insert(it.random.below(it.length + 1), word);
  else insertLetter(it);
};

const wordAtEnd: Operation = (it) => {
  const word = it.word();
  if (word) it.insert(it.length, word);
  else insertAtEnd(it);
};

const spliceInsert: Operation = (it) => it.insert(it.random.below(it.length + 1), it.otherPiece());

/** The beginning of one, the end of another. */
const crossOver: Operation = (it) => {
  const piece = it.otherPiece();
  if (it.isEmpty || piece.length === 0) return;
  const at = it.somewhere();
  it.erase(at, it.length - at);
  it.insert(it.length, piece);
};

/** A number written in digits becomes another. */
const changeNumber: Operation = (it) => {
  const { bytes, random } = it;
  if (it.isEmpty) return insertLetter(it);
  let from = it.somewhere();
  while (from < it.length && !isDigit(bytes[from])) from++;
  if (from === it.length) return setLetter(it);
  let to = from;
  while (to < it.length && isDigit(bytes[to])) to++;
  const value = Number.parseInt(String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 15))), 10);
  const other = random.oneIn(2)
    ? interestingNumbers[random.below(interestingNumbers.length)]
    : String(random.oneIn(2) ? value + 1 : Math.max(0, value - 1));
  it.erase(from, to - from);
  it.insert(
    from,
    Uint8Array.from(other, (c) => c.charCodeAt(0)),
  );
};

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

const one = new Uint8Array(1);

/** Those that leave the length as it is. */
const inPlace: readonly Operation[] = [
  ...[flipBit, setByte, setLetter, add, setInteresting, addWide, swap, copyOver],
  ...[wordOverInPlace, wordOverInPlace, spliceOverInPlace],
];

const all: readonly Operation[] = [
  ...[flipBit, setByte, setLetter, add, setInteresting, addWide, swap, copyOver],
  ...[wordOver, wordInsert, wordInsert, wordAtEnd, spliceOver, spliceInsert, crossOver, changeNumber],
  ...[erase, erase, truncate, insertLetter, insertAtEnd, insertRepeated, insertCopy, repeatPiece],
];
