import { errorCode, existsSync, writeFileSync } from '../platform/files.js';
import { join } from '../platform/paths.js';
import { shellWord, typedAs } from '../report/typed-as.js';
import { UserError } from '../vocabulary/errors.js';
import { readCFolder } from './init/c-files.js';
import { entryCandidates, type FoundHarness, findHarnesses } from './init/find-harnesses.js';
import { checkValue } from './options/check.js';
import { text } from './options/kinds.js';

/** What nearmiss.config.json holds. */
export interface Config {
  readonly $schema?: string;
  readonly defaults: { readonly time: string };
  readonly harnesses: Readonly<Record<string, FoundHarness>>;
}

const configName = 'nearmiss.config.json';
const schema = 'node_modules/nearmiss/dist/config.schema.json';

/** Looks at a folder's C files and writes a nearmiss.config.json with the harnesses found; never over another. */
export function init(folder = '.'): Config {
  checkValue('init', text('the path of a folder'), folder);
  if (!existsSync(folder)) throw new UserError(`There is no folder ${folder}.`);
  const path = join(folder, configName);
  const isThere = () => new UserError(`${path} is there already: change it, or delete it and start anew.`);
  if (existsSync(path)) throw isThere();
  const found = readCFolder(folder);
  const harnesses = findHarnesses(found);
  if (Object.keys(harnesses).length === 0) throw nothingToRun(folder, found);
  const config: Config = {
    ...(existsSync(join(folder, schema)) && { $schema: `./${schema}` }),
    defaults: { time: '60s' },
    harnesses,
  };
  try {
    writeFileSync(path, `${JSON.stringify(config, undefined, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw isThere();
    throw new UserError(`${path} can't be written (${errorCode(error)}).`);
  }
  return config;
}

function nothingToRun(folder: string, found: ReturnType<typeof readCFolder>): UserError {
  if (found.files.length === 0) return new UserError(`There is no C file (*.c) in ${folder} or below.`);
  const [first] = entryCandidates(found);
  const example = first
    ? `${shellWord(join(folder, first.file))} --entry ${first.entry}`
    : `${shellWord(join(folder, found.files[0].path))} --entry <function>`;
  return new UserError(
    `No C file here defines main or LLVMFuzzerTestOneInput, so there is no program to write down: name a function, as in ${typedAs()} explore ${example}.`,
  );
}
