import type { Command } from 'commander';
import {
  type CheckerChoice,
  defaultLibc,
  defaultMemoryModel,
  type Libc,
  libcs,
  type MemoryModel,
  memoryModels,
  type ProgramOptions,
} from '../library/program-options.js';
import { parseSize, type Size } from '../library/sizes.js';
import { UserError } from '../library/terminal.js';
import type { Terminal } from './terminal.js';
import {
  leastMemory,
  parseBytes,
  parseChoice,
  parseCount,
  parseDuration,
  parseFunction,
  parseLength,
  parseLink,
  parseList,
  parseNamedSize,
  parseSizeOf,
  withChoices,
} from './values.js';

/** What is symbolic: the same words for every command that runs a program. */
export interface InputFlags {
  entry?: string;
  len?: ReadonlyMap<string, Size | string>;
  guess?: boolean;
  assume?: readonly string[];
  depth?: number;
  nullable?: boolean;
  size?: Size;
  stdin?: Size;
  arg?: readonly Size[];
  file?: ReadonlyMap<string, Size>;
  env?: ReadonlyMap<string, Size>;
  recv?: Size;
  link?: ReadonlyMap<string, string>;
  mount?: readonly string[];
  faults?: readonly string[];
  faultBudget?: number;
  world?: readonly string[];
}

export function inputFlags(command: Command): Command {
  command
    .option('--entry <function>', 'call this function with symbolic arguments', parseFunction('--entry'))
    .option('--len <param=size>', 'size of a buffer: 8, 0..16, or the parameter that has it (repeatable)', parseLength)
    .option(
      '--assume <expression>',
      'C over the parameters that holds when the function is called (repeatable)',
      (text, before: readonly string[] = []) => [...before, text],
    )
    .option('--no-guess', 'buf and len are not taken for a buffer and its length')
    .option('--depth <n>', 'pointers followed from a parameter (default: 2)', parseCount('--depth'))
    .option('--nullable', 'pointers may be NULL')
    .option('--size <size>', 'size of a fuzz input (default: 0..64)', parseSizeOf('--size'))
    .option('--stdin <size>', 'symbolic standard input (default without any: 0..16)', parseSizeOf('--stdin'))
    .option('--arg <size>', 'a symbolic argument of main (repeatable)', (text, before: readonly Size[] = []) => [
      ...before,
      parseSize(text, '--arg'),
    ])
    .option('--file <name=size>', 'a symbolic file (repeatable)', parseNamedSize('--file', 'a name', 'a.cfg=0..16'))
    .option(
      '--env <name=size>',
      'a symbolic environment variable (repeatable)',
      parseNamedSize('--env', 'a name', 'HOME=0..8'),
    )
    .option('--recv <size>', 'symbolic bytes received over a socket', parseSizeOf('--recv'))
    .option('--world <facts>', 'facts that are symbolic: time,pid,… or all (`nearmiss world` lists them)', parseList)
    .option('--faults <calls>', 'calls that may fail: malloc,open,read,… or all', parseList)
    .option('--fault-budget <n>', 'failures a run may have (default: 1)', parseCount('--fault-budget', 1));
  return treeFlags(command);
}

/** What the program finds in its tree besides its inputs. */
export function treeFlags(command: Command): Command {
  return command
    .option('--link <name=target>', 'a symbolic link in the program’s files (repeatable)', parseLink)
    .option('--mount <dir>', 'a folder the program may read (repeatable)', (path, before: readonly string[] = []) => [
      ...before,
      path,
    ]);
}

/** How long and how much. */
export interface LimitFlags {
  time?: number;
  maxTests?: number;
  maxRuns?: number;
  stopOnFirst?: boolean;
  jobs?: number;
  solverTime?: number;
  fuel?: number;
  memory?: number;
  rng?: number;
}

