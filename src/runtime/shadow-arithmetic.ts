import { checkers } from '../checkers/index.js';
import type { Checker } from '../checkers/types.js';
import { OperationMemo } from '../expr/memo.js';
import { Op } from '../expr/ops.js';
import { type Arithmetic, fits32 } from '../vocabulary/arithmetic.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { Failures } from './failures.js';
import type { ShadowRun } from './shadow-run.js';
import type { Site } from './types.js';

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
  /** Worth remembering for who looks at sizes. */
  readonly isStep: boolean;
  /** For the memo: operation and type in one number. */
  readonly kind: number;
}

const operations = ['add', 'sub', 'mul', 'neg', 'shl', 'shr', 'rem', 'index', 'nonnull'];

const kindOf = ({ operation, type }: Arithmetic): number =>
  operations.indexOf(operation) * 4 + (type.signed ? 2 : 0) + (type.width === 64 ? 1 : 0);

/** Operations that compute sizes, as expressions; `sign` changes nothing. */
const stepOps: Readonly<Record<string, Op | 0>> = { add: Op.Add, sub: Op.Sub, mul: Op.Mul, sign: 0 };

/**
 * Operations that may have no value. On a concrete failure the program goes on with what Wasm makes of it, the
 * check quiet for the rest of the run; for symbolic operands the condition of failure is watched.
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
  ) {
    this.#memo = new OperationMemo(run.store);
    const listening = new Map<string, Place>();
    const looksAtSizes = checkers.some(({ id, allocate }) => allocate && failures.enabled.has(id));
    this.#places = sites.map(({ arithmetic }) => {
      if (!arithmetic) return undefined;
      const key = `${arithmetic.operation} ${arithmetic.type.name} ${arithmetic.about ?? ''}`;
      const known = listening.get(key) ?? {
        what: arithmetic,
        listeners: this.#listeners(arithmetic),
        kind: 0x800 + kindOf(arithmetic),
        isStep: looksAtSizes && arithmetic.type.width === 32 && arithmetic.operation in stepOps,
      };
      listening.set(key, known);
      return known;
    });
  }

  #listeners(what: Arithmetic): Listener[] {
    const operation = kindOf(what);
    return checkers.flatMap(({ id, arithmetic }, index) =>
      arithmetic?.listens(what) && this.failures.enabled.has(id)
        ? [{ index, check: arithmetic, kind: 0x1000 + index * 64 + operation }]
        : [],
    );
  }

  reset(): void {
    if (this.#muted.size > 0) this.#muted.clear();
  }

  check32(leftId: ExprId, left: number, rightId: ExprId, right: number, site: SiteId): void {
    const place = this.#places[site] as Place;
    const { what } = place;
    let quiet = this.#muted.size > 0 ? (this.#muted.get(site) ?? 0) : 0;
    if (!fits32(what, left, right)) {
      const exact = (value: number): bigint => BigInt(what.type.signed ? value : value >>> 0);
      if (this.#failed(place, quiet, exact(left), exact(right), site)) {
        if (leftId === 0 && rightId === 0) return;
        const { store } = this.run;
        const a = leftId === 0 ? store.constant(32, left) : leftId;
        const b = rightId === 0 ? store.constant(32, right) : rightId;
        this.#noteFailed(place, exact(left), exact(right), a, b, site);
        quiet = this.#muted.get(site) ?? 0;
      }
    }
    if (leftId === 0 && rightId === 0) return;
    const { store } = this.run;
    if (place.isStep) this.#noteStep(place, leftId, left, rightId, right);
    const { listeners } = place;
    for (let i = 0; i < listeners.length; i++) {
      if ((quiet >> i) & 1) continue;
      const listener = listeners[i];
      const kind = listener.kind | (leftId === 0 ? 0x10000 : 0) | (rightId === 0 ? 0x20000 : 0);
      const x = leftId === 0 ? left : leftId;
      const y = rightId === 0 ? right : rightId;
      let condition = this.#memo.find(kind, x, y);
      if (condition < 0) {
        const { slot } = this.#memo;
        const a = leftId === 0 ? store.constant(32, left) : leftId;
        const b = rightId === 0 ? store.constant(32, right) : rightId;
        condition = this.#memo.keep(slot, kind, x, y, this.#condition(place, listener, a, b));
      }
      if (condition !== 0) this.run.watch(listener.index, condition, site);
    }
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
    const before = this.#muted.get(site) ?? 0;
    const failed = this.#failed(place, before, exact(leftLow, leftHigh), exact(rightLow, rightHigh), site);
    if (leftId === 0 && rightId === 0) return;
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

  #noteStep({ what, kind }: Place, leftId: ExprId, left: number, rightId: ExprId, right: number): void {
    const { builder, store } = this.run;
    const a = leftId === 0 ? store.constant(32, left) : leftId;
    const b = rightId === 0 ? store.constant(32, right) : rightId;
    const op = stepOps[what.operation];
    let result = op ? this.#memo.find(kind, a, b) : a;
    if (result < 0) {
      const { slot } = this.#memo;
      result = this.#memo.keep(slot, kind, a, b, builder.binary(op as Op, a, b));
    }
    this.run.steps.note(result, what, a, b);
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
  #failed({ what, listeners }: Place, quiet: number, left: bigint, right: bigint, site: SiteId): boolean {
    let failing = 0;
    for (let i = 0; i < listeners.length; i++) if (listeners[i].check.fails(what, left, right)) failing |= 1 << i;
    if ((failing & ~quiet) === 0) return false;
    this.#muted.set(site, quiet | failing);
    this.failures.arithmetic(what, left, right, this.run.log.length);
    return true;
  }
}
