import type { Command } from 'commander';
import type { Size } from '../inputs/plan.js';
import { parseSize } from '../inputs/size.js';
import { type CheckerChoice, chooseCheckers } from '../modes/choose-checkers.js';
import { refuseContradictions } from '../modes/choose-plan.js';
import { colorsFor } from '../report/colors.js';
import { formatStats, formatSummary } from '../report/console.js';
import { exploreInto } from '../report/explore-into.js';
import { type SearchName, searchNames } from '../search/strategy.js';
import type { Terminal } from './main.js';
import { Progress } from './progress.js';
import { parseBytes, parseChoice, parseCount, parseDuration, parseList, parseNamedSize } from './values.js';

interface Flags {
  entry?: string;
  len?: ReadonlyMap<string, Size>;
  depth?: number;
  nullable?: boolean;
  size?: Size;
  stdin?: Size;
  arg?: readonly Size[];
  file?: ReadonlyMap<string, Size>;
  env?: ReadonlyMap<string, Size>;
  seed?: readonly string[];
  time?: number;
  maxTests?: number;
  maxRuns?: number;
  stopOnFirst?: boolean;
  jobs?: number;
  solverTime?: number;
  fuel?: number;
  memory?: number;
  rng?: number;
  out: string;
  resume?: boolean;
  json?: boolean;
  stats?: boolean;
  quiet?: boolean;
  checkers?: string;
  search?: SearchName;
  suppress?: string;
  compiler?: 'auto' | 'embedded' | 'native';
  opt?: 0 | 1;
}

export function exploreCommand(program: Command, terminal: Terminal): void {
  program
    .command('explore')
    .description('explore paths, check properties on each, write a test per path and a finding per bug')
    .argument('<src...>', 'C files, folders, or a .wasm that nearmiss cc made')
    .option('--entry <function>', 'call this function with symbolic arguments')
    .option('--len <param=size>', 'size of a buffer: 8 or 0..16 (repeatable)', parseNamedSize('--len'))
    .option('--depth <n>', 'pointers followed from a parameter (default: 2)', parseCount('--depth'))
    .option('--nullable', 'pointers may be NULL')
    .option('--size <size>', 'size of a fuzz input (default: 0..64)', (text) => parseSize(text, '--size'))
    .option('--stdin <size>', 'symbolic standard input (default without any: 0..16)', (text) =>
      parseSize(text, '--stdin'),
    )
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
    .option(
      '--seed <file|dir>',
      'inputs to begin with: raw files, tests, .ktest, AFL queues (repeatable)',
      (path, before: readonly string[] = []) => [...before, path],
    )
    .option('--time <time>', 'stop after: 30s, 10m, 2h', parseDuration('--time'))
    .option('--max-tests <n>', 'stop after this many tests', parseCount('--max-tests', 1))
    .option('--max-runs <n>', 'stop after this many runs', parseCount('--max-runs', 1))
    .option('--stop-on-first', 'stop at the first finding')
    .option('--jobs <n>', 'workers (default: number of cores)', parseCount('--jobs', 1))
    .option('--solver-time <time>', 'limit per query (default: 5s)', parseDuration('--solver-time'))
    .option('--fuel <n>', 'loop iterations before a run counts as hanging', parseCount('--fuel', 1))
    .option('--memory <amount>', 'stop above this much memory (default: 4g)', parseBytes('--memory'))
    .option('--rng <n>', 'seed of all randomness (default: 1)', parseCount('--rng'))
    .option('--search <name>', `order of the search: ${searchNames.join(', ')}`, parseChoice('--search', searchNames))
    .option('--checkers <list>', 'a,b or all or none')
    .option('--suppress <file>', 'findings known and accepted: a fingerprint a line')
    .option('--compiler <which>', 'auto, embedded, native', parseChoice('--compiler', ['auto', 'embedded', 'native']))
    .option('--opt <level>', '0: keep every branch of the source, 1: faster', (text) =>
      Number(parseChoice('--opt', ['0', '1'])(text)),
    )
    .option('--out <dir>', 'folder for tests and findings', 'nearmiss-out')
    .option('--resume', 'go on where the last run into --out ended, whatever ended it')
    .option('--json', 'one JSON object on stdout, nothing else there')
    .option('--stats', 'how many queries each solver layer answered, and how long it took')
    .option('--quiet', 'no progress')
    .action(async (sources: string[], flags: Flags) => {
      terminal.exitCode = await run(sources, flags, terminal);
    });
}

async function run(sources: string[], flags: Flags, terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const progress = new Progress(stderr, colorsFor(stderr), flags.quiet ?? false);
  const { checkers, out, arg: args, file: files, seed: seeds, ...limits } = flags;
  refuseContradictions({ ...limits, args, files });
  try {
    const { summary, exploration, notWritten } = await exploreInto(out, {
      ...limits,
      args,
      files,
      seeds,
      sources,
      flags: terminal.cFlags,
      checkers: chooseCheckers(checkerChoice(checkers)),
      onEvent: (event) => progress.tell(event),
      signal: terminal.signal,
    });
    progress.clear();
    if (flags.json) stdout.write(`${JSON.stringify(summary, undefined, 2)}\n`);
    else {
      const written = notWritten === undefined ? out : undefined;
      stdout.write(`${formatSummary(summary, { colors: colorsFor(stdout), out: written })}\n`);
    }
    if (flags.stats) (flags.json ? stderr : stdout).write(`rng ${flags.rng ?? 1}, ${formatStats(exploration.stats)}`);
    if (notWritten !== undefined) {
      stderr.write(`nearmiss: ${notWritten}\n`);
      return 2;
    }
    return summary.findings.length > 0 ? 1 : 0;
  } finally {
    progress.clear();
  }
}

function checkerChoice(text: string | undefined): CheckerChoice | undefined {
  return text === undefined || text === 'all' || text === 'none' ? text : parseList(text);
}
