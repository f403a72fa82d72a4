/** When can an integer operation of the source overflow, and which checkers want to know? */

import type { Site } from '../abi/site.js';
import { checkers, isStep, looksAtSizes } from '../checkers/index.js';
import type { Checker } from '../checkers/types.js';
import { OperationMemo } from '../expr/memo.js';
import { type Arithmetic, fits32 } from '../vocabulary/arithmetic.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { Failures } from './failures.js';
import type { ShadowRun } from './shadow-run.js';
import { watchUse } from './size-watch.js';

interface Listener {
  /** In the table of checkers. */
  readonly index: number;
  readonly check: NonNullable<Checker['arithmetic']>;
  /** For the memo: operation, type and checker in one number. */
  readonly kind: number;
}

interface Place {
  readonly what: Arithmetic;
  readonly listeners: readonly Listener[];
  /** For the memo: none of the listeners has anything to ask. */
  readonly kind: number;
  /** For size-steps.ts: the number by which the operation is noted; -1 when its result can't become a size. */
  readonly step: number;
  readonly isElement: boolean;
}

/** Marks in a memo's kind: which operand is no expression. */
const [leftIsNumber, rightIsNumber] = [0x100000, 0x200000];

/**
 * Operations that may have no value. On a concrete failure the program goes on with what Wasm makes of it, the
 * check quiet for the rest of the run; for symbolic operands the condition of failure is watched.
 *
 * Hot: called for every symbolic sum. What an operation's listeners have to ask is remembered by its operands, and
 * first of all that they have nothing to ask, as most sums can't leave their type.
 */
export class ShadowArithmetic {
  readonly #places: (Place | undefined)[];
  readonly #memo: OperationMemo;
  /** Sites where a check failed in this run, and which: a bit a listener. The others there still listen. */
  readonly #muted = new Map<SiteId, number>();

