import { worldFact } from '../host/world.js';
import type { InputPlan } from '../inputs/plan.js';
import type { CoveragePoint, Prepared } from '../instrument/prepare.js';
import type { NativeCompiler } from '../native/compiler.js';
import type { ReplayInSandbox } from '../native/judge.js';
import { availableParallelism } from '../platform/machine.js';
import { moduleUrl } from '../platform/package-files.js';
import { type CompareRules, comparisonOf, counted, isSame, type SideRun } from '../runtime/compare-shown.js';
import type { Shown } from '../runtime/observed.js';
import type { ReplayProgram } from '../runtime/types.js';
import type { RunRecord } from '../search/results/records.js';
import type { Held } from '../search/results/tally.js';
import { type SearchResult, search } from '../search/search.js';
import { threads } from '../search/workers/threads/threads.js';
import { type What, whats } from '../vocabulary/difference.js';
import { UserError } from '../vocabulary/errors.js';
import type { Place } from '../vocabulary/place.js';
import { type CompareData, openSide } from './compare-engine.js';
import { type DifferenceGroup, groupDifferences } from './compare-groups.js';
import { type NativeSide, sideNatively } from './compare-native.js';
import { observationPlans } from './compare-sides.js';
import { type MismatchRow, mismatchTable } from './compare-table.js';
import { defaults, type ExploreOptions } from './explore.js';
import { countAssumed, heldByDefault } from './held.js';
import { type MadeProgram, makeProgram, planProgram } from './make-program.js';
import { requireNativeCompiler } from './native-replay.js';
import { type Recipe, recipeOf } from './recipe.js';

type Limits = Pick<
  ExploreOptions,
  'jobs' | 'rng' | 'time' | 'maxRuns' | 'maxTests' | 'solverTime' | 'fuel' | 'memory' | 'onEvent' | 'signal' | 'stats'
>;

export interface CompareOptions extends Omit<ExploreOptions, 'sources' | keyof Limits>, Limits {
  /** The sources of each program. */
  readonly a: readonly string[];
  readonly b: readonly string[];
  /** Global variables that count. */
  readonly observe?: readonly string[];
  /** Text that does not count, as a regular expression. */
  readonly ignore?: string;
  /** A side that gives up with abort() is no difference. */
  readonly acceptAbort?: boolean;
  /** Also build both with this machine's compiler and sanitizers, and run each difference outside the sandbox. */
  readonly native?: boolean;
}

/** One way in which the two differ, seen again in replays of both. */
export interface Difference {
  readonly what: What;
  /** What of it: `stdout`, `out->length`. */
  readonly name: string;
  readonly record: RunRecord;
  readonly a: SideRun;
  readonly b: SideRun;
  readonly shown: readonly [Shown | undefined, Shown | undefined];
  readonly places: readonly [Place | undefined, Place | undefined];
  /** Paths that differ so. */
  readonly count: number;
  /** The replays it was seen in. */
  readonly replays: readonly [ReplayInSandbox, ReplayInSandbox];
  /** What each program did outside the sandbox, where that was asked for. */
  readonly native?: readonly [NativeSide, NativeSide];
}

export interface Compared {
  readonly plan: InputPlan;
  readonly names: readonly [string, string];
  readonly search: SearchResult;
  readonly differences: readonly Difference[];
  readonly coverage: readonly CoveragePoint[];
  readonly sites: Prepared['sites'];
  readonly compileMs: number;
  /** What both were given of the world as it is by default. */
  readonly held: readonly Held[];
  readonly recipes: readonly [Recipe, Recipe];
  /** With `stats`. */
  readonly mismatches?: readonly MismatchRow[];
}

const engineModule = moduleUrl('modes/compare-engine');

/** Milliseconds a query may take: whether two ways to compute a number agree is one question, and often a hard one. */
const hardestQuestion = 30_000;

/** Inputs of a group that are tried until one differs when replayed. */
const mostTries = 5;

