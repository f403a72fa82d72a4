import type { Site } from '../../abi/site.js';
import { Entry, type Trace } from '../../abi/trace.js';
import type { RunResult } from '../../runtime/types.js';
import { type Guide, type GuideReport, isNearer } from '../contracts/guide.js';
import type { GuideTable } from './guide-table.js';

/** Blocks that trying another value counts for, and going on behind a failure: likelier ways come first. */
const otherValue = 8;
const behindFailure = 64;
/** The same for what comes later on a path than all that was asked so far. */
const laterOn = 32;

/** Follows the control-flow graph: docs/decisions tell how and why. */
export class CfgGuide implements Guide {
  #stoppedRuns = 0;
  #cutBranches = 0;
  #nearest: GuideReport['nearest'] = { site: -1, distance: 0x7fffffff, goalsPassed: 0 };

  constructor(
    readonly table: GuideTable,
    readonly sites: readonly Site[],
  ) {}

  allows(trace: Trace, entry: number, choice: number): boolean {
    const isAllowed = this.#allows(trace, entry, choice);
    if (!isAllowed) this.#cutBranches++;
    return isAllowed;
  }

  nearness(trace: Trace, entry: number, choice: number): number {
    const first = this.table.firstWay[trace.site[entry]];
    const next = trace.next![entry];
    const kind = trace.kind[entry];
    if (first < 0) return 1;
    if (isChoice(kind)) return scaled(this.#steps(first + 1 + choice, next));
    return scaled(this.#steps(first, next) + (kind === Entry.Check ? behindFailure : otherValue));
  }

  nearnessOfRest(trace: Trace, entry: number): number {
    const first = this.table.firstWay[trace.site[entry]];
    return first < 0 ? 1 : scaled(this.#steps(first, trace.next![entry]) + laterOn);
  }

  ran({ outcome, trace, failures }: RunResult): void {
    if (outcome === 'decided' && failures.length === 0) this.#stoppedRuns++;
    for (let entry = 0; entry < trace.length; entry++) {
      const site = trace.site[entry];
      const here = this.table.firstWay[site];
      if (here < 0 || this.sites[site].place === undefined || !this.#canReach(trace, entry, here)) continue;
      const goalsPassed = trace.next![entry];
      const distance = this.table.distance[here * this.table.goals + goalsPassed];
      const candidate = { site, distance, goalsPassed };
      if (isNearer(candidate, this.#nearest)) this.#nearest = candidate;
    }
  }

  report(): GuideReport {
    return { stoppedRuns: this.#stoppedRuns, cutBranches: this.#cutBranches, nearest: this.#nearest };
  }

  #allows(trace: Trace, entry: number, choice: number): boolean {
    const first = this.table.firstWay[trace.site[entry]];
    if (first < 0) return true;
    if (isChoice(trace.kind[entry])) return this.#canReach(trace, entry, first + 1 + choice);
    const { kind, place } = this.sites[trace.site[entry]];
    // A division that fails ends the run: of use only where the target is to fail.
    if (trace.kind[entry] !== Entry.Check || kind !== 'divide') return true;
    const { failingLine, looksForFailures } = this.table;
    if (looksForFailures) return true;
    return failingLine !== undefined && place?.file === failingLine.file && place.line === failingLine.line;
  }

  #canReach(trace: Trace, entry: number, way: number): boolean {
    const { within, leaves } = this.table;
    const ahead = within[way] | (leaves[way] !== 0 ? trace.outer![entry] : 0);
    return ((ahead >> trace.next![entry]) & 1) !== 0;
  }

  /** To the target, over all goals before it. */
  #steps(way: number, next: number): number {
    const { distance, goals, remaining } = this.table;
    return distance[way * goals + next] + remaining[next];
  }
}

/** From 1 to 255. Near the target every block counts, far away only the order of magnitude. */
export function scaled(steps: number): number {
  return Math.max(1, 255 - Math.floor(steps <= 128 ? steps : 128 + 8 * Math.log2(steps / 128)));
}

const isChoice = (kind: number): boolean => kind === Entry.Branch || kind === Entry.Switch;
