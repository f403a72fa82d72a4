import type { Built } from '../build/types.js';
import { judgesAccesses } from '../checkers/index.js';
import { decodeInput } from '../inputs/decode.js';
import { readSavedInputs } from '../inputs/saved/index.js';
import type { Prepared, Route } from '../instrument/prepare.js';
import { moduleUrl } from '../platform/package-files.js';
import type { GoalPlan } from '../runtime/goals.js';
import type { JournalOptions } from '../search/journal/journal.js';
import { makeGuideTable } from '../search/ordering/guide-table.js';
import type { SearchName } from '../search/ordering/strategy.js';
import type { RunRecord } from '../search/results/records.js';
import { type ConfirmedBug, type SearchResult, search } from '../search/search.js';
import { type Point, ProgramGraph } from '../static/program-graph.js';
import { mostGoals, Reachability } from '../static/reachability.js';
import { UserError } from '../vocabulary/errors.js';
import { type CheckerId, type Failure, targetReached } from '../vocabulary/finding.js';
import { placeName, type SourceLine } from '../vocabulary/place.js';
import { neededOf, resourcesOf, withHeldExplored } from './doubts.js';
import type { EngineData } from './engine.js';
import { defaults, type ExploreEvent } from './explore.js';
import { factsThatMatter } from './fact-probe.js';
import { type GrammarOptions, hasLimit, readGrammars, refuseWithGrammar } from './grammars.js';
import { countAssumed, heldByDefault } from './held.js';
import { prepareProgram } from './make-program.js';
import { type Destination, describePlace, type WantedPlace } from './reach-places.js';
import { openReachProgram, type ReachProgram } from './reach-program.js';
import type { ProgramOptions } from './recipe.js';
import { firstInputs } from './seeds.js';

export interface ReachLimits {
  /** Default: directed. */
  readonly search?: Exclude<SearchName, 'random'>;
  /** Off: runs go on where the target is out of reach, and every branch is asked; for comparison. */
  readonly isGuided?: boolean;
  readonly jobs?: number;
  readonly rng?: number;
  /** Milliseconds. */
  readonly time?: number;
  readonly maxRuns?: number;
  readonly maxTests?: number;
  readonly solverTime?: number;
  readonly fuel?: number;
  readonly memory?: number;
  readonly seeds?: readonly string[];
  /** Checks that are made on the way; what fails there is told, and does not end the search. */
  readonly checkers?: ReadonlySet<CheckerId>;
  /** Counts what `--stats` tells of each run. */
  readonly stats?: boolean;
  /** Where to keep what a later search can go on from. */
  readonly journal?: JournalOptions;
  readonly onEvent?: (event: ExploreEvent) => void;
  readonly signal?: AbortSignal;
}

/** A destination, and for `verify`: the target must not only be come to but fail there, in one of these ways. */
export interface ReachGoal extends Destination {
  readonly fails?: readonly CheckerId[];
  /** What fails lies here, in a function that the target calls and that returns to it. */
  readonly failsAt?: SourceLine;
}

type ReachVerdict = 'reached' | 'infeasible' | 'unknown';

export interface ReachResult {
  readonly verdict: ReachVerdict;
  readonly goal: ReachGoal;
  readonly target: SourceLine;
  /** The places to pass before it, as people write them. */
  readonly via: readonly string[];
  readonly search: SearchResult;
  readonly prepared: Prepared;
  /** What failed on the way, where checks were made. */
  readonly bugs: readonly ConfirmedBug[];
  /** Of the run that reached the target: replayed. */
  readonly reached?: { readonly record: RunRecord; readonly failure: Failure };
  /** What the control-flow graph spared; none without guiding. */
  readonly cut?: { readonly runs: number; readonly branches: number };
  /** The branch nearest to the target that some run came to. */
  readonly nearest?: { readonly at: SourceLine; readonly passed: number; readonly distance: number };
}

const engineModule = moduleUrl('modes/engine');

