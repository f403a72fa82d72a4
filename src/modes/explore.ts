import type { Unverified } from '../checkers/unchecked.js';
import type { InputPlan } from '../inputs/plan.js';
import { readSavedInputs, type SavedInput } from '../inputs/saved/index.js';
import type { CoveragePoint } from '../instrument/prepare.js';
import { availableParallelism } from '../platform/machine.js';
import { moduleUrl } from '../platform/package-files.js';
import { BranchTargets } from '../search/expanding/branch-targets.js';
import type { Combination } from '../search/expanding/combine.js';
import type { JournalOptions } from '../search/journal/journal.js';
import type { SearchName } from '../search/ordering/strategy.js';
import type { RunRecord } from '../search/results/records.js';
import type { Held } from '../search/results/tally.js';
import { type SearchProgress, type SearchResult, search } from '../search/search.js';
import { threads } from '../search/workers/threads/threads.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import { importsOf } from '../wasm/object-file.js';
import type { EngineData } from './engine.js';
import { factsThatMatter } from './fact-probe.js';
import { type GrammarOptions, hasLimit, readGrammars, refuseWithGrammar } from './grammars.js';
import { countAssumed, heldByDefault, unprovedBy } from './held.js';
import { makeProgram } from './make-program.js';
import { type ProgramOptions, type Recipe, recipeOf } from './recipe.js';
import { firstInputs } from './seeds.js';

export interface ExploreOptions extends ProgramOptions, GrammarOptions {
  readonly checkers: ReadonlySet<CheckerId>;
  readonly search?: SearchName;
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
  /** Where to keep what a later exploration can go on from. */
  readonly journal?: JournalOptions;
  readonly onEvent?: (event: ExploreEvent) => void;
  /** A path nobody took before; its record is reused by nobody. */
  readonly onPath?: (record: RunRecord, plan: InputPlan) => void;
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
  /** Why a checker that never failed proves nothing, if a call that might have failed never did. */
  readonly unproved?: (checker: CheckerId) => Unverified | undefined;
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

/** C sources → paths, tests, confirmed bugs. */
export async function exploreSources(options: ExploreOptions): Promise<Exploration> {
  const tell = options.onEvent ?? (() => {});
  const { onPath } = options;
  const grammars = readGrammars(options, hasLimit(options));
  refuseWithGrammar(options);
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
  };
  const targets = new BranchTargets(prepared.sites);
  const result = await search({
    engine: { module: engineModule, data },
    coveragePoints: prepared.coverage.length,
    search: options.search ?? 'generational',
    jobs,
    rng: options.rng ?? defaults.rng,
    time: options.time ?? Infinity,
    memory: options.memory ?? defaults.memory,
    maxRuns: options.maxRuns ?? Infinity,
    maxTests: options.maxTests ?? Infinity,
    stopOnFirst: options.stopOnFirst ?? false,
    combine: options.combine,
    accepted: new Set(options.accepted?.keys()),
    roots: templates ? [] : firstInputs(plan, seeds, (message) => tell({ kind: 'notice', message })),
    hasSource: templates !== undefined,
    journal: options.journal,
    onProgress: (progress) => {
      const place = progress.target < 0 ? undefined : prepared.sites[targets.siteOf(progress.target)]?.place;
      tell({ kind: 'progress', ...progress, at: place && `${place.function} ${placeName(place)}` });
    },
    onPath: onPath && ((record) => onPath(record, plan)),
    signal: options.signal,
  });
  countAssumed(result, prepared, plan);
  const held = heldByDefault(result, prepared);
  if (result.tally.isEmpty) {
    const { checkers, fuel } = data;
    for (const fact of await factsThatMatter(options, { tests: result.tests, held, checkers, fuel })) {
      result.tally.assume(fact);
    }
  }
  if (options.opt === 1) result.tally.count('optimised');
  // Lengths of tokens that were not tried are values that were dropped.
  if (templates?.leavesOut) result.tally.count('concretized');
  const { coverage, sites } = prepared;
  return {
    ...result,
    unproved: unprovedBy(held, prepared, result.covered),
    held: held.filter(({ fact }) => !result.tally.assumed.some((each) => each.fact === fact)),
    plan,
    coverage,
    sites,
    checkers: options.checkers,
    compileMs: built.compileMs,
    canRead: importsOf(built.wasm).some(({ name }) => name === 'fd_read' || name === 'fd_pread'),
    recipe: recipeOf(made.options),
  };
}
