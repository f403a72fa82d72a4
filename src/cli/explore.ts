import { Command } from 'commander';
import {
  type Combination,
  combinations,
  type EngineName,
  engineNames,
  type SearchName,
  searchNames,
} from '../library/choices.js';
import { type EmitFormat, emitNames } from '../library/emit.js';
import { runExplore } from '../library/explore.js';
import { LivePage } from '../library/live-page.js';
import { emitFlag } from './emit.js';
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
  baseline?: string;
  combine?: Combination;
  engine?: EngineName;
  emit?: EmitFormat;
  minimise?: boolean;
  serve?: boolean;
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
    .option(
      '--engine <which>',
      `who makes inputs, the solver along paths, a fuzzer, or both in turns: ${engineNames.join(', ')} (default both)`,
      parseChoice('--engine', engineNames),
    )
    .option('--suppress <file>', 'known and accepted findings: one fingerprint per line')
    .option('--baseline <sarif>', 'findings.sarif of an earlier run: only what is new counts for the exit code')
    .option(...emitFlag, parseChoice('--emit', emitNames))
    .option('--serve', 'show the page while the search runs, on 127.0.0.1 alone')
    .option('--minimise', 'keep only so many tests that they have its branch coverage and every finding');
  return outputFlags(compilerFlags(command)).option('--resume', 'continue the last run into --out, however it ended');
}

async function run(sources: string[], flags: Flags, terminal: Terminal): Promise<void> {
  const {
    out,
    seed: seeds,
    checkers,
    search,
    combine,
    engine,
    suppress,
    baseline,
    resume,
    stats,
    emit,
    minimise,
  } = flags;
  // Each run of a random search stands alone: there is nothing to go on from.
  if (search !== 'random') terminal.onForcedEnd = goOnLater;
  const options = {
    ...programOptions(sources, flags, terminal),
    ...grammarOptions(flags),
    ...limitOptions(flags),
    ...{ out, seeds, search, combine, engine, suppress, baseline, resume, stats, emit, minimise },
    checkers: checkersFrom(checkers),
  };
  const live = flags.serve ? await LivePage.open(options) : undefined;
  if (live) terminal.stderr.write(`nearmiss: ${live.address}\n`);
  try {
    await runAndTell(terminal, flags, (progress) =>
      runExplore({
        ...options,
        onEvent(event) {
          progress.tell(event);
          live?.onEvent(event);
        },
        onFinding(finding, record, plan) {
          progress.tell({ kind: 'finding', finding });
          live?.onFinding(finding, record, plan);
        },
        onPath: live && ((record) => live.onPath(record)),
        signal: live ? AbortSignal.any([terminal.signal, live.signal]) : terminal.signal,
      }),
    );
  } finally {
    // What a browser shows is all of it, also when the process is gone.
    await live?.end(terminal.exitCode === 2 ? undefined : out);
  }
}
