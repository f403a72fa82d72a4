import { calledProgram } from '../modes/emit.js';
import { fromRecipe, type Recipe } from '../modes/recipe.js';
import { readFileSync } from '../platform/files.js';
import { basename, join, resolve } from '../platform/paths.js';
import { chosenTests } from '../report/emit/chosen-tests.js';
import { type EmitFormat, emitNames } from '../report/emit/names.js';
import { writeEmitted } from '../report/emit/write-emitted.js';
import { namesIn } from '../report/made-files.js';
import { packsIn } from '../report/saved-tests-in.js';
import { UserError } from '../vocabulary/errors.js';
import { checkOptions, checkValue } from './options/check.js';
import { text } from './options/kinds.js';
import { emitRows, outRows, progressRows, tableFor } from './options/rows.js';

export { type EmitFormat, emitNames } from '../report/emit/names.js';

export interface EmitOptions {
  readonly emit: EmitFormat;
  /** Only so many tests that they keep branch coverage and every finding. Default: true. */
  readonly minimise?: boolean;
  /** Where the files go; `emitted` in the out-dir, unless told. */
  readonly out?: string;
  readonly onProgress?: (message: string) => void;
}

export interface Emitted {
  readonly command: 'emit';
  readonly format: EmitFormat;
  readonly folder: string;
  readonly tests: number;
  /** Those of findings, which are disabled. */
  readonly disabled: number;
  readonly files: readonly string[];
}

const optionTable = tableFor<EmitOptions>()({ ...emitRows, ...outRows, ...progressRows });

/** Writes saved tests of an out-dir as files to keep: C and what runs it, or what other tools read. */
export async function emit(outDir: string, options: EmitOptions): Promise<Emitted> {
  checkValue('emit', text('the path of an out-dir'), outDir);
  checkOptions('emit', optionTable, options, ['emit']);
  const { emit: format, minimise = true, out = join(outDir, 'emitted'), onProgress } = options;
  if (!emitNames.includes(format))
    throw new UserError(`There is no format ${format}: choose one of ${emitNames.join(', ')}.`);
  const packs = packsIn(outDir);
  if (packs.length === 0) throw new UserError(`There are no tests in ${outDir}: explore into it first.`);
  const findings = testsOfFindings(outDir);
  const files: string[] = [];
  let [count, disabled] = [0, 0];
  const names = new Set<string>();
  for (const pack of packs) {
    // Reading the first test reads what they share.
    pack.tests().next();
    for (let number = 0; number < pack.programs.length; number++) {
      const recipe = pack.programs[number].program as Recipe | undefined;
      if (!recipe) continue;
      const tests = chosenTests(pack, number, findings, minimise);
      if (tests.length === 0) continue;
      const program = await calledProgram(recipe, outDir, onProgress);
      const name = freeName(nameOf(recipe, program.file), names);
      files.push(...writeEmitted(format, { tests, program, folder: resolve(out), name }));
      count += tests.length;
      disabled += tests.filter(({ failures }) => failures.length > 0).length;
    }
  }
  return { command: 'emit', format, folder: out, tests: count, disabled, files };
}

const nameOf = (recipe: Recipe, file: string): string =>
  (fromRecipe(recipe).entry ?? basename(file).replace(/\.\w+$/, '')).replace(/\W+/g, '_');

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
  taken.add(free);
  return free;
}

/** The ids of the tests that show findings. */
function testsOfFindings(outDir: string): Set<string> {
  const folder = join(outDir, 'findings');
  return new Set(
    namesIn(folder).flatMap((name) => {
      if (!name.endsWith('.json')) return [];
      const { test = '' } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { test?: string };
      return [basename(test).replace(/\.json$/, '')];
    }),
  );
}
