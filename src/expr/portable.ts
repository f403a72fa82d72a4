import type { ExprId, VarId } from '../vocabulary/brands.js';
import type { Builder } from './build.js';
import { arity, Op } from './ops.js';
import { appendPostorder, NodeNumbers } from './postorder.js';
import type { ExprStore } from './store.js';

/**
 * An expression as plain data that any store can take in: ids die with their store and thread, this does not.
 * Five numbers a node (op, width, a, b, c), children before parents and named by their position.
 */
export interface PortableExpr {
  readonly nodes: readonly number[];
  readonly tables: readonly { readonly bytes: Uint8Array; readonly ids: readonly number[] }[];
}

const width = 5;

export function exportExpr(store: ExprStore, root: ExprId): PortableExpr {
  const order: ExprId[] = [];
  const seen = new NodeNumbers();
  seen.reset(store);
  appendPostorder(store, root, seen, order);
  const position = new Map<ExprId, number>();
  const nodes: number[] = [];
  const tables: { bytes: Uint8Array; ids: number[] }[] = [];
  for (const id of order) {
    const op = store.op[id];
    const children = arity(op);
    const at = (child: ExprId, isChild: boolean): number => (isChild ? position.get(child)! : child);
    let b = at(store.b[id], children > 1);
    if (op === Op.Read) {
      const { bytes, ids } = store.tables[store.b[id]];
      // Position 0 means concrete, so positions of table bytes count from 1.
      b =
        tables.push({ bytes: bytes.slice(), ids: Array.from(ids, (each) => (each ? position.get(each)! + 1 : 0)) }) - 1;
    }
    position.set(id, nodes.length / width);
    nodes.push(op, store.width[id], at(store.a[id], children > 0), b, at(store.c[id], children > 2));
  }
  return { nodes, tables };
}

/** The same in another store, with `leaf` in the place of each variable (width 8). */
export function importExpr(
  builder: Builder,
  { nodes, tables }: PortableExpr,
  leaf: (variable: VarId) => ExprId,
): ExprId {
  const { store } = builder;
  const ids: ExprId[] = [];
  for (let i = 0; i < nodes.length; i += width) {
    const [op, bits, a, b, c] = nodes.slice(i, i + width);
    ids.push(make(op as Op, bits, a, b, c));
  }
  return ids[ids.length - 1];

  function make(op: Op, bits: number, a: number, b: number, c: number): ExprId {
    switch (op) {
      case Op.Const:
        return store.constant(bits, a, b);
      case Op.Var:
        return leaf(a);
      case Op.Clz:
      case Op.Ctz:
      case Op.Popcnt:
        return builder.unary(op, ids[a]);
      case Op.Ite:
        return builder.ite(ids[a], ids[b], ids[c]);
      case Op.Concat:
        return builder.concat(ids[a], ids[b]);
      case Op.Extract:
        return builder.extract(ids[a], c, bits);
      case Op.ZExt:
        return builder.zext(ids[a], bits);
      case Op.SExt:
        return builder.sext(ids[a], bits);
      case Op.Read: {
        const { bytes, ids: inside } = tables[b];
        const table = store.table(
          bytes,
          Int32Array.from(inside, (each) => (each ? ids[each - 1] : 0)),
        );
        return builder.read(table, ids[a], bits);
      }
      default:
        return builder.binary(op, ids[a], ids[b]);
    }
  }
}

/** The variables a portable expression mentions. */
export function variablesIn({ nodes }: PortableExpr): Set<VarId> {
  const found = new Set<VarId>();
  for (let i = 0; i < nodes.length; i += width) if (nodes[i] === Op.Var) found.add(nodes[i + 2]);
  return found;
}
