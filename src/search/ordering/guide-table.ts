import type { Site } from '../../abi/site.js';
import { Distances, unreachable } from '../../static/distance.js';
import type { Point, ProgramGraph } from '../../static/program-graph.js';
import type { Reachability } from '../../static/reachability.js';
import type { SourceLine } from '../../vocabulary/place.js';

/** What the control-flow graph says of each site: plain data, made once and sent to every worker. */
export interface GuideTable {
  readonly goals: number;
  /**
   * By site: the number of its first way, -1 where the graph says nothing. The first way is to be there; the others are
   * its choices: for a branch not taken and taken, for a switch its targets.
   */
  readonly firstWay: Int32Array;
  /** By way: goals within the function, and whether its end can be reached. */
  readonly within: Int32Array;
  readonly leaves: Uint8Array;
  /** By way and goal: blocks to go. */
  readonly distance: Int32Array;
  /** By goal: blocks from there to the target. */
  readonly remaining: Int32Array;
  /** Where the target is to fail, if it is. */
  readonly failingLine: SourceLine | undefined;
  /** Failures are looked for wherever they are. */
  readonly looksForFailures?: boolean;
}

export function makeGuideTable(
  sites: readonly Site[],
  reachability: Reachability,
  goals: readonly (readonly Point[])[],
  failingLine?: SourceLine,
): GuideTable {
  const { graph } = reachability;
  const distances = goals.map((points) => new Distances(graph, reachability, points));
  const { ways, firstWay } = waysOf(sites, graph);
  const remaining = new Int32Array(goals.length);
  for (let goal = goals.length - 2; goal >= 0; goal--) {
    const steps = goals[goal].map(({ function: owner, index }) =>
      distances[goal + 1].from(owner, graph.cfg(owner).blockAt(index)),
    );
    remaining[goal] = Math.min(unreachable, remaining[goal + 1] + Math.min(unreachable, ...steps));
  }
  return {
    goals: goals.length,
    firstWay,
    within: Int32Array.from(ways, ({ owner, block }) => reachability.within(owner, block)),
    leaves: Uint8Array.from(ways, ({ owner, block }) => Number(reachability.leaves(owner, block))),
    distance: Int32Array.from(ways.flatMap(({ owner, block }) => distances.map((each) => each.from(owner, block)))),
    remaining,
    failingLine,
  };
}

/** Where the ways at each site lead: the first is to be there, the others are its choices (see GuideTable). */
export function waysOf(
  sites: readonly Site[],
  graph: ProgramGraph,
): { readonly ways: readonly { readonly owner: number; readonly block: number }[]; readonly firstWay: Int32Array } {
  const blockOf = blockFinder(graph);
  const ways: { owner: number; block: number }[] = [];
  const firstWay = Int32Array.from(sites, ({ function: owner, at = -1, targets }) => {
    const block = at < 0 || owner < graph.imported ? -1 : blockOf(owner, at);
    if (block < 0) return -1;
    const first = ways.push({ owner, block }) - 1;
    const { ends, successors } = graph.cfg(owner).blocks[block];
    if (ends === 'branch') ways.push({ owner, block: successors[1] }, { owner, block: successors[0] });
    if (ends === 'switch' && targets) {
      const count = Math.max(...targets) + 1;
      for (let target = 0; target < count; target++) {
        ways.push({ owner, block: successors[targets.indexOf(target)] });
      }
    }
    return first;
  });
  return { ways, firstWay };
}

/** The block an address lies in; functions are indexed when first asked about. */
function blockFinder(graph: ProgramGraph): (owner: number, at: number) => number {
  const known = new Map<number, Map<number, number>>();
  return (owner, at) => {
    let blocks = known.get(owner);
    if (!blocks) {
      const cfg = graph.cfg(owner);
      const { code } = graph.module.bodies[owner - graph.imported];
      known.set(owner, (blocks = new Map(code.map((each, index) => [each.at, cfg.blockAt(index)]))));
    }
    return blocks.get(at) ?? -1;
  };
}
