import { readCommands, readSavedInputs, type SavedInput } from '../inputs/saved/index.js';
import type { CoveragePoint } from '../instrument/prepare.js';
import type { Prediction } from '../search/predicting/prediction.js';
import { bucketKey, compareText, failsFirst } from '../search/results/buckets.js';
import type { RunRecord } from '../search/results/records.js';
import type { SearchStats } from '../search/results/stats.js';
import type { Tally } from '../search/results/tally.js';
import type { TestFigures } from '../search/results/test-figures.js';
import { threads } from '../search/workers/threads/threads.js';
import { UserError } from '../vocabulary/errors.js';
import type { CheckerId, Failure } from '../vocabulary/finding.js';
import { type PlanOptions, refuseContradictions } from './choose-plan.js';
import type { EngineData } from './engine.js';
import { engineModule } from './engine-module.js';
import { defaults, type Exploration, type ExploreEvent, type ExploreOptions } from './explore.js';
import { exploreFrom, type Family, familiesOf } from './explore-tests.js';
import { testsFromGrammar } from './grammar-tests.js';
import type { GrammarOptions } from './grammars.js';
import { type FunctionPrecondition, hoistAll, planUnits, readAllUnits } from './hoist.js';
import { buildProgram, prepareProgram } from './make-program.js';
import { type PlannedTests, planTests, type Shape } from './plan-tests.js';
import { type PredictingEvent, predictShapes } from './predict-run.js';
import type { Recipe } from './recipe.js';
import { recipeOf } from './recipe.js';

export interface PredictOptions extends Omit<ExploreOptions, 'onEvent' | 'onPath' | 'inputs' | 'engine'> {
  /** Files and folders of tests. */
  readonly tests?: readonly string[];
  /** A list of command lines. */
  readonly commands?: string;
  /** Goes on exploring from the tests, and only then ends. */
  readonly explore?: boolean;
  /** Files and folders that name functions and their unit tests: preconditions are derived from them. */
  readonly units?: readonly string[];
  readonly onEvent?: (event: PredictEvent) => void;
}

export type PredictEvent = ExploreEvent | PredictingEvent;

/**
 * What is known of one test. `passes` is PRETEX's Theorem 1: nothing on its path was approximated and nothing can
 * fail there, so every input that takes this path passes.
 */
export type TestVerdict = 'passes' | 'near-miss' | 'fails' | 'undecided' | 'excluded' | 'refused' | 'skipped';

export interface PredictedTest {
  readonly name: string;
  readonly verdict: TestVerdict;
  /** Keys of its bugs. */
  readonly bugs: readonly string[];
  /** Why nothing is proved, or the test was not run. */
  readonly because: readonly string[];
  readonly shape: Shape | undefined;
  readonly record: RunRecord | undefined;
}

export interface PredictedBug {
  readonly key: string;
  readonly failure: Failure;
  readonly record: RunRecord;
  readonly shape: Shape;
  /** The function whose precondition told. */
  readonly hoisted: string | undefined;
  /** The first test it was predicted from. */
  readonly test: PredictedTest;
  /** Tests it was predicted from. */
  readonly count: number;
  /** The test itself fails so. */
  readonly passive: boolean;
}

/** What a test's run and the questions along it came to, for `--stats`. */
type NamedTestFigures = TestFigures & { readonly test: string };

export interface PredictResult {
  readonly tests: readonly PredictedTest[];
  readonly bugs: readonly PredictedBug[];
  readonly tally: Tally;
  readonly covered: Uint8Array;
  readonly coverage: readonly CoveragePoint[];
  readonly sites: EngineData['prepared']['sites'];
  readonly checkers: ReadonlySet<CheckerId>;
  readonly stats: SearchStats;
  /** A row a test, where somebody wants them. */
  readonly figures?: readonly NamedTestFigures[];
  /** What the unit tests of functions say their callers have to see to. */
  readonly preconditions: readonly FunctionPrecondition[];
  readonly compileMs: number;
  /** The seed of all randomness. */
  readonly rng: number;
  /** What `explore` went on to find, an exploration per kind of test. */
  readonly explorations: readonly Exploration[];
  /** Something is left to do: it can be resumed if there is a journal. */
  readonly isUnfinished: boolean;
  recipeOf(shape: Shape): Recipe;
}

