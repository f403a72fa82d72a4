import type { Point, ProgramGraph } from './program-graph.js';

/** Goals a run can be asked about at once: one bit each in an i32, the sign left out. */
export const mostGoals = 31;

/** Ways out of a function. */
const Returns = 1;
const Throws = 2;

/**
 * What can still be reached from where. Each goal is a set of points, and one bit of a mask; points to avoid end every
 * path. Calls are matched with their returns: whether a goal lies behind the end of a function depends on who called
 * it, so the caller says what lies behind the call (`outer`), and
 *
 *     reachable(p, outer) = within(p) | (leaves(p) ? outer : 0)
 *
 * where `within` is what p reaches without leaving its function, through the functions it calls. Exact for programs
 * whose every branch can go both ways and that don't throw; too much, never too little, for all others.
 */
export class Reachability {
  /** First block of each function in the arrays below. */
  readonly #base: Int32Array;
  readonly #within: Int32Array;
  readonly #ways: Uint8Array;
  readonly #own: Int32Array;
  readonly #isAvoided: Uint8Array;

  constructor(
    readonly graph: ProgramGraph,
    goals: readonly (readonly Point[])[],
    avoided: readonly Point[] = [],
  ) {
    if (goals.length > mostGoals) throw new Error(`${goals.length} goals do not fit a mask`);
    const { count, imported } = graph;
    this.#base = new Int32Array(count + 1);
    for (let owner = 0; owner < count; owner++) {
      this.#base[owner + 1] = this.#base[owner] + (owner < imported ? 1 : graph.cfg(owner).blocks.length);
    }
    const size = this.#base[count];
    this.#within = new Int32Array(size);
    this.#ways = new Uint8Array(size);
    this.#own = new Int32Array(size);
    this.#isAvoided = new Uint8Array(size);
    goals.forEach((points, goal) => {
      for (const point of points) this.#own[this.#at(point)] |= 1 << goal;
    });
    for (const point of avoided) this.#isAvoided[this.#at(point)] = 1;
    for (let owner = 0; owner < imported; owner++) this.#ways[owner] = graph.importReturns(owner) ? Returns : 0;
    this.#solve();
  }

  /** Goals that the beginning of a block reaches before its function is left. */
  within(owner: number, block: number): number {
    return this.#within[this.#base[owner] + block];
  }

  /** Whether the end of the function can be reached from the beginning of a block. */
  leaves(owner: number, block: number): boolean {
    return this.#ways[this.#base[owner] + block] !== 0;
  }

  reachable(owner: number, block: number, outer: number): number {
    return this.within(owner, block) | (this.leaves(owner, block) ? outer : 0);
  }

  /** For a block of kind `call`: what its callee may reach by ending, which is the callee's `outer`. */
  behindCall(owner: number, block: number): { readonly within: number; readonly leaves: boolean } {
    const { successors, handlers } = this.graph.cfg(owner).blocks[block];
    let within = 0;
    let leaves = false;
    for (const next of [...successors, ...handlers]) {
      within |= this.within(owner, next);
      leaves ||= this.leaves(owner, next);
    }
    // What nobody here catches goes on to the caller.
    leaves ||= this.graph.callees(owner, block).some((callee) => (this.#ways[this.#base[callee]] & Throws) !== 0);
    return { within, leaves };
  }

  /** Goals and ways out from the beginning of a function. */
  ofFunction(owner: number): { readonly within: number; readonly returns: boolean } {
    const at = this.#base[owner];
    return { within: this.#within[at], returns: (this.#ways[at] & Returns) !== 0 };
  }

  isAvoided(owner: number, block: number): boolean {
    return this.#isAvoided[this.#base[owner] + block] !== 0;
  }

  /** Goals whose points a block begins at. */
  goalsAt(owner: number, block: number): number {
    return this.#own[this.#base[owner] + block];
  }

  #at({ function: owner, index }: Point): number {
    const cfg = this.graph.cfg(owner);
    const block = cfg.blockAt(index);
    if (cfg.blocks[block].start !== index) throw new Error('a goal is asked for where no block begins');
    return this.#base[owner] + block;
  }

  /** Grows from nothing to the least fixpoint, function by function; a function whose entry changed wakes its callers. */
  #solve(): void {
    const { graph } = this;
    const waiting = new Uint8Array(graph.count).fill(1);
    const queue: number[] = [];
    for (let owner = graph.count - 1; owner >= graph.imported; owner--) queue.push(owner);
    for (let head = 0; head < queue.length; head++) {
      const owner = queue[head];
      waiting[owner] = 0;
      const entry = this.#base[owner];
      const [within, ways] = [this.#within[entry], this.#ways[entry]];
      this.#solveFunction(owner);
      if (within === this.#within[entry] && ways === this.#ways[entry]) continue;
      for (const caller of graph.callers(owner)) {
        if (waiting[caller]) continue;
        waiting[caller] = 1;
        queue.push(caller);
      }
    }
  }

  #solveFunction(owner: number): void {
    const { blocks } = this.graph.cfg(owner);
    for (let changed = true; changed; ) {
      changed = false;
      for (let block = blocks.length - 1; block >= 0; block--) if (this.#update(owner, block)) changed = true;
    }
  }

  #update(owner: number, block: number): boolean {
    const base = this.#base[owner];
    const at = base + block;
    if (this.#isAvoided[at]) return false;
    const { ends, successors, handlers } = this.graph.cfg(owner).blocks[block];
    let within = this.#own[at];
    let ways = 0;
    const follow = (next: number): void => {
      within |= this.#within[base + next];
      ways |= this.#ways[base + next];
    };
    if (ends === 'call') {
      for (const callee of this.graph.callees(owner, block)) {
        const entry = this.#base[callee];
        within |= this.#within[entry];
        if (this.#ways[entry] & Returns) successors.forEach(follow);
        if (this.#ways[entry] & Throws) {
          handlers.forEach(follow);
          ways |= Throws;
        }
      }
    } else if (ends === 'return') ways |= Returns;
    else if (ends === 'throw') {
      handlers.forEach(follow);
      ways |= Throws;
    } else successors.forEach(follow);
    if ((this.#within[at] | within) === this.#within[at] && (this.#ways[at] | ways) === this.#ways[at]) return false;
    this.#within[at] |= within;
    this.#ways[at] |= ways;
    return true;
  }
}
