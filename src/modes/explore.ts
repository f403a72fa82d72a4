import type { Built } from '../build/types.js';
import { judgesAccesses } from '../checkers/index.js';
import type { InputPlan } from '../inputs/plan.js';
import { readSavedInputs, type SavedInput } from '../inputs/saved/index.js';
import type { CoveragePoint, Prepared } from '../instrument/prepare.js';
import { availableParallelism } from '../platform/machine.js';
import { moduleUrl } from '../platform/package-files.js';
import type { EngineName } from '../search/beside/fuzz-turns.js';
import { BranchTargets } from '../search/expanding/branch-targets.js';
import type { Combination } from '../search/expanding/combine.js';
import type { JournalOptions } from '../search/journal/journal.js';
import type { SearchName } from '../search/ordering/strategy.js';
import { type UncoveredTable, uncoveredTable } from '../search/ordering/uncovered-guide.js';
import type { RunRecord } from '../search/results/records.js';
import type { Held } from '../search/results/tally.js';
import { type SearchProgress, type SearchResult, type SeenBug, search } from '../search/search.js';
import { threads } from '../search/workers/threads/threads.js';
import { ProgramGraph } from '../static/program-graph.js';
import { UserError } from '../vocabulary/errors.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import { importsOf } from '../wasm/object-file.js';
import type { EngineData } from './engine.js';
import { factsThatMatter } from './fact-probe.js';
import { type GrammarOptions, hasLimit, readGrammars, refuseWithGrammar } from './grammars.js';
import { countAssumed, heldByDefault } from './held.js';
import { makeProgram } from './make-program.js';
import { type ProgramOptions, type Recipe, recipeOf, unusualCheckers } from './recipe.js';
import { firstInputs } from './seeds.js';
import { sourcePointsOf } from './source-points-of.js';
import { type Unproved, unprovedBy } from './unproved.js';

export interface ExploreOptions extends ProgramOptions, GrammarOptions {
  readonly checkers: ReadonlySet<CheckerId>;
  readonly search?: SearchName;
  /** Who makes inputs: the solver along paths, a fuzzer, or both in turns; both, unless told. */
  readonly engine?: EngineName;
  readonly jobs?: number;
  /** Files and folders of inputs to begin with. */
  readonly seeds?: readonly string[];
  /** The same, read already. */
  readonly inputs?: readonly SavedInput[];
  readonly rng?: number;
  /** Milliseconds after compiling. */
  readonly time?: number;
  readonly maxRuns?: number;
  readonly maxTests?: number;
  readonly stopOnFirst?: boolean;
  /** How the checks between two branches are put to the solver; strong, unless told. */
  readonly combine?: Combination;
  /** Fingerprints of findings known and accepted: not what `stopOnFirst` waits for. */
  readonly accepted?: ReadonlyMap<string, unknown>;
  /** Milliseconds per query. */
  readonly solverTime?: number;
  /** Loop iterations before a run counts as hanging. */
  readonly fuel?: number;
  /** Bytes. */
  readonly memory?: number;
  /** Counts what `--stats` tells of each test, which makes runs slower. */
  readonly stats?: boolean;
  /** Where to keep what a later exploration can go on from. */
  readonly journal?: JournalOptions;
  /** What the file of its tests begins with. */
  readonly header?: (recipe: Recipe, plan: InputPlan) => string;
  readonly onEvent?: (event: ExploreEvent) => void;
  /** A path nobody took before; its record is reused by nobody. */
  readonly onPath?: (record: RunRecord, plan: InputPlan, recipe: Recipe) => void;
  /** A bug that was confirmed just now; in the end its input may be a plainer one. */
  readonly onBug?: (bug: SeenBug, plan: InputPlan, recipe: Recipe) => void;
  readonly signal?: AbortSignal;
}

export const defaults = {
  fuel: 10_000_000,
  solverTime: 5_000,
  memory: 4 * 2 ** 30,
  rng: 1,
} as const;

export type ExploreEvent =
  | { readonly kind: 'building'; readonly message: string }
  | { readonly kind: 'built'; readonly compiler: string; readonly compileMs: number; readonly warnings: string }
  /** Something the user should know of the inputs given. */
  | { readonly kind: 'notice'; readonly message: string }
  /** The search is over; writing so many files takes a while. */
  | { readonly kind: 'writing'; readonly tests: number }
  | ({ readonly kind: 'progress' /** What is tried now: `parse f.c:12`. */; readonly at?: string } & SearchProgress);

/** Everything an exploration found, before anybody decided how to tell it. */
export interface Exploration extends SearchResult {
  readonly plan: InputPlan;
  /** Resources the program asked for and always got, and facts. */
  readonly held?: readonly Held[];
  /** Where a checker that never failed proves nothing, as a call that might have failed never did. */
  readonly unproved?: Unproved;
  readonly coverage: readonly CoveragePoint[];
  readonly sites: EngineData['prepared']['sites'];
  readonly checkers: ReadonlySet<CheckerId>;
  readonly compileMs: number;
  /** False: no function that reads is part of the program; standard input means nothing to it. */
  readonly canRead?: boolean;
  /** How to make the program again; without it tests can't be replayed. */
  readonly recipe?: Recipe;
}

const engineModule = moduleUrl('modes/engine');

/** Workers that load their code while the program compiles; the others when they are needed. */
const startedEarly = 2;

