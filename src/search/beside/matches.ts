import { callTimes, Entry, type Trace } from '../../abi/trace.js';
import { Op } from '../../expr/ops.js';
import type { ExprStore } from '../../expr/store.js';
import type { ExprId } from '../../vocabulary/brands.js';

/** What one place was found equal to, at most: behind that they are numbers, and no words. */
const mostAtAPlace = 64;

/**
 * What runs compared and found equal, by place and constant: the letters of the words a program knows. An input that
 * is the first to have one is worth as much as one that covers something: `[listen]` passes the same lines as
 * `[pool]`, and changes what comes behind it.
 */
export class Matches {
  readonly #known = new Set<number>();
  readonly #places = new Map<number, number>();

  constructor(readonly store: ExprStore) {}

  /** Those of a run that no other had before. */
  fresh(trace: Trace): number[] {
    const fresh: number[] = [];
    for (let i = 0; i < trace.length; i++) {
      const match = this.#at(trace, i);
      if (match === 0 || this.#known.has(match)) continue;
      this.#known.add(match);
      const place = placeAt(trace, i);
      const count = (this.#places.get(place) ?? 0) + 1;
      this.#places.set(place, count);
      if (count <= mostAtAPlace) fresh.push(match);
    }
    return fresh;
  }

  of(trace: Trace): ReadonlySet<number> {
    const all = new Set<number>();
    for (let i = 0; i < trace.length; i++) all.add(this.#at(trace, i));
    return all;
  }

  /** 0: no comparison, or not equal. */
  #at(trace: Trace, i: number): number {
    if (trace.kind[i] !== Entry.Branch) return 0;
    const { op, a, b, lo } = this.store;
    const id = trace.expr[i];
    if (op[id] !== Op.Eq) return 0;
    const [constant, other] = op[b[id]] === Op.Const ? [b[id], a[id]] : [a[id], b[id]];
    if (op[constant] !== Op.Const) return 0;
    const word = Math.imul(this.#lettersOf(other) ^ lo[constant], 0x9e3779b1);
    return placeAt(trace, i) * 2 ** 24 + (word >>> 8) + 1;
  }

  /** A modelled `strcmp` is compared with 0 as a whole: its word is in the conditions, one letter inside another. */
  #lettersOf(result: ExprId): number {
    const { op, a, b, lo } = this.store;
    let letters = 0;
    for (let at = result; op[at] === Op.Ite && op[a[at]] === Op.Eq; at = b[at]) {
      const isSame = a[at];
      const letter = op[b[isSame]] === Op.Const ? b[isSame] : a[isSame];
      letters = Math.imul(letters, 31) + (op[letter] === Op.Const ? lo[letter] : 0);
    }
    return letters;
  }
}

/** The site, and for those of the library the user's call: its `strcmp` is one for all words. */
function placeAt({ site, call }: Trace, i: number): number {
  const caller = call ? Math.floor(call[i] / callTimes) : 0;
  return (Math.imul(caller, 0x85ebca6b) ^ Math.imul(site[i], 0xc2b2ae35)) >>> 4;
}
