import { type Implied, impliedIn } from '../expr/implied.js';
import { arity, Op } from '../expr/ops.js';
import { computeRange, narrowRange, stride } from '../expr/range-rules.js';
import type { ExprStore } from '../expr/store.js';
import { rangesOf, type ValueRanges } from '../expr/value-ranges.js';
import type { ExprId } from '../vocabulary/brands.js';
import { firstCapacity, grown } from '../vocabulary/capacity.js';
import { powerOfTwo } from '../vocabulary/powers.js';
import { greatestOf, isEmpty, leastOf } from './byteset.js';
import type { PathFacts } from './path-facts.js';

/** Expressions looked at for one question; of what lies below them only what holds on every path is used. */
const workLimit = 2_000;
/** How far what is known of an expression is passed on to its parts. */
const depthLimit = 6;

/**
 * Bounds of expressions on one path: what ValueRanges knows, narrowed by what the path says of bytes and, by its
 * comparisons, of whole expressions (`balance > 0` bounds the next product whatever `balance` is made of). Tells in
 * microseconds that a sum can't overflow, and nothing where it can't tell.
 */
export class PathRanges {
  readonly #always: ValueRanges;
  readonly #implied: Implied;
  /** What comparisons said: per expression, where its bounds stand. */
  readonly #facts = new Map<ExprId, number>();
  #factBounds = new Float64Array(stride * 16);
  /** The same of what was computed since the last fact. */
  #places = new Int32Array(firstCapacity);
  #stamps = new Int32Array(firstCapacity);
  #stamp = 0;
  #bounds = new Float64Array(stride * firstCapacity);
  #used = 0;
  readonly #pending: ExprId[] = [];
  #path: PathFacts | undefined;

  constructor(readonly store: ExprStore) {
    this.#always = rangesOf(store);
    this.#implied = impliedIn(store);
  }

  /** Whose path is looked at. */
  get path(): PathFacts | undefined {
    return this.#path;
  }

  /** Another path. */
  begin(path: PathFacts): void {
    this.#path = path;
    this.#facts.clear();
    this.#forget();
  }

  /** Something, no conjunction, that holds on the path from here on. */
  note(constraint: ExprId): void {
    const { op, a, b } = this.store;
    const [left, right] = [a[constraint], b[constraint]];
    switch (op[constraint]) {
      case Op.Ult:
        this.#ordered(left, right, 1, false);
        break;
      case Op.Ule:
        this.#ordered(left, right, 0, false);
        break;
      case Op.Slt:
        this.#ordered(left, right, 1, true);
        break;
      case Op.Sle:
        this.#ordered(left, right, 0, true);
        break;
      case Op.Eq:
        this.#ordered(left, right, 0, false);
        this.#ordered(right, left, 0, false);
        break;
      case Op.Xor:
        // A negation; of two conditions it says only that they differ.
        if (op[left] === Op.Eq && this.store.isConst(right)) this.#unequal(a[left], b[left]);
        break;
    }
    this.#forget();
  }

  /** No input on the path meets the condition. */
  isNever(condition: ExprId): boolean {
    const implied = this.#implied.by(condition);
    return this.#isFalse(condition) || (implied !== 0 && this.#isFalse(implied));
  }

