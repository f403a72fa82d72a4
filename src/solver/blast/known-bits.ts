import { Op } from '../../expr/ops.js';
import { computeRange, exact, narrowRange, stride } from '../../expr/range-rules.js';
import type { ExprStore } from '../../expr/store.js';
import type { ExprId, VarId } from '../../vocabulary/brands.js';
import { firstCapacity, grown } from '../../vocabulary/capacity.js';
import { powerOfTwo } from '../../vocabulary/powers.js';
import type { Bits } from './arithmetic.js';
import { no, yes } from './gates.js';

/**
 * The leading bits that all values between an expression's bounds have in common, given what its bytes may be: of a
 * number made of four digits eighteen. A division by a constant is a thousand gates of which most are gone then. Of
 * numbers that may be negative they are copies of the sign.
 */
export class KnownBits {
  readonly #rows = new Map<ExprId, number>();
  #bounds = new Float64Array(stride * firstCapacity);
  readonly #bytes = new Map<VarId, readonly [number, number]>();

  constructor(readonly store: ExprStore) {}

  clear(): void {
    this.#rows.clear();
    this.#bytes.clear();
  }

  byteIs(variable: VarId, least: number, greatest: number): void {
    this.#bytes.set(variable, [least, greatest]);
  }

  /** The bits with those that are known put in. Operands come first. */
  replaced(id: ExprId, bits: Bits): Bits {
    const at = this.#row(id);
    const low = this.#bounds[at];
    const high = this.#bounds[at + 1];
    if (!(low <= high)) return bits;
    if (high >= exact) return this.#withSign(at, bits);
    let unknown = bits.length;
    const known: Bits = [];
    for (; unknown > 0; unknown--) {
      const unit = powerOfTwo(unknown - 1);
      const bit = Math.floor(low / unit) % 2;
      if (bit !== Math.floor(high / unit) % 2) break;
      known.unshift(bit === 1 ? yes : no);
    }
    return known.length === 0 ? this.#withSign(at, bits) : [...bits.slice(0, unknown), ...known];
  }

  #withSign(at: number, bits: Bits): Bits {
    const least = this.#bounds[at + 2];
    const most = this.#bounds[at + 3];
    if (!(least <= most) || least <= -exact || most >= exact) return bits;
    let needed = 1;
    while (needed < bits.length && (least < -powerOfTwo(needed - 1) || most >= powerOfTwo(needed - 1))) needed++;
    return [...bits.slice(0, needed), ...bits.slice(needed).fill(bits[needed - 1])];
  }

  readonly #rowOf = (id: ExprId): number => this.#rows.get(id)!;

  #row(id: ExprId): number {
    const { store } = this;
    const at = this.#rows.size * stride;
    if (at === this.#bounds.length) this.#bounds = grown(this.#bounds);
    this.#rows.set(id, at);
    computeRange(store, id, this.#bounds, at, this.#rowOf);
    const byte = store.op[id] === Op.Var ? this.#bytes.get(store.a[id]) : undefined;
    if (byte) narrowRange(this.#bounds, at, store.width[id], byte[0], byte[1], false);
    return at;
  }
}
