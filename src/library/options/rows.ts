import { emitNames } from '../../report/emit/names.js';
import { engineNames } from '../../search/beside/fuzz-turns.js';
import { combinations } from '../../search/expanding/combine.js';
import { guidedSearchNames, searchNames } from '../../search/ordering/strategy.js';
import { libcs } from '../../vocabulary/libc.js';
import { memoryModels } from '../../vocabulary/memory-model.js';
import {
  abortSignal,
  amount,
  callback,
  checkerChoice,
  choice,
  flag,
  namedLengths,
  namedSizes,
  type OptionKind,
  type OptionTable,
  objects,
  size,
  sizes,
  text,
  textMap,
  texts,
  whole,
} from './kinds.js';

/** One row an option, in the groups that functions take together. What a function takes, it says with `tableFor`. */

const folder = text('the path of a folder');
const file = text('the path of a file');
const paths = texts('a list of files and folders');
const places = texts("a list of places, like ['f.c:10']");
const tokens = texts("a list of tokens, like ['NUMBER']");

/** How a program is built. */
export const buildRows = {
  sources: texts("a list of C files and folders, like ['tlv.c']"),
  flags: texts("a list of C flags, like ['-Iinclude']"),
  compiler: choice(['auto', 'embedded', 'native']),
  cacheDir: folder,
  entry: text('the name of a function'),
} as const;

/** What of it is symbolic. */
export const programRows = {
  ...buildRows,
  opt: choice([0, 1]),
  bits: choice([32, 64]),
  libc: choice(libcs),
  stringModels: choice(['on', 'off']),
  memoryModel: choice(memoryModels),
  mounts: texts('a list of folders'),
  links: textMap,
  len: namedLengths("{ text: '0..6', buf: 'len' }"),
  guess: flag,
  assume: texts("a list of C expressions, like ['len <= 64']"),
  faults: texts("a list of calls, like ['malloc'] or ['all']"),
  faultBudget: whole(1),
  world: texts("a list of facts, like ['time'] or ['all']"),
  depth: whole(0),
  nullable: flag,
  size,
  stdin: size,
  args: sizes,
  env: namedSizes("{ HOME: '0..8' }"),
  files: namedSizes("{ 'a.cfg': '0..16' }"),
  recv: size,
  reserved: whole(0),
} as const;

export const limitRows = {
  jobs: whole(1),
  rng: whole(0),
  time: amount('milliseconds'),
  maxRuns: whole(1),
  maxTests: whole(1),
  solverTime: amount('milliseconds'),
  fuel: whole(1),
  memory: amount('bytes'),
} as const;

export const checkRows = {
  checkers: checkerChoice,
  combine: choice(combinations),
  stopOnFirst: flag,
  search: choice(searchNames),
  suppress: file,
  baseline: file,
} as const;

export const engineRows = { engine: choice(engineNames) } as const;

/** Of a search with a goal. */
export const guidedRows = { search: choice(guidedSearchNames), isGuided: flag, seeds: paths } as const;

export const goalRows = {
  to: text("a place, like 'f.c:18'"),
  when: text('a C expression'),
  via: places,
  avoid: places,
} as const;

export const compareRows = {
  old: paths,
  new: paths,
  observe: texts('a list of global variables'),
  ignore: text('a regular expression'),
  acceptAbort: flag,
  native: flag,
} as const;

export const seedRows = { seeds: paths, inputs: objects('a list of inputs that were read already') } as const;

export const suiteRows = { tests: paths, commands: file, explore: flag, units: paths, hoistOut: file } as const;

export const tokenRows = { keep: tokens, abstract: tokens, maxToken: whole(1), concrete: flag } as const;

/** Bounds on the strings of grammars. */
export const stringRows = { ...tokenRows, height: whole(1), maxLength: whole(1), loose: flag } as const;

export const grammarRows = { grammars: objects('a list of { grammar, tokens, input }') } as const;

export const reportRows = { report: text('the path of a report') } as const;

export const flowRows = {
  from: texts("a list like ['net_read:2']"),
  into: texts("a list like ['my_alloc:1:allocation-size']"),
  kinds: texts("a list like ['allocation-size']"),
} as const;

export const replayRows = {
  fuel: limitRows.fuel,
  native: flag,
  update: flag,
  sources: programRows.sources,
  flags: programRows.flags,
} as const;

export const emitRows = { emit: choice(emitNames), minimise: flag } as const;

export const outRows = { out: folder } as const;
export const statsRows = { stats: flag } as const;
export const resumeRows = { resume: flag } as const;
export const stopRows = { signal: abortSignal } as const;
export const eventRows = { onEvent: callback } as const;
export const progressRows = { onProgress: callback } as const;

/** The rows of a function's options: one that is left out, or one that is no option of it, does not compile. */
export const tableFor =
  <Options>() =>
  <Table extends Readonly<Record<keyof Options, OptionKind>>>(
    table: Table & Readonly<Record<Exclude<keyof Table, keyof Options>, never>>,
  ): OptionTable =>
    table;
