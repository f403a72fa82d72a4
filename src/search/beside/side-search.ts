import { leastStretch } from '../../inputs/stretches.js';
import type { RunResult } from '../../runtime/types.js';
import { Corpus, type CorpusEntry, type LaidOut } from './corpus.js';
import { type Join, type JoinKind, join, joinKinds, linesOf, onceKinds } from './joins.js';
import type { Matches } from './matches.js';
import { repeatsOf } from './repeats.js';

/** Small searches are over before this many runs, and larger ones have something to begin with. */
const patience = 500;
/** A step of the side search after so many runs of the main one: at most, and when nothing came of it for long. */
const often = 2;
const seldom = 64;
/** So many in vain are long. */
const inVain = 1500;
/** So many runs of the main search without anything new are long: then the side search comes first. */
const long = 1000;
const stepsWhenFirst = 2;
/** A main search with fewer tasks than this may soon be over. */
const plenty = 256;
/** Inputs that are joined with one another, the latest. */
const mostJoined = 64;

/** After so many attempts it is asked whether there are others. */
const lookEvery = 32;
/** One of the latest so many pairs is tried next. */
const latestPairs = 512;

/** The worklist of a side search (exploring/side-explorer.ts). */
export interface SideTasks {
  readonly pending: number;
  /** Runs an input nobody asked for, and asks what else there is once it reads certain bytes. `undefined`: a limit came first. */
  attempt(input: Uint8Array, isBehind: (variable: number) => boolean): RunResult | undefined;
  /** Expands one of the tasks that come of it. False: a limit came first. */
  expandOne(): boolean;
}

/**
 * A side search, for what a program does after something else. The other side of a branch belongs to the run that met
 * the branch first, and inputs found late end where they were found: that another line might follow was decided by an
 * ancestor that had not found anything. So inputs that brought coverage are shortened and put one after the other, and
 * what is behind the first of them is explored, beside the main search's tree of paths: nothing of it counts where the
 * main search comes by itself, and nobody waits for it.
 */
export class SideSearch {
  readonly #corpus = new Corpus();
  #pairs: { first: CorpusEntry; second: CorpusEntry; kind: JoinKind }[] = [];
  readonly #paired = new Set<string>();
  #runs = 0;
  #every = often;
  /** Steps since one brought something new, and runs of the main search since one did. */
  #stepsInVain = 0;
  #mainRunsInVain = 0;
  #mostPending = 0;
  #isTaskNext = false;
  #attempts = 0;
  /** Inputs with something in them again and again, and whose were made already. */
  #repeats: Uint8Array[] = [];
  readonly #repeated = new Set<number>();
  #turns = 0;

  constructor(
    readonly tasks: SideTasks,
    readonly matches: Matches,
    readonly random: () => number,
  ) {}

  /** After each run of either search: the points it was the first to pass. Gives how much it was the first to match. */
  ran(result: RunResult, points: readonly number[], isOfSideSearch: boolean): number {
    const matched = result.input.length < leastStretch ? [] : this.matches.fresh(result.trace);
    if (points.length === 0 && matched.length === 0) return 0;
    this.#corpus.keep(result, points, matched);
    this.#every = often;
    if (isOfSideSearch) this.#stepsInVain = 0;
    else this.#mainRunsInVain = 0;
    return matched.length;
  }

  /** After each run of the main search; `pending`: what that has to do yet. */
  turn(pending: number): void {
    this.#mainRunsInVain++;
    this.#mostPending = Math.max(this.#mostPending, pending);
    if (++this.#runs < patience || pending < plenty) return;
    if (this.#comesFirst(pending)) for (let i = 0; i < stepsWhenFirst; i++) this.#step();
    else if (this.#runs % this.#every === 0) this.#step();
  }

  /** The main search has brought nothing for long, and for longer than this one, and is not about to end. */
  #comesFirst(pending: number): boolean {
    const isStuck = this.#mainRunsInVain > long && 2 * pending > this.#mostPending;
    return isStuck && 2 * this.#stepsInVain < this.#mainRunsInVain;
  }

  #step(): void {
    if (++this.#stepsInVain % inVain === 0) this.#every = Math.min(2 * this.#every, seldom);
    this.#isTaskNext = !this.#isTaskNext;
    if (this.#isTaskNext && this.tasks.pending > 0) this.tasks.expandOne();
    else if (!this.#attempt() && this.tasks.pending > 0) this.tasks.expandOne();
  }

  /** False: there was nothing to try. */
  #attempt(): boolean {
    if (this.#pairs.length === 0 || ++this.#attempts % lookEvery === 0) this.#pair();
    const shorter = this.#corpus.shorter();
    if (shorter) {
      const result = this.tasks.attempt(shorter.input, () => false);
      if (result) this.#corpus.ran(shorter.entry, result, this.matches.of(result.trace));
      return true;
    }
    const turn = this.#turns++ % 3;
    const repeat = turn === 0 ? this.#nextRepeat() : undefined;
    if (repeat) {
      this.tasks.attempt(repeat, () => false);
      return true;
    }
    const joined = (turn === 1 ? this.#nextJoin() : undefined) ?? this.#joinThree();
    if (joined) this.tasks.attempt(joined.input, joined.isBehind);
    return joined !== undefined;
  }

  #nextRepeat(): Uint8Array | undefined {
    for (const entry of this.#corpus.latest) {
      if (this.#repeats.length > 0) break;
      if (this.#repeated.has(entry.number)) continue;
      this.#repeated.add(entry.number);
      this.#repeats = repeatsOf(entry);
    }
    return this.#repeats.pop();
  }

  #nextJoin(): Join | undefined {
    const pairs = this.#pairs;
    while (pairs.length > 0) {
      const at = pairs.length - 1 - (this.random() % Math.min(pairs.length, latestPairs));
      const { first, second, kind } = pairs[at];
      pairs[at] = pairs[pairs.length - 1];
      pairs.pop();
      const joined = join(first, second, kind);
      if (joined) return joined;
    }
    return undefined;
  }

  /** When all pairs were tried: three, the later ones perhaps only a line of theirs. */
  #joinThree(): Join | undefined {
    const chosen = this.#corpus.latest;
    if (chosen.length < 2) return undefined;
    const any = <T>(list: readonly T[]): T => list[this.random() % list.length];
    const part = (): LaidOut => (this.random() % 2 === 0 ? any(chosen) : any(linesOf(any(chosen))));
    const first = any(chosen);
    const two = join(first, part(), any(joinKinds));
    if (!two) return undefined;
    const three = join({ input: two.input, regions: first.regions }, part(), any(onceKinds));
    return three ? { ...three, isBehind: two.isBehind } : two;
  }

  #pair(): void {
    const chosen = this.#corpus.chosen()?.slice(0, mostJoined) ?? [];
    for (const first of chosen) {
      for (const second of chosen) {
        for (const kind of joinKinds) {
          const key = `${first.number} ${second.number} ${kind}`;
          if (this.#paired.has(key)) continue;
          this.#paired.add(key);
          this.#pairs.push({ first, second, kind });
        }
      }
    }
  }
}
