import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';

let stamps = new Int32Array(0);
let stamp = 0;
const pending: ExprId[] = [];

/** Everything `root` is made of, children before parents; `undefined` if that is more than `limit`. */
export function coneOf(store: ExprStore, root: ExprId, limit = Number.POSITIVE_INFINITY): ExprId[] | undefined {
  return conesOf(store, [root], limit);
}

export function conesOf(
  store: ExprStore,
  roots: Iterable<ExprId>,
  limit = Number.POSITIVE_INFINITY,
): ExprId[] | undefined {
  if (stamps.length < store.size) stamps = new Int32Array(store.op.length);
  if (++stamp === 0x7fffffff) {
    stamps.fill(0);
    stamp = 1;
  }
  const cone: ExprId[] = [];
  pending.length = 0;
  const reach = (id: ExprId): void => {
    if (stamps[id] === stamp) return;
    stamps[id] = stamp;
    cone.push(id);
    pending.push(id);
  };
  for (const root of roots) reach(root);
  while (pending.length > 0) {
    if (cone.length > limit) return undefined;
    const id = pending.pop()!;
    const op = store.op[id];
    if (op === Op.Const || op === Op.Var) continue;
    reach(store.a[id]);
    if (op === Op.Read) {
      for (const entry of store.tables[store.b[id]].ids) if (entry !== 0) reach(entry);
      continue;
    }
    if (store.b[id] !== 0) reach(store.b[id]);
    if (op === Op.Ite) reach(store.c[id]);
  }
  return cone.sort((left, right) => left - right);
}
