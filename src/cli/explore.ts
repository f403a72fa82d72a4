import { Command } from 'commander';
import { type Combination, combinations, type SearchName, searchNames } from '../library/choices.js';
import { runExplore } from '../library/explore.js';
import { type GrammarFlags, grammarFlags, grammarOptions } from './grammar-flags.js';
import { harnessesFor, runHarnesses } from './harnesses.js';
import { goOnLater, runAndTell } from './outcome.js';
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
    .argument('[src...]', 'C files, folders, a .wasm that nearmiss cc made, or harnesses of nearmiss.config.json');
  exploreFlags(command).action(async (words: string[], flags: Flags) => {
    const harnesses = harnessesFor(words, command, () => exploreFlags(new Command('explore')));
    if (harnesses === undefined) await run(words, flags, terminal);
    else await runHarnesses(harnesses, terminal, flags, run);
  });
}

/** Its flags, which a config file has too. */
export function exploreFlags(command: Command): Command {
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
  return outputFlags(compilerFlags(command)).option('--resume', 'continue the last run into --out, however it ended');
}

async function run(sources: string[], flags: Flags, terminal: Terminal): Promise<void> {
  const { out, seed: seeds, checkers, search, combine, suppress, resume } = flags;
  // Each run of a random search stands alone: there is nothing to go on from.
  if (search !== 'random') terminal.onForcedEnd = goOnLater;
  await runAndTell(terminal, flags, (progress) =>
    runExplore({
      ...programOptions(sources, flags, terminal),
      ...grammarOptions(flags),
      ...limitOptions(flags),
      ...{ out, seeds, search, combine, suppress, resume },
      checkers: checkersFrom(checkers),
      onEvent: (event) => progress.tell(event),
      signal: terminal.signal,
    }),
  );
}
