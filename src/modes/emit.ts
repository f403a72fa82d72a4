import { isProgram } from '../build/build.js';
import { listSources } from '../build/sources.js';
import { fuzzEntry } from '../inputs/fuzz.js';
import type { InputPlan } from '../inputs/plan.js';
import { currentFolder } from '../platform/machine.js';
import { resolve } from '../platform/paths.js';
import { UserError } from '../vocabulary/errors.js';
import { decode } from '../wasm/decode.js';
import { type DebugFunction, readDebugInfo } from '../wasm/dwarf/index.js';
import { makeProgram } from './make-program.js';
import { fromRecipe, type Recipe } from './recipe.js';
import { inFolderOf } from './recipe-folder.js';

/** What C that calls a program has to know of it. */
export interface CalledProgram {
  readonly plan: InputPlan;
  readonly entry: DebugFunction;
  /** The file that defines the entry, and all others, by absolute path. */
  readonly file: string;
  readonly others: readonly string[];
  readonly flags: readonly string[];
}

/** Builds the program of saved tests, for its types. `from`: the folder the tests were read from. */
export function calledProgram(
  recipe: Recipe,
  from: string,
  onProgress?: (message: string) => void,
): Promise<CalledProgram> {
  return inFolderOf(recipe, from, async () => {
    const { built, plan } = await makeProgram(fromRecipe(recipe), { onProgress });
    const name = plan.kind === 'entry' ? plan.function : plan.kind === 'fuzz' ? fuzzEntry : 'main';
    const { functions } = readDebugInfo(decode(built.wasm).customs, currentFolder());
    const entry = functions.find((each) => each.name === name);
    if (!entry) throw new UserError(`There is no debug information of ${name}: its tests can't be written as C.`);
    const file = resolve(entry.unit);
    const sources = recipe.sources.some(isProgram) ? [file] : listSources(recipe.sources).map((each) => resolve(each));
    return { plan, entry, file, others: sources.filter((each) => each !== file), flags: recipe.flags ?? [] };
  });
}
