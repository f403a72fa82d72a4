import { forEachChild } from '../expr/children.js';
import { Tape } from '../expr/evaluate.js';
import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import { Supports } from '../expr/support.js';
import type { ExprId } from '../vocabulary/brands.js';
import { firstCapacity } from '../vocabulary/capacity.js';
import { type Bound, boundOf } from './bounds.js';
import { add, type ByteSet } from './byteset.js';
import { coneOf } from './cone.js';
import { type ByteProgram, compileLanes, runLanes } from './lanes/program.js';
import { MarkSheet } from './marks.js';
import { numberBytes } from './number-bytes.js';
import { type Plan, planOf } from './ranges/plan.js';

/** Constraints with more operations than this are left to SAT. */
const operationLimit = 1500;
/** … but if they read a single byte, all there is to try are its 256 values. */
const byteOperationLimit = 30_000;
/** What is remembered of constraints is forgotten, all at once, when it is about this many, or this many operations. */
const memoryLimit = 50_000;
const weightLimit = 2_000_000;

const everyByte = Int32Array.from({ length: 256 }, (_, value) => value);

/** How much is remembered of all constraints together. */
interface Weight {
  operations: number;
}

/** One constraint and what layers have found out about it whatever the query. */
class Constraint {
  /** Constraints that together mean this one (see Normaliser). */
  conjuncts: readonly ExprId[] | undefined;
  #tape: Tape | undefined;
  #program: ByteProgram | undefined | null = null;
  #plan: Plan | undefined | null = null;
  #byteSet: ByteSet | undefined | null = null;
  #ranks: Uint8Array | undefined;
  #bound: Bound | undefined | null = null;
  #looksUp: boolean | undefined;

  constructor(
    readonly store: ExprStore,
    readonly id: ExprId,
    /** The input bytes it reads, ascending. */
    readonly support: Int32Array,
    readonly supports: Supports,
    readonly weight: Weight,
  ) {}

  /** Does it hold for this input? */
  holds(input: Uint8Array): boolean {
    if (this.#tape === undefined) {
      this.#tape = new Tape(this.store, [this.id]);
      this.weight.operations += this.#tape.length;
    }
    return this.#tape.holds(input);
  }

  /** For many candidates at once; `undefined` if it is too long for that to pay. */
  get program(): ByteProgram | undefined {
    if (this.#program === null) {
      this.#program = compileLanes(this.store, this.id, this.support, operationLimit);
      this.weight.operations += (this.#program?.steps.length ?? 0) * 2;
    }
    return this.#program;
  }

  /** For interval arithmetic. */
  get plan(): Plan | undefined {
    if (this.#plan === null) {
      this.#plan = planOf(this.store, this.id, this.support, operationLimit);
      this.weight.operations += this.#plan?.length ?? 0;
    }
    return this.#plan;
  }

  /** Per byte it reads, its place in a number (see number-bytes.ts). */
  get ranks(): Uint8Array {
    this.#ranks ??= numberBytes(this.store, this.id, this.support, operationLimit);
    return this.#ranks;
  }

  /** If it is one. */
  get bound(): Bound | undefined {
    if (this.#bound === null) this.#bound = boundOf(this.store, this.id);
    return this.#bound;
  }

  /** Does it look something up by what it looked up, as a scanner does by its state? */
  get looksUp(): boolean {
    this.#looksUp ??= this.support.length > 1 && looksUp(this.store, this.id, this.supports);
    return this.#looksUp;
  }

  /** The values it allows, if it reads one byte (and is not too long). */
  get byteSet(): ByteSet | undefined {
    if (this.#byteSet === null) this.#byteSet = this.#computeByteSet();
    return this.#byteSet;
  }

  #computeByteSet(): ByteSet | undefined {
    if (this.support.length !== 1) return undefined;
    const program = this.program ?? compileLanes(this.store, this.id, this.support, byteOperationLimit);
    if (program === undefined) return undefined;
    const allowed = runLanes(program, [everyByte], 256);
    const set = new Int32Array(8);
    for (let value = 0; value < 256; value++) if (allowed[value] !== 0) add(set, value);
    return set;
  }
}

/** A table of constants is read at a place that another was read for, and that several bytes decide. */
function looksUp(store: ExprStore, root: ExprId, supports: Supports): boolean {
  const { op, a, b, tables } = store;
  const readers = new Set<ExprId>();
  for (const id of coneOf(store, root, operationLimit) ?? []) {
    const isLookup = op[id] === Op.Read && tables[b[id]].ids.length === 0;
    if (isLookup && readers.has(a[id]) && supports.supportOf(a[id]).length > 1) return true;
    if (op[id] === Op.Read) readers.add(id);
    forEachChild(store, id, (child) => {
      if (readers.has(child)) readers.add(id);
    });
  }
  return false;
}

/** What is worth remembering of constraints, shared by all layers of one chain. */
export class Knowledge {
  /** Where the sets of the path being expanded are kept. */
  readonly known = new MarkSheet();
  readonly replaced = new MarkSheet();
  readonly tested = new MarkSheet();
  readonly #supports: Supports;
  /** Per expression, 1 + its place in #constraints. */
  #places = new Int32Array(firstCapacity);
  #constraints: Constraint[] = [];
  readonly #weight: Weight = { operations: 0 };
  #generation: number;

  constructor(readonly store: ExprStore) {
    this.#supports = new Supports(store);
    this.#generation = store.generation;
  }

  /** Whether the store was cleared since anything was remembered; forgets it then. */
  forgetIfCleared(): boolean {
    if (this.#generation === this.store.generation) return false;
    this.clear();
    return true;
  }

  clear(): void {
    this.#generation = this.store.generation;
    this.#places = new Int32Array(firstCapacity);
    this.#constraints = [];
    this.#weight.operations = 0;
  }

  of(id: ExprId): Constraint {
    if (id >= this.#places.length) this.#grow();
    const place = this.#places[id];
    return place !== 0 ? this.#constraints[place - 1] : this.#learn(id);
  }

  #learn(id: ExprId): Constraint {
    if (this.#constraints.length >= memoryLimit || this.#weight.operations >= weightLimit) {
      this.#places.fill(0);
      this.#constraints = [];
      this.#weight.operations = 0;
    }
    const constraint = new Constraint(this.store, id, this.#supports.supportOf(id), this.#supports, this.#weight);
    this.#places[id] = this.#constraints.push(constraint);
    return constraint;
  }

  #grow(): void {
    const bigger = new Int32Array(this.store.op.length);
    bigger.set(this.#places);
    this.#places = bigger;
  }

  /** An order of expressions that no worker's history can change: by content, where ids tell of the past. */
  readonly byContent = (left: ExprId, right: ExprId): number =>
    this.store.key[left] - this.store.key[right] || left - right;
}
