import { libraryCallBase } from '../abi/layout.js';
import { type LibraryFunction, lengthParameters, libraryFunctions } from '../abi/library-functions.js';
import type { Site } from '../abi/site.js';
import { checkers } from '../checkers/index.js';
import type { Amount, LibraryCall, Question, SymbolicCall, Use } from '../checkers/types.js';
import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { InputOrigin } from '../host/guest.js';
import { announcedArguments, LibraryWord } from '../instrument/library-calls.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { Place } from '../vocabulary/place.js';
import { meantAddress, narrowAddress } from './addresses.js';
import { MemoryOfCalls } from './call-memory.js';
import type { Failures } from './failures.js';
import type { Objects } from './objects.js';
import type { ShadowMemory } from './shadow-memory.js';
import type { ShadowRun } from './shadow-run.js';
import { watchUse } from './size-watch.js';
import type { SymbolicStrings } from './symbolic-strings.js';

/** Strings are looked at as far as this. */
const stringLimit = 1 << 14;

/** … and for a character in them as far as this. */
const searchedBytes = 64;

const word = libraryCallBase / 4;
const callCheckers = checkers.filter(({ call }) => call?.questions !== undefined);

/** Calls of library functions by the user's code, as a program with symbols makes them. */
export class ShadowLibrary {
  readonly #callMemory: MemoryOfCalls;
  /** The call whose input was thought of. */
  #reading: LibraryCall | undefined;
  /** Told of each environment variable that the user's code asks for. */
  asksFor: (variable: string, place: Place | undefined) => void = () => {};
  #last: (LibraryCall & { readonly site: SiteId }) | undefined;

