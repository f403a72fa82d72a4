/** Was a number made from a negative `char` or `short`? */

import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { ExprId } from '../vocabulary/brands.js';

/** Widths of what was narrow, times the size of an element; a single bit is a truth value, not a number. */
const [narrowest, widest] = [2, 20];

/** Parts of an expression looked at. */
const mostParts = 32;

/** Operations that carry the sign of their operands into the result. */
const passing: ReadonlySet<Op> = new Set([Op.Add, Op.Sub, Op.Mul, Op.Shl, Op.Concat, Op.Extract, Op.SExt]);

/**
 * The chars and shorts that were made wider, sign and all, on the way to a value: the first that are found among its
 * sums and products. Width-1 conditions, each true when such a part is negative.
 */
export function negativeExtensions(builder: Builder, value: ExprId): ExprId[] {
  const { store } = builder;
  const found: ExprId[] = [];
  const seen = new Set<ExprId>();
  const waiting = [value];
  while (waiting.length > 0 && seen.size < mostParts) {
    const id = waiting.shift() as ExprId;
    if (seen.has(id) || store.isConst(id)) continue;
    seen.add(id);
    const op = store.op[id] as Op;
    const part = store.a[id];
    if (op === Op.SExt && store.width[part] >= narrowest && store.width[part] <= widest) {
      found.push(builder.binary(Op.Slt, part, store.constant(store.width[part], 0)));
    } else if (passing.has(op)) {
      waiting.push(part);
      if (op !== Op.Extract && op !== Op.SExt) waiting.push(store.b[id]);
    }
  }
  return found;
}