/** Runs the tests a project has and asks, on each one's path, for other inputs that fail. */
export async function predictTests(options: PredictOptions): Promise<PredictResult> {
  const tell = options.onEvent ?? (() => {});
  refuseContradictions(options);
  const units = readAllUnits(options.units ?? []);
  const saved = readTests(options);
  threads.prepare(engineModule, 1);
  // What has no tests of its own may have no main either.
  const entry = options.entry ?? (saved.length === 0 ? units[0]?.function : undefined);
  const built = await buildProgram(
    { ...options, entry },
    {
      keep: units.map((unit) => unit.function),
      checkers: options.checkers,
      onProgress: (message) => tell({ kind: 'building', message }),
      onBuilt: ({ compiler, compileMs, warnings }) => tell({ kind: 'built', compiler, compileMs, warnings }),
      signal: options.signal,
    },
  );
  const plannedUnits = planUnits(built.wasm, built.kind, units);
  const planned =
    saved.length === 0 && units.length > 0
      ? { shapes: [], refused: [] }
      : planTests(built.wasm, built.kind, saved.slice(0, options.maxTests), options);
  const [first] = planned.shapes;
  if (!first && saved.length > 0) {
    const [{ name, why }] = planned.refused;
    throw new UserError(`None of the tests fits this program. ${name}: ${why}`);
  }
  const watched = plannedUnits.map((unit) => unit.function);
  const { plan } = first ?? plannedUnits[0].shapes[0];
  const prepared = prepareProgram(
    built,
    { plan, options },
    {
      checkers: options.checkers,
      watched,
      countsInstructions: options.stats,
    },
  );
  const data: EngineData = {
    prepared,
    plan,
    checkers: options.checkers,
    fuel: options.fuel ?? defaults.fuel,
    solverTime: options.solverTime ?? defaults.solverTime,
    keepsIndices: true,
  };
  const { functions, preconditions } =
    plannedUnits.length > 0 ? await hoistAll(data, plannedUnits) : { functions: [], preconditions: undefined };
  const ran = await predictShapes(planned, saved.length, options, {
    ...data,
    preconditions,
    trustsUnchecked: true,
  });
  const { coverage, sites } = prepared;
  const isOver = ran.stats.runs >= (options.maxRuns ?? Infinity) || options.signal?.aborted === true;
  const explorations =
    options.explore && !isOver && !(options.stopOnFirst && ran.found > 0)
      ? await exploreFrom(withSeeds(familiesOf(planned.shapes, saved), options.seeds), {
          ...withoutSizes(options),
          ...noGrammar,
          seeds: undefined,
          journal: undefined,
          ...remaining(options, ran),
        })
      : [];
  return {
    ...gather(saved, planned, ran.reports, ran.tally, options),
    tally: ran.tally,
    covered: ran.covered,
    stats: ran.stats,
    ...(options.stats && {
      figures: saved.flatMap(({ name }, number) => {
        const figures = ran.reports.get(number)?.figures;
        return figures ? [{ ...figures, test: name }] : [];
      }),
    }),
    coverage,
    sites,
    checkers: options.checkers,
    preconditions: functions,
    compileMs: built.compileMs,
    rng: options.rng ?? defaults.rng,
    explorations,
    isUnfinished: ran.isUnfinished || explorations.some((each) => each.isUnfinished),
    recipeOf: (shape) => recipeOf({ ...withoutSizes(options), ...shape.options }),
  };
}

/** Strings of a grammar were tests already: exploring goes on from them as from any others. */
const noGrammar: GrammarOptions = {
  ...{ grammars: undefined, height: undefined, maxLength: undefined, keep: undefined, abstract: undefined },
  ...{ maxToken: undefined, loose: undefined, concrete: undefined },
};

function withSeeds(families: readonly Family[], seeds: readonly string[] = []): readonly Family[] {
  const inputs = readSavedInputs(seeds);
  return families.map((family) => ({ ...family, tests: [...family.tests, ...inputs] }));
}

function readTests(options: PredictOptions): SavedInput[] {
  const { tests = [], commands, units = [], seeds = [], explore } = options;
  if (seeds.length > 0 && !explore) {
    throw new UserError('--seed is where exploring goes on from: add --explore, or give the inputs as --tests.');
  }
  const saved = tests.length > 0 ? readSavedInputs(tests) : [];
  if (commands !== undefined) saved.push(...readCommands(commands));
  saved.push(...testsFromGrammar(options, options.maxTests));
  if (saved.length === 0 && units.length === 0) {
    throw new UserError(
      'There is nothing to predict from: name the tests with --tests <dir> or --commands <file>, or a --grammar.',
    );
  }
  return saved;
}

