import type { Trace } from '../../abi/trace.js';
import type { RunResult } from '../../runtime/types.js';

/** What a search for a target learned on the way, besides inputs. Sums over workers; the nearest of all. */
export interface GuideReport {
  /** Runs that were stopped, as the target was out of reach. */
  readonly stoppedRuns: number;
  /** Other ways at a branch that were not asked for, as they lead away from the target. */
  readonly cutBranches: number;
  /** The branch nearest to the target that some run came to, by its site; -1 for none. */
  readonly nearest: { readonly site: number; readonly distance: number; readonly goalsPassed: number };
}

/**
 * Knows where a search wants to go. Asked before each query, it spares those that can't lead there; told of each run,
 * it remembers how near the search came. It never says no to a way that could lead there.
 */
export interface Guide {
  /** May the run still reach what is looked for if it makes another choice at this entry of its trace? */
  allows(trace: Trace, entry: number, choice: number): boolean;
  /** How near another choice at this entry would be, from 0 (far away) to 255. */
  nearness(trace: Trace, entry: number, choice: number): number;
  /** The same for asking on at this entry, without knowing what will come of it. */
  nearnessOfRest(trace: Trace, entry: number): number;
  /** After each run, before its alternatives are asked for. */
  ran(result: RunResult): void;
  report(): GuideReport;
}

export function mergeReports(reports: readonly GuideReport[]): GuideReport {
  return reports.reduce((a, b) => ({
    stoppedRuns: a.stoppedRuns + b.stoppedRuns,
    cutBranches: a.cutBranches + b.cutBranches,
    nearest: isNearer(b.nearest, a.nearest) ? b.nearest : a.nearest,
  }));
}

/** More goals passed, then a shorter way to the next; ties by site, so that the order of runs does not matter. */
export function isNearer(a: GuideReport['nearest'], b: GuideReport['nearest']): boolean {
  if (a.goalsPassed !== b.goalsPassed) return a.goalsPassed > b.goalsPassed;
  if (a.distance !== b.distance) return a.distance < b.distance;
  return a.site < b.site;
}
