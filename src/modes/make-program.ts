import { build } from '../build/build.js';
import type { BuildOptions, Built } from '../build/types.js';
import type { InputPlan } from '../inputs/plan.js';
import { type Prepared, prepare } from '../instrument/prepare.js';
import { choosePlan, entryOf } from './choose-plan.js';
import { planGrammars, type ReadGrammars } from './grammars.js';
import type { ProgramOptions } from './recipe.js';
import type { TemplatePlan } from './template-source.js';

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
  onBuild: Pick<BuildOptions, 'onProgress' | 'signal'> & { readonly onBuilt?: (built: Built) => void } = {},
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
  const choose = (some: ProgramOptions): InputPlan => choosePlan(built.wasm, built.kind, some);
  const planned = grammars.length > 0 ? planGrammars(grammars, options, choose) : { plan: choose(options), options };
  return { built, ...planned, prepared: prepare(built.wasm, { entries: [entryOf(planned.plan)] }) };
}
