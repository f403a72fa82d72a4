import type { ExprId } from '../../vocabulary/brands.js';
import { arity, Op } from '../ops.js';
import { appendPostorder, NodeNumbers } from '../postorder.js';
import type { ExprStore } from '../store.js';
import { machineOf } from './code.js';

/** Operations whose operands are read more than once. */
const rereading: readonly number[] = [
  Op.UDiv,
  Op.SDiv,
  Op.URem,
  Op.SRem,
  Op.Shl,
  Op.LShr,
  Op.AShr,
  Op.RotL,
  Op.RotR,
  Op.Read,
];
/** Trees written in one go are no higher than this, so that writing them recurses no deeper. */
const heightLimit = 64;
/** Zeros after a table, so that the longest read at its end stays in. */
const padding = 8;

/** Per node, reused from one plan to the next. */
const uses = new NodeNumbers();
const heights = new NodeNumbers();
/** 2n + machine width for the nth local of that width. */
const locals = new NodeNumbers();

/**
 * What goes where: which nodes get a local (those used more than once, or too high to be written in one
 * go), where in memory input bytes and tables lie. One plan at a time: a new one ends the last.
 */
export class Plan {
  /** The nodes new with each root, children first. */
  readonly perRoot: readonly (readonly ExprId[])[];
  /** How many i32 and i64 locals; i32 ones come first. */
  readonly localCount: [number, number] = [0, 0];
  /** By variable. */
  readonly variableAddress = new Map<number, number>();
  /** By table. */
  readonly tableAddress = new Map<number, number>();
  memorySize = 0;

  constructor(
    readonly store: ExprStore,
    roots: readonly ExprId[],
  ) {
    for (const numbers of [uses, heights, locals]) numbers.reset(store);
    this.perRoot = roots.map((root) => this.#collect(root));
    for (const nodes of this.perRoot) for (const id of nodes) this.#giveLocal(id);
    for (const nodes of this.perRoot) {
      for (const id of nodes) if (store.op[id] === Op.Read) this.#placeTable(store.b[id]);
    }
  }

  hasLocal(id: ExprId): boolean {
    return locals.has(id);
  }
  localOf(id: ExprId): number {
    const local = locals.get(id, 0);
    return (local & 1) === 0 ? local >> 1 : this.localCount[0] + (local >> 1);
  }

  #collect(root: ExprId): ExprId[] {
    const { store } = this;
    const fresh: ExprId[] = [];
    appendPostorder(store, root, uses, fresh);
    for (const id of fresh) {
      if (store.op[id] === Op.Var) this.variableAddress.set(store.a[id], this.memorySize++);
      this.#countUses(id);
    }
    uses.set(root, uses.get(root, 0) + 1);
    return fresh;
  }

  #countUses(id: ExprId): void {
    const { op, a, b, c, tables } = this.store;
    const count = rereading.includes(op[id]) ? 2 : 1;
    const children = arity(op[id]);
    if (children > 0) uses.set(a[id], uses.get(a[id], 0) + count);
    if (children > 1) uses.set(b[id], uses.get(b[id], 0) + count);
    if (children > 2) uses.set(c[id], uses.get(c[id], 0) + count);
    // Bytes of a table are written into it before it is first read, not where they are used.
    if (op[id] === Op.Read) for (const byte of tables[b[id]].ids) if (byte !== 0) uses.set(byte, 2);
  }

  #giveLocal(id: ExprId): void {
    const { op, width, a, b, c } = this.store;
    if (op[id] === Op.Const) return;
    const children = arity(op[id]);
    let height = 0;
    if (children > 0) height = heightAbove(a[id]);
    if (children > 1) height = Math.max(height, heightAbove(b[id]));
    if (children > 2) height = Math.max(height, heightAbove(c[id]));
    heights.set(id, height);
    if (uses.get(id, 0) < 2 && height < heightLimit) return;
    const machine = machineOf(width[id]);
    locals.set(id, 2 * this.localCount[machine]++ + machine);
  }

  #placeTable(table: number): void {
    if (this.tableAddress.has(table)) return;
    this.tableAddress.set(table, this.memorySize);
    this.memorySize += this.store.tables[table].bytes.length + padding;
  }
}

function heightAbove(child: ExprId): number {
  return locals.has(child) ? 0 : 1 + heights.get(child, 0);
}
