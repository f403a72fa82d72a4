/**
 * What do string functions come to, as expressions over all bytes they may read? Run as code, they fork once a byte.
 * A model is exact: it asks for every byte that the code could read on this path, and a string without an end is a
 * check of the path. Where it knows too little, or the call fails on this very input, the code runs as it is.
 */

import { libraryCallBase, tagBase } from '../abi/layout.js';
import { type ModelledFunction, modelledFunctions, stringParameters } from '../abi/string-models.js';
import { Op } from '../expr/ops.js';
import { LibraryWord } from '../instrument/library-calls.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { ShadowLibrary } from './shadow-library.js';
import type { ShadowMemory } from './shadow-memory.js';
import { nothingNearer, type ShadowRun } from './shadow-run.js';
import type { StringCalls } from './string-calls.js';
import type { SymbolicStrings } from './symbolic-strings.js';

/** Bytes of a string that are put into one expression; longer ones run as code. */
const mostCompared = 256;
/** … and into one decision a position. */
const mostSearched = 128;

const word = libraryCallBase / 4;

/** The bytes of a string as far as it may reach. */
interface Reach {
  readonly bytes: readonly ExprId[];
  /** What they are on this input. */
  readonly values: readonly number[];
  /** One of them is a NUL whatever the input is. */
  readonly isTerminated: boolean;
}

/** Whether something stands at a place: as a condition, and on this input. */
interface Place {
  readonly is: ExprId;
  readonly holds: boolean;
}

/** Called with the parameters of the function; true where it knows the result. */
type Model = (a: number, b: number, c: number) => boolean;

export class StringModels {
  value = 0;
  id: ExprId = 0;
  /** What the exact run of the same input came to; undefined where there is none. */
  #foreseen: StringCalls | undefined;
  /** Calls of such functions in this run. */
  #count = 0;
  /** How many bytes follow in the array that each string is in, where it is in one. */
  readonly #rooms: number[] = [Infinity, Infinity];
  readonly #models: readonly Model[];
  /** A third parameter that is a length. */
  static readonly #limited: ReadonlySet<string> = new Set(['strncmp', 'strncasecmp', 'memcmp']);

  constructor(
    readonly run: ShadowRun,
    readonly memory: ShadowMemory,
    readonly strings: SymbolicStrings,
    readonly library: ShadowLibrary,
  ) {
    const all: Readonly<Record<ModelledFunction, Model>> = {
      strcmp: (a, b) => this.#compare(a, b, Infinity, same),
      strncmp: (a, b, limit) => this.#compare(a, b, limit >>> 0, same),
      strcasecmp: (a, b) => this.#compare(a, b, Infinity, this.#lower),
      strncasecmp: (a, b, limit) => this.#compare(a, b, limit >>> 0, this.#lower),
      memcmp: (a, b, size) => this.#compareBlocks(a, b, size >>> 0),
      strchr: (s, c) => this.#find(s, c & 0xff, false),
      strrchr: (s, c) => this.#find(s, c & 0xff, true),
      strstr: (s, wanted) => this.#search(s, wanted),
      strspn: (s, set) => this.#span(s, set, false),
      strcspn: (s, set) => this.#span(s, set, true),
    };
    this.#models = modelledFunctions.map((name) => all[name]);
  }

  /** Before the run that it is about. */
  foresee(calls: StringCalls): void {
    this.#foreseen = calls;
  }

  begin(): void {
    this.#count = 0;
  }

  /** After a run: it was not as the exact one. */
  get isUnforeseen(): boolean {
    return this.#foreseen !== undefined && this.#count !== this.#foreseen.count;
  }

  /** 1 where it knows the result: then `value` and `id` are that. */
  call(number: number, a: number, b: number, c: number, aId: ExprId, bId: ExprId, cId: ExprId): number {
    this.#count++;
    const name = modelledFunctions[number];
    const { bytes } = this.memory;
    // Most calls are about strings without symbols, and a string with some mostly begins with one.
    const isString = stringParameters(name) > 1;
    if ((bytes[tagBase + (a >>> 0)] | (isString ? bytes[tagBase + (b >>> 0)] : 0)) === 0) return 0;
    if (aId !== 0 || bId !== 0 || (cId !== 0 && StringModels.#limited.has(name))) return 0;
    if (a === 0 || (isString && b === 0)) return 0;
    if (this.memory.words[word + LibraryWord.pending] !== 0) this.library.look();
    this.id = 0;
    return this.#setRooms(number) && this.#models[number](a, b, c) ? 1 : 0;
  }

  /** False where nobody knows. */
  #setRooms(number: number): boolean {
    const known = this.#foreseen?.inMembers.get(this.#count);
    for (const i of [0, 1]) this.#rooms[i] = known?.rooms[i] ?? Infinity;
    return !known || (known.model === number && !known.rooms.includes(-1));
  }

  get #site(): SiteId {
    return this.memory.words[word + LibraryWord.current];
  }