  constructor(
    readonly run: ShadowRun,
    readonly failures: Failures,
    sites: readonly Site[],
    is64: boolean,
  ) {
    this.#memo = new OperationMemo(run.store);
    const listening = new Map<string, Place>();
    const wantsSteps = looksAtSizes(failures.enabled);
    this.#places = sites.map(({ arithmetic }) => {
      if (!arithmetic) return undefined;
      const key = `${arithmetic.operation} ${arithmetic.type.name} ${arithmetic.to?.name} ${arithmetic.use} ${arithmetic.about}`;
      const known = listening.get(key) ?? {
        what: arithmetic,
        listeners: this.#listeners(arithmetic, listening.size),
        kind: (listening.size + 1) * 64,
        step: wantsSteps && isStep(arithmetic, is64) ? run.steps.kind(arithmetic) : -1,
        isElement: arithmetic.operation === 'element',
      };
      listening.set(key, known);
      return known;
    });
  }

  #listeners(what: Arithmetic, operation: number): Listener[] {
    return checkers.flatMap(({ id, arithmetic }, index) =>
      arithmetic?.listens(what, this.failures.enabled) && this.failures.enabled.has(id)
        ? [{ index, check: arithmetic, kind: (operation + 1) * 64 + index + 1 }]
        : [],
    );
  }

  reset(): void {
    if (this.#muted.size > 0) this.#muted.clear();
  }

  check32(leftId: ExprId, left: number, rightId: ExprId, right: number, site: SiteId): void {
    const place = this.#places[site] as Place;
    if (place.isElement) return this.#element(leftId, left, site);
    const isSymbolic = leftId !== 0 || rightId !== 0;
    if (isSymbolic && place.step >= 0) this.run.steps.note(place.step, leftId, left, rightId, right);
    const { what, listeners } = place;
    if (listeners.length === 0) return;
    let quiet = this.#muted.size > 0 ? (this.#muted.get(site) ?? 0) : 0;
    if (!fits32(what, left, right)) {
      const exact = (value: number): bigint => BigInt(what.type.signed ? value : value >>> 0);
      if (this.#failed(place, quiet, exact(left), exact(right), site, isSymbolic)) {
        if (!isSymbolic) return;
        const { store } = this.run;
        const a = leftId === 0 ? store.constant(32, left) : leftId;
        const b = rightId === 0 ? store.constant(32, right) : rightId;
        this.#noteFailed(place, exact(left), exact(right), a, b, site);
        quiet = this.#muted.get(site) ?? 0;
      }
    }
    if (!isSymbolic) return;
    const memo = this.#memo;
    const operands = (leftId === 0 ? leftIsNumber : 0) | (rightId === 0 ? rightIsNumber : 0);
    const x = leftId === 0 ? left : leftId;
    const y = rightId === 0 ? right : rightId;
    const kind = place.kind | operands;
    const isNothing = memo.find(kind, x, y) === 0;
    if (isNothing) return;
    const { slot } = memo;
    let asked = 0;
    for (let i = 0; i < listeners.length; i++) {
      const listener = listeners[i];
      const own = listener.kind | operands;
      let condition = memo.find(own, x, y);
      if (condition < 0) {
        const at = memo.slot;
        const { store } = this.run;
        const a = leftId === 0 ? store.constant(32, left) : leftId;
        const b = rightId === 0 ? store.constant(32, right) : rightId;
        condition = memo.keep(at, own, x, y, this.#condition(place, listener, a, b));
      }
      if (condition === 0) continue;
      asked++;
      if (((quiet >> i) & 1) === 0) this.run.watch(listener.index, condition, site);
    }
    if (asked === 0) memo.keep(slot, kind, x, y, 0);
  }

  check64(
    leftId: ExprId,
    leftLow: number,
    leftHigh: number,
    rightId: ExprId,
    rightLow: number,
    rightHigh: number,
    site: SiteId,
  ): void {
    const place = this.#places[site] as Place;
    const { signed } = place.what.type;
    const exact = (low: number, high: number): bigint => {
      const bits = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
      return signed ? BigInt.asIntN(64, bits) : bits;
    };
    if (place.isElement) return this.#element(leftId, leftLow, site);
    if (place.step >= 0 && (leftId !== 0 || rightId !== 0)) {
      this.run.steps.note(place.step, leftId, leftLow, rightId, rightLow, leftHigh, rightHigh);
    }
    if (place.listeners.length === 0) return;
    const before = this.#muted.get(site) ?? 0;
    const isSymbolic = leftId !== 0 || rightId !== 0;
    const failed = this.#failed(place, before, exact(leftLow, leftHigh), exact(rightLow, rightHigh), site, isSymbolic);
    if (!isSymbolic) return;
    const { store } = this.run;
    const a = leftId === 0 ? store.constant(64, leftLow, leftHigh) : leftId;
    const b = rightId === 0 ? store.constant(64, rightLow, rightHigh) : rightId;
    if (failed) this.#noteFailed(place, exact(leftLow, leftHigh), exact(rightLow, rightHigh), a, b, site);
    const quiet = this.#muted.get(site) ?? 0;
    for (const [i, listener] of place.listeners.entries()) {
      if ((quiet >> i) & 1) continue;
      const condition = this.#condition(place, listener, a, b);
      if (condition !== 0) this.run.watch(listener.index, condition, site);
    }
  }

  #element(id: ExprId, value: number, site: SiteId): void {
    const use = id === 0 ? undefined : watchUse(this.run, this.failures, { value }, id, site);
    if (use) this.failures.index(use, this.run.log.length);
  }

  #condition({ what }: Place, { check }: Listener, left: ExprId, right: ExprId): ExprId {
    const condition = check.condition(this.run.builder, { ...what, left, right });
    return condition === 0 || this.run.store.isConst(condition) ? 0 : condition;
  }

  #noteFailed(place: Place, left: bigint, right: bigint, leftId: ExprId, rightId: ExprId, site: SiteId): void {
    for (const listener of place.listeners) {
      if (!listener.check.fails(place.what, left, right)) continue;
      const condition = this.#condition(place, listener, leftId, rightId);
      if (condition !== 0) this.run.failedWatches.add(listener.index, condition, site, this.run.log.length);
    }
  }

  /** True when a checker that is not quiet says so; then it is, from now on. */
  #failed(
    { what, listeners }: Place,
    quiet: number,
    left: bigint,
    right: bigint,
    site: SiteId,
    isSymbolic: boolean,
  ): boolean {
    let failing = 0;
    for (let i = 0; i < listeners.length; i++) if (listeners[i].check.fails(what, left, right)) failing |= 1 << i;
    if ((failing & ~quiet) === 0) return false;
    // Whether a missing value is used depends on the caller.
    if (what.operation !== 'returned') this.#muted.set(site, quiet | failing);
    this.failures.arithmetic(what, left, right, { position: this.run.log.length, isChosen: isSymbolic });
    return true;
  }
}
