import { forEachChild } from '../../expr/children.js';
import { Op } from '../../expr/ops.js';
import type { ExprStore } from '../../expr/store.js';
import type { ExprId } from '../../vocabulary/brands.js';
import { coneOf } from '../cone.js';
import { type Kernel, type Lanes, laneLimit, maskOf, narrowKernelOf, wideKernelOf } from './kernels.js';

interface Step {
  readonly kernel: Kernel;
  readonly out: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly width: number;
  readonly from: number;
  readonly mask: number;
}

/** Expressions as a list of kernels over registers; the first registers are what they are computed from. */
interface Program {
  /** How many registers take the lanes of what was given. */
  readonly inputs: number;
  readonly steps: readonly Step[];
  readonly low: Lanes[];
  readonly high: Lanes[];
  /** The registers of what was asked for. */
  readonly results: readonly number[];
}

/** One that computes from input bytes: register i takes the lanes of byte vars[i]. */
export interface ByteProgram extends Program {
  readonly vars: Int32Array;
}

const zeros: Lanes = new Int32Array(laneLimit);
/** Registers for values on the way, shared by all programs: none of them outlives a run. */
const scratch: Lanes[] = [];
const constants = new Map<number, Lanes>();

function scratchLanes(index: number): Lanes {
  while (scratch.length <= index) scratch.push(new Int32Array(laneLimit));
  return scratch[index];
}

/** The same value in every lane. */
export function constantLanes(value: number): Lanes {
  if (value === 0) return zeros;
  let lanes = constants.get(value);
  if (lanes === undefined) {
    if (constants.size >= 2048) constants.clear();
    lanes = new Int32Array(laneLimit).fill(value);
    constants.set(value, lanes);
  }
  return lanes;
}

/** Compiles an expression over input bytes; `undefined` when it has more than `limit` operations. */
export function compileLanes(store: ExprStore, root: ExprId, vars: Int32Array, limit: number): ByteProgram | undefined {
  const cone = coneOf(store, root, limit);
  if (cone === undefined) return undefined;
  const inputs = new Map<ExprId, number>();
  for (const id of cone) if (store.op[id] === Op.Var) inputs.set(id, vars.indexOf(store.a[id]));
  return { vars, ...new Assembler(store, inputs, vars.length).assemble(cone, [root]) };
}

/** Compiles `roots`, computed from `inputs` of at most 32 bits by way of `nodes`: children first, constants left out. */
export function compileStep(
  store: ExprStore,
  nodes: readonly ExprId[],
  inputs: readonly ExprId[],
  roots: readonly ExprId[],
): Program {
  const places = new Map(inputs.map((id, index) => [id, index]));
  return new Assembler(store, places, inputs.length).assemble(nodes, roots);
}

/** Runs a program over the first n lanes of its columns; the first result. All results are good until the next run. */
export function runLanes(program: Program, columns: readonly Lanes[], n: number): Lanes {
  const { low, high, steps } = program;
  for (let i = 0; i < program.inputs; i++) low[i] = columns[i];
  for (let i = 0; i < steps.length; i++) {
    const { kernel, out, a, b, c, width, from, mask } = steps[i];
    kernel(n, low[out], high[out], low[a], high[a], low[b], high[b], low[c], high[c], width, from, mask);
  }
  return low[program.results[0]];
}

class Assembler {
  readonly #steps: Step[] = [];
  readonly #low: Lanes[] = [];
  readonly #high: Lanes[] = [];
  readonly #register: Map<ExprId, number>;
  readonly #lastUse = new Map<ExprId, number>();
  /** Registers of dead values, to be used again: narrow ones, then wide ones. */
  readonly #free: [number[], number[]] = [[], []];
  #scratch = 0;

  constructor(
    readonly store: ExprStore,
    inputs: ReadonlyMap<ExprId, number>,
    readonly count: number,
  ) {
    this.#register = new Map(inputs);
    for (let index = 0; index < count; index++) this.#addRegister(zeros, zeros);
  }

