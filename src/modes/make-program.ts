import { build, isProgram } from '../build/build.js';
import type { BuildOptions, Built } from '../build/types.js';
import { attention, checkers as checkerTable } from '../checkers/index.js';
import type { PlacedEntry } from '../host/surroundings.js';
import { placedLinks, readMounts } from '../inputs/mount.js';
import type { InputPlan } from '../inputs/plan.js';
import { type Prepared, prepare } from '../instrument/prepare.js';
import type { Arithmetic, Attention } from '../vocabulary/arithmetic.js';
import { UserError } from '../vocabulary/errors.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { choosePlan, entryOf } from './choose-plan.js';
import { planGrammars, type ReadGrammars } from './grammars.js';
import type { ProgramOptions } from './recipe.js';
import type { TemplatePlan } from './template-source.js';
import { usualFilesFor } from './usual-files.js';

export interface MadeProgram {
  readonly built: Built;
  readonly plan: InputPlan;
  readonly prepared: Prepared;
  /** The options that make this plan: sizes that grammars need are among them. */
  readonly options: ProgramOptions;
  /** Inputs that are strings of a grammar. */
  readonly templates?: TemplatePlan;
}

/** C sources → a program ready to be opened by workers, and what of it is symbolic. */
export async function makeProgram(
  options: ProgramOptions,
  onBuild: Pick<BuildOptions, 'onProgress' | 'signal'> & {
    readonly onBuilt?: (built: Built) => void;
    /** Whose checks to put in; all, unless told. */
    readonly checkers?: ReadonlySet<CheckerId>;
  } = {},
  grammars: ReadGrammars = [],
): Promise<MadeProgram> {
  const built = await build({
    sources: [...options.sources],
    flags: [...(options.flags ?? [])],
    compiler: options.compiler ?? 'auto',
    opt: options.opt ?? 0,
    entry: options.entry,
    cacheDir: options.cacheDir,
    onProgress: onBuild.onProgress,
    signal: onBuild.signal,
  });
  onBuild.onBuilt?.(built);
  return orDamaged(options.sources, () => planProgram(built, options, grammars, onBuild.checkers));
}

/** What of a module is symbolic, and the module ready for that. */
export function planProgram(
  built: Built,
  options: ProgramOptions,
  grammars: ReadGrammars = [],
  checkers?: ReadonlySet<CheckerId>,
): MadeProgram {
  const choose = (some: ProgramOptions): InputPlan => choosePlan(built.wasm, built.kind, some);
  const surroundings = surroundingsOf(options, built.wasm);
  const planned = grammars.length > 0 ? planGrammars(grammars, options, choose) : { plan: choose(options), options };
  const listening = checkers && ((what: Arithmetic): Attention => attention(what, checkers));
  const announcesCalls = !checkers || checkerTable.some(({ id, call, use }) => (call || use) && checkers.has(id));
  const prepared = prepare(built.wasm, { entries: [entryOf(planned.plan)], attention: listening, announcesCalls });
  return { built, ...planned, prepared: { ...prepared, surroundings } };
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
export function orDamaged<T>(sources: readonly string[], use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof UserError || !sources.some(isProgram)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(`${sources[0]} is damaged (${why}): make it again with nearmiss cc.`);
  }
}
