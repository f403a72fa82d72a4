import type { ExprId } from '../vocabulary/brands.js';
import { Op } from './ops.js';
import { appendPostorder, NodeNumbers } from './postorder.js';
import type { ExprStore } from './store.js';

/** Where the nodes of a set of roots go: variables first, then constants, then operations, operands before users. */
interface Layout {
  /** Node of each register. */
  readonly order: readonly ExprId[];
  /** Zero-extensions share the register of what they extend. Valid until the next layout. */
  readonly registers: NodeNumbers;
  readonly variables: Int32Array;
  readonly firstOperation: number;
  /** Per root: how many operations it takes, with those of all earlier roots. */
  readonly rootEnds: Int32Array;
}

const registers = new NodeNumbers();
const nodes: ExprId[] = [];

export function layOut(store: ExprStore, roots: readonly ExprId[]): Layout {
  const order: ExprId[] = [];
  const constants: ExprId[] = [];
  const operations: ExprId[] = [];
  const rootEnds = new Int32Array(roots.length);
  registers.reset(store);
  nodes.length = 0;
  let sorted = 0;
  for (let index = 0; index < roots.length; index++) {
    appendPostorder(store, roots[index], registers, nodes);
    for (; sorted < nodes.length; sorted++) {
      const id = nodes[sorted];
      const op = store.op[id];
      if (op === Op.Var) order.push(id);
      else if (op === Op.Const) constants.push(id);
      else if (op !== Op.ZExt) operations.push(id);
    }
    rootEnds[index] = operations.length;
  }
  order.sort((left, right) => store.a[left] - store.a[right]);
  const variables = Int32Array.from(order, (id) => store.a[id]);
  for (const id of constants) order.push(id);
  const firstOperation = order.length;
  for (const id of operations) order.push(id);
  for (let register = 0; register < order.length; register++) registers.set(order[register], register);
  for (const id of nodes) if (store.op[id] === Op.ZExt) registers.set(id, registers.get(store.a[id], 0));
  return { order, registers, variables, firstOperation, rootEnds };
}
