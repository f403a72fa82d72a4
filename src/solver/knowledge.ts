import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';
import { add, type ByteSet } from './byteset.js';
import { Facts } from './facts.js';
import { compileLanes, type Program, runLanes } from './lanes/program.js';
import { type Plan, planOf } from './ranges/plan.js';

/** Constraints with more operations than this are left to SAT. */
const operationLimit = 1500;
/** What is remembered per constraint is forgotten, all at once, when it is for this many. */
const memoryLimit = 50_000;

const everyByte = Int32Array.from({ length: 256 }, (_, value) => value);

/** What is worth remembering of a single constraint, shared by all layers of one chain. */
export class Knowledge {
  readonly facts: Facts;
  readonly #programs = new Map<ExprId, Program | undefined>();
  readonly #rangePlans = new Map<ExprId, Plan | undefined>();
  readonly #byteSets = new Map<ExprId, ByteSet | undefined>();

  constructor(readonly store: ExprStore) {
    this.facts = new Facts(store);
  }

  clear(): void {
    this.facts.clear();
    this.#programs.clear();
    this.#byteSets.clear();
    this.#rangePlans.clear();
  }

  /** The constraint laid out for interval arithmetic. */
  rangePlan(constraint: ExprId): Plan | undefined {
    let plan = this.#rangePlans.get(constraint);
    if (plan === undefined && !this.#rangePlans.has(constraint)) {
      if (this.#rangePlans.size >= memoryLimit) this.#rangePlans.clear();
      plan = planOf(this.store, constraint, this.facts.support(constraint), operationLimit);
      this.#rangePlans.set(constraint, plan);
    }
    return plan;
  }

  /** The constraint over many candidates at once; `undefined` if it is too long for that to pay. */
  program(constraint: ExprId): Program | undefined {
    let program = this.#programs.get(constraint);
    if (program === undefined && !this.#programs.has(constraint)) {
      if (this.#programs.size >= memoryLimit) this.#programs.clear();
      program = compileLanes(this.store, constraint, this.facts.support(constraint), operationLimit);
      this.#programs.set(constraint, program);
    }
    return program;
  }

  /** The values a constraint over one byte allows; `undefined` if it reads more than one, or is too long. */
  byteSet(constraint: ExprId): ByteSet | undefined {
    let set = this.#byteSets.get(constraint);
    if (set === undefined && !this.#byteSets.has(constraint)) {
      if (this.#byteSets.size >= memoryLimit) this.#byteSets.clear();
      set = this.#computeByteSet(constraint);
      this.#byteSets.set(constraint, set);
    }
    return set;
  }

  #computeByteSet(constraint: ExprId): ByteSet | undefined {
    if (this.facts.support(constraint).length !== 1) return undefined;
    const program = this.program(constraint);
    if (program === undefined) return undefined;
    const allowed = runLanes(program, [everyByte], 256);
    const set = new Int32Array(8);
    for (let value = 0; value < 256; value++) if (allowed[value] !== 0) add(set, value);
    return set;
  }
}