/** Two programs → where they differ. */
export async function compareSources(options: CompareOptions): Promise<Compared> {
  const { onEvent: tell = () => {} } = options;
  const rules = rulesFrom(options);
  const compiler = options.native ? requireNativeCompiler(options.bits) : undefined;
  const jobs = options.jobs ?? availableParallelism();
  threads.prepare(engineModule, Math.min(jobs, 2));
  const { programs, observes } = await makeBoth(options);
  const [one, other] = programs;
  // Parameters go by the first program's names.
  const { plan } = one;
  const data: CompareData = {
    sides: [
      { prepared: one.prepared, plan, observes: observes[0] },
      { prepared: other.prepared, plan, observes: observes[1] },
    ],
    rules,
    checkers: options.checkers,
    fuel: options.fuel ?? defaults.fuel,
    solverTime: options.solverTime ?? hardestQuestion,
  };
  const coverage = [...one.prepared.coverage, ...other.prepared.coverage];
  const result = await search({
    engine: { module: engineModule, data },
    coveragePoints: coverage.length,
    search: 'generational',
    jobs,
    rng: options.rng ?? defaults.rng,
    time: options.time ?? Infinity,
    memory: options.memory ?? defaults.memory,
    maxRuns: options.maxRuns ?? Infinity,
    maxTests: options.maxTests ?? Infinity,
    stopOnFirst: false,
    roots: [new Uint8Array(0)],
    onProgress: (progress) => tell({ kind: 'progress', ...progress }),
    signal: options.signal,
  });
  if (options.opt === 1) result.tally.count('optimised');
  const held = countHeld(result, programs);
  const groups = groupDifferences(result.tests, coverage, one.prepared.coverage.length);
  const seen = confirmed(groups, data, () => result.tally.count('divergence'));
  const differences = compiler ? await natively(seen, programs, data, compiler, options) : seen;
  const alone = programs.map(({ options: own }) => ({ ...options, ...own, onEvent: undefined, stats: false }));
  return {
    plan,
    names: [options.a[0], options.b[0]],
    search: result,
    differences,
    held,
    coverage,
    sites: [...one.prepared.sites, ...other.prepared.sites, ...whats.map(() => one.prepared.sites[0])],
    compileMs: one.built.compileMs + other.built.compileMs,
    recipes: [recipeOf(one.options), recipeOf(other.options)],
    ...(options.stats && { mismatches: await mismatchTable(data, alone) }),
  };
}

/** The differences with what each program does on this machine. */
async function natively(
  differences: readonly Difference[],
  programs: readonly MadeProgram[],
  { sides, rules }: CompareData,
  compiler: NativeCompiler,
  { onEvent: tell = () => {} }: CompareOptions,
): Promise<Difference[]> {
  if (differences.length === 0) return [];
  const ran: NativeSide[][] = [];
  for (const [side, program] of programs.entries()) {
    const seen = differences.map(({ replays, shown }) => ({ replay: replays[side], shown: shown[side] }));
    const onProgress = (message: string): void => tell({ kind: 'building', message });
    ran.push(await sideNatively(program, sides[side].observes, seen, rules, compiler, onProgress));
  }
  return differences.map((each, i) => ({ ...each, native: [ran[0][i], ran[1][i]] }));
}

/**
 * What either program took for granted of the world. That a clock shows another time, or that somebody passes arguments,
 * may tell the two apart: then it is no proof. That a call fails is not asked of either.
 */
function countHeld(result: SearchResult, programs: readonly MadeProgram[]): Held[] {
  const held = new Map<string, Held>();
  let from = 0;
  for (const { prepared, plan } of programs) {
    const covered = result.covered.subarray(from, (from += prepared.coverage.length));
    const found = { ...result, covered };
    countAssumed(found, prepared, plan);
    for (const each of heldByDefault(found, prepared, plan)) {
      if (worldFact(each.fact).kind === 'fact') result.tally.assume(each);
      else held.set(each.fact, each);
    }
  }
  return [...held.values()];
}