  #constant(width: number, value: number): ExprId {
    return this.run.store.constant(width, value);
  }

  /**
   * The bytes in memory up to a NUL that is one whatever the input is, or to where memory or the array ends. Only where
   * an input of symbolic length ends does more follow than what is there.
   */
  #reach(address: number, limit: number, room: number): Reach | undefined {
    const { memory } = this;
    const bytes: ExprId[] = [];
    const values: number[] = [];
    let hasSymbols = false;
    const reached = (isTerminated: boolean): Reach | undefined =>
      hasSymbols && !this.#hasRedzones(address) ? undefined : { bytes, values, isTerminated };
    for (let at = address; bytes.length < limit; at++) {
      if (bytes.length === room || memory.markAt(at) !== 0)
        return memory.isGuarded(address) ? undefined : reached(false);
      const id = memory.byteId(at);
      const value = memory.bytes[at];
      if (id !== 0) hasSymbols = true;
      bytes.push(id || this.#constant(8, value));
      values.push(value);
      if (value !== 0) continue;
      if (id === 0) return reached(true);
      const rest = memory.isGuarded(at) ? this.strings.restOf(id) : undefined;
      if (!rest) continue;
      bytes.push(...rest);
      while (values.length < bytes.length) values.push(0);
      return bytes.length <= Math.min(limit, room) ? reached(true) : undefined;
    }
    return undefined;
  }

  /** Behind what the C library itself has in memory comes something else of its own. */
  #hasRedzones(address: number): boolean {
    const kind = this.strings.objects.find(address)?.kind;
    return kind !== undefined && kind !== 'data';
  }

  #reachBoth(a: number, b: number, limit: number): (Reach | undefined)[] {
    return [a, b].map((address, i) => this.#reach(address, limit, this.#rooms[i]));
  }

  readonly #is = (byte: ExprId, value: number): ExprId =>
    this.run.builder.binary(Op.Eq, byte, this.#constant(8, value));

  readonly #lower = (byte: ExprId): ExprId => {
    const { builder } = this.run;
    const fromA = builder.binary(Op.Sub, byte, this.#constant(8, 65));
    const isUpper = builder.binary(Op.Ult, fromA, this.#constant(8, 26));
    return builder.ite(isUpper, builder.binary(Op.Or, byte, this.#constant(8, 32)), byte);
  };

  #difference(a: ExprId, b: ExprId): ExprId {
    const { builder } = this.run;
    return builder.binary(Op.Sub, builder.zext(a, 32), builder.zext(b, 32));
  }

  #isConst(byte: ExprId, value?: number): boolean {
    const { store } = this.run;
    return store.isConst(byte) && (value === undefined || store.lo[byte] === value);
  }

  /** The value of an expression on this input. */
  #now(id: ExprId): number {
    return Number(BigInt.asIntN(32, this.run.valueOf(id)));
  }

  /** The difference of the first characters that differ, as C's functions on strings return it. */
  #compare(a: number, b: number, limit: number, as: (byte: ExprId) => ExprId): boolean {
    const { builder } = this.run;
    const [one, other] = this.#reachBoth(a, b, mostCompared);
    if (!one || !other) return false;
    const most = Math.min(one.bytes.length, other.bytes.length, limit);
    let count = 0;
    let isEnded = false;
    while (count < most && !isEnded) {
      const [x, y] = [as(one.bytes[count]), as(other.bytes[count])];
      count++;
      isEnded = this.#isConst(x, 0) || this.#isConst(y, 0) || (this.#isConst(x) && this.#isConst(y) && x !== y);
    }
    isEnded ||= count === limit;
    let result = this.#constant(32, 0);
    let goesOn = this.#constant(1, 1);
    for (let i = count - 1; i >= 0; i--) {
      const [x, y] = [as(one.bytes[i]), as(other.bytes[i])];
      const isSame = builder.binary(Op.Eq, x, y);
      const passes = builder.binary(Op.And, isSame, builder.not(this.#is(x, 0)));
      result = builder.ite(passes, result, this.#difference(x, y));
      goesOn = builder.binary(Op.And, passes, goesOn);
    }
    if (!isEnded && !this.#hasEnd(goesOn)) return false;
    return this.#give(result);
  }

  #compareBlocks(a: number, b: number, size: number): boolean {
    if (size > mostCompared || size > Math.min(...this.#rooms)) return false;
    const { builder } = this.run;
    for (let i = 0; i < size; i++) {
      if (this.memory.markAt(a + i) !== 0 || this.memory.markAt(b + i) !== 0) return false;
      if (this.memory.isGuarded(a + i) || this.memory.isGuarded(b + i)) return false;
    }
    let result = this.#constant(32, 0);
    for (let i = size - 1; i >= 0; i--) {
      const [x, y] = [this.memory.byteExpr(a + i), this.memory.byteExpr(b + i)];
      result = builder.ite(builder.binary(Op.Eq, x, y), result, this.#difference(x, y));
    }
    return this.#give(result);
  }

  /** A value that stays one: nothing is decided. */
  #give(result: ExprId): boolean {
    this.value = this.#now(result);
    this.id = this.run.store.isConst(result) ? 0 : result;
    return true;
  }

  /**
   * Strings whose end the function runs past are a check of the path; false where it does on this input. Who does not
   * ask for the checker may ask for what the code does there: then it is a branch.
   */
  #hasEnd(runsPast: ExprId): boolean {
    const fails = this.run.holds(runsPast);
    if (this.library.failures.enabled.has('unterminated-string'))
      this.run.check('unterminated-string', runsPast, nothingNearer, fails, this.#site);
    else this.run.condition(runsPast, fails, this.#site);
    return !fails;
  }

  /** A character, the first or the last of its kind: where it is, is decided. */
  #find(s: number, wanted: number, isLast: boolean): boolean {
    const reach = this.#reach(s, mostSearched, this.#rooms[0]);
    if (!reach || wanted === 0) return false;
    const places = reach.bytes.map((byte, at) => ({ is: this.#is(byte, wanted), holds: reach.values[at] === wanted }));
    return this.#decide(s, places, reach, isLast);
  }

  #search(s: number, wanted: number): boolean {
    const { builder } = this.run;
    const [reach, needle] = this.#reachBoth(s, wanted, mostSearched);
    if (!reach || !needle?.isTerminated || !needle.bytes.every((byte) => this.#isConst(byte))) return false;
    const length = needle.bytes.length - 1;
    if (length === 0) return false;
    const places: Place[] = [];
    for (let at = 0; at + length <= reach.bytes.length; at++) {
      let is = this.#constant(1, 1);
      let holds = true;
      for (let i = 0; i < length; i++) {
        is = builder.binary(Op.And, is, builder.binary(Op.Eq, reach.bytes[at + i], needle.bytes[i]));
        holds &&= reach.values[at + i] === needle.values[i];
      }
      places.push({ is, holds });
    }
    return this.#decide(s, places, reach, false);
  }

  /**
   * At which place, from the first on or from the last. What stands there is decided for each place by itself, and only
   * where it is what is looked for, whether the string goes that far: so most decisions are about one byte or two, and
   * the solver has little to tie together.
   */
  #decide(s: number, places: readonly Place[], { bytes, values, isTerminated }: Reach, isLast: boolean): boolean {
    const { builder } = this.run;
    const inside = this.#inside(bytes);
    if (!isTerminated) {
      // To look for the last one, the end has to be seen, whatever was found.
      const runsPast = isLast
        ? inside[bytes.length]
        : places.reduce((all, { is }) => builder.binary(Op.And, all, builder.not(is)), inside[bytes.length]);
      if (!this.#hasEnd(runsPast)) return false;
    }
    const site = this.#site;
    const end = values.indexOf(0);
    this.value = 0;
    for (let i = 0; i < places.length; i++) {
      const at = isLast ? places.length - 1 - i : i;
      const { is, holds } = places[at];
      this.run.condition(is, holds, site);
      if (!holds) continue;
      const isInside = end < 0 || at < end;
      this.run.condition(inside[at], isInside, site);
      if (isInside) this.value = s + at;
      // Nothing behind a NUL is the first; before it there may be another that is the last.
      if (isInside || !isLast) break;
    }
    return true;
  }

  /** For each place: no byte before it is NUL. */
  #inside(bytes: readonly ExprId[]): ExprId[] {
    const { builder } = this.run;
    const inside = [this.#constant(1, 1)];
    for (const byte of bytes) {
      inside.push(builder.binary(Op.And, inside[inside.length - 1], builder.not(this.#is(byte, 0))));
    }
    return inside;
  }

  /** How many characters at the beginning are, or are not, of a set: the number is decided. */
  #span(s: number, set: number, isComplement: boolean): boolean {
    const { builder } = this.run;
    const [reach, members] = this.#reachBoth(s, set, mostSearched);
    if (!reach || !members?.isTerminated || !members.bytes.every((byte) => this.#isConst(byte))) return false;
    const known = new Set(members.values.slice(0, -1));
    const stops = reach.bytes.map((byte, at): Place => {
      const isMember = members.bytes
        .slice(0, -1)
        .reduce((any, each) => builder.binary(Op.Or, any, builder.binary(Op.Eq, byte, each)), this.#constant(1, 0));
      const value = reach.values[at];
      return isComplement
        ? { is: builder.binary(Op.Or, isMember, this.#is(byte, 0)), holds: value === 0 || known.has(value) }
        : { is: builder.not(isMember), holds: !known.has(value) };
    });
    if (!reach.isTerminated) {
      const never = stops.reduce((all, { is }) => builder.binary(Op.And, all, builder.not(is)), this.#constant(1, 1));
      if (!this.#hasEnd(never)) return false;
    }
    const site = this.#site;
    for (let at = 0; at < stops.length; at++) {
      const { is, holds } = stops[at];
      this.run.condition(is, holds, site);
      if (!holds) continue;
      this.value = at;
      return true;
    }
    return false;
  }
}

const same = (byte: ExprId): ExprId => byte;
