import { callTimes, Entry, type Trace } from '../../abi/trace.js';
import { Op } from '../../expr/ops.js';
import type { ExprStore } from '../../expr/store.js';

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
    const constant = op[b[id]] === Op.Const ? b[id] : a[id];
    if (op[constant] !== Op.Const) return 0;
    return placeAt(trace, i) * 2 ** 24 + (Math.imul(lo[constant], 0x9e3779b1) >>> 8) + 1;
  }
}

/** The site, and for those of the library the user's call: its `strcmp` is one for all words. */
function placeAt({ site, call }: Trace, i: number): number {
  const caller = call ? Math.floor(call[i] / callTimes) : 0;
  return (Math.imul(caller, 0x85ebca6b) ^ Math.imul(site[i], 0xc2b2ae35)) >>> 4;
}
