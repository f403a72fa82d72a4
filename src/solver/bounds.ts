import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';

interface Bound {
  readonly value: bigint;
  readonly part: ExprId;
}

/**
 * The tightest bounds of expressions met on a path. A loop to an input's value says 1 < n, 2 < n, … ;
 * only the last of these says something.
 */
export class Bounds {
  readonly #tightest = new Map<string, Bound>();

  constructor(readonly store: ExprStore) {}

  /**
   * What to do with a constraint that bounds an expression by a constant: `undefined` to keep it,
   * itself if it follows from one before, else the one before that follows from it.
   */
  superseded(part: ExprId): ExprId | undefined {
    const { store } = this;
    const op = store.op[part];
    if (op !== Op.Ult && op !== Op.Ule && op !== Op.Slt && op !== Op.Sle) return undefined;
    const [a, b] = [store.a[part], store.b[part]];
    const isLower = store.isConst(a);
    if (isLower === store.isConst(b)) return undefined;
    const isSigned = op === Op.Slt || op === Op.Sle;
    const width = store.width[a];
    const bits = constantOf(store, isLower ? a : b);
    let value = isSigned ? BigInt.asIntN(width, bits) : bits;
    // As the least or greatest value allowed.
    if (op === Op.Ult || op === Op.Slt) value += isLower ? 1n : -1n;
    const key = `${isLower ? b : a}${isLower ? '>' : '<'}${isSigned ? 's' : 'u'}`;
    const before = this.#tightest.get(key);
    if (before !== undefined && (isLower ? value <= before.value : value >= before.value)) return part;
    this.#tightest.set(key, { value, part });
    return before?.part;
  }
}

function constantOf(store: ExprStore, id: ExprId): bigint {
  return (BigInt(store.hi[id] >>> 0) << 32n) | BigInt(store.lo[id] >>> 0);
}