  #isFalse(condition: ExprId): boolean {
    this.#compute(condition);
    return this.#bounds[this.#places[condition] + 1] === 0;
  }

  #forget(): void {
    this.#stamp++;
    this.#used = 0;
  }

  #ordered(smaller: ExprId, larger: ExprId, gap: number, isSigned: boolean): void {
    const { store } = this;
    if (!store.isConst(smaller)) {
      this.#narrow(smaller, -Infinity, this.#known(larger, isSigned ? 3 : 1) - gap, isSigned, 0);
    }
    if (!store.isConst(larger)) {
      this.#narrow(larger, this.#known(smaller, isSigned ? 2 : 0) + gap, Infinity, isSigned, 0);
    }
  }

  /** Not the end of what it may be: then one less. */
  #unequal(left: ExprId, right: ExprId): void {
    const { store } = this;
    if (store.isConst(left) === store.isConst(right) || store.width[left] > 32) return;
    const [value, constant] = store.isConst(right) ? [left, right] : [right, left];
    for (const [end, isSigned] of [
      [0, false],
      [2, true],
    ] as const) {
      const not = this.#known(constant, end);
      if (this.#known(value, end) === not) this.#narrow(value, not + 1, Infinity, isSigned, 0);
      if (this.#known(value, end + 1) === not) this.#narrow(value, -Infinity, not - 1, isSigned, 0);
    }
  }

  /** One of the four bounds, from comparisons or from what always holds. */
  #known(id: ExprId, end: number): number {
    const at = this.#facts.get(id);
    if (at !== undefined) return this.#factBounds[at + end];
    const always = this.#always;
    if (end === 0) return always.lowest(id);
    if (end === 1) return always.highest(id);
    return end === 2 ? always.lowestSigned(id) : always.highestSigned(id);
  }

  #narrow(id: ExprId, from: number, to: number, isSigned: boolean, depth: number): void {
    let at = this.#facts.get(id);
    if (at === undefined) {
      at = this.#facts.size * stride;
      if (at === this.#factBounds.length) this.#factBounds = grown(this.#factBounds);
      for (let end = 0; end < stride; end++) this.#factBounds[at + end] = this.#known(id, end);
      this.#facts.set(id, at);
    }
    narrowRange(this.#factBounds, at, this.store.width[id], from, to, isSigned);
    if (depth < depthLimit) this.#passDown(id, at, depth + 1);
  }

  /** What is known of the whole says something of a part. */
  #passDown(id: ExprId, at: number, depth: number): void {
    const { store } = this;
    const [left, right] = [store.a[id], store.b[id]];
    const [low, high, least, most] = this.#factBounds.subarray(at, at + stride);
    switch (store.op[id]) {
      case Op.ZExt:
        return this.#narrow(left, low, high, false, depth);
      case Op.SExt:
        return this.#narrow(left, least, most, true, depth);
      case Op.Concat: {
        if (store.width[id] > 53) return;
        const unit = powerOfTwo(store.width[right]);
        this.#narrow(left, Math.floor(low / unit), Math.floor(high / unit), false, depth);
        const above = this.#known(left, 0);
        if (above !== this.#known(left, 1)) return;
        return this.#narrow(right, low - above * unit, high - above * unit, false, depth);
      }
      case Op.Add: {
        if (!store.isConst(right) || store.width[id] > 53) return;
        const half = powerOfTwo(store.width[id] - 1);
        const [added, addedSigned] = [this.#known(right, 0), this.#known(right, 2)];
        if (this.#known(left, 1) + added < 2 * half) this.#narrow(left, low - added, high - added, false, depth);
        if (this.#known(left, 2) + addedSigned >= -half && this.#known(left, 3) + addedSigned < half) {
          this.#narrow(left, least - addedSigned, most - addedSigned, true, depth);
        }
      }
    }
  }

  readonly #rowOf = (id: ExprId): number => this.#places[id];

  #compute(root: ExprId): void {
    const { store } = this;
    if (root >= this.#places.length) {
      this.#places = new Int32Array(store.op.length);
      this.#stamps = new Int32Array(store.op.length);
      this.#forget();
    }
    const stamps = this.#stamps;
    const stamp = this.#stamp;
    const pending = this.#pending;
    const { op, a, b, c, tables } = store;
    let work = 0;
    pending.push(root);
    while (pending.length > 0) {
      const id = pending[pending.length - 1];
      if (stamps[id] === stamp) {
        pending.pop();
        continue;
      }
      const before = pending.length;
      const children = arity(op[id]);
      if (work < workLimit) {
        if (children > 0 && stamps[a[id]] !== stamp) pending.push(a[id]);
        if (children > 1 && stamps[b[id]] !== stamp) pending.push(b[id]);
        if (children > 2 && stamps[c[id]] !== stamp) pending.push(c[id]);
        if (op[id] === Op.Read) {
          for (const byte of tables[b[id]].ids) if (byte !== 0 && stamps[byte] !== stamp) pending.push(byte);
        }
        if (pending.length > before) {
          work += pending.length - before;
          continue;
        }
      }
      pending.pop();
      this.#place(id, work >= workLimit);
    }
  }

  /** Computes one expression whose parts are known, or gives up on them. */
  #place(id: ExprId, giveUp: boolean): void {
    const at = this.#used;
    this.#used += stride;
    if (at === this.#bounds.length) this.#bounds = grown(this.#bounds);
    const bounds = this.#bounds;
    this.#places[id] = at;
    this.#stamps[id] = this.#stamp;
    const { store } = this;
    const width = store.width[id];
    if (store.op[id] === Op.Var || giveUp) {
      for (let end = 0; end < stride; end++) bounds[at + end] = this.#known(id, end);
      const set = store.op[id] === Op.Var ? this.#path!.byte(store.a[id]).set : undefined;
      if (set && !isEmpty(set)) narrowRange(bounds, at, width, leastOf(set), greatestOf(set), false);
      return;
    }
    computeRange(store, id, bounds, at, this.#rowOf);
    const fact = this.#facts.get(id);
    if (fact === undefined) return;
    narrowRange(bounds, at, width, this.#factBounds[fact], this.#factBounds[fact + 1], false);
    narrowRange(bounds, at, width, this.#factBounds[fact + 2], this.#factBounds[fact + 3], true);
  }
}
