import type { ExprId } from '../vocabulary/brands.js';
import { arity, Op } from './ops.js';
import type { ExprStore } from './store.js';

/** Where the nodes of a set of roots go: variables first, then constants, then operations, operands before users. */
export interface Layout {
  /** Node of each register. */
  readonly order: readonly ExprId[];
  /** Zero-extensions share the register of what they extend. */
  readonly registerOf: Map<ExprId, number>;
  readonly variables: Int32Array;
  readonly firstOperation: number;
  /** Per root: one past the last register it needs, all earlier roots' registers included. */
  readonly rootEnds: readonly number[];
}

export function layOut(store: ExprStore, roots: readonly ExprId[]): Layout {
  const seen = new Set<ExprId>();
  const variables: ExprId[] = [];
  const constants: ExprId[] = [];
  const operations: ExprId[] = [];
  const extensions: ExprId[] = [];
  const ends: number[] = [];
  for (const root of roots) {
    collect(store, root, seen, (id) => {
      const op = store.op[id];
      if (op === Op.Var) variables.push(id);
      else if (op === Op.Const) constants.push(id);
      else if (op === Op.ZExt) extensions.push(id);
      else operations.push(id);
    });
    ends.push(operations.length);
  }
  variables.sort((left, right) => store.a[left] - store.a[right]);
  const order = [...variables, ...constants, ...operations];
  const firstOperation = variables.length + constants.length;
  const registerOf = new Map<ExprId, number>();
  for (let register = 0; register < order.length; register++) registerOf.set(order[register], register);
  for (const id of extensions) registerOf.set(id, registerOf.get(store.a[id])!);
  return {
    order,
    registerOf,
    variables: Int32Array.from(variables, (id) => store.a[id]),
    firstOperation,
    rootEnds: ends.map((end) => firstOperation + end),
  };
}

/** Visits every node under `root` not seen before, children first, in an order given by structure alone. */
export function collect(store: ExprStore, root: ExprId, seen: Set<ExprId>, visit: (id: ExprId) => void): void {
  const pending: ExprId[] = [root];
  while (pending.length > 0) {
    const id = pending[pending.length - 1];
    if (seen.has(id)) {
      pending.pop();
      continue;
    }
    const before = pending.length;
    const push = (child: ExprId): void => {
      if (!seen.has(child)) pending.push(child);
    };
    const children = arity(store.op[id]);
    if (store.op[id] === Op.Read) for (const byte of store.tables[store.b[id]].ids) if (byte !== 0) push(byte);
    if (children > 2) push(store.c[id]);
    if (children > 1) push(store.b[id]);
    if (children > 0) push(store.a[id]);
    if (pending.length > before) continue;
    seen.add(id);
    visit(id);
    pending.pop();
  }
}
