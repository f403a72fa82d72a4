/** What failed in this run, and how is it reported? */

import type { Frame, MemoryObject } from '../abi/memory-object.js';
import { type Checker, checkers, sameKind } from '../checkers/index.js';
import type { Access, Allocation, LibraryCall, Release, Stop, Use } from '../checkers/types.js';
import type { Arithmetic } from '../vocabulary/arithmetic.js';
import type { CheckerId, FailedAccess, Failure } from '../vocabulary/finding.js';
import type { Place } from '../vocabulary/place.js';
import { functionAt } from './called-functions.js';
import { forgetfulAccess, forgetfulRelease } from './forgetful.js';
import { recursionIn } from './recursion.js';
import { type StackTracer, type UserStack, userStack } from './stack-trace.js';

/**
 * Bad accesses of the user's own code after which a run is over, as if the last had been a trap: a loop that runs
 * over all memory shows no second bug, and takes a stack trace each turn.
 */
const mostBadAccesses = 256;

/** What is said of a failure, to people and to code. */
type Said = Pick<Failure, 'message' | 'plainMessage' | 'reason' | 'access'>;

/** And what nobody is told. */
interface Noted extends Said {
  readonly address?: number;
}

/** What failed in the current run. Shared by shadow runs and replays, so that both use the same words. */
export class Failures {
  list: Failure[] = [];
  /** The library function the user's code is in. */
  call: () => LibraryCall | undefined = () => undefined;
  /** The last pointer that was called. */
  callee: () => number = () => 0;
  frameOf: (object: MemoryObject) => Frame | undefined = () => undefined;
  /** Objects that a library function wrote past the end of. */
  readonly #overflowed = new Set<number>();
  #badAccesses = 0;
  /** The call that failed last, and what was noted of it. */
  #call: LibraryCall | undefined;
  #ofCall: Failure | undefined;
  /** The last failure that is about a number: an access that fails because of it is the same bug. */
  #ofUse: Failure | undefined;
  /** An index below zero that is none yet. */
  #pending: { readonly ids: CheckerId[]; readonly said: Said; readonly where: UserStack } | undefined;
  /** Blocks are known with the places where they were allocated and freed. */
  remembersBlocks = false;
  /** Beside each failure: entries of the trace before it, -1 where it has an entry itself. */
  positions: number[] = [];
  /** How far the trace is, and how far it was at each failure. */
  step: () => number = () => 0;
  steps: number[] = [];
  /** Where a pointer left its object, and which: walking on it comes to the next one, from the other side. */
  readonly #left = new Map<string, { readonly start: number; readonly upwards: boolean }>();
  /** Operations that failed, each with its checker, and indices that were not what was meant: see `arithmetic`. */
  readonly #told = new Set<string>();
  readonly #indexed = new Map<number, UserStack>();
  readonly #listeners = new WeakMap<Arithmetic, readonly Checker[]>();
  /** A place that failed is quiet for the rest of the run. */
  readonly #muted = new Set<string>();
  /** Where longjmp was called last: V8 makes a stack of it only when somebody asks. */
  lastJump: Error | undefined;
  /** The same of what C++ threw last, and in words what that was. */
  lastThrow: { readonly error: Error; readonly detail: string } | undefined;
  /** Told of failures; those it says no to are kept only if it reports them. */
  watch: ((failure: Failure) => boolean) | undefined;

  constructor(
    readonly enabled: ReadonlySet<CheckerId>,
    readonly tracer: StackTracer,
  ) {}

