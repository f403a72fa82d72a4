import { build } from '../build/build.js';
import type { BuildOptions, Built } from '../build/types.js';
import type { InputPlan } from '../inputs/plan.js';
import { type Prepared, prepare } from '../instrument/prepare.js';
import { choosePlan, entryOf } from './choose-plan.js';
import type { ProgramOptions } from './recipe.js';

export interface MadeProgram {
  readonly built: Built;
  readonly plan: InputPlan;
  readonly prepared: Prepared;
}

/** C sources → a program ready to be opened by workers, and what of it is symbolic. */
export async function makeProgram(
  options: ProgramOptions,
  onBuild: Pick<BuildOptions, 'onProgress' | 'signal'> & { readonly onBuilt?: (built: Built) => void } = {},
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
  const plan = choosePlan(built.wasm, built.kind, options);
  return { built, plan, prepared: prepare(built.wasm, { entries: [entryOf(plan)] }) };
}
