import type { InputPlan } from '../inputs/plan.js';
import type { FastProgram } from '../runtime/fast-program.js';
import { Corpus, type Entry, sizeOf } from './corpus.js';
import { Dictionary } from './dictionary.js';
import { type Genome, InputParts } from './input-parts.js';
import { Mutator } from './mutator.js';
import { findBytes, replacementsOf } from './operands.js';
import { Random } from './random.js';

/** An input that somebody should look at. */
export interface Found {
  readonly input: Uint8Array;
  /** Something went wrong in its run. */
  readonly isSuspect: boolean;
  /** It is the first to take an edge of the program. */
  readonly isNewEdge: boolean;
  /** Turns of loops it took. */
  readonly turns: number;
}

/** What the fuzzer runs: the program as fast as it goes, and once more with its comparisons logged. */
export interface FuzzPrograms {
  readonly fast: FastProgram;
  /** Opened when it is first needed. */
  logging(): FastProgram;
}

/** Mutants made of one chosen entry. */
const mutantsAtOnce = 16;
/** Runs spent on making a new entry shorter, and on operands of its comparisons. */
const mostCuts = 48;
const mostReplacements = 160;
/** Inputs begin this long, and get longer by and by where nothing new comes. */
const firstLimit = 16;
const patience = 60;
/** Inputs that ran out of fuel that are handed over. */
const mostEndless = 3;
/** What a run takes, in microseconds of an idle machine, about: by itself, per turn of a loop, byte of input, and byte there might be. */
const runCost = 1.5;
const worldCost = 12;
const turnCost = 0.003;
const byteCost = 0.001;
const roomCost = 0.00003;
/** What a word of a log of comparisons takes to be looked through. */
const comparedCost = 0.02;

/**
 * A fuzzer guided by coverage: inputs that did something new are kept, cut, tried with what they were compared with, and
 * changed at random. What it does depends on its seed, on the inputs it was given, and on when, counted in runs; never on
 * the clock.
 */
export class Fuzzer {
  readonly parts: InputParts;
  readonly corpus: Corpus;
  readonly dictionary = new Dictionary();
  runs = 0;
  /** What was done so far, in microseconds of an idle machine. */
  cost = 0;
  readonly #random: Random;
  readonly #mutator: Mutator;
  readonly #runCost: number;
  readonly #known = new Set<number | string>();
  readonly #given: Uint8Array[] = [];
  readonly #queue: Entry[] = [];
  #found: Found[] = [];
  #endless = 0;
  #limit = firstLimit;
  #vain = 0;
  /** Grows as long as nothing comes of it. */
  #stride = 1;
  readonly #work: Generator<void>;
  readonly #longest: number;

  constructor(
    readonly programs: FuzzPrograms,
    plan: InputPlan,
    seed: number,
  ) {
    this.parts = new InputParts(plan);
    this.#random = new Random(seed);
    this.#mutator = new Mutator(this.#random, this.dictionary);
    this.corpus = new Corpus(this.#random, (feature) => programs.fast.frequencyOf(feature));
    this.#runCost = plan.kind === 'main' ? worldCost : runCost;
    this.#longest = Math.max(...this.parts.parts.map(({ max }) => max));
    this.#work = this.#works();
  }

  /** An input from elsewhere: tried next. */
  give(input: Uint8Array): void {
    this.#given.push(input);
  }

  /** Works until this much more was done. */
  work(cost: number): void {
    const end = this.cost + cost;
    while (this.cost < end) this.#work.next();
  }

  /** What was found since this was asked last. */
  take(): Found[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  *#works(): Generator<void> {
    this.#try(this.parts.shortest());
    this.dictionary.readConstants(this.programs.fast);
    yield;
    for (;;) {
      const given = this.#given.shift();
      const fresh = given ? undefined : this.#queue.shift();
      if (given) {
        this.#tryGiven(given);
        yield;
      } else if (fresh) {
        yield* this.#cut(fresh);
        yield* this.#replace(fresh);
      } else yield* this.#mutate(this.corpus.entries.length > 0 ? this.corpus.choose() : this.#anything());
    }
  }

  /** Where nothing was worth keeping yet. */
  #anything(): Entry {
    const none = new Int32Array(0);
    return { genome: this.parts.shortest(), fresh: none, rare: none, size: 0 };
  }

  #tryGiven(input: Uint8Array): void {
    const genome = this.parts.split(input);
    for (const { length } of genome) if (length > this.#limit) this.#limit = Math.min(length, this.#longest);
    this.#try(genome, true);
  }

