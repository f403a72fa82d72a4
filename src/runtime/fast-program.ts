import {
  bucketCount,
  bucketOf,
  bucketsBase,
  comparedBase,
  comparedWords,
  countersBase,
  frequenciesBase,
  freshBase,
  hitsBase,
  scaleSteps,
  seenBase,
  spareBase,
  wordCounters,
} from '../abi/fuzz-layout.js';
import { nullPageSize, Poison } from '../abi/layout.js';
import { ProgramExit } from '../host/guest.js';
import { createHostState, type HostState, hostConfigWith } from '../host/wasi.js';
import { fuzzInitialize } from '../inputs/fuzz.js';
import { flatSize } from '../inputs/layout.js';
import type { InputPlan } from '../inputs/plan.js';
import { startOf } from '../inputs/start.js';
import { buildCollector } from '../instrument/fast/collector.js';
import { fastModule } from '../instrument/fast/fast-imports.js';
import { buildFastModule } from '../instrument/fast/fast-module.js';
import { memoryFor } from '../instrument/module-parts.js';
import type { Prepared } from '../instrument/prepare.js';
import { equalBytes } from '../platform/bytes.js';
import { FastHeap } from './fast-heap.js';
import { FastInputs } from './fast-inputs.js';
import { answerImports, type EnvFunction } from './imports.js';
import { Jumps } from './jumps.js';
import { MainWorlds } from './main-world.js';
import { RunEnd, runEnds } from './run-end.js';
import { Space } from './space.js';
import { asPointer, makeArguments, makeCommandLine } from './starter.js';

type Export = (...args: (number | bigint)[]) => unknown;

/** Turns of loops a run of the fuzzer has: one that wants more is worth nothing to it. */
const mostFuel = 1 << 20;
/** Bad accesses after which a run is ended: it may do nothing else. */
const mostFailures = 64;
/** A little below the lowest point of the stack too: leaf functions use memory under the stack pointer. */
const belowStack = 256;
/** Frames that tell one end of a program from another. */
const framesOfAnEnd = 6;

/** How a run ended: by itself, in a failure, or in a way that makes it worthless. */
export type FastEnd = 'returned' | 'failed' | 'assume' | 'fuel' | 'stopped';

/** One run of a fast module as its runtime knows it. */
interface FastOptions {
  readonly fuel: number;
  readonly logs: boolean;
  readonly checksMemory?: boolean;
}

/** Two strings that the program compared. */
export interface ComparedWords {
  readonly left: Uint8Array;
  readonly right: Uint8Array;
}

/**
 * The program at full speed (instrument/fast): one instance, put back to its first state before each run. What goes
 * wrong in it is a reason to look again with the replay, and no more than that.
 */
export class FastProgram {
  readonly counters: number;
  /** What failed in the last run: keys of places, the same for the same place. */
  readonly failures = new Set<number | string>();
  /** Strings compared in the last run, where comparisons are logged. */
  readonly words: ComparedWords[] = [];
  /** The user's globals, texts included; of a program that starts at main they are known after the first run. */
  readonly globals: { readonly start: number; readonly size: number }[] = [];
  /** Some run made input of its own. */
  makesInput = false;
  #isListed = false;
  readonly #exports: Record<string, unknown>;
  readonly #space: Space;
  readonly #heap: FastHeap;
  readonly #inputs: FastInputs;
  readonly #jumps = new Jumps();
  readonly #worlds: MainWorlds | undefined;
  #host: HostState | undefined;
  readonly #globals: { readonly global: WebAssembly.Global; readonly value: number | bigint }[] = [];
  readonly #fuel: WebAssembly.Global;
  readonly #stackLow: WebAssembly.Global;
  /** What may change of the data, and where it begins; and what may not. */
  readonly #changing: { readonly from: number; readonly bytes: Uint8Array };
  readonly #constant: { readonly from: number; readonly bytes: Uint8Array };
  readonly #collect: (end: number) => number;
  readonly #hits: WebAssembly.Global;
  readonly #start: Export;
  readonly #mostFuel: number;
  #bad = 0;

