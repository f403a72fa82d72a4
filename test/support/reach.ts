import { openEngine } from '../../src/modes/engine.js';
import {
  type ReachGoal,
  type ReachLimits,
  type ReachResult,
  reachEngine,
  resultOf,
  wantedPlaces,
} from '../../src/modes/reach.js';
import { parseWantedPlace } from '../../src/modes/reach-places.js';
import { openReachProgram, type ReachProgram } from '../../src/modes/reach-program.js';
import type { ProgramOptions } from '../../src/modes/recipe.js';
import { type ReachSummary, summarizeReach } from '../../src/report/reach-summary.js';
import { exploreHere } from './opened.js';

/** Looks for a goal on this thread: a worker under tsx costs more than most searches. */
export async function reachHere(
  program: ReachProgram,
  goal: ReachGoal,
  limits: ReachLimits = {},
): Promise<ReachResult> {
  const data = reachEngine(program, goal, limits);
  const engine = await openEngine(data);
  const { plan, prepared, checkers } = data;
  const search = limits.search ?? (data.guide ? 'directed' : 'generational');
  const found = exploreHere(
    { plan, prepared, engine, checkers, maxRuns: limits.maxRuns ?? Infinity },
    { search, stopOnFirst: true },
  );
  return resultOf(program, goal, prepared, found);
}

/** The goal as it would be typed. */
export function goalOf(
  to: string,
  { when, via = [], avoid }: { when?: string; via?: string[]; avoid?: string[] } = {},
) {
  return {
    to: { place: to, when },
    via: via.map((text) => parseWantedPlace(text, '--via')),
    avoid,
  } satisfies ReachGoal;
}

export async function reachOnce(
  options: ProgramOptions,
  goal: ReachGoal,
  limits: ReachLimits = {},
): Promise<ReachSummary> {
  const program = await openReachProgram(options, wantedPlaces(goal));
  return summarizeReach(program, await reachHere(program, goal, limits));
}