/** C sources → whether a place can be reached, and by which input. */
export async function reachSources(
  options: ProgramOptions & GrammarOptions & ReachLimits & { readonly goal: ReachGoal },
): Promise<{ readonly program: ReachProgram; readonly result: ReachResult }> {
  const tell = options.onEvent ?? (() => {});
  const grammars = readGrammars(options, hasLimit(options));
  refuseWithGrammar(options);
  const onBuild = {
    onProgress: (message: string) => tell({ kind: 'building', message }),
    onBuilt: ({ compiler, compileMs, warnings }: Built) => tell({ kind: 'built', compiler, compileMs, warnings }),
    signal: options.signal,
  };
  const program = await openReachProgram(options, wantedPlaces(options.goal), onBuild, grammars);
  const result = await reachIn(program, options.goal, options);
  return {
    program,
    result: await doubted(options, program, result, (other) =>
      openReachProgram(other, wantedPlaces(options.goal), { signal: options.signal }, grammars),
    ),
  };
}

/** Runs of a search for a doubt, beyond as many as the proof took. */
const runsForDoubt = 300;

/** What is out of reach only because nothing failed, or because of what the clock said, is not known to be. */
export async function doubted<Options extends ProgramOptions & ReachLimits>(
  options: Options,
  program: ReachProgram,
  result: ReachResult,
  open: (options: Options) => Promise<ReachProgram>,
): Promise<ReachResult> {
  if (result.verdict !== 'infeasible') return result;
  const all = heldByDefault(result.search, result.prepared, program.plan);
  const probed = { ...result.search, held: all, checkers: new Set(result.goal.fails) };
  const facts = await factsThatMatter(options, { ...probed, fuel: options.fuel ?? defaults.fuel });
  const held = [...resourcesOf(all), ...facts];
  if (held.length === 0) return result;
  const explored = withHeldExplored(options, held);
  const other = explored && (await open(explored));
  const maxRuns = runsForDoubt + 10 * result.search.stats.runs;
  const again = other && (await reachIn(other, result.goal, { ...options, maxRuns, seeds: [], onEvent: undefined }));
  if (again?.verdict === 'infeasible') return result;
  const { reached } = again ?? {};
  const input = other && reached && decodeInput(other.plan, reached.record.input, reached.record.layout);
  for (const each of neededOf(held, input)) result.search.tally.assume(each);
  return resultOf(program, result.goal, result.prepared, result.search);
}

/** All places of a goal, with the flag each was given by. */
export function wantedPlaces({ to, via = [], avoid = [] }: ReachGoal): { place: WantedPlace; flag: string }[] {
  return [
    { place: to, flag: '--to' },
    ...via.map((place) => ({ place, flag: '--via' })),
    ...avoid.map((place) => ({ place: { place }, flag: '--avoid' })),
  ];
}

/**
 * Looks for an input in a program that was opened for the places of this goal. May be called any number of times:
 * each call instruments the program for its own goal and leaves nothing behind.
 */
export async function reachIn(program: ReachProgram, goal: ReachGoal, limits: ReachLimits = {}): Promise<ReachResult> {
  const data = reachEngine(program, goal, limits);
  const { prepared, plan, templates } = data;
  const tell = limits.onEvent ?? (() => {});
  const found = await search({
    engine: { module: engineModule, data },
    coveragePoints: prepared.coverage.length,
    search: limits.search ?? (data.guide ? 'directed' : 'generational'),
    // More than one worker may reach the target first: the answer would not be the same each time.
    jobs: limits.jobs ?? 1,
    rng: limits.rng ?? defaults.rng,
    time: limits.time ?? Infinity,
    memory: limits.memory ?? defaults.memory,
    maxRuns: limits.maxRuns ?? Infinity,
    maxTests: limits.maxTests ?? Infinity,
    stopOnFirst: 'target',
    wantsFigures: limits.stats,
    journal: limits.journal,
    roots: templates
      ? []
      : firstInputs(plan, readSavedInputs(limits.seeds ?? []), (message) => tell({ kind: 'notice', message })),
    hasSource: templates !== undefined,
    onProgress: (progress) => tell({ kind: 'progress', ...progress }),
    signal: limits.signal,
  });
  countAssumed(found, prepared, plan);
  if (program.isOptimised) found.tally.count('optimised');
  if (goal.fails && !prepared.exact && judgesAccesses(new Set(goal.fails))) found.tally.count('approximate-memory');
  if (templates?.leavesOut) found.tally.count('concretized');
  return resultOf(program, goal, prepared, found);
}