/** What is left of the limits. */
function remaining({ time, maxRuns }: PredictOptions, { stats }: { stats: SearchStats }): Partial<ExploreOptions> {
  return {
    time: time === undefined ? undefined : Math.max(1, time - stats.wallMs),
    maxRuns: maxRuns === undefined ? undefined : maxRuns - stats.runs,
  };
}

/** From what workers told to what each test means, in the order the tests came. */
function gather(
  saved: readonly SavedInput[],
  { shapes, refused }: PlannedTests,
  reports: ReadonlyMap<number, Prediction>,
  tally: Tally,
  { opt }: PredictOptions,
): { tests: PredictedTest[]; bugs: PredictedBug[] } {
  const shapeOf = new Map(shapes.flatMap((shape) => shape.tests.map(({ number }) => [number, shape] as const)));
  const whyNot = new Map(refused.map(({ number, why }) => [number, why]));
  const bugs = new Map<string, PredictedBug & { count: number }>();
  const tests: PredictedTest[] = [];
  saved.forEach(({ name }, number) => {
    const shape = shapeOf.get(number);
    const own = reports.get(number);
    const because = whyNot.get(number);
    if (because !== undefined || !shape || !own) {
      const verdict = because === undefined ? 'skipped' : 'refused';
      tests.push({
        name,
        verdict,
        bugs: [],
        because: because === undefined ? [] : [because],
        shape,
        record: undefined,
      });
      return;
    }
    // A test on the path of an earlier one shares what that showed; its own run may still have failed.
    const shown = own.sameAs === undefined ? own : (reports.get(own.sameAs) ?? own);
    const doubts = doubtsOf(own, shown, opt === 1);
    const failed = own.failures.map((failure) => ({ failure, record: own.record, passive: true, hoisted: undefined }));
    const missed = shown.misses.map((miss) => ({ hoisted: undefined, ...miss, passive: false }));
    const all = [...failed, ...missed];
    const test: PredictedTest = {
      name,
      verdict: verdictOf(own, failed.length, missed.length, doubts),
      bugs: all.map(({ failure }) => bucketKey(failure)),
      because: doubts,
      shape,
      record: own.record,
    };
    tests.push(test);
    for (const { failure, record, passive, hoisted } of all) {
      const key = bucketKey(failure);
      const bug = { key, failure, record, shape, test, count: 1, passive, hoisted };
      const known = bugs.get(key);
      if (!known) bugs.set(key, bug);
      // A run in which it fails by itself tells more than one in which something else failed before.
      else if (isConsequence(known) && !isConsequence(bug)) bugs.set(key, { ...bug, count: known.count + 1 });
      else known.count++;
    }
  });
  // An input that should fail and did not is a divergence of shadows and oracle, or of what checkers are on.
  for (const { doubts } of reports.values()) if (doubts.length > 0) tally.count('divergence', -1, doubts.length);
  return { tests, bugs: [...bugs.values()].sort(byPlace) };
}

const isConsequence = ({ key, record }: Pick<PredictedBug, 'key' | 'record'>): boolean => !failsFirst(record, key);

function doubtsOf(own: Prediction, shown: Prediction, isOptimised: boolean): string[] {
  const reasons = [...new Set([...own.tally, ...shown.tally].map(({ reason }) => reason))].sort();
  return [...reasons, ...new Set([...own.doubts, ...shown.doubts]), ...(isOptimised ? ['optimised'] : [])];
}

function verdictOf(own: Prediction, failed: number, missed: number, doubts: readonly string[]): TestVerdict {
  if (own.record.outcome === 'assume') return 'excluded';
  if (failed > 0) return 'fails';
  if (missed > 0) return 'near-miss';
  return doubts.length > 0 ? 'undecided' : 'passes';
}

function byPlace(a: PredictedBug, b: PredictedBug): number {
  const [one, other] = [a.failure.place, b.failure.place];
  return (
    compareText(one.file, other.file) || one.line - other.line || one.column - other.column || compareText(a.key, b.key)
  );
}

/** The recipe of a test has the sizes of its shape instead of those the user gave. */
function withoutSizes<T extends PlanOptions>(options: T): T {
  return {
    ...options,
    size: undefined,
    stdin: undefined,
    args: undefined,
    env: undefined,
    files: undefined,
    recv: undefined,
    len: undefined,
  };
}
