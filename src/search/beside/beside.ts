import type { RunResult } from '../../runtime/types.js';
import { type Champion, Champions } from './champions.js';
import { type Join, type JoinKind, join, joinKinds } from './joins.js';
import { repeatsOf } from './repeats.js';

/** Small searches are over before this many runs, and larger ones have something to begin with. */
const patience = 500;
/** A step beside the search after so many of its runs: at most, and when nothing came of it for long. */
const often = 2;
const seldom = 64;
/** So many in vain are long. */
const inVain = 1500;
/** A search with fewer tasks than this may soon be over. */
const plenty = 256;
/** Inputs that are joined with one another, the latest. */
const mostJoined = 64;

/** A search of its own, for what is tried beside the one that counts. */
export interface BesideSearch {
  readonly pending: number;
  /** Runs an input nobody asked for, and asks what else there is once it reads certain bytes. `undefined`: a limit came first. */
  attempt(input: Uint8Array, isBehind: (variable: number) => boolean): RunResult | undefined;
  /** Expands one of the tasks that come of it. False: a limit came first. */
  expandOne(): boolean;
}

/**
 * What a program does after something else. A flip belongs to the run that met its branch first, and inputs found late
 * end where they were found: that another line might follow was decided by an ancestor that had not found anything.
 * So inputs that brought coverage are shortened and put one after the other, and what is behind the first of them is
 * explored, beside the tree of paths: nothing of it counts where the tree comes by itself, and nothing is waited for.
 */
export class Beside {
  readonly #champions = new Champions();
  #pairs: { first: Champion; second: Champion; kind: JoinKind }[] = [];
  readonly #paired = new Set<string>();
  #runs = 0;
  #every = often;
  #sinceGain = 0;
  #isTaskNext = false;
  /** Inputs with something in them again and again, and whose were made already. */
  #repeats: Uint8Array[] = [];
  readonly #repeated = new Set<number>();
  #isRepeatNext = false;

  constructor(
    readonly search: BesideSearch,
    readonly random: () => number,
  ) {}

  /** A run brought coverage. */
  keep(result: RunResult, points: readonly number[]): void {
    this.#champions.keep(result, points);
    this.#sinceGain = 0;
    this.#every = often;
  }

  /** After each run of the search that counts; `pending`: what that has to do yet. */
  turn(pending: number): void {
    if (++this.#runs < patience || this.#runs % this.#every !== 0 || pending < plenty) return;
    if (++this.#sinceGain % inVain === 0) this.#every = Math.min(2 * this.#every, seldom);
    this.#isTaskNext = !this.#isTaskNext;
    if (this.#isTaskNext && this.search.pending > 0) this.search.expandOne();
    else if (!this.#attempt() && this.search.pending > 0) this.search.expandOne();
  }

  /** False: there was nothing to try. */
  #attempt(): boolean {
    if (this.#pairs.length === 0) this.#pair();
    const shorter = this.#champions.shorter();
    if (shorter) {
      const result = this.search.attempt(shorter.input, () => false);
      if (result) this.#champions.ran(shorter.champion, result);
      return true;
    }
    this.#isRepeatNext = !this.#isRepeatNext;
    const repeat = this.#isRepeatNext ? this.#nextRepeat() : undefined;
    if (repeat) {
      this.search.attempt(repeat, () => false);
      return true;
    }
    const joined = this.#nextJoin();
    if (joined) this.search.attempt(joined.input, joined.isBehind);
    return joined !== undefined;
  }

  #nextRepeat(): Uint8Array | undefined {
    for (const champion of this.#champions.latest) {
      if (this.#repeats.length > 0) break;
      if (this.#repeated.has(champion.number)) continue;
      this.#repeated.add(champion.number);
      this.#repeats = repeatsOf(champion);
    }
    return this.#repeats.pop();
  }

  #nextJoin(): Join | undefined {
    const pairs = this.#pairs;
    while (pairs.length > 0) {
      const at = this.random() % pairs.length;
      const { first, second, kind } = pairs[at];
      pairs[at] = pairs[pairs.length - 1];
      pairs.pop();
      const joined = join(first, second, kind);
      if (joined) return joined;
    }
    return undefined;
  }

  #pair(): void {
    const chosen = this.#champions.chosen()?.slice(0, mostJoined) ?? [];
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