/** Both programs, ready to run, and what is observed of each. */
async function makeBoth(options: CompareOptions): Promise<{
  readonly programs: readonly [MadeProgram, MadeProgram];
  readonly observes: ReturnType<typeof observationPlans>;
}> {
  const { a, b, observe = [], onEvent: tell = () => {}, ...rest } = options;
  const make = (sources: readonly string[], len: CompareOptions['len']) =>
    makeProgram(
      { ...rest, sources, len },
      {
        onProgress: (message) => tell({ kind: 'building', message }),
        onBuilt: ({ compiler, compileMs, warnings }) => tell({ kind: 'built', compiler, compileMs, warnings }),
        signal: options.signal,
        checkers: options.checkers,
      },
    );
  const [one, other] = [await make(a, options.len), await make(b, undefined)];
  const plain = planProgram(one.built, { ...one.options, len: undefined }).plan;
  const observes = observationPlans(
    [
      { name: a[0], built: one.built, plan: plain },
      { name: b[0], built: other.built, plan: other.plan },
    ],
    observe,
  );
  const len = renamed(options.len, plain, other.plan);
  return { programs: [one, { ...other, options: { ...other.options, len } }], observes };
}

/** Sizes go by the first program's names of its parameters: the second may call them otherwise. */
function renamed(len: CompareOptions['len'], from: InputPlan, to: InputPlan): CompareOptions['len'] {
  if (!len || from.kind !== 'entry' || to.kind !== 'entry') return len;
  const nameOf = (name: string): string => to.params[from.params.findIndex((each) => each.name === name)]?.name ?? name;
  return new Map([...len].map(([name, size]) => [nameOf(name), size]));
}

function rulesFrom({ ignore, acceptAbort }: CompareOptions): CompareRules {
  try {
    if (ignore !== undefined) new RegExp(ignore, 'gm');
  } catch (error) {
    throw new UserError(`--ignore takes a regular expression: ${(error as Error).message}.`);
  }
  return { ignore, acceptAbort };
}

/** Of each group the first input that differs without shadows, too. */
function confirmed(groups: readonly DifferenceGroup[], data: CompareData, onDoubt: () => void): Difference[] {
  if (groups.length === 0) return [];
  const oracles = data.sides.map((side) => openSide(side, data));
  const sideOf = ({ outcome, exitCode, failures, shown = [] }: ReturnType<ReplayProgram['replay']>): SideRun => {
    const hangs = failures.some(({ checker }) => checker === 'hang');
    return { outcome, exitCode, failures: failures.filter(({ checker }) => checker !== 'hang'), hangs, shown };
  };
  const differences: Difference[] = [];
  for (const { places, records } of groups) {
    const found = records.slice(0, mostTries).some((record) => {
      const [one, other] = [oracles[0].replay(record.input), oracles[1].replay(record.input)];
      const [a, b] = [sideOf(one), sideOf(other)];
      const seen = firstDifference(a, b, data.rules);
      if (!seen) return false;
      const replays = [withoutShown(one), withoutShown(other)] as const;
      differences.push({ ...seen, record, a, b, places: placesOf(a, b, places), count: records.length, replays });
      return true;
    });
    // The shadows said they differ, the replays say they do not: one of them strayed.
    if (!found) onDoubt();
  }
  return differences;
}

function withoutShown({ outcome, exitCode, failures, endedAt, regions, input }: ReturnType<ReplayProgram['replay']>) {
  return { outcome, exitCode, failures, endedAt, regions, input };
}

function firstDifference(
  a: SideRun,
  b: SideRun,
  rules: CompareRules,
): Pick<Difference, 'what' | 'name' | 'shown'> | undefined {
  const comparison = comparisonOf(a, b, rules);
  if (comparison.kind === 'decided') {
    const { what } = comparison;
    return what && { what, name: what, shown: [undefined, undefined] };
  }
  const pair = comparison.pairs.find(
    ({ a: one, b: other }) => !isSame(one && counted(one, rules), other && counted(other, rules)),
  );
  return pair && { what: pair.what, name: pair.name, shown: [pair.a, pair.b] };
}

/** A failure says itself where it is. */
function placesOf(a: SideRun, b: SideRun, places: Difference['places']): Difference['places'] {
  return [a.failures[0]?.place ?? places[0], b.failures[0]?.place ?? places[1]];
}
