import { forEachChild } from '../../expr/children.js';
import { Op } from '../../expr/ops.js';
import { NodeNumbers } from '../../expr/postorder.js';
import type { ExprStore } from '../../expr/store.js';
import { rangesOf } from '../../expr/value-ranges.js';
import type { ExprId, VarId } from '../../vocabulary/brands.js';
import { conesOf } from '../cone.js';

/** What happens when one more byte is known. */
export interface Stage {
  readonly variable: VarId;
  /** Made of this byte alone, children first, and those of them that others look at (perhaps the byte itself). */
  readonly own: readonly ExprId[];
  readonly ownUsed: readonly ExprId[];
  /** Made of this byte and earlier ones, children first. */
  readonly mixed: readonly ExprId[];
  /** Constraints that can be decided now. */
  readonly constraints: readonly ExprId[];
  /** What later stages need to know of the bytes so far. */
  readonly frontier: readonly ExprId[];
}

interface Limits {
  /** Expressions all constraints are made of. */
  readonly nodes: number;
  /** Expressions a stage has to know of. */
  readonly frontier: number;
  /** Values each of those may have, and those that were read from tables of constants, as states are. */
  readonly values: number;
  readonly states: number;
}

const isConstant = -1;
/** The place of each expression of the query at hand among its nodes. */
const places = new NodeNumbers();

/**
 * Constraints over several bytes, ordered by the byte that completes them: the bytes are met from the first to the
 * last, and all that is known of those behind is the values of the frontier. Undefined if that is too much.
 */
export function stagesOf(
  store: ExprStore,
  vars: Int32Array,
  constraints: readonly ExprId[],
  limits: Limits,
): Stage[] | undefined {
  const nodes = conesOf(store, constraints, limits.nodes);
  if (nodes === undefined) return undefined;
  places.reset(store);
  nodes.forEach((id, index) => {
    places.set(id, index);
  });
  return arranged(store, vars, constraints, nodes, limits);
}

function arranged(
  store: ExprStore,
  vars: Int32Array,
  constraints: readonly ExprId[],
  nodes: readonly ExprId[],
  limits: Limits,
): Stage[] | undefined {
  const { op, tables } = store;
  const placeOf = (id: ExprId): number => places.get(id, -1);
  const first = new Int32Array(nodes.length).fill(vars.length);
  const last = new Int32Array(nodes.length).fill(isConstant);
  /** The last stage that looks at it, and whether somebody does who knows other bytes too. */
  const late = new Int32Array(nodes.length).fill(isConstant);
  const isUsed = new Uint8Array(nodes.length);
  /** How many values it can have at most: no more than its bounds allow, and no more than what it is made of. */
  const values = new Float64Array(nodes.length).fill(1);
  const isState = new Uint8Array(nodes.length);
  const ranges = rangesOf(store);
  for (let index = 0; index < nodes.length; index++) {
    const id = nodes[index];
    if (op[id] === Op.Var) {
      first[index] = last[index] = vars.indexOf(store.a[id]);
      values[index] = 256;
    } else {
      isState[index] = op[id] === Op.Read && tables[store.b[id]].ids.length === 0 ? 1 : 0;
      let parts = 0;
      forEachChild(store, id, (child) => {
        const at = placeOf(child);
        if (last[at] !== isConstant) parts = isState[at] === 0 ? 2 : parts + 1;
        first[index] = Math.min(first[index], first[at]);
        last[index] = Math.max(last[index], last[at]);
        values[index] *= values[at];
      });
      if (parts === 1) isState[index] = 1;
      values[index] = Math.min(values[index], ranges.highest(id) - ranges.lowest(id) + 1);
    }
    forEachChild(store, id, (child) => {
      const at = placeOf(child);
      late[at] = Math.max(late[at], last[index]);
      if (first[index] !== last[index]) isUsed[at] = 1;
    });
  }
  const stages = Array.from(vars, (variable) => ({
    variable,
    own: [] as ExprId[],
    ownUsed: [] as ExprId[],
    mixed: [] as ExprId[],
    constraints: [] as ExprId[],
    frontier: [] as ExprId[],
  }));
  for (let index = 0; index < nodes.length; index++) {
    const at = last[index];
    if (at === isConstant) continue;
    const id = nodes[index];
    const stage = stages[at];
    if (first[index] !== at) stage.mixed.push(id);
    else {
      stage.own.push(id);
      if (isUsed[index] !== 0) stage.ownUsed.push(id);
    }
    const mostValues = isState[index] === 0 ? limits.values : limits.states;
    if (late[index] > at && (store.width[id] > 32 || values[index] > mostValues)) return undefined;
    for (let later = at; later < late[index]; later++) {
      if (stages[later].frontier.push(id) > limits.frontier) return undefined;
    }
  }
  for (const constraint of constraints) stages[last[placeOf(constraint)]].constraints.push(constraint);
  return stages;
}
