import { build, isProgram } from '../build/build.js';
import type { ExtraCheck } from '../build/compiler-options.js';
import type { Probe } from '../build/probes.js';
import type { BuildOptions, Built } from '../build/types.js';
import { attention, checkers as checkerTable, judgesAccesses } from '../checkers/index.js';
import type { PlacedEntry } from '../host/surroundings.js';
import { placedLinks, readMounts } from '../inputs/mount.js';
import type { InputPlan } from '../inputs/plan.js';
import { startOf } from '../inputs/start.js';
import { type Prepared, prepare, type Route } from '../instrument/prepare.js';
import { UserError } from '../vocabulary/errors.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { buildAssuming } from './assumed-build.js';
import { choosePlan } from './choose-plan.js';
import { exploredWorld } from './explored-world.js';
import { planGrammars, type ReadGrammars } from './grammars.js';
import { buildWithProbes } from './probed-build.js';
import type { ProgramOptions } from './recipe.js';
import type { TemplatePlan } from './template-source.js';
import { usualFilesFor } from './usual-files.js';

/**
 * How every mode gets its program: it is built, it is decided what of it is symbolic, and it is instrumented for that.
 * `makeProgram` does all three. A mode that has something to do in between (tests decide what is symbolic, a goal decides
 * how it is instrumented) takes the same steps one by one, and none calls `build` or `prepare` itself.
 */
export async function makeProgram(
  options: ProgramOptions,
  how: Building & Preparing = {},
  grammars: ReadGrammars = [],
): Promise<MadeProgram> {
  const built = await buildProgram(options, how);
  const planned = planProgram(built, options, grammars);
  return { built, ...planned, prepared: prepareProgram(built, planned, how) };
}

export interface MadeProgram extends PlannedProgram {
  readonly built: Built;
  readonly prepared: Prepared;
}

/** What is symbolic. */
export interface PlannedProgram {
  readonly plan: InputPlan;
  /** The options that make this plan: sizes that grammars need are among them. */
  readonly options: ProgramOptions;
  /** Inputs that are strings of a grammar. */
  readonly templates?: TemplatePlan;
}

export interface Building extends Pick<BuildOptions, 'onProgress' | 'signal' | 'keep'> {
  readonly onBuilt?: (built: Built) => void;
  /** What the program itself is to tell of. */
  readonly probes?: readonly Probe[];
  /** Whose checks to put in; all that cost little, unless told. */
  readonly checkers?: ReadonlySet<CheckerId>;
}

interface Preparing {
  /** Whose checks to put in; all, unless told. */
  readonly checkers?: ReadonlySet<CheckerId>;
  /** Functions whose arguments the runtime hears of when they are entered. */
  readonly watched?: readonly string[];
  /** Goals to be told of, and the way there. */
  readonly route?: Route;
  /** Unless what the options say will do. */
  readonly memoryModel?: ProgramOptions['memoryModel'];
  /** Runs tell how many instructions they executed. */
  readonly countsInstructions?: boolean;
}

/** C sources, or what `nearmiss cc` made of them → one module. */
export async function buildProgram(
  options: Pick<
    ProgramOptions,
    | 'sources'
    | 'flags'
    | 'compiler'
    | 'opt'
    | 'bits'
    | 'libc'
    | 'entry'
    | 'cacheDir'
    | 'faults'
    | 'faultBudget'
    | 'world'
    | 'assume'
  >,
  { onBuilt, probes = [], checkers, ...others }: Building = {},
): Promise<Built> {
  const { sources, flags = [], compiler = 'auto', opt = 0, bits, libc, entry, cacheDir } = options;
  const { onProgress, signal, keep } = others;
  const explored = exploredWorld(options);
  const extraChecks = extraChecksOf.flatMap(([id, check]) => (checkers?.has(id) ? [check] : []));
  const how = { compiler, opt, bits, libc, entry, keep, cacheDir, onProgress, signal, extraChecks, explored };
  const all = { sources: [...sources], flags: [...flags], ...how };
  const { assume = [] } = options;
  if (probes.length > 0 && assume.length > 0) {
    throw new UserError('--assume and --when (or a branch with its direction) can not be given together.');
  }
  const plain = () => (assume.length > 0 ? buildAssuming(all, assume) : build(all));
  const built = await (probes.length > 0 ? buildWithProbes(all, probes) : plain());
  onBuilt?.(built);
  return built;
}

/** Checkers that need a check of clang's that stands beside every access or pointer. */
const extraChecksOf: readonly [CheckerId, ExtraCheck][] = [
  ['misaligned', 'alignment'],
  ['pointer-arithmetic', 'pointer-overflow'],
];

/** What of it is symbolic, from what the user said and what the program is. */
export function planProgram(built: Built, options: ProgramOptions, grammars: ReadGrammars = []): PlannedProgram {
  const choose = (some: ProgramOptions): InputPlan => choosePlan(built.wasm, built.kind, some);
  return orDamaged(options.sources, () =>
    grammars.length > 0 ? planGrammars(grammars, options, choose) : { plan: choose(options), options },
  );
}

/** The module ready to be opened by workers, for this plan. */
export function prepareProgram(
  { wasm }: Built,
  { plan, options }: PlannedProgram,
  { checkers, watched = [], route, countsInstructions, memoryModel = options.memoryModel }: Preparing = {},
): Prepared {
  const isAsked = ({ id, call, use }: (typeof checkerTable)[number]) => (call || use) && checkers?.has(id);
  return orDamaged(options.sources, () => ({
    ...prepare(wasm, {
      entries: [startOf(plan), ...watched],
      watched,
      attention: checkers && ((what, is64) => attention(what, checkers, is64)),
      announcesCalls: !checkers || checkerTable.some(isAsked),
      route,
      memoryModel: !checkers || judgesAccesses(checkers) ? memoryModel : 'redzones',
      countsInstructions,
      stringModels: options.stringModels !== 'off',
    }),
    surroundings: surroundingsOf(options, wasm),
  }));
}

/** What the user put into the program's tree, and what the program counts on, if anything. */
export function surroundingsOf(
  { mounts = [], links = new Map() }: ProgramOptions,
  wasm: Uint8Array,
): PlacedEntry[] | undefined {
  const entries = [...placedLinks(links), ...readMounts(mounts), ...usualFilesFor(wasm)];
  return entries.length > 0 ? entries : undefined;
}

/** A module that was not compiled just now may be anything, and what it breaks is its own fault. */
function orDamaged<T>(sources: readonly string[], use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof UserError || !sources.some(isProgram)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(`${sources[0]} is damaged (${why}): make it again with nearmiss cc.`);
  }
}
