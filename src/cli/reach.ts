import type { Command } from 'commander';
import { guidedSearchNames } from '../library/choices.js';
import { parseWantedPlace, runReach } from '../library/reach.js';
import { UserError } from '../library/terminal.js';
import { type GrammarFlags, grammarFlags, grammarOptions } from './grammar-flags.js';
import { runAndTell } from './outcome.js';
import {
  type CompilerFlags,
  checkersFrom,
  compilerFlags,
  type InputFlags,
  inputFlags,
  type LimitFlags,
  limitFlags,
  limitOptions,
  type OutputFlags,
  outputFlags,
  programOptions,
} from './shared-flags.js';
import type { Terminal } from './terminal.js';
import { parseChoice } from './values.js';

interface Flags extends InputFlags, GrammarFlags, LimitFlags, CompilerFlags, OutputFlags {
  seed?: readonly string[];
  to?: string;
  when?: string;
  via?: readonly string[];
  avoid?: readonly string[];
  search?: (typeof guidedSearchNames)[number];
  cfg: boolean;
  checkers?: string;
  suppress?: string;
  resume?: boolean;
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
    .option('--checkers <list>', 'look for failures on the way there too: a,b or all (default: none)')
    .option('--suppress <file>', 'known and accepted findings: one fingerprint per line')
    .option('--resume', 'continue the last run into --out, however it ended')
    .option('--no-cfg', 'do not let the control-flow graph guide the search, for comparison')
    .action(async (sources: string[], flags: Flags) => {
      await run(sources, flags, terminal);
    });
}

async function run(sources: string[], flags: Flags, terminal: Terminal): Promise<void> {
  const { to, when, via = [], avoid, cfg, out, seed: seeds, search, suppress, resume, stats } = flags;
  if (to === undefined) throw new UserError('Say where to go with --to, like --to f.c:18.');
  if (!cfg && search === 'directed') {
    throw new UserError('--search directed follows the control-flow graph: leave out --no-cfg, or take --search dfs.');
  }
  await runAndTell(terminal, flags, (progress) =>
    runReach({
      ...programOptions(sources, flags, terminal),
      ...grammarOptions(flags),
      ...limitOptions(flags),
      ...{ out, seeds, search, isGuided: cfg, suppress, resume, stats },
      checkers: checkersFrom(flags.checkers),
      goal: { to: { place: to, when }, via: via.map((text) => parseWantedPlace(text, '--via')), avoid },
      onEvent: (event) => progress.tell(event),
      signal: terminal.signal,
    }),
  );
}