  reset(): void {
    if (this.list.length > 0) {
      this.list = [];
      this.positions = [];
      this.steps = [];
    }
    if (this.#muted.size > 0) this.#muted.clear();
    if (this.#overflowed.size > 0) this.#overflowed.clear();
    if (this.#left.size > 0) this.#left.clear();
    if (this.#told.size > 0) this.#told.clear();
    if (this.#indexed.size > 0) this.#indexed.clear();
    this.#badAccesses = 0;
    this.#call = undefined;
    this.#ofCall = undefined;
    this.#ofUse = undefined;
    this.#pending = undefined;
    this.lastThrow = undefined;
  }

  /** Kept whatever is enabled or muted. */
  report(
    checker: CheckerId,
    message: string,
    { place, stack }: Pick<UserStack, 'place' | 'stack'>,
    also: CheckerId[] = [],
  ): void {
    this.list.push({ checker, also, message, place, stack });
    this.positions.push(-1);
    this.steps.push(this.step());
  }

  /** Gives the failure, unless it is none or known already. */
  add(checker: CheckerId, also: CheckerId[], words: Noted, where: UserStack, position = -1): Failure | undefined {
    if (!this.enabled.has(checker)) return undefined;
    const { address, ...said } = words;
    if (this.watch?.({ checker, also, ...said, place: where.place, stack: where.stack }) === false) return undefined;
    const key = `${checker} ${where.stack.join()}`;
    // `a[i] += 1` reads and writes, and is wrong once.
    const both = address === undefined ? undefined : `${address} ${key}`;
    if (both !== undefined && this.#muted.has(both)) return undefined;
    if (both !== undefined) this.#muted.add(both);
    const exactly = said.access ? `${said.access.isWrite ? 'write' : 'read'} ${key}` : key;
    if (this.#muted.has(exactly) || this.#muted.has(key)) return undefined;
    this.#muted.add(exactly);
    const failure: Failure = { checker, also, ...said, place: where.place, stack: where.stack };
    this.list.push(failure);
    this.positions.push(position);
    this.steps.push(this.step());
    return failure;
  }

  /** The words for what is seen, and for what a run sees that does not remember blocks. */
  #say<Seen>(seen: Seen, forgotten: (seen: Seen) => Seen, words: (seen: Seen) => string, isEmpty: boolean): Said {
    const message = words(seen);
    const plain = this.remembersBlocks ? words(forgotten(seen)) : message;
    return {
      message,
      ...(plain !== message && { plainMessage: plain }),
      ...(isEmpty && { reason: 'empty-block' }),
    };
  }

  #sayAccess(access: Access, words: ((access: Access) => string) | undefined): Noted {
    const { object } = access;
    const isEmpty = object?.kind === 'heap' && object.size === 0 && object.name === undefined;
    const said = this.#say(access, forgetfulAccess, words ?? (() => ''), isEmpty);
    return access.call ? said : { ...said, access: failedAccess(access), address: access.address };
  }

  /** A bad access on this very input. True when a real machine would have stopped here. */
  access(plain: Access): boolean {
    const call = this.call();
    const object = plain.object && this.tracer.declared(plain.object);
    const access = { ...plain, object, call, frameOf: this.frameOf };
    const start = plain.object?.start;
    // A string whose NUL was written outside has no end: one bug, told where it was written.
    if (call && start !== undefined) {
      if (plain.isWrite) this.#overflowed.add(start);
      else if (this.#overflowed.has(start)) return false;
    }
    const failed = checkers.filter((checker) => checker.access?.fails(access) && this.enabled.has(checker.id));
    if (failed.length > 0 || this.#pending) {
      // One call is one failure: what goes wrong in it after the first is a consequence.
      if (call && call === this.#call && !this.#ofUse) {
        const ids = failed.map(({ id }) => id);
        if (this.#ofCall) note(this.#ofCall, ids);
      } else {
        this.#ofCall = this.#withUse(access, failed, this.tracer.capture());
        if (this.#ofCall && plain.isHidden) this.#ofCall.isHidden = true;
        this.#call = call;
      }
    }
    if (!call && ++this.#badAccesses > mostBadAccesses) return true;
    return (access.address >= 0 && access.address < 1024) || access.mark === -1;
  }

  /** A pointer that means no object, after others left theirs. True: that was often enough. */
  strays(): boolean {
    return this.#badAccesses > 0 && ++this.#badAccesses > mostBadAccesses;
  }

  get findsUnwritten(): boolean {
    return unwritten !== undefined && this.enabled.has(unwritten.id);
  }

  /** A read of bytes that were never written. */
  readUnwritten(plain: Access): void {
    if (!unwritten?.unwritten) return;
    const object = plain.object && this.tracer.declared(plain.object);
    const said = this.#sayAccess({ ...plain, object }, unwritten.unwritten.message);
    this.add(unwritten.id, [], said, this.tracer.capture());
  }

  /** A call of a library function that is wrong in itself, or is given lengths that are not what was meant. */
  judge(call: LibraryCall, uses: readonly Use[] = [], position = -1): void {
    const wrong = callCheckers.flatMap((checker) => {
      const message = this.enabled.has(checker.id) ? checker.call?.fails(call) : undefined;
      return message === undefined ? [] : [{ id: checker.id, said: { message } }];
    });
    const failed = [...wrong, ...uses.flatMap((use) => this.#failedUse(use))];
    if (failed.length === 0) return;
    const [first, ...rest] = failed;
    const ids = rest.map(({ id }) => id);
    const failure = this.add(first.id, ids, first.said, this.tracer.capture(), wrong.length > 0 ? -1 : position);
    this.#ofCall = failure;
    this.#ofUse = wrong.length === 0 ? failure : undefined;
    this.#call = call;
  }

  #failedUse(use: Use): { id: CheckerId; said: Said }[] {
    return useCheckers.flatMap(({ id, use: check }) =>
      this.enabled.has(id) && check?.fails(use)
        ? [{ id, said: { message: check.message(use), reason: check.reason } }]
        : [],
    );
  }

  /**
   * An index that is not what was meant. One below zero counts only when the access then leaves its object: before
   * what a pointer into the middle of an array points to, there is something. `at` as in `arithmetic`.
   */
  index(use: Use, position = -1, at?: number): void {
    const [first, ...rest] = this.#failedUse(use);
    if (!first) return;
    const where = (at !== undefined && this.#indexed.get(at)) || this.tracer.capture();
    if (at !== undefined) this.#indexed.set(at, where);
    const ids = rest.map(({ id }) => id);
    if (use.wrapped === 'above') this.#ofUse = this.add(first.id, ids, first.said, where, position);
    else this.#pending = { ids: [first.id, ...ids], said: first.said, where };
  }

  /** What an access that fails has to do with the number it was made with. */
  #withUse(access: Access, failed: readonly Checker[], where: UserStack): Failure | undefined {
    const [first, ...rest] = failed;
    const { address, ...said } = this.#sayAccess(access, first?.access?.message);
    const ids = rest.map(({ id }) => id);
    const used = this.#ofUse;
    if (used && first && samePlace(used.place, where.place)) {
      const at = this.list.indexOf(used);
      this.#ofUse = undefined;
      const also = [...ids, used.checker, ...used.also];
      Object.assign(used, { checker: first.id, also, plainMessage: undefined, reason: undefined, ...said });
      // Now it has an entry of its own.
      this.positions[at] = -1;
      this.#muted.add(`${address} ${first.id} ${where.stack.join()}`);
      return used;
    }
    const pending = this.#pending && samePlace(this.#pending.where.place, where.place) ? this.#pending : undefined;
    this.#pending = undefined;
    if (first && this.#isWalk(access, where)) return undefined;
    if (first) return this.add(first.id, [...ids, ...(pending?.ids ?? [])], { ...said, address }, where);
    return pending && this.add(pending.ids[0], pending.ids.slice(1), { ...pending.said, address }, where);
  }

  /** The access that failed here before, a few turns on: a loop that ran past one object and comes to its neighbour. */
  #isWalk({ object, address }: Access, where: UserStack): boolean {
    if (!object) return false;
    const place = where.stack.join();
    const upwards = address >= object.start;
    const left = this.#left.get(place);
    if (left) return left.upwards !== upwards && left.upwards === object.start > left.start;
    this.#left.set(place, { start: object.start, upwards });
    return false;
  }

  /** An allocation with a size that is not what was meant. */
  allocation(allocation: Allocation, position = -1): boolean {
    const failed = checkers.filter(({ id, allocate }) => this.enabled.has(id) && allocate?.fails(allocation));
    if (failed.length === 0) return false;
    const [first, ...rest] = failed;
    const ids = rest.map(({ id }) => id);
    const { allocate } = first;
    const said = { message: allocate?.message(allocation) ?? '', reason: allocate?.reason?.(allocation) };
    this.add(first.id, ids, said, this.tracer.capture(), position);
    return true;
  }

  /** Who hears of such an operation. */
  listeners(what: Arithmetic): readonly Checker[] {
    let known = this.#listeners.get(what);
    if (!known) {
      known = checkers.filter(({ id, arithmetic }) => this.enabled.has(id) && arithmetic?.listens(what, this.enabled));
      this.#listeners.set(what, known);
    }
    return known;
  }

  /**
   * An operation without a value, on these very operands. `at`: which of the module it is, where that is known; it is
   * told once, without a look at the stack each time an endless loop comes by. `isChosen`: other inputs have others.
   */
  arithmetic(
    what: Arithmetic,
    left: bigint,
    right: bigint,
    { position = -1, at, isChosen = false }: { position?: number; at?: number; isChosen?: boolean },
  ): void {
    const failed = this.listeners(what).find(({ arithmetic }) => arithmetic?.fails(what, left, right));
    if (!failed) return;
    if (what.operation === 'returned' && !this.tracer.isResultUsed()) return;
    if (at !== undefined && !this.watch) {
      const known = `${failed.id} ${at}`;
      if (this.#told.has(known)) return;
      this.#told.add(known);
    }
    const { arithmetic } = failed;
    const said: Said = {
      message: arithmetic?.message(what, left, right) ?? '',
      reason: arithmetic?.reason?.(what),
      ...(what.use && { access: indexed(what, left, right, isChosen) }),
    };
    this.add(failed.id, [], said, this.tracer.capture(), position);
  }

  release(release: Release): void {
    const failed = checkers.find((checker) => checker.release?.fails(release));
    const words = failed?.release?.message;
    if (!failed || !words) return;
    const said = this.#say(release, forgetfulRelease, words, release.block?.size === 0);
    this.add(failed.id, [], said, this.tracer.capture());
  }

  stop(stop: Stop, where = this.tracer.capture()): void {
    const failed = checkers.find((checker) => checker.stop?.kind === stop.kind);
    if (failed) this.add(failed.id, [], { message: failed.stop?.message(stop) ?? '' }, where);
  }

  /** The place of a recursion is where it goes round, not where in its round it happened to need the last byte. */
  stackOverflow(error?: Error): void {
    const where = this.tracer.capture(error);
    // A frame with an array of less than nothing: it has been told.
    const last = this.list.at(-1);
    if (last?.checker === 'alloc-underflow' && last.stack.join() === where.stack.join()) return;
    const recursion = recursionIn(where.frames);
    const frames = recursion ? [...recursion.frames, recursion.frames[0]] : where.frames;
    this.stop({ kind: 'stack-overflow', detail: recursion?.cycle ?? '' }, userStack(frames));
  }

  #isTold({ stack }: { readonly stack: readonly string[] }): boolean {
    const last = this.list.at(-1);
    return last !== undefined && sameKind(last.checker, 'array-overflow') && last.stack.join() === stack.join();
  }

  /** A call through a pointer that can't be called so. */
  #badCall(): { checker: CheckerId } & Said {
    const pointer = this.callee();
    if (pointer === 0) {
      const message = 'call through a NULL function pointer';
      return { checker: 'null-dereference', message, reason: 'calls-nothing' };
    }
    const name = functionAt(this.tracer.wasm, pointer);
    if (!name) {
      const message = 'call through a pointer that points to no function';
      return { checker: 'unreachable', message, reason: 'calls-nothing' };
    }
    const message = `${name} is called through a pointer to functions of another type`;
    return { checker: 'function-type', message };
  }

  /** A trap of the machine itself. */
  trap(error: Error): void {
    const { message } = error;
    if (error instanceof RangeError) return this.stackOverflow(error);
    const where = this.tracer.capture(error);
    // V8 has no code for its traps, only these words.
    const rule: ({ checker: CheckerId } & Said) | undefined = badCall.test(message)
      ? this.#badCall()
      : trapRules.find(({ pattern }) => pattern.test(message));
    if (!rule) throw error;
    // A bad access that the machine could not do either: it has been told.
    if (rule.checker === 'array-overflow' && this.#isTold(where)) return;
    const { reason } = rule;
    this.add(rule.checker, [], { message: rule.message, ...(reason && { reason }) }, where);
  }
}

/** What the machine says of a call through a pointer, whatever is wrong with it. */
const badCall = /table index|null function|signature mismatch|indirect call|RuntimeError: table/;

const unwritten = checkers.find((checker) => checker.unwritten !== undefined);
const useCheckers = checkers.filter(({ use }) => use !== undefined);
const callCheckers = checkers.filter(({ call }) => call !== undefined);

/** What an access was, for those who ask whether two are one bug. */
function failedAccess({ object, address, size, isWrite, isChosen }: Access): FailedAccess {
  const { name, line, origin } = object ?? {};
  const whence = origin?.allocated ?? (line ? `${origin?.file ?? ''}:${line}` : undefined);
  const end = object && object.start + object.size;
  return {
    isWrite,
    ...(whence !== undefined && { object: `${name ?? ''} ${whence}` }),
    ...(object?.kind === 'heap' && { isBlock: true }),
    walksOut: !isChosen && end !== undefined && address <= end && address + size > end,
    ...(object && { extent: { ...(name && { name }), size: object.size, from: address - object.start, width: size } }),
  };
}

/** The same of an index: `f.a[4] (declared f.c:3)` is known by where it was declared. */
function indexed({ use, about = '' }: Arithmetic, index: bigint, count: bigint, isChosen: boolean): FailedAccess {
  const object = /\(declared (.*)\)$/.exec(about)?.[1];
  return { isWrite: use === 'write', ...(object && { object }), walksOut: !isChosen && index === count };
}

const samePlace = (a: Place, b: Place): boolean => a.line === b.line && a.file === b.file && a.function === b.function;

function note(failure: Failure, ids: readonly CheckerId[]): void {
  for (const id of ids) if (id !== failure.checker && !failure.also.includes(id)) failure.also.push(id);
}

const trapRules: readonly { pattern: RegExp; checker: CheckerId; message: string }[] = [
  { pattern: /by zero/, checker: 'division-by-zero', message: 'division by zero' },
  {
    pattern: /unrepresentable|integer overflow/,
    checker: 'division-by-zero',
    message: 'the quotient does not fit (smallest integer divided by -1)',
  },
  { pattern: /^unreachable/, checker: 'unreachable', message: 'code marked unreachable is reached' },
  { pattern: /memory access out of bounds/, checker: 'array-overflow', message: 'access outside all memory' },
  {
    pattern: /float unrepresentable/,
    checker: 'conversion',
    message: 'a floating-point value does not fit the integer type',
  },
];