  *#mutate(entry: Entry): Generator<void> {
    const { parts } = this.parts;
    const genome = [...entry.genome];
    for (let i = 0; i < mutantsAtOnce; i++) {
      const part = this.#somePart(genome);
      const { min, max } = parts[part];
      const bytes = entry.genome[part];
      const limit = Math.min(max, Math.max(bytes.length, this.#limit));
      const other = this.corpus.entries.length > 0 ? this.corpus.any().genome[part] : bytes;
      this.#mutator.mutate(bytes, other, min, limit);
      genome[part] = this.#mutator.bytes.subarray(0, this.#mutator.length);
      this.#try(genome);
      if (!this.#random.oneIn(4)) genome[part] = bytes;
      else genome[part] = genome[part].slice();
      this.#growLonger();
      yield;
    }
  }

  /** The longer, the more often; each has its chance. What programs make themselves only where they do. */
  #somePart(genome: Genome): number {
    const count = genome.length - (this.programs.fast.makesInput ? 0 : 1);
    if (count <= 1) return count === 1 ? 0 : genome.length - 1;
    const weight = (i: number): number => Math.min(64, 1 + genome[i].length);
    let total = 0;
    for (let i = 0; i < count; i++) total += weight(i);
    let wanted = this.#random.below(total);
    let part = 0;
    while (wanted >= weight(part)) wanted -= weight(part++);
    return part;
  }

  /** Length that did not pay for long may be too short. */
  #growLonger(): void {
    const log = Math.max(1, Math.log2(this.#limit));
    if (++this.#vain < patience * log || this.#limit >= this.#longest) return;
    this.#limit = Math.min(this.#longest, this.#limit + Math.ceil(log * this.#stride));
    this.#stride *= 1.25;
    this.#vain = 0;
  }

  /** Leaves out what is not needed for what it was the first to do. */
  *#cut(entry: Entry): Generator<void> {
    if (entry.fresh.length === 0) return;
    let left = mostCuts;
    for (let part = 0; part < entry.genome.length; part++) {
      const { min } = this.parts.parts[part];
      for (let size = entry.genome[part].length >> 1; size > 0 && left > 0; size >>= 1) {
        for (let end = entry.genome[part].length; end > 0 && left > 0; end -= size) {
          const bytes = entry.genome[part];
          const from = Math.max(0, end - size);
          if (bytes.length - (end - from) < min || end > bytes.length) continue;
          const shorter = new Uint8Array(bytes.length - (end - from));
          shorter.set(bytes.subarray(0, from));
          shorter.set(bytes.subarray(end), from);
          const genome = entry.genome.map((each, i) => (i === part ? shorter : each));
          left--;
          if (this.#try(genome, false, entry.fresh)) {
            entry.genome = genome;
            entry.size = sizeOf(genome);
          }
          yield;
        }
        if (size > 4 && left < mostCuts / 4) break;
      }
    }
  }

  /** Puts in what it was compared with. */
  *#replace(entry: Entry): Generator<void> {
    const logging = this.programs.logging();
    logging.run(this.parts.flatten(entry.genome));
    this.runs++;
    this.cost += 10 * this.#runCost + 20 * turnCost * logging.turns;
    const { parts } = this.parts;
    const { words } = logging;
    for (const { left, right } of words) {
      // What stands in the input is the input's own.
      for (const word of [left, right]) {
        if (!entry.genome.some((bytes) => findBytes(bytes, word, 0) >= 0)) this.dictionary.see(word);
      }
    }
    const compared = logging.compared();
    this.cost += comparedCost * compared.length;
    const found = replacementsOf(entry.genome, compared, [...words], (part) => parts[part].min < parts[part].max);
    const step = Math.max(1, found.length / mostReplacements);
    for (let i = 0; i < found.length; i += step) {
      const { part, at, remove, bytes } = found[Math.floor(i)];
      const old = entry.genome[part];
      const length = old.length - remove + bytes.length;
      if (at + remove > old.length || length > parts[part].max || length < parts[part].min) continue;
      const changed = new Uint8Array(length);
      changed.set(old.subarray(0, at));
      changed.set(bytes, at);
      changed.set(old.subarray(at + remove), at + bytes.length);
      this.#try(entry.genome.map((each, k) => (k === part ? changed : each)));
      yield;
    }
  }

  /** Runs it, and keeps it if it did something new. Whether it has all of `wanted`. */
  #try(genome: Genome, isGiven = false, wanted?: Int32Array): boolean {
    const { fast } = this.programs;
    const flat = this.parts.flatten(genome);
    const end = fast.run(flat);
    this.runs++;
    this.cost += this.#runCost + turnCost * fast.turns + byteCost * sizeOf(genome) + roomCost * flat.length;
    if (end === 'assume' || end === 'stopped' || end === 'fuel') {
      fast.clearCounters();
      if (end === 'fuel' && !isGiven && this.#endless < mostEndless) {
        this.#endless++;
        this.#find(flat, true, false);
      }
      return false;
    }
    let hasAll = wanted !== undefined;
    for (let i = 0; wanted && hasAll && i < wanted.length; i++) hasAll = fast.hasFeature(wanted[i]);
    let isSuspect = false;
    for (const place of fast.failures) {
      if (this.#known.has(place)) continue;
      this.#known.add(place);
      isSuspect = true;
    }
    const count = fast.collect();
    if (count > 0) this.#keep(genome, count, flat, isSuspect, isGiven);
    else if (isSuspect && !isGiven) this.#find(flat, true, false);
    return hasAll;
  }

  #find(flat: Uint8Array, isSuspect: boolean, isNewEdge: boolean): void {
    this.#found.push({ input: flat.slice(), isSuspect, isNewEdge, turns: this.programs.fast.turns });
  }

  #keep(genome: Genome, count: number, flat: Uint8Array, isSuspect: boolean, isGiven: boolean): void {
    const { fast } = this.programs;
    const fresh = fast.freshFeatures(count).slice();
    const isNewEdge = fresh.some((feature) => fast.isOnlyOfItsEdge(feature));
    fast.mendConstants();
    const own = fast.used - flat.length;
    // What it took beyond its end was zero: now it has those bytes.
    const kept = genome.map((bytes, i) => {
      if (i < genome.length - 1 || own <= 0) return bytes.slice();
      const longer = new Uint8Array(Math.min(this.parts.parts[i].max, bytes.length + own));
      longer.set(bytes);
      return longer;
    });
    this.#queue.push(this.corpus.add(kept, fresh, fast.hitFeatures()));
    this.#vain = 0;
    this.#stride = 1;
    if (!isGiven) this.#find(flat, isSuspect, isNewEdge);
  }
}
