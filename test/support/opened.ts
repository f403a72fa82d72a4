import { parseArgs } from 'node:util';
import { build } from '../../src/build/build.js';
import type { Built } from '../../src/build/types.js';
import { splitCFlags } from '../../src/cli/c-flags.js';
import { parseLink, parseList, parseNamedSize } from '../../src/cli/values.js';
import { flatSize } from '../../src/inputs/layout.js';
import type { InputPlan, Size } from '../../src/inputs/plan.js';
import { parseSize } from '../../src/inputs/size.js';
import { type Prepared, prepare } from '../../src/instrument/prepare.js';
import { chooseCheckers } from '../../src/modes/choose-checkers.js';
import { choosePlan, entryOf } from '../../src/modes/choose-plan.js';
import { openEngine } from '../../src/modes/engine.js';
import { defaults, type Exploration } from '../../src/modes/explore.js';
import { countAssumed } from '../../src/modes/held.js';
import { buildProgram, surroundingsOf } from '../../src/modes/make-program.js';
import { confirmation } from '../../src/search/confirming/confirm.js';
import { oneAccess } from '../../src/search/confirming/one-access.js';
import { shownRun } from '../../src/search/confirming/shown-run.js';
import type { Engine } from '../../src/search/contracts/engine.js';
import type { Combination } from '../../src/search/expanding/combine.js';
import { Explorer, type ExplorerOptions } from '../../src/search/exploring/explorer.js';
import { bucketKey } from '../../src/search/results/buckets.js';
import { Collected } from '../../src/search/results/collected.js';
import { passedByAny } from '../../src/search/results/passed-points.js';
import { mergeStats } from '../../src/search/results/stats.js';
import type { ConfirmedBug } from '../../src/search/search.js';
import { SharedMemory } from '../../src/search/workers/threads/shared-memory.js';
import type { CheckerId } from '../../src/vocabulary/finding.js';
import type { Libc } from '../../src/vocabulary/libc.js';
import type { MemoryModel } from '../../src/vocabulary/memory-model.js';

/**
 * A program built and opened on this thread: what hundreds of small tests need, as a worker thread under tsx
 * costs more than most of them. The way through threads is the command line's, and tested there.
 */
export interface Opened {
  readonly plan: InputPlan;
  readonly prepared: Prepared;
  readonly engine: Engine;
  readonly checkers: ReadonlySet<CheckerId>;
  readonly combine?: Combination;
  readonly maxRuns: number;
}

/** With the module it was made from. */
export interface OpenedProgram extends Opened {
  readonly built: Built;
}

export interface OpenOptions {
  readonly entry?: string;
  readonly len?: ReadonlyMap<string, Size>;
  readonly depth?: number;
  readonly nullable?: boolean;
  readonly size?: Size;
  readonly stdin?: Size;
  readonly args?: readonly Size[];
  readonly env?: ReadonlyMap<string, Size>;
  readonly files?: ReadonlyMap<string, Size>;
  readonly recv?: Size;
  readonly links?: ReadonlyMap<string, string>;
  readonly checkers?: 'all' | 'none' | readonly string[];
  readonly combine?: Combination;
  readonly fuel?: number;
  readonly maxRuns?: number;
  readonly memoryModel?: MemoryModel;
  readonly stringModels?: 'on' | 'off';
  readonly libc?: Libc;
  /** As predict opens programs. */
  readonly keepsIndices?: boolean;
  readonly flags?: readonly string[];
  readonly bits?: 32 | 64;
}

/** The flags of `explore` that test programs use; one that is not here throws. */
export function openOptions(words: readonly string[]): OpenOptions {
  const { own, c: flags } = splitCFlags([...words]);
  const { values } = parseArgs({
    args: [...own],
    options: {
      entry: { type: 'string' },
      len: { type: 'string', multiple: true },
      depth: { type: 'string' },
      nullable: { type: 'boolean' },
      size: { type: 'string' },
      stdin: { type: 'string' },
      arg: { type: 'string', multiple: true },
      env: { type: 'string', multiple: true },
      file: { type: 'string', multiple: true },
      recv: { type: 'string' },
      link: { type: 'string', multiple: true },
      checkers: { type: 'string' },
      combine: { type: 'string' },
      fuel: { type: 'string' },
      'max-runs': { type: 'string' },
      'memory-model': { type: 'string' },
      'string-models': { type: 'string' },
      bits: { type: 'string' },
    },
  });
  const addSize = parseNamedSize('--len');
  const sizes = (texts: string[] | undefined): ReadonlyMap<string, Size> | undefined =>
    texts?.reduce((known, text) => addSize(text, known), new Map<string, Size>() as ReadonlyMap<string, Size>);
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const { checkers, size } = values;
  return {
    entry: values.entry,
    len: sizes(values.len),
    depth: number(values.depth),
    nullable: values.nullable,
    size: size === undefined ? undefined : parseSize(size, '--size'),
    stdin: values.stdin === undefined ? undefined : parseSize(values.stdin, '--stdin'),
    args: values.arg?.map((each) => parseSize(each, '--arg')),
    env: sizes(values.env),
    files: sizes(values.file),
    links: values.link?.reduce<ReadonlyMap<string, string>>((known, text) => parseLink(text, known), new Map()),
    recv: values.recv === undefined ? undefined : parseSize(values.recv, '--recv'),
    combine: values.combine as Combination | undefined,
    checkers: checkers === undefined || checkers === 'all' || checkers === 'none' ? checkers : parseList(checkers),
    flags,
    fuel: number(values.fuel),
    maxRuns: number(values['max-runs']),
    memoryModel: values['memory-model'] as MemoryModel | undefined,
    bits: number(values.bits) as 32 | 64 | undefined,
    stringModels: values['string-models'] as 'on' | 'off' | undefined,
  };
}

