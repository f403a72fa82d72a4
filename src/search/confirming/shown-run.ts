import { plainer } from '../../inputs/plainer.js';
import type { RunResult } from '../../runtime/types.js';
import type { Failure } from '../../vocabulary/finding.js';
import type { Place } from '../../vocabulary/place.js';
import type { Engine } from '../contracts/engine.js';
import { type SharedState, wallNow } from '../contracts/shared-state.js';
import { foldPath, isPathEntry, RollingHash } from '../expanding/path-hash.js';
import { withAllocationSites } from '../results/allocation-sites.js';
import { bucketKey, failsFirst } from '../results/buckets.js';
import { packed } from '../results/passed-points.js';
import type { RunRecord } from '../results/records.js';
import { confirmation } from './confirm.js';
import { stoppable } from './stoppable.js';

/** The run people are shown for a bug. */
export interface ShownRun {
  readonly record: RunRecord;
  /** The user's branches that its input decided, in order: the first and the last of them when there are many. */
  readonly branches: readonly Place[];
}

/** Runs and loop iterations spent on one bug. Counted, not timed: the input shown is the same on a slow machine. */
const mostRuns = 2_000;
const mostIterations = 20_000_000;
/** A run down a deep recursion, and the replay that says where it ends, take as long as this many. */
const iterationsOfReplay = 2_000_000;
/** Expressions kept before the store is emptied. */
const expressionLimit = 4_000_000;
const mostBranches = 100;

/**
 * Makes the input of a confirmed bug as short and as plain as a greedy search gets it. Runs with shadows decide, as
 * they take microseconds; the oracle has the last word. `until`: when to be content with what there is, by `wallNow`;
 * undefined if not even one run was done by then.
 */
export function shownRun(
  engine: Engine,
  input: Uint8Array,
  failure: Failure,
  shared: SharedState,
  until = Infinity,
): ShownRun | undefined {
  const isLate = (): boolean => wallNow() > until;
  const key = bucketKey(failure);
  let runs = 0;
  let iterations = 0;
  let mustBeFirst = false;
  const run = (candidate: Uint8Array): RunResult | undefined => {
    if (engine.program.store.size > expressionLimit) engine.clear();
    shared.countReplay();
    const result = stoppable(engine, isLate, () => engine.program.run(candidate));
    runs++;
    if (!result) return undefined;
    iterations += result.iterations + (result.wasReplayed ? iterationsOfReplay : 0);
    if (!result.failures.some((each) => bucketKey(each) === key)) return undefined;
    return mustBeFirst && !failsFirst(result, key) ? undefined : result;
  };
  const freed = engine.freed ? engine.freed(input) : input;
  const first = run(freed ?? input);
  if (!first) return undefined;
  // One that shows a bug of its own goes on to.
  mustBeFirst = failsFirst(first, key);
  const original = shown(engine, first, key);
  if (!freed) return original;
  let best = original;
  const steps = plainer(original.record.input, original.record.layout);
  for (let step = steps.next(); !step.done && runs < mostRuns && iterations < mostIterations && !isLate(); ) {
    const result = run(step.value);
    if (result) best = shown(engine, result, key);
    step = steps.next(result !== undefined);
  }
  shared.countReplay();
  let confirmed = confirmation(engine.replay(), best.record.input, failure);
  if (!confirmed && best !== original) {
    best = original;
    shared.countReplay();
    confirmed = confirmation(engine.replay(), best.record.input, failure);
  }
  return confirmed && { ...best, record: withAllocationSites(best.record, confirmed) };
}

const path = new RollingHash();

/** Copies what the next run overwrites. */
function shown({ program }: Engine, result: RunResult, key: string): ShownRun {
  const { trace, input, regions, outcome, exitCode, failures } = result;
  foldPath(path, result, program.sites);
  // A run goes on behind a failure that does not trap: what it did there led to nothing.
  const end = result.failureSteps?.[failures.findIndex((each) => bucketKey(each) === key)] ?? trace.length;
  const branches: Place[] = [];
  for (let i = 0; i < Math.min(end, trace.length); i++) {
    const place = isPathEntry(trace.kind[i]) ? program.sites[trace.site[i]].place : undefined;
    if (!place) continue;
    branches.push(place);
    // The way in and the way to the failure say more than the loop between them.
    if (branches.length > mostBranches) branches.splice(mostBranches / 4, 1);
  }
  return {
    record: {
      pathLow: path.low,
      pathHigh: path.high,
      input: input.slice(),
      layout: regions.slice(),
      outcome,
      exitCode,
      failures: failures.slice(),
      passed: packed(result.coverage),
      effects: result.effects?.(),
    },
    branches,
  };
}
