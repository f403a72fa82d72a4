import { type Found, Fuzzer } from '../../fuzz/fuzzer.js';
import { layoutOf } from '../../inputs/layout.js';
import type { RunResult } from '../../runtime/types.js';
import type { Engine } from '../contracts/engine.js';

/** Which engines work: the solver along paths, the fuzzer, or both in turns. */
export const engineNames = ['both', 'symbolic', 'fuzz'] as const;
export type EngineName = (typeof engineNames)[number];

/** Small searches are over before this much was done (milliseconds of an idle machine): they have no use for a fuzzer, */
const patienceMs = 250;
/** nor have those whose inputs are short and all will be tried, unless that takes long. */
const shortInput = 12;
const patienceWithShortMs = 20_000;
/** A main search with fewer tasks than this may soon be over, unless each takes long. */
const plenty = 256;
const longMs = 2_000;
/** What is done at a time, in milliseconds: somebody may want to stop. */
const sliceMs = 8;
/** The part of the work that is the fuzzer's: to begin with, at least, at most. */
const firstShare = 0.5;
const leastShare = 0.2;
const mostShare = 0.8;
/** What was brought this much work ago counts half. */
const halfLifeMs = 2_000;
/** Handed over between two turns of the main search, at most: a run with symbols takes as long as hundreds without. */
const mostAtOnce = 4;
/** What runs of those may take, for each millisecond of fuzzing, and at first; what is asked about them is the solver's. */
const handedShare = 0.5;
const leastHandedMs = 100;
/** What lies next to one of them that is run at once. */
const mostFollowed = 16;
/** Inputs of a kind that wait to be handed over; the oldest go. */
const mostWaiting = 256;
/** Inputs kept for a fuzzer that has not begun. */
const mostGiven = 512;
/** A failure is worth as much as so many points of coverage. */
const worthOfFailure = 8;

/** The worklist of what fuzzing brings (exploring/side-explorer.ts). */
export interface FuzzTasks {
  readonly pending: number;
  /** Runs an input with symbols. If it covers something new, and `isExpanded`, asks for what lies next to it. `undefined`: a limit came first. */
  consider(input: Uint8Array, isExpanded: boolean): RunResult | undefined;
  expandOne(): boolean;
}

/** What a run with symbols takes in milliseconds, by its turns of loops: sums that grow with each turn are looked through. */
const costOf = ({ turns }: Found): number => 0.1 + 0.002 * turns + 3 * (turns / 1000) ** 2;

/** Of one of the two: what it did, and what that brought, the latest counting most. */
class Account {
  workMs = 0;
  #gain = 0;
  #lately = 0;

  spend(milliseconds: number): void {
    this.workMs += milliseconds;
    const fade = 2 ** (-milliseconds / halfLifeMs);
    this.#gain *= fade;
    this.#lately = this.#lately * fade + milliseconds;
  }

  earn(gain: number): void {
    this.#gain += gain;
  }

  /** Per second; never quite nothing, so that who has brought nothing is tried again. */
  get rate(): number {
    return (this.#gain + 0.1) / (this.#lately + 200);
  }
}

/**
 * Gives a fuzzer its turns. Both engines work on one corpus: what a run with symbols shows goes to the fuzzer, and an
 * input of the fuzzer's that takes a new edge is run with symbols and becomes a path, and what lies beside that path is
 * asked for. Who works more is who brought more lately. Time is counted in work done, as everywhere in a search.
 */
export class FuzzTurns {
  #fuzzer: Fuzzer | undefined;
  readonly #symbolic = new Account();
  readonly #fuzzing = new Account();
  readonly #given: Uint8Array[] = [];
  #isHandingOver = false;
  #suspects: Found[] = [];
  /** They take an edge nobody took. */
  #waiting: Found[] = [];
  /** They only took one more often, or met another word: run when there is nothing else, one at a time. */
  #others: Found[] = [];
  #kept: Uint8Array[] = [];
  #share = firstShare;
  #doneMs = 0;
  #handedMs = 0;
  /** Bytes in a row that may be anything. */
  readonly #longest: number;

  constructor(
    readonly fuzzed: NonNullable<Engine['fuzzed']>,
    readonly tasks: FuzzTasks,
    readonly seed: number,
  ) {
    this.#longest = Math.max(0, ...layoutOf(fuzzed.plan).map(({ size }) => size));
  }

