import type { Point, ProgramGraph } from './program-graph.js';
import type { Reachability } from './reachability.js';

/** Farther than anything: no way at all. */
export const unreachable = 0x7fffffff;

/**
 * Blocks between each block of the program and the nearest of some points, calls and returns included. Returns are not
 * matched with their calls here, so a distance may be too short: it orders what is tried first, nothing more.
 */
export class Distances {
  readonly #base: Int32Array;
  readonly #steps: Int32Array;

  constructor(graph: ProgramGraph, reachability: Reachability, goal: readonly Point[]) {
    const { imported, count } = graph;
    this.#base = new Int32Array(count + 1);
    for (let owner = imported; owner < count; owner++) {
      this.#base[owner + 1] = this.#base[owner] + graph.cfg(owner).blocks.length;
    }
    const size = this.#base[count];
    /** Where each function ends, as a node of its own: its returns lead there and it leads behind every call of it. */
    const exitOf = (owner: number): number => size + owner;
    const before = new Map<number, number[]>();
    const edge = (from: number, to: number): void => {
      const known = before.get(to);
      if (known) known.push(from);
      else before.set(to, [from]);
    };
    for (let owner = imported; owner < count; owner++) {
      const base = this.#base[owner];
      graph.cfg(owner).blocks.forEach(({ ends, successors, handlers }, block) => {
        const at = base + block;
        if (reachability.isAvoided(owner, block)) return;
        if (ends === 'return') edge(at, exitOf(owner));
        for (const next of handlers) edge(at, base + next);
        if (ends !== 'call') {
          for (const next of successors) edge(at, base + next);
          return;
        }
        for (const callee of graph.callees(owner, block)) {
          if (callee >= imported) {
            edge(at, this.#base[callee]);
            for (const next of successors) edge(exitOf(callee), base + next);
          }
          if (reachability.ofFunction(callee).returns) for (const next of successors) edge(at, base + next);
        }
      });
    }
    this.#steps = new Int32Array(size + count).fill(unreachable);
    const queue: number[] = [];
    for (const { function: owner, index } of goal) {
      const at = this.#base[owner] + graph.cfg(owner).blockAt(index);
      if (this.#steps[at] === 0) continue;
      this.#steps[at] = 0;
      queue.push(at);
    }
    for (let head = 0; head < queue.length; head++) {
      const at = queue[head];
      for (const from of before.get(at) ?? []) {
        if (this.#steps[from] !== unreachable) continue;
        this.#steps[from] = this.#steps[at] + 1;
        queue.push(from);
      }
    }
  }

  /** From the beginning of a block. */
  from(owner: number, block: number): number {
    return this.#steps[this.#base[owner] + block];
  }
}