  assemble(nodes: readonly ExprId[], roots: readonly ExprId[]): Program {
    const kept = new Set(this.#register.keys());
    for (const id of roots) kept.add(id);
    for (const id of nodes) forEachChild(this.store, id, (operand) => this.#lastUse.set(operand, id));
    for (const id of kept) this.#lastUse.set(id, Number.POSITIVE_INFINITY);
    for (const id of nodes) if (this.store.op[id] > Op.Var && !this.#register.has(id)) this.#emit(id);
    return {
      inputs: this.count,
      steps: this.#steps,
      low: this.#low,
      high: this.#high,
      results: roots.map((id) => this.#registerOf(id)!),
    };
  }

  /** Undefined for what is no expression, as the second operand of an operation that has one. */
  #registerOf(id: ExprId): number | undefined {
    const known = this.#register.get(id);
    if (known !== undefined || id === 0 || this.store.op[id] !== Op.Const) return known;
    const register = this.#addRegister(constantLanes(this.store.lo[id]), constantLanes(this.store.hi[id]));
    this.#register.set(id, register);
    return register;
  }

  #emit(id: ExprId): void {
    const { store } = this;
    const op = store.op[id];
    const width = store.width[id];
    const a = this.#registerOf(store.a[id])!;
    const hasSecond = op !== Op.Read && op !== Op.Extract;
    const [b, c] = hasSecond ? [this.#registerOf(store.b[id]), this.#registerOf(store.c[id])] : [];
    const out = this.#take(width > 32);
    if (op === Op.Read) this.#emitRead(id, a, out);
    else {
      const operandWidth = store.width[store.a[id]];
      const isWide = width > 32 || operandWidth > 32 || (op === Op.Concat && store.width[store.b[id]] > 32);
      this.#steps.push({
        kernel: isWide ? wideKernelOf(op) : narrowKernelOf(op),
        out,
        a,
        b: b ?? a,
        c: c ?? a,
        width,
        from: op === Op.Extract ? store.c[id] : op === Op.Concat ? store.width[store.b[id]] : operandWidth,
        mask: maskOf(width > 32 ? width - 32 : width),
      });
    }
    this.#register.set(id, out);
    forEachChild(store, id, (operand) => {
      if (this.#lastUse.get(operand) !== id) return;
      this.#lastUse.delete(operand);
      if (store.op[operand] === Op.Const) return;
      this.#free[store.width[operand] > 32 ? 1 : 0].push(this.#register.get(operand)!);
    });
  }

  /** Constant bytes are gathered; bytes that are expressions are laid over where the offset meets them. */
  #emitRead(id: ExprId, offset: number, out: number): void {
    const { store } = this;
    const { bytes, ids } = store.tables[store.b[id]];
    const size = store.width[id] >> 3;
    const common = { out, a: offset, b: offset, c: offset, width: size, from: 0, mask: 0 };
    this.#steps.push({ ...common, kernel: gather(bytes, size) });
    for (let index = 0; index < ids.length; index++) {
      if (ids[index] === 0) continue;
      this.#steps.push({ ...common, kernel: overlay, b: this.#registerOf(ids[index])!, from: index });
    }
  }

  /** A narrow value's high half is `zeros` for good: wide kernels read it, and only ever write 0 to it. */
  #take(wide: boolean): number {
    const register = this.#free[wide ? 1 : 0].pop();
    if (register !== undefined) return register;
    return this.#addRegister(scratchLanes(this.#scratch++), wide ? scratchLanes(this.#scratch++) : zeros);
  }

  #addRegister(low: Lanes, high: Lanes): number {
    this.#low.push(low);
    this.#high.push(high);
    return this.#low.length - 1;
  }
}

function gather(bytes: Uint8Array, size: number): Kernel {
  const at = (index: number) => (index < bytes.length ? bytes[index] : 0);
  return (n, out, outHigh, a) => {
    for (let i = 0; i < n; i++) {
      const offset = a[i] >>> 0;
      let low = at(offset);
      for (let k = 1; k < size && k < 4; k++) low |= at(offset + k) << (8 * k);
      out[i] = low;
      if (size > 4) {
        let high = 0;
        for (let k = 4; k < size; k++) high |= at(offset + k) << (8 * (k - 4));
        outHigh[i] = high;
      }
    }
  };
}

/** Here `width` is the read's size in bytes and `from` the place in the table that `b` holds. */
const overlay: Kernel = (n, out, outHigh, a, _aHigh, b, _bHigh, _c, _cHigh, size, from) => {
  for (let i = 0; i < n; i++) {
    const k = from - (a[i] >>> 0);
    if (k < 0 || k >= size) continue;
    if (k < 4) out[i] = (out[i] & ~(255 << (8 * k))) | (b[i] << (8 * k));
    else outHigh[i] = (outHigh[i] & ~(255 << (8 * (k - 4)))) | (b[i] << (8 * (k - 4)));
  }
};