export async function openProgram(source: string, options: OpenOptions): Promise<OpenedProgram> {
  const { entry, flags = [], bits } = options;
  const checkers = chooseCheckers(options.checkers);
  const built = await buildProgram({ sources: [source], flags, entry, bits, libc: options.libc }, { checkers });
  const plan = choosePlan(built.wasm, built.kind, options);
  const surroundings = surroundingsOf({ ...options, sources: [source] }, built.wasm);
  const prepared = {
    ...prepare(built.wasm, {
      entries: [entryOf(plan)],
      memoryModel: options.memoryModel,
      stringModels: options.stringModels !== 'off',
    }),
    surroundings,
  };
  const fuel = options.fuel ?? defaults.fuel;
  const { solverTime } = defaults;
  const { keepsIndices } = options;
  const engine = await openEngine({ prepared, plan, checkers, fuel, solverTime, keepsIndices });
  return { built, plan, prepared, engine, checkers, combine: options.combine, maxRuns: options.maxRuns ?? Infinity };
}

/** Many functions of one file, compiled and instrumented once: opens each as a program of its own. */
export async function openEntries(
  source: string,
  entries: readonly string[],
  memoryModel: MemoryModel,
): Promise<(entry: string) => Promise<Opened>> {
  const built = await build({
    sources: [source],
    flags: [],
    compiler: 'auto',
    opt: 0,
    entry: entries[0],
    keep: entries,
  });
  const prepared = prepare(built.wasm, { entries, memoryModel });
  const checkers = chooseCheckers(undefined);
  const { fuel, solverTime } = defaults;
  return async (entry) => {
    const plan = choosePlan(built.wasm, built.kind, { entry });
    const engine = await openEngine({ prepared, plan, checkers, fuel, solverTime });
    return { plan, prepared, engine, checkers, maxRuns: Infinity };
  };
}

/** Longer than any test program takes, so that one that got out of hand says so. */
const longestMs = 30_000;

/** Explores to the end, as `search` does with one worker. */
export function exploreHere(
  { plan, prepared, engine, checkers, combine, maxRuns }: Opened,
  options: Partial<ExplorerOptions> = {},
): Exploration {
  const shared = SharedMemory.create(prepared.coverage.length, { maxRuns, maxTests: Infinity });
  const takesFirstInputs = engine.source !== undefined;
  const explorer = new Explorer(engine, shared, {
    search: 'generational',
    rng: defaults.rng,
    stopOnFirst: false,
    takesFirstInputs,
    combine,
    ...options,
  });
  const started = performance.now();
  if (!takesFirstInputs) explorer.start(new Uint8Array(flatSize(plan)));
  const state = explorer.step(started + longestMs);
  if (state === 'more') shared.stop('time-limit');
  const collected = new Collected();
  collected.keep(explorer.harvest());
  const { tests, tally, buckets } = collected;
  const isUnfinished = state !== 'idle' && (explorer.pending > 0 || explorer.cutShort);
  if (isUnfinished) tally.count(shared.stopReason!);
  collected.finish(isUnfinished);
  const searchRuns = isUnfinished ? shared.allRuns : shared.runs;
  const confirmed = buckets.sorted().flatMap((bucket): ConfirmedBug[] => {
    const found = bucket.candidates.find(({ input }) => confirmation(engine.replay(), input, bucket.failure));
    const shown = found && shownRun(engine, found.input, bucket.failure, shared);
    const record = shown?.record ?? found;
    const failure = record?.failures.find((one) => bucketKey(one) === bucket.key);
    if (failure) return [{ bucket, failure, record: record!, branches: shown?.branches ?? [], stacks: [] }];
    tally.count('divergence');
    return [];
  });
  const bugs = oneAccess(confirmed);
  for (const { record } of bugs) tests.show(record);
  const { counts, checks, executionMs } = explorer;
  const worker = { counts, checks, executionMs, solver: engine.solverStats(), guide: engine.guide?.report() };
  const stats = { ...mergeStats([worker], shared.runs, performance.now() - started), searchRuns };
  const { coverage, sites } = prepared;
  const passed = [...tests.passed(), ...bugs.map(({ record }) => record.passed)];
  const coveredByTests = passedByAny(passed, coverage.length);
  const found = {
    tests,
    bugs,
    tally,
    rng: options.rng ?? defaults.rng,
    covered: shared.covered,
    coveredByTests,
    stats,
  };
  countAssumed(found, prepared, plan);
  return { ...found, plan, coverage, sites, checkers, compileMs: 0 };
}