  get runs(): number {
    return this.#fuzzer?.runs ?? 0;
  }

  /** Inputs an earlier search's fuzzer had. */
  know(inputs: readonly Uint8Array[]): void {
    for (const input of inputs) this.#give(input);
  }

  /** Inputs the fuzzer kept since this was asked last. */
  keptLately(): Uint8Array[] {
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }

  /** After each run with symbols: the points it was the first to pass. */
  ran(result: RunResult, points: readonly number[]): void {
    const gain = points.length + (points.length > 0 ? worthOfFailure * result.failures.length : 0);
    if (this.#isHandingOver) this.#fuzzing.earn(gain);
    else {
      this.#symbolic.earn(gain);
      if (this.#fuzzer || points.length > 0) this.#give(result.input.slice());
    }
  }

  #give(input: Uint8Array): void {
    if (this.#fuzzer) this.#fuzzer.give(input);
    else if (this.#given.length < mostGiven) this.#given.push(input);
  }

  /** After each run of the main search, which has so much to do and has done so much. */
  turn(pending: number, doneMs: number): void {
    this.#symbolic.spend(doneMs - this.#doneMs);
    this.#doneMs = doneMs;
    if (!this.#isDue(pending, doneMs)) return;
    const fuzzer = this.#open();
    const share = this.#fuzzing.rate / (this.#fuzzing.rate + this.#symbolic.rate);
    this.#share = Math.min(mostShare, Math.max(leastShare, share));
    const due = (this.#symbolic.workMs * this.#share) / (1 - this.#share);
    if (due > this.#fuzzing.workMs) this.#work(fuzzer);
    this.#handOver(true);
  }

  #isDue(pending: number, doneMs: number): boolean {
    if (doneMs < (this.#longest < shortInput ? patienceWithShortMs : patienceMs)) return false;
    return pending >= plenty || doneMs >= longMs;
  }

  /** Nobody else works: this is what it begins with. False: a limit came first. */
  begin(input: Uint8Array): boolean {
    this.#give(input);
    return this.tasks.consider(input, false) !== undefined;
  }

  workAlone(): void {
    this.#work(this.#open());
    this.#handOver(false);
  }

  #open(): Fuzzer {
    if (this.#fuzzer) return this.#fuzzer;
    const { fuzzed } = this;
    this.#fuzzer = new Fuzzer(fuzzed.open(), fuzzed.plan, this.seed);
    for (const input of this.#given) this.#fuzzer.give(input);
    this.#given.length = 0;
    // What came before it could work is nobody's debt.
    this.#symbolic.workMs = 0;
    return this.#fuzzer;
  }

  #work(fuzzer: Fuzzer): void {
    const before = fuzzer.cost;
    fuzzer.work(1000 * sliceMs);
    this.#fuzzing.spend((fuzzer.cost - before) / 1000);
    for (const found of fuzzer.take()) {
      if (found.isSuspect) this.#suspects.push(found);
      else (found.isNewEdge ? this.#waiting : this.#others).push(found);
      this.#kept.push(found.input);
    }
    for (const list of [this.#waiting, this.#others]) {
      if (list.length > mostWaiting) list.splice(0, list.length - mostWaiting);
    }
  }

  /** The latest first: they passed where those before them did, and farther. */
  #next(isFirst: boolean): Found | undefined {
    return this.#waiting.pop() ?? (isFirst ? this.#others.pop() : undefined);
  }

  #handOver(isExpanded: boolean): void {
    for (let i = 0; i < mostAtOnce; i++) {
      const isAffordable = this.#handedMs < leastHandedMs + handedShare * this.#fuzzing.workMs;
      const found = this.#suspects.shift() ?? (isAffordable ? this.#next(i === 0) : undefined);
      if (!found) return;
      const before = this.tasks.pending;
      this.#isHandingOver = true;
      const result = this.tasks.consider(found.input, isExpanded);
      this.#isHandingOver = false;
      if (!result) return;
      this.#handedMs += costOf(found);
      const made = Math.min(mostFollowed, this.tasks.pending - before);
      for (let k = 0; k < made; k++) if (!this.tasks.expandOne()) return;
    }
  }
}