  constructor(
    readonly prepared: Prepared,
    readonly plan: InputPlan,
    readonly options: FastOptions,
  ) {
    const { bytes, counters } = buildFastModule(prepared, options);
    this.counters = counters;
    this.#mostFuel = Math.min(options.fuel, mostFuel);
    const module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
    const instance = new WebAssembly.Instance(module, this.#imports(module));
    this.#exports = instance.exports;
    const memory = instance.exports.memory as WebAssembly.Memory;
    this.#space = new Space(memory);
    const { layout, symbols } = prepared;
    this.#heap = new FastHeap(this.#space, layout.heapBase);
    this.#inputs = new FastInputs(this.#space, this.#heap, flatSize(plan), layout.pointerSize);
    this.#worlds = plan.kind === 'main' ? new MainWorlds(plan, hostConfigWith(prepared.surroundings)) : undefined;
    this.#fuel = instance.exports['nearmiss.fuel'] as WebAssembly.Global;
    this.#stackLow = instance.exports['nearmiss.stackLow'] as WebAssembly.Global;
    this.#start = instance.exports[startOf(plan)] as Export;
    const collector = new WebAssembly.Module(
      buildCollector(memoryFor(prepared.replayOptions)) as Uint8Array<ArrayBuffer>,
    );
    const { collect, hits } = new WebAssembly.Instance(collector, { [fastModule]: { memory } }).exports;
    this.#collect = collect as (end: number) => number;
    this.#hits = hits as WebAssembly.Global;
    for (let count = 1; count < 256; count++) this.#space.bytes[bucketsBase + count] = bucketOf(count);
    this.#space.mark(0, nullPageSize, Poison.NullPage);
    for (const { name, address, size } of symbols.data) {
      if (name.startsWith('__nearmiss_guard')) this.#space.mark(address, size, Poison.Global);
    }
    this.#fuel.value = options.fuel;
    this.#stackLow.value = layout.stackTop;
    const initialize = (this.#exports._initialize ?? this.#exports.__wasm_call_ctors) as Export | undefined;
    if (plan.kind !== 'main') initialize?.();
    for (const [name, value] of Object.entries(this.#exports)) {
      if (!name.startsWith('nearmiss.global.')) continue;
      const global = value as WebAssembly.Global;
      this.#globals.push({ global, value: global.value });
    }
    const guards = new Map(symbols.data.map(({ name, address }) => [name, address]));
    const constant = guards.get('__nearmiss_guard_rodata') ?? layout.stackTop;
    const data = guards.get('__nearmiss_guard_data') ?? layout.stackTop;
    const isOrdered = constant === layout.stackTop && data > constant && data < layout.heapBase;
    const from = isOrdered ? data : layout.stackTop;
    this.#constant = { from: layout.stackTop, bytes: this.#space.bytes.slice(layout.stackTop, from) };
    this.#changing = { from, bytes: this.#space.bytes.slice(from, layout.heapBase) };
    this.clearCounters();
  }

  /** Bytes of the flat input that the last run used: more than the plan has where the program makes its own. */
  get used(): number {
    return this.#inputs.used;
  }

  /** Turns of loops of the last run, about. */
  get turns(): number {
    return this.#mostFuel - (this.#fuel.value as number);
  }

  /** The input as the last run took it: lengths are folded into what they may be. */
  get input(): Uint8Array {
    return this.#inputs.input;
  }

  run(input: Uint8Array): FastEnd {
    this.#reset();
    this.#inputs.give(input);
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 1;
    try {
      this.#call();
      return this.failures.size > 0 ? 'failed' : 'returned';
    } catch (error) {
      return this.#endOf(error);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }

  #call(): void {
    const { plan } = this;
    if (this.#worlds) {
      this.#host = this.#worlds.open(this.#inputs, false);
      this.#start();
      return;
    }
    const initialize = plan.kind === 'fuzz' ? (this.#exports[fuzzInitialize] as Export | undefined) : undefined;
    if (initialize) initialize(...makeCommandLine(this.#inputs));
    const values = makeArguments(plan, this.#inputs).map(({ value }) => value);
    // A struct result: the caller passes where to put it.
    const hasPlace = this.#start.length === values.length + 1;
    this.#start(...(hasPlace ? [asPointer(this.#inputs, this.#heap.allocate(1024)), ...values] : values));
  }

  #endOf(error: unknown): FastEnd {
    if (error instanceof ProgramExit) return this.failures.size > 0 ? 'failed' : 'returned';
    if (error instanceof RunEnd) {
      if (error === runEnds.assume) return 'assume';
      if (error === runEnds.fuel) return 'fuel';
      return error === runEnds.decided ? 'stopped' : 'failed';
    }
    // A longjmp that nobody was left to catch.
    if (error instanceof (WebAssembly as unknown as { Exception: new () => unknown }).Exception) {
      this.failures.add('longjmp');
      return 'failed';
    }
    const isOverflow = error instanceof RangeError;
    if (!(error instanceof WebAssembly.RuntimeError || isOverflow)) throw error;
    if (isOverflow) {
      // How deep it came depends on how V8 compiled what ran: nothing it did may count.
      this.#fuel.value = 0;
      this.clearCounters();
    }
    this.failures.add(isOverflow ? 'stack' : String((error as Error).stack));
    return 'failed';
  }

  #reset(): void {
    const { layout } = this.prepared;
    const space = this.#space;
    this.#isListed = this.globals.length > 0;
    const from = Math.max(nullPageSize, (this.#stackLow.value as number) - belowStack);
    space.bytes.fill(0, from, layout.stackTop);
    space.mark(from, layout.stackTop - from, 0);
    space.bytes.set(this.#changing.bytes, this.#changing.from);
    this.#heap.reset();
    for (const { global, value } of this.#globals) global.value = value;
    this.#fuel.value = this.#mostFuel;
    this.#stackLow.value = layout.stackTop;
    this.#jumps.reset();
    this.#host = undefined;
    this.#bad = 0;
    if (this.failures.size > 0) this.failures.clear();
    this.words.length = 0;
    if (this.options.logs) space.words[comparedBase >> 2] = 0;
  }

  /** Constants that a run wrote over are put back: whether there were any. Asked when a run seems worth something. */
  mendConstants(): boolean {
    const { from, bytes } = this.#constant;
    const now = this.#space.bytes.subarray(from, from + bytes.length);
    const isSame = equalBytes(now, bytes);
    if (!isSame) now.set(bytes);
    return !isSame;
  }

  /**
   * Features that no run had before; those of this one are listed, and its counters cleared. That more was done than
   * ever is one: counters of edges end at 255, and a table overflows with the thousandth turn.
   */
  collect(): number {
    const { stackTop } = this.prepared.layout;
    const amounts = [this.turns, this.#heap.used, stackTop - (this.#stackLow.value as number)];
    for (let i = 0; i < amounts.length; i++) {
      // Two steps for a doubling; little is nothing.
      const step = amounts[i] < leastAmount ? 0 : Math.min(scaleSteps - 1, Math.floor(2 * Math.log2(amounts[i])));
      if (step > 0) this.#space.bytes[countersBase + wordCounters + i * scaleSteps + step] = 1;
    }
    return this.#collect(countersBase + this.counters);
  }

  clearCounters(): void {
    this.#space.bytes.fill(0, countersBase, countersBase + this.counters + 16);
  }

  /** The features of the last collected run. Valid until the next. */
  hitFeatures(): Int32Array {
    return this.#wordsAt(hitsBase, this.#hits.value as number);
  }

  /** Those that no run had before, as many as `collect` said. */
  freshFeatures(count: number): Int32Array {
    return this.#wordsAt(freshBase, count);
  }

  /** Runs that had a feature. */
  frequencyOf(feature: number): number {
    return this.#space.words[(frequenciesBase >> 2) + feature];
  }

  /** Whether a feature is the only one of its edge that any run had. */
  isOnlyOfItsEdge(feature: number): boolean {
    return this.#space.bytes[seenBase + Math.floor(feature / bucketCount)] === 1 << (feature % bucketCount);
  }

  /** Whether the last run, not collected yet, has a feature. */
  hasFeature(feature: number): boolean {
    const count = this.#space.bytes[countersBase + Math.floor(feature / bucketCount)];
    return count !== 0 && bucketOf(count) === feature % bucketCount;
  }

  #wordsAt(address: number, count: number): Int32Array {
    return this.#space.words.subarray(address >> 2, (address >> 2) + count);
  }

  bytesAt(address: number, count: number): Uint8Array {
    return this.#space.bytes.subarray(address, address + count);
  }

  /** Entries of the log of comparisons, `comparedWords` words each. */
  compared(): Int32Array {
    const count = this.#space.words[comparedBase >> 2];
    return this.#wordsAt(comparedBase + 4 * comparedWords, count * comparedWords);
  }

  #failedAt(place: number | string): void {
    this.failures.add(place);
    if (++this.#bad > mostFailures) throw runEnds.failed;
  }

  /** Whether it may be touched. An access outside memory has no end but a trap. */
  #touch(address: number, size: number, place: number): boolean {
    const start = address >>> 0;
    const { top } = this.#space;
    if (start >= top || size > top - start) {
      this.failures.add(place);
      throw runEnds.failed;
    }
    if (this.#space.poisonFrom(start, start + size) === start + size) return true;
    this.#failedAt(place);
    return false;
  }

  #mayWrite(address: number, size: number, place: number): void {
    if (!this.#touch(address, size, place)) throw runEnds.failed;
  }

  #imports(module: WebAssembly.Module): WebAssembly.Imports {
    return answerImports(module, {
      own: { name: fastModule, functions: this.#fastImports() },
      env: this.#env(),
      check: () => () => {},
      guest: this.#guest,
      host: () => (this.#host ??= createHostState(hostConfigWith(this.prepared.surroundings))),
    });
  }

  #fastImports(): Record<string, unknown> {
    return {
      access: (address: number, size: number, place: number) =>
        this.#touch(address, size & 15, place) || size < 16 ? address : spareBase,
      range: (address: number, size: number, isWrite: number) => {
        if (size === 0) return;
        if (isWrite) this.#mayWrite(address, size >>> 0, -1);
        else this.#touch(address, size >>> 0, -1);
      },
      fuelOut: () => {
        throw runEnds.fuel;
      },
      stackOverflow: () => {
        if ((this.#stackLow.value as number) >= this.prepared.replayOptions.stackLimit) return;
        this.failures.add('stack');
        throw runEnds.failed;
      },
      setjmp: (buffer: number, pointer: number) => this.#jumps.setjmp(buffer, pointer),
      longjmp: (buffer: number, pointer: number) => this.#jumps.longjmp(buffer, pointer, this.#space),
      words: (word: number, left: number, right: number, size: number) => this.#compareWords(word, left, right, size),
    };
  }

  #compareWords(word: number, left: number, right: number, size: number): void {
    if (this.words.length >= mostWords) return;
    const limit =
      word === 1 || word === 3 || word === 4 || word === 5 ? Math.min(size >>> 0, longestWord) : longestWord;
    const isBlock = word === 4 || word === 5;
    const [a, b] = [left, right].map((address) => {
      const { bytes, top } = this.#space;
      let end = address >>> 0;
      const last = Math.min(top, end + limit);
      while (end < last && (isBlock || bytes[end] !== 0)) end++;
      return bytes.slice(address >>> 0, end);
    });
    if (a.length > 0 || b.length > 0) this.words.push({ left: a, right: b });
  }

  /** Ends by the program's own hand are told apart by who called for them. */
  #stop(kind: string): never {
    Error.stackTraceLimit = framesOfAnEnd;
    this.failures.add(`${kind} ${new Error().stack}`);
    throw runEnds.failed;
  }

  #env(): Record<string, EnvFunction> {
    const mark = (address: number, size: number, value: number): undefined => {
      this.#space.mark(address, size, value);
      return undefined;
    };
    const mustHold = (condition: number): undefined => {
      if (condition === 0) throw runEnds.assume;
    };
    const release = (address: number): number => {
      const size = this.#heap.sizeAt(address);
      if (size === undefined) this.#stop('free');
      this.#heap.release(address, size);
      return size;
    };
    const allocate = (size: number, alignment?: number): number => {
      this.#fuel.value = (this.#fuel.value as number) - (size >>> 6);
      return this.#heap.allocate(size, alignment);
    };
    return {
      __nm_malloc: (size) => allocate(size >>> 0),
      __nm_calloc: (count, size) => {
        const total = (count >>> 0) * (size >>> 0);
        // What lies behind was never written in this run.
        return total > 0xffffffff ? 0 : allocate(total);
      },
      __nm_realloc: (address, size) => {
        if (address === 0) return allocate(size >>> 0);
        const old = this.#heap.sizeAt(address);
        if (old === undefined) return this.#stop('realloc');
        const fresh = allocate(size >>> 0);
        if (fresh === 0) return 0;
        this.#space.bytes.copyWithin(fresh, address, address + Math.min(old, size >>> 0));
        this.#heap.release(address, old);
        return fresh;
      },
      __nm_free: (address) => {
        if (address !== 0) release(address);
        return undefined;
      },
      __nm_memalign: (alignment, size) => allocate(size >>> 0, Math.max(16, alignment >>> 0)),
      __nm_usable_size: (address) => this.#heap.sizeAt(address) ?? 0,
      __nm_symbolic: (address, size) => {
        if (size === 0) return undefined;
        this.makesInput = true;
        this.#mayWrite(address, size >>> 0, -2);
        if (this.#inputs.used + (size >>> 0) > mostOwnInput) throw runEnds.decided;
        this.#inputs.place(address, this.#inputs.take(size >>> 0), size >>> 0);
        return undefined;
      },
      __nm_mark: () => undefined,
      __nm_assume: mustHold,
      __nm_bound: mustHold,
      __nm_assert_fail: () => this.#stop('assertion'),
      __nm_abort: () => this.#stop('abort'),
      __nm_read_only: () => undefined,
      unreachable: () => this.#stop('unreachable'),
      __asan_register_globals: (address, count) => this.#registerGlobals(address, count),
      __asan_poison_stack_memory: (address, size) => mark(address, size, Poison.StackAfterScope),
      __asan_unpoison_stack_memory: (address, size) => mark(address, size, 0),
      __asan_alloca_poison: (address, size) => {
        if ((size | 0) < 0) this.#stop('alloca');
        const end = address + size;
        mark(address - 32, 32, Poison.StackLeft);
        return mark(end, ((end + 31) & ~31) + 32 - end, Poison.StackRight);
      },
      __asan_allocas_unpoison: (top, bottom) => (top !== 0 && top < bottom ? mark(top, bottom - top, 0) : undefined),
    };
  }

  /** Descriptors of eight words: where, how large, how large with its redzone. */
  #registerGlobals(address: number, count: number): undefined {
    const { view } = this.#space;
    const word = this.prepared.layout.pointerSize;
    for (let at = address; at < address + 8 * word * count; at += 8 * word) {
      const [start, size, whole] = [0, word, 2 * word].map((offset) => view.getUint32(at + offset, true));
      this.#space.mark(start + size, whole - size, Poison.Global);
      if (!this.#isListed) this.globals.push({ start, size });
    }
  }

  readonly #guest = {
    read: (address: number, size: number): Uint8Array => {
      this.#touch(address, size, -3);
      return this.#space.bytes.subarray(address, address + size);
    },
    write: (address: number, bytes: Uint8Array): void => {
      this.#mayWrite(address, bytes.length, -3);
      this.#space.bytes.set(bytes, address);
    },
    readU32: (address: number): number => {
      this.#touch(address, 4, -3);
      return this.#space.view.getUint32(address, true);
    },
    writeU32: (address: number, value: number): void => {
      this.#mayWrite(address, 4, -3);
      this.#space.view.setUint32(address, value, true);
    },
    writeU64: (address: number, value: bigint): void => {
      this.#mayWrite(address, 8, -3);
      this.#space.view.setBigUint64(address, value, true);
    },
  };
}

/** From here on it counts how much was done. */
const leastAmount = 256;
const mostWords = 256;
const longestWord = 64;
/** Bytes of input that a program may make for itself, in all. */
const mostOwnInput = 1 << 20;
