import type { ExprId, VarId } from '../../vocabulary/brands.js';
import { type ByteSet, greatestOf, leastOf } from '../byteset.js';
import type { Knowledge } from '../knowledge.js';
import { backward } from './backward.js';
import { forward } from './forward.js';
import type { Plan } from './plan.js';

/** Revisions of one constraint in a row, per call: what more would find is left to search. */
const visitLimit = 4;
/** A node passed forward and backward costs as much as this many candidates in a kernel. */
const workPerNode = 40;
/** Work of one call: a few milliseconds. Stopping early narrows less, which is sound. */
const workLimit = 2_000_000;

let lo = new Float64Array(1 << 12);
let hi = new Float64Array(1 << 12);

/**
 * The bytes and constraints of one slice, and interval arithmetic between them until nothing changes:
 * a number read from digits that must be 443 leaves one value for each digit. The sets of all bytes
 * stand in one array, eight words each, so that a search copies them cheaply.
 */
export class Propagator {
  readonly #plans: (Plan | undefined)[];
  readonly #varsOf: Int32Array[];
  readonly #constraintsOf: number[][];
  readonly #dirty: Uint8Array;
  readonly #visits: Uint8Array;
  readonly #queue: number[] = [];
  /** Constraints that the last `propagate` found to hold for all values left. */
  readonly entailed: Uint8Array;
  /** Done so far, in operations of the enumerator. */
  work = 0;

  constructor(
    readonly knowledge: Knowledge,
    readonly vars: Int32Array,
    readonly constraints: readonly ExprId[],
  ) {
    const place = new Map<VarId, number>();
    for (let index = 0; index < vars.length; index++) place.set(vars[index], index);
    this.#plans = constraints.map((constraint) => knowledge.of(constraint).plan);
    this.#constraintsOf = Array.from(vars, () => []);
    this.#varsOf = constraints.map((constraint, index) => {
      const places = knowledge.of(constraint).support.map((variable) => place.get(variable)!);
      for (const variable of places) this.#constraintsOf[variable].push(index);
      return places;
    });
    this.#dirty = new Uint8Array(constraints.length);
    this.#visits = new Uint8Array(constraints.length);
    this.entailed = new Uint8Array(constraints.length);
  }

  /** Places (in `vars`) of the bytes a constraint reads. */
  placesOf(constraint: number): Int32Array {
    return this.#varsOf[constraint];
  }

  /** Numbers of the constraints that read the byte at a place. */
  constraintsAt(place: number): readonly number[] {
    return this.#constraintsOf[place];
  }

  /** Narrows `sets` after the byte at `changed` did (or from scratch); false if a byte has no value left. */
  propagate(sets: Int32Array, changed?: number): boolean {
    this.#visits.fill(0);
    this.entailed.fill(0);
    if (changed === undefined) for (let index = 0; index < this.constraints.length; index++) this.#enqueue(index);
    else for (const index of this.#constraintsOf[changed]) this.#enqueue(index);
    let consistent = true;
    const limit = this.work + workLimit;
    for (let head = 0; head < this.#queue.length; head++) {
      const index = this.#queue[head];
      this.#dirty[index] = 0;
      if (consistent && this.work < limit && !this.#revise(index, sets)) consistent = false;
    }
    this.#queue.length = 0;
    return consistent;
  }

  #enqueue(index: number): void {
    if (this.#dirty[index] !== 0 || this.#plans[index] === undefined || this.#visits[index] >= visitLimit) return;
    this.#dirty[index] = 1;
    this.#visits[index]++;
    this.#queue.push(index);
  }

  #revise(index: number, sets: Int32Array): boolean {
    const plan = this.#plans[index]!;
    const places = this.#varsOf[index];
    this.work += plan.length * workPerNode;
    if (plan.length > lo.length) {
      lo = new Float64Array(plan.length * 2);
      hi = new Float64Array(plan.length * 2);
    }
    for (let i = 0; i < places.length; i++) {
      lo[plan.inputs[i]] = leastOf(sets, places[i] * 8);
      hi[plan.inputs[i]] = greatestOf(sets, places[i] * 8);
    }
    forward(plan, lo, hi);
    const root = plan.length - 1;
    if (hi[root] === 0) return false;
    this.entailed[index] = lo[root];
    if (lo[root] === 1) return true;
    lo[root] = 1;
    if (!backward(plan, lo, hi)) return false;
    for (let i = 0; i < places.length; i++) {
      const low = lo[plan.inputs[i]];
      const high = hi[plan.inputs[i]];
      if (!keepBetween(sets, places[i] * 8, low, high)) continue;
      if (isEmptyAt(sets, places[i] * 8)) return false;
      for (const other of this.#constraintsOf[places[i]]) this.#enqueue(other);
    }
    return true;
  }
}

export function flattened(sets: readonly ByteSet[]): Int32Array {
  const flat = new Int32Array(sets.length * 8);
  sets.forEach((set, index) => {
    flat.set(set, index * 8);
  });
  return flat;
}

function isEmptyAt(sets: Int32Array, from: number): boolean {
  for (let word = 0; word < 8; word++) if (sets[from + word] !== 0) return false;
  return true;
}

/** Whether something below `low` or above `high` went. */
function keepBetween(sets: Int32Array, from: number, low: number, high: number): boolean {
  let changed = false;
  for (let word = 0; word < 8; word++) {
    const first = word * 32;
    let mask = -1;
    if (low > first) mask = low >= first + 32 ? 0 : -1 << (low - first);
    if (high < first + 31) mask &= high < first ? 0 : -1 >>> (31 - (high - first));
    const kept = sets[from + word] & mask;
    if (kept !== sets[from + word]) {
      sets[from + word] = kept;
      changed = true;
    }
  }
  return changed;
}
