import type { Builder } from '../expr/build.js';
import { arity, isComparison, Op } from '../expr/ops.js';
import type { ExprId, VarId } from '../vocabulary/brands.js';
import { conesOf } from './cone.js';

/**
 * Constraints with some bytes replaced by their values, simplified on the way: a checksum over a
 * thousand bytes of which one is free becomes a sum of two. `undefined` if they have more than `limit`
 * operations.
 */
export function specialise(
  builder: Builder,
  constraints: readonly ExprId[],
  isFree: (variable: VarId) => boolean,
  input: Uint8Array,
  limit: number,
): ExprId[] | undefined {
  const cone = conesOf(builder.store, constraints, limit);
  if (cone === undefined) return undefined;
  const special = new Map<ExprId, ExprId>();
  for (const id of cone) special.set(id, rebuilt(builder, id, special, isFree, input));
  return constraints.map((constraint) => special.get(constraint)!);
}

function rebuilt(
  builder: Builder,
  id: ExprId,
  special: ReadonlyMap<ExprId, ExprId>,
  isFree: (variable: VarId) => boolean,
  input: Uint8Array,
): ExprId {
  const { store } = builder;
  const op = store.op[id] as Op;
  if (op === Op.Const) return id;
  if (op === Op.Var) return isFree(store.a[id]) ? id : store.constant(8, input[store.a[id]] ?? 0);
  const width = store.width[id];
  const a = special.get(store.a[id])!;
  if (op === Op.Read) return builder.read(tableOf(builder, store.b[id], special), a, width);
  const operands = arity(op);
  const b = operands > 1 ? special.get(store.b[id])! : store.b[id];
  const c = operands > 2 ? special.get(store.c[id])! : store.c[id];
  if (a === store.a[id] && b === store.b[id] && c === store.c[id]) return id;
  switch (op) {
    case Op.Ite:
      return builder.ite(a, b, c);
    case Op.Concat:
      return builder.concat(a, b);
    case Op.Extract:
      return builder.extract(a, c, width);
    case Op.ZExt:
      return builder.zext(a, width);
    case Op.SExt:
      return builder.sext(a, width);
    default:
      return operands === 2 || isComparison(op) ? builder.binary(op, a, b) : builder.unary(op, a);
  }
}

function tableOf(builder: Builder, table: number, special: ReadonlyMap<ExprId, ExprId>): number {
  const { store } = builder;
  const { bytes, ids } = store.tables[table];
  // The table store itself takes entries that have become constant for bytes.
  return ids.length === 0
    ? table
    : store.table(
        bytes,
        ids.map((entry) => (entry === 0 ? 0 : special.get(entry)!)),
      );
}
