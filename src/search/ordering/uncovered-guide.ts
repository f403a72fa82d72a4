import type { Site } from '../../abi/site.js';
import { Entry, type Trace } from '../../abi/trace.js';
import type { RunResult } from '../../runtime/types.js';
import { unreachable } from '../../static/distance.js';
import type { ProgramGraph } from '../../static/program-graph.js';
import { type WaysBack, waysBack } from '../../static/ways-back.js';
import type { Guide, GuideReport } from '../contracts/guide.js';
import { scaled } from './cfg-guide.js';
import { waysOf } from './guide-table.js';

/** Where to go when every place nobody came to is a target: plain data, sent to every worker. */
export interface UncoveredTable extends WaysBack {
  /** By site: the number of its first way, as in GuideTable; and by way its block. */
  readonly firstWay: Int32Array;
  readonly wayBlock: Int32Array;
  /** By coverage point: its block, -1 for none. */
  readonly pointBlock: Int32Array;
}

/** `blockOf`: the function and block that a coverage point stands for, if any. */
export function uncoveredTable(
  sites: readonly Site[],
  graph: ProgramGraph,
  points: number,
  blockOf: (point: number) => { readonly owner: number; readonly block: number } | undefined,
): UncoveredTable {
  const back = waysBack(graph);
  const { ways, firstWay } = waysOf(sites, graph);
  const number = (at: { readonly owner: number; readonly block: number } | undefined): number =>
    at ? back.firstBlock[at.owner] + at.block : -1;
  return {
    ...back,
    firstWay,
    wayBlock: Int32Array.from(ways, number),
    pointBlock: Int32Array.from({ length: points }, (_, point) => number(blockOf(point))),
  };
}

/** Runs between two looks at how far everything is from what is not covered. */
const lookEach = 16;
/** Blocks that trying another value counts for, and what comes later on a path than all that was asked so far. */
const otherValue = 8;
const laterOn = 32;

/** Leads a search without a target to code that no run of this worker passed yet, the nearest first. It rules nothing out. */
export class UncoveredGuide implements Guide {
  readonly #covered: Uint8Array;
  readonly #steps: Int32Array;
  readonly #queue: Int32Array;
  #isStale = true;
  #runs = 0;

  constructor(readonly table: UncoveredTable) {
    this.#covered = new Uint8Array(table.pointBlock.length);
    this.#steps = new Int32Array(table.nodes);
    this.#queue = new Int32Array(table.nodes);
  }

  allows(): boolean {
    return true;
  }

  nearness(trace: Trace, entry: number, choice: number): number {
    const kind = trace.kind[entry];
    if (kind === Entry.Branch || kind === Entry.Switch) return this.#near(trace.site[entry], 1 + choice, 0);
    return this.#near(trace.site[entry], 0, otherValue);
  }

  nearnessOfRest(trace: Trace, entry: number): number {
    return this.#near(trace.site[entry], 0, laterOn);
  }

  ran({ coverage }: RunResult): void {
    this.#runs++;
    for (let i = 0; i < this.#covered.length; i++) {
      if (coverage[i] === 0 || this.#covered[i] !== 0) continue;
      this.#covered[i] = 1;
      this.#isStale = true;
    }
  }

  report(): GuideReport {
    return { stoppedRuns: 0, cutBranches: 0, nearest: { site: -1, distance: unreachable, goalsPassed: 0 } };
  }

  #near(site: number, way: number, more: number): number {
    if (this.#isStale && this.#runs % lookEach <= 1) this.#look();
    const first = this.table.firstWay[site];
    if (first < 0) return 1;
    const steps = this.#steps[this.table.wayBlock[first + way]];
    return steps === unreachable ? 1 : scaled(steps + more);
  }

  /** A breadth-first search from all that is not covered, against the way runs go. */
  #look(): void {
    this.#isStale = false;
    const { pointBlock, start, before } = this.table;
    const steps = this.#steps.fill(unreachable);
    const queue = this.#queue;
    let end = 0;
    pointBlock.forEach((block, point) => {
      if (block < 0 || this.#covered[point] !== 0 || steps[block] === 0) return;
      steps[block] = 0;
      queue[end++] = block;
    });
    for (let head = 0; head < end; head++) {
      const at = queue[head];
      for (let i = start[at]; i < start[at + 1]; i++) {
        if (steps[before[i]] !== unreachable) continue;
        steps[before[i]] = steps[at] + 1;
        queue[end++] = before[i];
      }
    }
  }
}
