import type { Site } from '../abi/site.js';
import type { Built } from '../build/types.js';
import { ProgramGraph } from '../static/program-graph.js';
import { sourcePointsOf } from './source-points-of.js';

/** A place by line and column: all that tells which way in the source an outcome goes. */
export interface Lead {
  readonly line: number;
  readonly column: number;
}

/** Where each outcome of a branch leads, by the site's number: first where its machine condition is 0, then where 1. */
export type BranchLeads = ReadonlyMap<number, readonly [Lead | undefined, Lead | undefined]>;

/** Blocks without a place of their own that are followed. */
const mostBlocks = 16;

/**
 * A branch of the module says nothing about which of its outcomes is the condition's truth: clang asks as often whether
 * something is not so. Where an outcome goes in the source does.
 */
export function branchLeads(built: Built, sites: readonly Site[]): BranchLeads {
  const { module, points } = sourcePointsOf(built);
  const { lines } = points.debug;
  const graph = new ProgramGraph(module);
  const leads = new Map<number, readonly [Lead | undefined, Lead | undefined]>();

  const leadOf = (owner: number, from: number, own: Lead & { readonly file: string }): Lead | undefined => {
    const { code } = module.bodies[owner - graph.imported];
    const { blocks } = graph.cfg(owner);
    let number = from;
    for (let count = 0; count < mostBlocks; count++) {
      const block = blocks[number];
      for (let index = block.start; index < block.end; index++) {
        const row = lines.lookup(code[index].at);
        if (!row || row.file !== own.file || row.line === 0 || row.column === 0) continue;
        if (row.line !== own.line || row.column !== own.column) return { line: row.line, column: row.column };
      }
      if (block.successors.length !== 1) return undefined;
      [number] = block.successors;
    }
    return undefined;
  };

  sites.forEach(({ kind, place, at }, i) => {
    if (kind !== 'branch' || !place || at === undefined || at < 0) return;
    const point = points.pointAt(at);
    if (!point) return;
    const cfg = graph.cfg(point.function);
    const block = cfg.blocks[cfg.blockAt(point.index)];
    if (block.ends !== 'branch') return;
    const [holds, not] = block.successors.map((successor) => leadOf(point.function, successor, place));
    leads.set(i, [not, holds]);
  });
  return leads;
}
