import type { Command } from 'commander';
import { type Combination, combinations, type SearchName, searchNames } from '../library/choices.js';
import { runPredict } from '../library/predict.js';
import { parseSize, type Size } from '../library/sizes.js';
import { UserError } from '../library/terminal.js';
import { type GrammarFlags, grammarFlags, grammarOptions } from './grammar-flags.js';
import { goOnLater, runAndTell } from './outcome.js';
import {
  type CompilerFlags,
  checkersFrom,
  compilerFlags,
  type InputFlags,
  type LimitFlags,
  limitFlags,
  limitOptions,
  type OutputFlags,
  outputFlags,
  programOptions,
  treeFlags,
} from './shared-flags.js';
import type { Terminal } from './terminal.js';
import { parseChoice, parseCount, parseNamedSize, parseSizeOf } from './values.js';

interface Flags extends InputFlags, GrammarFlags, LimitFlags, CompilerFlags, OutputFlags {
  seed?: readonly string[];
  tests?: readonly string[];
  commands?: string;
  explore?: boolean;
  search?: SearchName;
  units?: readonly string[];
  hoistOut?: string;
  checkers?: string;
  combine?: Combination;
  suppress?: string;
  baseline?: string;
  resume?: boolean;
}

const help = `
A test is a file (its bytes are stdin, or the input of a fuzz harness), a folder with args (one per line), stdin
and files/, a tests/*.json of an earlier run, a .ktest, or an AFL queue; --commands names a file of command lines such as
  ./tool -v config.txt < input.txt
  printf '5\\n3\\n' | ./tool
Everything a test supplies is symbolic, with the length it has in the test. A size lets the length vary: --arg 64 up
to 64 bytes, --stdin 4..64 in that range. The last --arg applies to all further arguments.

The program runs once per test. At every assertion and check on the test's path, a solver is asked whether another
input on the same path fails. \`every input on this path passes\` is a proof.
With --grammar, the strings of the grammar are tests too (within --max-length or --height, the first 200 unless
--max-tests says otherwise).
Unit tests (--units) are lines like 'set: i=1 x=0; i=3 x=100', JSON {"set": [{"i": 1, "x": 0}]}, or tests that
explore --entry wrote. What a function requires on their paths is checked wherever a test calls it.
Exit code: 0 nothing found, 1 findings, 2 the command or the program could not be used.`;

export function predictCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('predict')
    .description('run the tests a project has and report what would fail for other inputs on the same paths')
    .argument('<src...>', 'C files, folders, or a .wasm that nearmiss cc made')
    .option('--tests <dir>', 'a test, or a folder of tests (repeatable)', (text, before: readonly string[] = []) => [
      ...before,
      text,
    ])
    .option('--commands <file>', 'a file of command lines, one test per line')
    .option(
      '--units <file>',
      'functions and their unit tests; what they require is checked where the tests call them (repeatable)',
      (text, before: readonly string[] = []) => [...before, text],
    )
    .option('--hoist-out <file>', 'write what functions require as a header of asserts')
    .option('--explore', 'go on exploring from the tests, with sizes from the smallest to the largest of them')
    .option('--entry <function>', 'the tests are arguments of this function')
    .option('--len <param=size>', "a buffer's length may vary up to this (repeatable)", parseNamedSize('--len'))
    .option('--depth <n>', 'pointers followed from a parameter (default: as the test has it)', parseCount('--depth'))
    .option('--nullable', 'pointers may be NULL')
    .option('--size <size>', "a fuzz input's length may vary up to this", (text) => parseSize(text, '--size'))
    .option('--stdin <size>', 'standard input may vary in length up to this', (text) => parseSize(text, '--stdin'))
    .option(
      '--arg <size>',
      'an argument may vary in length up to this (repeatable)',
      (text, before: readonly Size[] = []) => [...before, parseSize(text, '--arg')],
    )
    .option(
      '--file <name=size>',
      'a file may vary in length up to this (repeatable)',
      parseNamedSize('--file', 'a name', 'a.cfg=64'),
    )
    .option(
      '--env <name=size>',
      'a variable may vary in length up to this (repeatable)',
      parseNamedSize('--env', 'a name', 'HOME=64'),
    );
  command
    .option('--recv <size>', 'what comes over a connection may vary in length up to this', parseSizeOf('--recv'))
    .option(
      '--seed <file|dir>',
      'more inputs for --explore to go on from (repeatable)',
      (path, before: readonly string[] = []) => [...before, path],
    );
  treeFlags(command);
  limitFlags(grammarFlags(command))
    .option('--search <name>', `order of --explore: ${searchNames.join(', ')}`, parseChoice('--search', searchNames))
    .option('--checkers <list>', 'a,b or all or none')
    .option(
      '--combine <how>',
      `how checks between two branches are put to the solver: ${combinations.join(', ')} (default strong)`,
      parseChoice('--combine', combinations),
    )
    .option('--suppress <file>', 'known and accepted findings: one fingerprint per line')
    .option('--baseline <sarif>', 'findings.sarif of an earlier run: only what is new counts for the exit code');
  outputFlags(compilerFlags(command))
    .option('--resume', 'continue the last run into --out, however it ended')
    .addHelpText('after', help)
    .action(async (sources: string[], flags: Flags) => {
      await run(sources, flags, terminal);
    });
}

async function run(sources: string[], flags: Flags, terminal: Terminal): Promise<void> {
  const {
    out,
    tests,
    commands,
    explore,
    units,
    hoistOut,
    checkers,
    search,
    combine,
    suppress,
    baseline,
    resume,
    stats,
  } = flags;
  if (search !== undefined && !explore) {
    throw new UserError('--search is the order of exploring, which predict does not do by itself: add --explore.');
  }
  if (hoistOut !== undefined && !units) {
    throw new UserError('--hoist-out writes what unit tests say: name them with --units.');
  }
  terminal.onForcedEnd = goOnLater;
  await runAndTell(terminal, flags, (progress) =>
    runPredict({
      ...programOptions(sources, flags, terminal),
      ...grammarOptions(flags),
      ...limitOptions(flags),
      seeds: flags.seed,
      ...{ out, tests, commands, explore, units, hoistOut, search, combine, suppress, baseline, resume, stats },
      checkers: checkersFrom(checkers),
      onEvent: (event) => progress.tell(event),
      signal: terminal.signal,
    }),
  );
}
