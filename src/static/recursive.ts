import { Opcode } from '../wasm/opcodes.js';
import { Signatures } from '../wasm/signatures.js';
import type { Module } from '../wasm/types.js';

/**
 * Functions that can be entered again before they return, by index: those on a cycle of the call graph. A call
 * through a pointer may go to every function in a table that has its type.
 */
export function recursiveFunctions(module: Module): ReadonlySet<number> {
  const signatures = new Signatures(module);
  const first = signatures.firstDefined;
  const inTables = new Map<number, Set<number>>();
  for (const index of module.elements.flatMap(({ functions }) => functions)) {
    const type = signatures.functions[index];
    const known = inTables.get(type);
    if (known) known.add(index);
    else inTables.set(type, new Set([index]));
  }
  const callees = module.bodies.map(({ code }) => {
    const called = new Set<number>();
    for (const { op, x } of code) {
      if (op === Opcode.Call) called.add(x);
      else if (op === Opcode.CallIndirect) for (const target of inTables.get(x) ?? []) called.add(target);
    }
    return [...called].filter((index) => index >= first).map((index) => index - first);
  });
  return new Set(onCycles(callees).map((node) => node + first));
}

/** Nodes on a cycle: strongly connected components of several nodes, and nodes that point to themselves (Tarjan). */
function onCycles(edges: readonly (readonly number[])[]): number[] {
  const order = new Int32Array(edges.length).fill(-1);
  const low = new Int32Array(edges.length);
  const isOpen = new Uint8Array(edges.length);
  const open: number[] = [];
  const found: number[] = [];
  let visited = 0;
  for (let root = 0; root < edges.length; root++) {
    if (order[root] >= 0) continue;
    // A path of nodes with the next edge of each: call graphs are deeper than our own stack may be.
    const path: { readonly node: number; edge: number }[] = [];
    const enter = (node: number): void => {
      order[node] = low[node] = visited++;
      open.push(node);
      isOpen[node] = 1;
      path.push({ node, edge: 0 });
    };
    enter(root);
    while (path.length > 0) {
      const top = path[path.length - 1];
      const { node } = top;
      const next = edges[node][top.edge++];
      if (next === undefined) {
        path.pop();
        const parent = path[path.length - 1]?.node;
        if (parent !== undefined) low[parent] = Math.min(low[parent], low[node]);
        if (low[node] !== order[node]) continue;
        const component = open.splice(open.lastIndexOf(node));
        for (const member of component) isOpen[member] = 0;
        if (component.length > 1 || edges[node].includes(node)) found.push(...component);
      } else if (order[next] < 0) enter(next);
      else if (isOpen[next] !== 0) low[node] = Math.min(low[node], order[next]);
    }
  }
  return found;
}