/** C sources → paths, tests, confirmed bugs. `trustsWorld`: nobody asks here what would be if calls failed. */
export async function exploreSources(
  options: ExploreOptions,
  { trustsWorld = false }: { readonly trustsWorld?: boolean } = {},
): Promise<Exploration> {
  const tell = options.onEvent ?? (() => {});
  const { onPath, onBug } = options;
  const grammars = readGrammars(options, hasLimit(options));
  refuseWithGrammar(options);
  refuseToFuzz(options);
  const seeds = options.inputs ?? readSavedInputs(options.seeds ?? []);
  const jobs = options.jobs ?? availableParallelism();
  threads.prepare(engineModule, Math.min(jobs, startedEarly));
  const made = await makeProgram(
    options,
    {
      onProgress: (message) => tell({ kind: 'building', message }),
      onBuilt: ({ compiler, compileMs, warnings }) => tell({ kind: 'built', compiler, compileMs, warnings }),
      signal: options.signal,
      checkers: options.checkers,
      countsInstructions: options.stats,
    },
    grammars,
  );
  const { built, plan, prepared, templates } = made;
  const data: EngineData = {
    prepared,
    plan,
    checkers: options.checkers,
    fuel: options.fuel ?? defaults.fuel,
    solverTime: options.solverTime ?? defaults.solverTime,
    templates,
    ...(options.search === 'directed' && { uncovered: tableFor(built, prepared) }),
  };
  const recipe = {
    ...recipeOf(made.options),
    ...(options.grammars?.length && { grammars: options.grammars }),
    checkers: unusualCheckers(options.checkers),
  };
  const targets = new BranchTargets(prepared.sites);
  const result = await search({
    engine: { module: engineModule, data },
    coveragePoints: prepared.coverage.length,
    search: options.search ?? 'generational',
    engines: options.engine,
    jobs,
    rng: options.rng ?? defaults.rng,
    time: options.time ?? Infinity,
    memory: options.memory ?? defaults.memory,
    maxRuns: options.maxRuns ?? Infinity,
    maxTests: options.maxTests ?? Infinity,
    stopOnFirst: options.stopOnFirst ?? false,
    combine: options.combine,
    wantsFigures: options.stats,
    accepted: new Set(options.accepted?.keys()),
    roots: templates ? [] : firstInputs(plan, seeds, (message) => tell({ kind: 'notice', message })),
    hasSource: templates !== undefined,
    journal: options.journal && { ...options.journal, header: options.header?.(recipe, plan) },
    onProgress: (progress) => {
      const place = progress.target < 0 ? undefined : prepared.sites[targets.siteOf(progress.target)]?.place;
      tell({ kind: 'progress', ...progress, at: place && `${place.function} ${placeName(place)}` });
    },
    onPath: onPath && ((record) => onPath(record, plan, recipe)),
    onBug: onBug && ((bug) => onBug(bug, plan, recipe)),
    signal: options.signal,
  });
  countAssumed(result, prepared, plan);
  const held = heldByDefault(result, prepared, plan);
  if (result.tally.isEmpty) {
    const { checkers, fuel } = data;
    for (const fact of await factsThatMatter(options, { ...result, held, checkers, fuel })) {
      result.tally.assume(fact);
    }
  }
  const isProof = result.tally.isEmpty && options.opt !== 1 && !templates?.leavesOut && !trustsWorld;
  const unproved = isProof ? await unprovedBy(options, held, result.stats.runs, exploreOnce) : undefined;
  if (options.opt === 1) result.tally.count('optimised');
  // Redzones see what lands in one.
  if (!prepared.exact && judgesAccesses(options.checkers)) result.tally.count('approximate-memory');
  // Lengths of tokens that were not tried are values that were dropped.
  if (templates?.leavesOut) result.tally.count('concretized');
  const { coverage, sites } = prepared;
  return {
    ...result,
    unproved,
    held: held.filter(({ fact }) => !result.tally.assumed.some((each) => each.fact === fact)),
    plan,
    coverage,
    sites,
    checkers: options.checkers,
    compileMs: built.compileMs,
    canRead: importsOf(built.wasm).some(({ name }) => /^fd_p?read(_stream)?$/.test(name)),
    recipe,
  };
}

/** A fuzzer goes its own way. */
function refuseToFuzz({ engine, search = 'generational', grammars = [] }: ExploreOptions): void {
  if (engine !== 'fuzz') return;
  if (search !== 'generational') {
    throw new UserError(`--engine fuzz follows no paths: leave out --search ${search}, or --engine fuzz.`);
  }
  if (grammars.length > 0) {
    throw new UserError('--engine fuzz makes inputs without a grammar: leave out --grammar, or --engine fuzz.');
  }
}

/** The same program in another world, for some runs: by one worker, so that it says the same each time. */
const exploreOnce = (options: ExploreOptions, maxRuns: number): Promise<Exploration> =>
  exploreSources(
    { ...options, ...quietly, maxRuns, maxTests: undefined, jobs: 1, search: 'generational', stopOnFirst: false },
    { trustsWorld: true },
  );

const quietly = {
  onEvent: undefined,
  onPath: undefined,
  onBug: undefined,
  journal: undefined,
  seeds: [],
  inputs: undefined,
  stats: false,
  engine: 'symbolic',
} as const;

/** For a search that goes to what is not covered yet. */
function tableFor(built: Built, { sites, coverage }: Prepared): UncoveredTable {
  const { module, points } = sourcePointsOf(built);
  const graph = new ProgramGraph(module);
  return uncoveredTable(sites, graph, coverage.length, (number) => {
    const point = coverage[number];
    const place = point.kind === 'lines' ? point.places[0] : undefined;
    const [found] = place ? points.pointsOf(place) : [];
    return found && { owner: found.function, block: graph.cfg(found.function).blockAt(found.index) };
  });
}
