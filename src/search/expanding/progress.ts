import type { Site } from '../../abi/site.js';
import { callTimes, Entry, type Trace } from '../../abi/trace.js';
import { Op } from '../../expr/ops.js';
import type { ExprStore } from '../../expr/store.js';
import type { RunResult } from '../../runtime/types.js';
import { firstCapacity } from '../../vocabulary/capacity.js';
import { Shapes } from './shapes.js';

/** Positions in one call of a library function that are told apart. */
const farthest = 255;

/**
 * How far a run came at each of its branches, as two numbers that stand for the branch and a distance.
 *
 * The first: a branch of the library is known by the user's call it belongs to, how often that was made before, and
 * its position there, so that a comparison that matches one byte more is something new; a branch of the user's by how
 * often the run has met it.
 *
 * The second: what the branch compared with, and how often in a row it went the same way. So a loop that compares with
 * one word after another gets farther with each letter of each of them.
 *
 * Counts are coarser as they get more.
 */
export class Progress {
  /** By entry: the first number, but for the choice. */
  keys = new Int32Array(firstCapacity);
  /** By entry: what the second is made of. */
  #matches = new Int32Array(firstCapacity);
  #before = new Int32Array(firstCapacity);
  #streaks = new Int32Array(firstCapacity);
  readonly #shapes: Shapes;
  readonly #isLibrary: Uint8Array;
  readonly #met: Uint32Array;
  /** By site: the way it went last, how often in a row, and in which call. */
  readonly #way: Int32Array;
  readonly #times: Int32Array;
  readonly #callOf: Int32Array;
  /** By site: what it compared with first, and whether ever with anything else. */
  readonly #shapeOf: Int32Array;
  readonly #varies: Uint8Array;
  #call = -1;
  #depth = 0;

  constructor(
    sites: readonly Site[],
    readonly store: ExprStore,
  ) {
    this.#isLibrary = Uint8Array.from(sites, ({ place }) => (place === undefined ? 1 : 0));
    this.#met = new Uint32Array(sites.length);
    this.#way = new Int32Array(sites.length);
    this.#times = new Int32Array(sites.length);
    this.#callOf = new Int32Array(sites.length);
    this.#shapeOf = new Int32Array(sites.length);
    this.#varies = new Uint8Array(sites.length);
    this.#shapes = new Shapes(store);
  }

  start({ trace: { length }, regions }: Pick<RunResult, 'trace' | 'regions'>): void {
    this.#shapes.start(regions);
    this.#call = -1;
    if (this.keys.length >= length) return;
    this.keys = new Int32Array(2 * length);
    this.#matches = new Int32Array(2 * length);
    this.#before = new Int32Array(2 * length);
    this.#streaks = new Int32Array(2 * length);
  }

  /** Entry `i` is a branch or a switch, and went this way. */
  at({ site, call, expr }: Trace, i: number, choice: number): void {
    const here = site[i];
    let distance: number;
    let context = 0;
    let caller = 0;
    if (this.#isLibrary[here] === 1) {
      const made = call?.[i] ?? 0;
      this.#depth = made === this.#call ? this.#depth + 1 : 0;
      this.#call = made;
      caller = made - (made % callTimes);
      context = caller + coarse(made % callTimes);
      distance = Math.min(this.#depth, farthest);
      if (this.#callOf[here] !== made) this.#times[here] = 0;
      this.#callOf[here] = made;
    } else {
      this.#call = -1;
      distance = coarse(++this.#met[here]);
    }
    this.keys[i] = Math.imul(Math.imul(here, 0x9e3779b1) ^ context, 0x85ebca6b) ^ Math.imul(distance, 0xc2b2ae35);
    const shape = this.#shapes.of(expr[i]);
    this.#matches[i] = Math.imul(Math.imul(here, 0x85ebca6b) ^ caller, 0x9e3779b1) ^ shape;
    if (this.#shapeOf[here] === 0) this.#shapeOf[here] = shape;
    else if (this.#shapeOf[here] !== shape) this.#varies[here] = 1;
    this.#before[i] = this.#way[here];
    this.#streaks[i] = this.#times[here];
    this.#times[here] = this.#way[here] === choice ? this.#times[here] + 1 : 1;
    this.#way[here] = choice;
  }

  /** The second number of entry `i`, but for the choice, if that is `choice`. */
  match(i: number, choice: number): number {
    const streak = this.#before[i] === choice ? this.#streaks[i] + 1 : 1;
    return this.#matches[i] ^ Math.imul(coarse(streak), 0x27d4eb2f);
  }

  /**
   * A run made to match a letter of a word goes on with the next: the entry where it does not match, -1 for none.
   * Words are known by a branch that compares with one thing now and another then.
   */
  nextLetter({ kind, site, call, expr, length }: Trace, bound: number): number {
    const letter = bound - 1;
    if (bound === 0 || bound >= length || kind[letter] !== Entry.Branch || this.#varies[site[letter]] === 0) return -1;
    if (!this.#isMatch(expr[letter])) return -1;
    for (let i = bound; i < length; i++) {
      if (site[i] !== site[letter] || kind[i] !== Entry.Branch) continue;
      if (call?.[i] !== call?.[letter]) return -1;
      if (!this.#isMatch(expr[i])) return i;
    }
    return -1;
  }

  #isMatch(expr: number): boolean {
    const { op, a, b, width } = this.store;
    if (op[expr] !== Op.Eq) return false;
    return width[a[expr]] > 1 && (op[a[expr]] === Op.Const) !== (op[b[expr]] === Op.Const);
  }

  /** The entries have been looked at. */
  end({ site, length }: Trace): void {
    for (let i = 0; i < length; i++) {
      this.#met[site[i]] = 0;
      this.#times[site[i]] = 0;
    }
  }
}

/** 1, 2, 3, 4, and then only how many bits it takes. */
const coarse = (count: number): number => (count <= 4 ? count : 37 - Math.clz32(count - 1));
