import type { Command } from 'commander';
import { refuseContradictions } from '../modes/choose-plan.js';
import { parseWantedPlace } from '../modes/reach-places.js';
import { colorsFor } from '../report/colors.js';
import { formatStats } from '../report/console.js';
import { formatReach } from '../report/reach-console.js';
import { reachInto } from '../report/reach-into.js';
import { guidedSearchNames } from '../search/ordering/strategy.js';
import { UserError } from '../vocabulary/errors.js';
import { type GrammarFlags, grammarFlags, grammarOptions } from './grammar-flags.js';
import type { Terminal } from './main.js';
import { tellOutcome } from './outcome.js';
import { Progress } from './progress.js';
import {
  type CompilerFlags,
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
  to?: string;
  when?: string;
  via?: readonly string[];
  avoid?: readonly string[];
  search?: (typeof guidedSearchNames)[number];
  cfg: boolean;
}

const repeated = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

export function reachCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('reach')
    .description('find an input that reaches a point of the program, or show that none exists')
    .argument('<src...>', 'C files, folders, or a .wasm that nearmiss cc made')
    .option('--to <file:line>', 'where to go')
    .option('--when <expression>', 'a C expression that must be true there, before the line')
    .option(
      '--via <file:line>',
      'pass this first; f.c:14:true is a branch and its direction (repeatable, in order)',
      repeated,
    )
    .option('--avoid <file:line>', 'never pass this (repeatable)', repeated);
  inputFlags(command).option(
    '--seed <file|dir>',
    'inputs to begin with: raw files, tests, .ktest, AFL queues (repeatable)',
    repeated,
  );
  outputFlags(compilerFlags(limitFlags(grammarFlags(command), '1')))
    .option(
      '--search <name>',
      `order of the search: ${guidedSearchNames.join(', ')}`,
      parseChoice('--search', guidedSearchNames),
    )
    .option('--no-cfg', 'do not let the control-flow graph guide the search, for comparison')
    .action(async (sources: string[], flags: Flags) => {
      terminal.exitCode = await run(sources, flags, terminal);
    });
}

async function run(sources: string[], flags: Flags, terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const {
    to,
    when,
    via = [],
    avoid,
    cfg,
    out,
    arg: args,
    file: files,
    seed: seeds,
    json: _json,
    quiet,
    stats: _stats,
    ...rest
  } = flags;
  if (to === undefined) throw new UserError('Say where to go with --to, like --to f.c:18.');
  refuseContradictions({ ...rest, args, files });
  if (!cfg && rest.search === 'directed') {
    throw new UserError('--search directed follows the control-flow graph: leave out --no-cfg, or take --search dfs.');
  }
  const progress = new Progress(stderr, colorsFor(stderr), quiet ?? false);
  try {
    const { summary, result, notWritten } = await reachInto(out, {
      ...rest,
      args,
      files,
      seeds,
      sources,
      flags: terminal.cFlags,
      ...grammarOptions(flags),
      goal: { to: { place: to, when }, via: via.map((text) => parseWantedPlace(text, '--via')), avoid },
      isGuided: cfg,
      onEvent: (event) => progress.tell(event),
      signal: terminal.signal,
    });
    progress.clear();
    const written = notWritten === undefined ? out : undefined;
    return tellOutcome(terminal, flags, {
      summary,
      text: () => formatReach(summary, { colors: colorsFor(stdout), out: written }),
      stats: () => `rng ${rest.rng ?? 1}, ${formatStats(result.search.stats)}`,
      notWritten,
      hasFound: summary.verdict === 'reached',
    });
  } finally {
    progress.clear();
  }
}