  constructor(
    readonly memory: ShadowMemory,
    readonly objects: Objects,
    readonly run: ShadowRun,
    readonly failures: Failures,
    readonly strings: SymbolicStrings,
    readonly sites: readonly Site[],
  ) {
    this.#callMemory = new MemoryOfCalls(memory, objects, failures.tracer, (address, count) => {
      for (let i = 0; i < count; i++) if (memory.byteId(address + i) === 0) return false;
      return true;
    });
    failures.call = () => this.#current();
    failures.frameOf = (object) => objects.frameOf(object);
  }

  reset(): void {
    this.#reading = undefined;
    this.#last = undefined;
    this.memory.words[word + LibraryWord.pending] = 0;
    this.memory.words[word + LibraryWord.current] = 0;
  }

  #current(): LibraryCall | undefined {
    const { words } = this.memory;
    const fn = this.#functionAt(words[word + LibraryWord.current]);
    if (!fn) return undefined;
    const from = word + LibraryWord.args;
    const args = words.subarray(from, from + announcedArguments);
    const last = this.#last;
    // The same object for the same call: who reports a failure knows it by that.
    if (
      last?.fn === fn &&
      last.site === words[word + LibraryWord.current] &&
      args.every((each, i) => each === last.args[i])
    ) {
      return last;
    }
    const site = words[word + LibraryWord.current];
    this.#last = { site, fn, args: Array.from(args), memory: this.#callMemory };
    return this.#last;
  }

  /** Where the user's code was when this happened: what has no place of its own has that of the call under way. */
  userSite(site: SiteId): SiteId {
    const call = this.memory.words[word + LibraryWord.current];
    return call !== 0 && this.sites[site].place === undefined ? call : site;
  }

  #functionAt(site: SiteId): LibraryFunction | undefined {
    const number = site === 0 ? undefined : this.sites[site].library;
    return number === undefined ? undefined : libraryFunctions[number];
  }

  /** The function met a symbol, or memory of symbolic size: no argument is symbolic itself. */
  look(): void {
    const { words } = this.memory;
    const from = word + LibraryWord.args;
    const site = words[word + LibraryWord.pending];
    this.announced(site, Array.from(words.subarray(from, from + announcedArguments)), concrete);
  }

  /** A function that reads into a buffer takes its first byte of the input: what if there were more than fits? */
  reads(origin: InputOrigin, offset: number): void {
    const call = this.#current();
    if (!call || call === this.#reading) return;
    const scanned = scannedWord(call);
    const amount = scanned === undefined ? call.fn.writes?.amount : 'line';
    if (!amount || (amount !== 'line' && !('atMost' in amount))) return;
    this.#reading = call;
    const checker = call.fn.isText ? 'string-overflow' : 'array-overflow';
    const to = scanned ?? call.args[call.fn.writes?.at ?? 0];
    const room = new CallWithSymbols(call.fn, [to], concrete, this.#callMemory, this).room(0);
    if (room?.id !== 0 || !this.failures.enabled.has(checker)) return;
    if (amount !== 'line' && call.args[amount.atMost] >>> 0 <= room.value) return;
    const { builder, store } = this.run;
    // Text needs a NUL beside its bytes.
    const bytes = call.fn.isText ? room.value : room.value + 1;
    const end = offset + bytes;
    if (bytes > stringLimit || end > (origin.length?.max ?? origin.size)) return;
    const parts: ExprId[] = [];
    for (let i = offset; call.fn.isText && i < end; i++) {
      const byte = this.run.byteOf(origin.from + i);
      // A word ends at white space, a line at its newline.
      if (scanned !== undefined) parts.push(builder.binary(Op.Ult, store.constant(8, 0x20), byte));
      else parts.push(builder.not(builder.binary(Op.Eq, byte, store.constant(8, 10))));
    }
    let near: ExprId = 0;
    if (origin.length) {
      const count = this.run.inputId(origin.length.from, origin.length.bytes);
      const least = store.constant(store.width[count], end);
      parts.push(builder.binary(Op.Ule, least, count));
      near = builder.binary(Op.Eq, least, count);
    }
    const condition = conjunction(this.run, parts);
    const site = this.memory.words[word + LibraryWord.current];
    if ((!origin.length || origin.size < end) && !store.isConst(condition))
      this.run.guess(checker, condition, near, site);
  }

  announced(site: SiteId, args: readonly number[], given: readonly ExprId[]): void {
    const ids = given.map((id) => narrowAddress(this.run.builder, id));
    this.run.log.called(site);
    const fn = this.#functionAt(site);
    this.memory.words[word + LibraryWord.pending] = 0;
    if (!fn) return;
    if (fn.variable !== undefined) this.#askFor(args[fn.variable], site);
    const call = new CallWithSymbols(fn, args, ids, this.#callMemory, this);
    for (const { id, call: check } of callCheckers) {
      if (!this.failures.enabled.has(id)) continue;
      for (const question of check?.questions?.(call) ?? []) {
        if (!question || this.run.store.isConst(question.condition)) continue;
        const { condition, near, failed, isAboutString } = question;
        if (!isAboutString) {
          this.run.check(id, condition, () => near, failed, site);
          if (failed) for (const each of ids) this.run.distrust(each);
        } else if (!failed) this.run.guess(id, condition, near, site);
      }
    }
    const current = this.#current();
    if (current) this.failures.judge(current, this.#uses(fn, args, given, site), this.run.log.length);
  }

  #askFor(name: number, site: SiteId): void {
    const text = this.#callMemory.string(name);
    this.asksFor(/^\w+$/.test(text) ? text : '', this.sites[site].place);
  }

  /** Lengths that are not what they were meant to be. */
  #uses(fn: LibraryFunction, args: readonly number[], ids: readonly ExprId[], site: SiteId): Use[] {
    return lengthParameters(fn).flatMap((at) => {
      const id = ids[at] ?? 0;
      const use = { call: fn.name, value: args[at] };
      return (id !== 0 && watchUse(this.run, this.failures, use, id, site)) || [];
    });
  }
}

/** Where a call of the scanf family puts a word of any length, if that is the first thing it reads. */
function scannedWord({ fn, args, memory }: LibraryCall): number | undefined {
  if (!fn.scans || fn.format === undefined || fn.rest === undefined) return undefined;
  return /^\s*%s/.test(memory.string(args[fn.format])) ? memory.word(args[fn.rest]) : undefined;
}

const concrete: readonly ExprId[] = [0, 0, 0, 0];

class CallWithSymbols implements SymbolicCall {
  readonly builder;

  constructor(
    readonly fn: LibraryFunction,
    readonly args: readonly number[],
    readonly ids: readonly ExprId[],
    readonly memory: MemoryOfCalls,
    readonly library: ShadowLibrary,
  ) {
    this.builder = library.run.builder;
  }

  amount(parameter: number): Amount {
    return { value: this.args[parameter], id: this.ids[parameter] ?? 0 };
  }

  room(parameter: number): Amount | undefined {
    const { builder } = this;
    const { store } = builder;
    const id = this.ids[parameter];
    const address = this.args[parameter];
    const { base, lo } = id === 0 ? { base: 0, lo: address } : builder.constantPart(meantAddress(store, id));
    if (id !== 0 && (base === 0 || (lo | 0) < 1024)) return undefined;
    const object = this.library.objects.find(lo | 0);
    if (!object || object.freed || object.kind === 'data') return undefined;
    const value = object.start + object.size - address;
    if (id === 0 && (value < 0 || value > object.size)) return undefined;
    if (id === 0 && object.sizeId === 0) return { value, id: 0 };
    const size = object.sizeId || store.constant(32, object.size);
    const offset = builder.binary(Op.Sub, id || store.constant(32, address), store.constant(32, object.start));
    return { value, id: builder.binary(Op.Sub, size, offset) };
  }

  minus({ value, id }: Amount, by: number): Amount {
    const { builder } = this;
    return { value: value - by, id: id === 0 ? 0 : builder.binary(Op.Sub, id, builder.store.constant(32, by)) };
  }

  #expr({ value, id }: Amount): ExprId {
    return id || this.builder.store.constant(32, value);
  }

  isBelow(a: Amount, b: Amount): Question | undefined {
    const { builder } = this;
    const condition = builder.binary(Op.Ult, this.#expr(a), this.#expr(b));
    if (builder.store.isConst(condition)) return undefined;
    // Just above, where a redzone is sure to be.
    const next = builder.binary(Op.Add, this.#expr(a), builder.store.constant(32, 1));
    const near = builder.binary(Op.Eq, next, this.#expr(b));
    return { condition, failed: a.value >>> 0 < b.value >>> 0, near, isAboutString: false };
  }

  lengthAtLeast(address: number, count: Amount): Question | undefined {
    const { builder } = this;
    const { store } = builder;
    const most = count.id === 0 ? count.value : stringLimit;
    if (most > stringLimit) return undefined;
    const string = this.library.strings.at(address, most + 1);
    const bytes = string?.bytes ?? (count.id === 0 ? undefined : this.#plain(address));
    if (!bytes || (count.id === 0 && bytes.length < count.value)) return undefined;
    const last = Math.min(bytes.length, most);
    let parts: ExprId[];
    if (count.id === 0) parts = this.library.strings.nonzero(bytes.slice(0, last));
    else {
      parts = bytes.slice(0, last).map((byte, i) => {
        const isEnough = builder.binary(Op.Ule, count.id, store.constant(32, i));
        return builder.binary(Op.Or, isEnough, builder.truth(byte));
      });
      // What a longer string would need is not known: it must be short enough.
      parts.push(builder.binary(Op.Ule, count.id, store.constant(32, last)));
    }
    const condition = conjunction(this, parts);
    if (store.isConst(condition)) return undefined;
    const length = this.memory.stringLength(address);
    const failed = length === undefined ? this.holds(condition) : length >= count.value;
    const end = count.id === 0 ? bytes[count.value] : undefined;
    const near = end === undefined || store.isConst(end) ? 0 : builder.not(builder.truth(end));
    return { condition, failed, near, isAboutString: true };
  }

  hasEnd(address: number): boolean {
    return this.library.strings.at(address, stringLimit)?.isTerminated ?? true;
  }

  /** The bytes of a string without symbols. */
  #plain(address: number): ExprId[] | undefined {
    const length = this.memory.stringLength(address);
    if (length === undefined || length >= stringLimit) return undefined;
    const { store } = this.builder;
    return Array.from(this.library.memory.bytes.subarray(address, address + length + 1), (each) =>
      store.constant(8, each),
    );
  }

  both(a: Question | undefined, b: Question | undefined): Question | undefined {
    if (!a || !b) return undefined;
    const { builder } = this;
    const near = [a.near, b.near].filter((each) => each !== 0);
    return {
      condition: builder.binary(Op.And, a.condition, b.condition),
      failed: a.failed && b.failed,
      near: near.length === 2 ? builder.binary(Op.And, near[0], near[1]) : (near[0] ?? 0),
      isAboutString: a.isAboutString || b.isAboutString,
    };
  }

  someByte(address: number, test: (byte: ExprId, next: ExprId | undefined) => ExprId): ExprId {
    const { builder } = this;
    const { store } = builder;
    const string = this.library.strings.at(address, searchedBytes);
    let some = store.constant(1, 0);
    let before = store.constant(1, 1);
    for (let i = 0; i < (string?.bytes.length ?? 0); i++) {
      const byte = string!.bytes[i];
      if (!store.isConst(byte)) {
        some = builder.binary(Op.Or, some, builder.binary(Op.And, before, test(byte, string!.bytes[i + 1])));
      }
      before = builder.binary(Op.And, before, builder.truth(byte));
      if (store.isConst(before) && store.lo[before] === 0) break;
    }
    return some;
  }

  holds(condition: ExprId): boolean {
    return this.library.run.holds(condition);
  }
}

/** All of them, as a balanced tree: the sets of variables of its parts stay small. */
function conjunction({ builder }: { readonly builder: Builder }, parts: readonly ExprId[]): ExprId {
  let level = parts;
  while (level.length > 1) {
    const next: ExprId[] = [];
    for (let i = 0; i < level.length; i += 2) {
      next.push(i + 1 < level.length ? builder.binary(Op.And, level[i], level[i + 1]) : level[i]);
    }
    level = next;
  }
  return level[0] ?? builder.store.constant(1, 1);
}