/** All that a worker needs to look for a goal: the program instrumented for it, and the guide. */
export function reachEngine(program: ReachProgram, goal: ReachGoal, limits: ReachLimits = {}): EngineData {
  const { plan, templates } = program;
  const { route, plan: way, points } = routeTo(program, goal);
  const goals: GoalPlan = { ...way, ...(limits.checkers && { keeps: [...limits.checkers] }) };
  const isGuided = limits.isGuided ?? true;
  const checkers: ReadonlySet<CheckerId> = new Set([...(goal.fails ?? []), ...(limits.checkers ?? [])]);
  const prepared = prepareProgram(program.built, program, {
    checkers,
    countsInstructions: limits.stats,
    route: isGuided ? route : { goals: route.goals, avoided: route.avoided },
    // Whether a place is reached has nothing to do with objects.
    memoryModel: goal.fails ? program.options.memoryModel : 'redzones',
  });
  const failingLine = goal.fails && (goal.failsAt ?? program.lineOf(goal.to));
  return {
    prepared,
    plan,
    templates,
    checkers,
    fuel: limits.fuel ?? defaults.fuel,
    solverTime: limits.solverTime ?? defaults.solverTime,
    goals,
    guide: isGuided
      ? {
          ...makeGuideTable(prepared.sites, route.reachability, points, failingLine),
          looksForFailures: limits.checkers !== undefined,
        }
      : undefined,
  };
}

/** What a search that has ended says of its goal. */
export function resultOf(program: ReachProgram, goal: ReachGoal, prepared: Prepared, found: SearchResult): ReachResult {
  const bug = found.bugs.find(({ failure }) => failure.checker === targetReached);
  const { guide } = found.stats;
  const nearest = guide && prepared.sites[guide.nearest.site]?.place;
  return {
    verdict: bug ? 'reached' : found.tally.isEmpty ? 'infeasible' : 'unknown',
    goal,
    target: program.lineOf(goal.to),
    via: (goal.via ?? []).map(describePlace),
    search: found,
    prepared,
    bugs: found.bugs.filter(({ failure }) => failure.checker !== targetReached),
    reached: bug && { record: bug.record, failure: bug.failure },
    cut: guide && { runs: guide.stoppedRuns, branches: guide.cutBranches },
    nearest: nearest && {
      at: { file: nearest.file, line: nearest.line },
      passed: guide.nearest.goalsPassed,
      distance: guide.nearest.distance,
    },
  };
}

/** The way to a goal: which instructions mean what, and from where they can be reached. */
function routeTo(
  program: ReachProgram,
  { to, via = [], avoid = [], fails, failsAt }: ReachGoal,
): { route: Route & { reachability: Reachability }; plan: GoalPlan; points: (readonly Point[])[] } {
  if (via.length >= mostGoals) {
    throw new UserError(`At most ${mostGoals - 1} --via can be followed at once: name those that matter.`);
  }
  const target = program.lineOf(to);
  const found = [...via, to].map((place) => program.find(place));
  if (fails) found[via.length] = { points: program.points.blocksOf(target), probe: -1 };
  const avoided = avoid.flatMap((place) => {
    const line = program.lineOf({ place });
    const clash = [to, ...via].find(
      (each) => each.when === undefined && placeName(program.lineOf(each)) === placeName(line),
    );
    if (clash) throw new UserError(`${describePlace(clash)} is to be passed and to be avoided: leave out one of them.`);
    return program.points.pointsOf(line);
  });
  const points = found.map((each) => each.points);
  const graph = new ProgramGraph(program.module, [...points.flat(), ...avoided]);
  const reachability = new Reachability(graph, points, avoided);
  // Where the target has to fail, coming there is not enough; and what the program marks itself needs no mark of ours.
  const marked = found.map((each, i) => (each.probe >= 0 || (fails && i === via.length) ? [] : each.points));
  return {
    route: { goals: marked, avoided, reachability },
    plan: {
      count: points.length,
      probes: found.map(({ probe }) => probe),
      fails: fails && { checkers: fails, at: failsAt ?? target, calledFrom: failsAt && target },
    },
    points,
  };
}
