import { Op } from '../expr/ops.js';
import { stepOf } from '../expr/range-of-read.js';
import type { ExprStore } from '../expr/store.js';
import { Supports } from '../expr/support.js';
import { rangesOf } from '../expr/value-ranges.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { ShadowRun } from './shadow-run.js';

/** How many operations of a byte are looked at to see that it is data. */
const cellLimit = 24;

/**
 * Indices that lead from one place of a buffer to another: where they point is decided by forks, so that what is read
 * there is one byte of the input and no choice among all of them (decision note 30). The forks halve what the index
 * may be until one value is left; the other half of each is asked for like the other outcome of a branch, so no value is
 * dropped, and none is asked for before its turn.
 */
export class IndexForks {
  readonly #store: ExprStore;
  readonly #supports: Supports;
  /** Per table the bytes of the input that stand in it. */
  #data = new Map<number, number>();
  #overlaps = new Map<number, boolean>();
  #generation: number;

  constructor(
    readonly run: ShadowRun,
    readonly isOn: boolean,
  ) {
    this.#store = run.store;
    this.#supports = new Supports(run.store);
    this.#generation = run.store.generation;
  }

  /** An earlier fork left the index no other value on this path. */
  isDecided(index: ExprId, value: number): boolean {
    return this.run.forks > 0 && this.run.isKnown(this.run.equals(index, value, 0));
  }

  /** The index was made of bytes that stand in the table itself. */
  walks(table: number, index: ExprId): boolean {
    if (this.#generation !== this.#store.generation) {
      this.#generation = this.#store.generation;
      this.#data = new Map();
      this.#overlaps = new Map();
    }
    if (!this.isOn || this.#store.tables[table].ids.length === 0) return false;
    const data = this.#dataOf(table);
    if (data === 0) return false;
    const own = this.#supports.supportId(index);
    const pair = own * 2 ** 26 + data;
    let answer = this.#overlaps.get(pair);
    if (answer === undefined) {
      answer = overlap(this.#supports.setOf(own), this.#supports.setOf(data));
      this.#overlaps.set(pair, answer);
    }
    return answer;
  }

  #dataOf(table: number): number {
    let data = this.#data.get(table);
    if (data !== undefined) return data;
    data = 0;
    for (const id of this.#store.tables[table].ids) {
      if (id !== 0 && this.#isData(id)) data = this.#supports.union(data, this.#supports.supportId(id));
    }
    this.#data.set(table, data);
    return data;
  }

  /** Bytes of the input or bits of them, at most cut off at a length; not what was computed of a comparison or a read. */
  #isData(id: ExprId): boolean {
    const { op, a, b, c } = this.#store;
    const pending = [op[id] === Op.Ite ? b[id] : id];
    if (op[id] === Op.Ite) pending.push(c[id]);
    for (let looked = 0; pending.length > 0; looked++) {
      const each = pending.pop()!;
      if (looked === cellLimit || !dataOps.has(op[each])) return false;
      if (op[each] === Op.Const || op[each] === Op.Var) continue;
      pending.push(a[each]);
      if (twoSided.has(op[each])) pending.push(b[each]);
    }
    return true;
  }

  /**
   * From here on the index is its value. False: it is above `last`, and that it may be any value there is all that is
   * known of it.
   */
  decide(index: ExprId, value: number, last: number, site: SiteId): boolean {
    const { run } = this;
    const equal = run.equals(index, value, 0);
    if (this.#store.isConst(equal) || run.isKnown(equal)) return true;
    const ranges = rangesOf(this.#store);
    const step = stepOf(this.#store, index);
    this.#atMost(index, last, value <= last, site);
    if (value > last) return false;
    let low = Math.ceil(ranges.lowest(index) / step);
    let high = Math.floor(Math.min(ranges.highest(index), last) / step);
    const at = value / step;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const isBelow = at <= middle;
      this.#atMost(index, middle * step, isBelow, site);
      if (isBelow) high = middle;
      else low = middle + 1;
    }
    run.know(equal);
    run.decide(index);
    return true;
  }

  #atMost(index: ExprId, limit: number, holds: boolean, site: SiteId): void {
    const { run } = this;
    const bound = this.#store.constant(this.#store.width[index], limit);
    run.fork(run.builder.binary(Op.Ule, index, bound), holds, site);
  }
}

const twoSided: ReadonlySet<number> = new Set([Op.Concat, Op.And, Op.Or, Op.Xor, Op.Add, Op.Sub]);
const dataOps: ReadonlySet<number> = new Set([...twoSided, Op.Const, Op.Var, Op.Extract, Op.ZExt, Op.SExt]);

function overlap(left: Int32Array, right: Int32Array): boolean {
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) return true;
    if (left[i] < right[j]) i++;
    else j++;
  }
  return false;
}
