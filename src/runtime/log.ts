/** Where is the trace of the current run kept? */

import { callTimes, type Entry, type Trace } from '../abi/trace.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';

/** Entries from which on repeated ones are left out, and how many different ones are remembered for that. */
const longTrace = 1 << 14;
const mostKnown = 1 << 20;

/** How far a run with goals has come: the goal looked for, and the goals behind the end of the current function. */
export interface Stage {
  readonly next: number;
  readonly outer: number;
}

/** The trace of the current run, in arrays that are reused by the next. */
export class Log implements Trace {
  length = 0;
  kind = new Uint8Array(1024);
  expr = new Int32Array(1024);
  site = new Int32Array(1024);
  value = new Int32Array(1024);
  call = new Int32Array(1024);
  #currentCall = 0;
  /** How often each site called in this run. */
  readonly #calls = new Map<SiteId, number>();
  outer: Int32Array | undefined;
  next: Uint8Array | undefined;
  #stage: Stage | undefined;

  /** From here on each entry is kept with how far the run had come. */
  watch(stage: Stage): void {
    this.#stage = stage;
    this.outer = new Int32Array(this.kind.length);
    this.next = new Uint8Array(this.kind.length);
  }

  /** Of long traces only: entries by kind and expression. */
  readonly #known = new Set<number>();
  #counted = 0;

  clear(): void {
    this.length = 0;
    this.#currentCall = 0;
    if (this.#calls.size > 0) this.#calls.clear();
    if (this.#counted > 0) this.#known.clear();
    this.#counted = 0;
  }

  /** What comes is put down to the call made here. */
  called(site: SiteId): void {
    const times = (this.#calls.get(site) ?? 0) + 1;
    this.#calls.set(site, times);
    this.#currentCall = site * callTimes + Math.min(times, callTimes - 1);
  }

  /**
   * In a trace that got long: was the same already asked? Such an entry says nothing new, and a loop on the way
   * to running out of fuel would add millions. Depends on nothing but the trace so far.
   */
  repeats(kind: Entry, expr: ExprId): boolean {
    if (this.length < longTrace) return false;
    const known = this.#known;
    for (; this.#counted < this.length && known.size < mostKnown; this.#counted++) {
      known.add(this.expr[this.#counted] * 16 + this.kind[this.#counted]);
    }
    return known.has(expr * 16 + kind);
  }

  add(kind: Entry, expr: ExprId, site: SiteId, value: number): void {
    const at = this.length++;
    if (at >= this.kind.length) this.#grow();
    this.kind[at] = kind;
    this.expr[at] = expr;
    this.site[at] = site;
    this.value[at] = value;
    this.call[at] = this.#currentCall;
    if (this.#stage) {
      this.outer![at] = this.#stage.outer;
      this.next![at] = this.#stage.next;
    }
  }

  #grow(): void {
    const length = this.kind.length * 2;
    const copy = <T extends Uint8Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.kind = copy(this.kind, new Uint8Array(length));
    this.expr = copy(this.expr, new Int32Array(length));
    this.site = copy(this.site, new Int32Array(length));
    this.value = copy(this.value, new Int32Array(length));
    this.call = copy(this.call, new Int32Array(length));
    if (this.outer) this.outer = copy(this.outer, new Int32Array(length));
    if (this.next) this.next = copy(this.next, new Uint8Array(length));
  }
}
