import type { Command } from 'commander';
import { refuseContradictions } from '../modes/choose-plan.js';
import { formatCheckTables } from '../report/check-tables.js';
import { colorsFor } from '../report/colors.js';
import { formatStats, formatSummary } from '../report/console.js';
import { exploreInto } from '../report/explore-into.js';
import { hintFor } from '../report/hint.js';
import { type Combination, combinations } from '../search/expanding/combine.js';
import { type SearchName, searchNames } from '../search/ordering/strategy.js';
import { type GrammarFlags, grammarFlags, grammarOptions } from './grammar-flags.js';
import type { Terminal } from './main.js';
import { tellOutcome } from './outcome.js';
import { Progress } from './progress.js';
import {
  type CompilerFlags,
  checkersFrom,
  compilerFlags,
  type InputFlags,
  inputFlags,
  type LimitFlags,
  limitFlags,
  type OutputFlags,
  outputFlags,
} from './shared-flags.js';
import { parseChoice } from './values.js';

interface Flags extends InputFlags, GrammarFlags, LimitFlags, CompilerFlags, OutputFlags {
  seed?: readonly string[];
  resume?: boolean;
  checkers?: string;
  search?: SearchName;
  suppress?: string;
  combine?: Combination;
}

export function exploreCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('explore')
    .description('explore paths, check properties on each, write a test per path and a finding per bug')
    .argument('<src...>', 'C files, folders, or a .wasm that nearmiss cc made');
  inputFlags(command).option(
    '--seed <file|dir>',
    'inputs to begin with: raw files, tests, .ktest, AFL queues (repeatable)',
    (path, before: readonly string[] = []) => [...before, path],
  );
  limitFlags(grammarFlags(command))
    .option('--search <name>', `order of the search: ${searchNames.join(', ')}`, parseChoice('--search', searchNames))
    .option('--checkers <list>', 'a,b or all or none')
    .option(
      '--combine <how>',
      `how checks between two branches are put to the solver: ${combinations.join(', ')} (default strong)`,
      parseChoice('--combine', combinations),
    )
    .option('--suppress <file>', 'known and accepted findings: one fingerprint per line');
  outputFlags(compilerFlags(command))
    .option('--resume', 'continue the last run into --out, however it ended')
    .action(async (sources: string[], flags: Flags) => {
      terminal.exitCode = await run(sources, flags, terminal);
    });
}

async function run(sources: string[], flags: Flags, terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const progress = new Progress(stderr, colorsFor(stderr), flags.quiet ?? false);
  const { checkers, out, arg: args, file: files, seed: seeds, link: links, mount: mounts, ...limits } = flags;
  refuseContradictions({ ...limits, args, files });
  try {
    const { summary, exploration, notWritten } = await exploreInto(out, {
      ...limits,
      args,
      files,
      links,
      mounts,
      seeds,
      ...grammarOptions(flags),
      sources,
      flags: terminal.cFlags,
      checkers: checkersFrom(checkers),
      onEvent: (event) => progress.tell(event),
      signal: terminal.signal,
    });
    progress.clear();
    const hint = flags.json || flags.quiet ? undefined : hintFor(exploration, summary, flags.len);
    const written = notWritten === undefined ? out : undefined;
    const { stats, bugs } = exploration;
    const exitCode = tellOutcome(terminal, flags, {
      summary,
      text: () => formatSummary(summary, { colors: colorsFor(stdout), out: written }),
      stats: () => `rng ${flags.rng ?? 1}, ${formatStats(stats)}${formatCheckTables(stats, bugs)}`,
      notWritten,
      hasFound: summary.findings.length > 0,
    });
    if (hint !== undefined) stderr.write(`nearmiss: ${hint}\n`);
    return exitCode;
  } finally {
    progress.clear();
  }
}
