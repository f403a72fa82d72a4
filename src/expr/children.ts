import type { ExprId } from '../vocabulary/brands.js';
import { arity, Op } from './ops.js';
import type { ExprStore } from './store.js';

/** What an expression is made of, the symbolic bytes of a table that it reads among it. */
export function forEachChild(store: ExprStore, id: ExprId, visit: (child: ExprId) => void): void {
  const { op, a, b, c, tables } = store;
  const children = arity(op[id]);
  if (children > 0) visit(a[id]);
  if (children > 1) visit(b[id]);
  if (children > 2) visit(c[id]);
  if (op[id] === Op.Read) for (const byte of tables[b[id]].ids) if (byte !== 0) visit(byte);
}