export function limitFlags(command: Command, jobs = 'number of cores'): Command {
  return command
    .option('--time <time>', 'stop after: 30s, 10m, 2h', parseDuration('--time'))
    .option('--max-tests <n>', 'stop after this many tests', parseCount('--max-tests', 1))
    .option('--max-runs <n>', 'stop after this many runs', parseCount('--max-runs', 1))
    .option('--stop-on-first', 'stop at the first finding')
    .option('--jobs <n>', `workers (default: ${jobs})`, parseCount('--jobs', 1))
    .option(
      '--solver-time <time>',
      'work per query, as time on an idle machine (default: 5s)',
      parseDuration('--solver-time'),
    )
    .option('--fuel <n>', 'loop iterations before a run counts as hanging', parseCount('--fuel', 1))
    .option('--memory <amount>', 'stop above this much memory (default: 4g)', parseBytes('--memory', leastMemory))
    .option('--rng <n>', 'seed of all randomness (default: 1)', parseCount('--rng'));
}

/** How the program is compiled. */
export interface CompilerFlags {
  compiler?: 'auto' | 'embedded' | 'native';
  opt?: 0 | 1;
  bits?: 32 | 64;
  libc?: Libc;
  stringModels?: 'on' | 'off';
  memoryModel?: MemoryModel;
}

export function compilerFlags(command: Command): Command {
  return command
    .option('--compiler <which>', 'auto, embedded, native', parseChoice('--compiler', ['auto', 'embedded', 'native']))
    .option(
      '--opt <level>',
      '0: keep every branch of the source, 1: faster',
      withChoices(['0', '1'], (text) => Number(parseChoice('--opt', ['0', '1'])(text))),
    )
    .option(
      '--bits <width>',
      'of a pointer, on the machine the program is for: 32 (default) or 64',
      withChoices(['32', '64'], (text) => Number(parseChoice('--bits', ['32', '64'])(text))),
    )
    .option(
      '--libc <which>',
      `the C library: ${libcs.join(', ')} (default ${defaultLibc})`,
      parseChoice('--libc', libcs),
    )
    .option(
      '--string-models <which>',
      'off: strcmp, strchr and their like run as code, with a path for each character (default on)',
      parseChoice('--string-models', ['on', 'off']),
    )
    .option(
      '--memory-model <model>',
      `how accesses are judged: ${memoryModels.join(', ')} (default ${defaultMemoryModel})`,
      parseChoice('--memory-model', memoryModels),
    );
}

/** What is told, and where. */
export interface OutputFlags {
  out: string;
  json?: boolean;
  stats?: boolean;
  quiet?: boolean;
  report?: boolean;
  github?: boolean;
}

export function outputFlags(command: Command): Command {
  return command
    .option('--out <dir>', 'folder for tests and findings', 'nearmiss-out')
    .option('--json', 'print one JSON object on stdout and nothing else')
    .option('--stats', 'what each solver layer, checker and test came to (in --json under stats)')
    .option('--quiet', 'no progress')
    .option('--report', 'make the page to look at, <out>/report/index.html')
    .option('--github', 'annotations and a step summary, as GitHub Actions takes them');
}

/** `--checkers`: a,b or all or none. */
export function checkersFrom(text: string | undefined): CheckerChoice | undefined {
  const choice = text === undefined || text === 'all' || text === 'none' ? text : parseList(text);
  if (choice?.length === 0) throw new UserError('--checkers takes names, all or none; `nearmiss checkers` lists them.');
  return choice;
}

/** The program as the library takes it: its sources, and the flags that say what of it is symbolic. */
export function programOptions(
  sources: readonly string[],
  { arg: args, file: files, link: links, mount: mounts, ...same }: InputFlags & CompilerFlags,
  { cFlags: flags }: Terminal,
): ProgramOptions {
  const {
    entry,
    len,
    guess,
    assume,
    depth,
    nullable,
    size,
    stdin,
    env,
    recv,
    compiler,
    opt,
    bits,
    libc,
    stringModels,
    memoryModel,
    faults,
    faultBudget,
    world,
  } = same;
  return {
    sources,
    flags,
    entry,
    len,
    guess: guess === false ? false : undefined,
    assume,
    depth,
    nullable,
    size,
    stdin,
    args,
    env,
    files,
    recv,
    links,
    mounts,
    compiler,
    opt,
    bits,
    libc,
    stringModels,
    memoryModel,
    faults,
    faultBudget,
    world,
  };
}

/** How long and how much, as the library takes it. */
export function limitOptions(flags: LimitFlags) {
  const { time, maxTests, maxRuns, stopOnFirst, jobs, solverTime, fuel, memory, rng } = flags;
  return { time, maxTests, maxRuns, stopOnFirst, jobs, solverTime, fuel, memory, rng };
}
