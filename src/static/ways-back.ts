import type { ProgramGraph } from './program-graph.js';

/**
 * The blocks of a program as numbers, and from which each can be entered: plain data, for breadth-first searches from
 * wherever somebody wants to go. Returns are not matched with their calls, as in distance.ts.
 */
export interface WaysBack {
  /** By function: the number of its first block. */
  readonly firstBlock: Int32Array;
  /** Numbers there are: blocks, and behind them the end of each function. */
  readonly nodes: number;
  /** Where the list of each number begins, and the lists. */
  readonly start: Int32Array;
  readonly before: Int32Array;
}

export function waysBack(graph: ProgramGraph): WaysBack {
  const { imported, count } = graph;
  const firstBlock = new Int32Array(count + 1);
  for (let owner = imported; owner < count; owner++) {
    firstBlock[owner + 1] = firstBlock[owner] + graph.cfg(owner).blocks.length;
  }
  const blocks = firstBlock[count];
  const nodes = blocks + count;
  const edges: number[] = [];
  for (let owner = imported; owner < count; owner++) {
    const base = firstBlock[owner];
    graph.cfg(owner).blocks.forEach(({ ends, successors, handlers }, block) => {
      const at = base + block;
      if (ends === 'return') edges.push(at, blocks + owner);
      for (const next of [...handlers, ...successors]) edges.push(at, base + next);
      if (ends !== 'call') return;
      for (const callee of graph.callees(owner, block)) {
        if (callee < imported) continue;
        edges.push(at, firstBlock[callee]);
        for (const next of successors) edges.push(blocks + callee, base + next);
      }
    });
  }
  const start = new Int32Array(nodes + 1);
  for (let i = 1; i < edges.length; i += 2) start[edges[i] + 1]++;
  for (let node = 0; node < nodes; node++) start[node + 1] += start[node];
  const before = new Int32Array(edges.length / 2);
  const filled = start.slice();
  for (let i = 0; i < edges.length; i += 2) before[filled[edges[i + 1]]++] = edges[i];
  return { firstBlock, nodes, start, before };
}
