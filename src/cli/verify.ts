import type { Command } from 'commander';
import { defaultVerifyTime, runVerify } from '../library/verify.js';
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

interface Flags extends InputFlags, LimitFlags, CompilerFlags, OutputFlags {
  seed?: readonly string[];
  checkers?: string;
  suppress?: string;
  when?: string;
}

const help = `
Reports: SARIF 2.1.0 (gcc 13's and clang's analysers, CodeQL, nearmiss taint, …), cppcheck --xml, gcc's JSON.
confirmed: an input fails there (replayed). infeasible: a proof that none does. unknown: neither, with the reason.
--time limits the whole report (default: ${defaultVerifyTime / 1000}s) and is divided fairly among its warnings.
Exit code: 0 nothing confirmed, 1 something is, 2 the report or the program could not be used.`;

export function verifyCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('verify')
    .description('confirm or refute each finding of a static analyser')
    .argument('<report>', 'SARIF, cppcheck XML or gcc JSON')
    .argument('<src...>', 'C files, folders, or a .wasm that nearmiss cc made');
  inputFlags(command)
    .option(
      '--seed <file|dir>',
      'inputs to begin with: raw files, tests, .ktest, AFL queues (repeatable)',
      (path, before: readonly string[] = []) => [...before, path],
    )
    .option('--when <expression>', 'a warning is right if its line is come to with this true, whatever its rule')
    .option('--checkers <list>', 'look for these only: a,b or all (default: what each warning means)')
    .option('--suppress <file>', 'known and accepted findings: one fingerprint per line');
  outputFlags(compilerFlags(limitFlags(command)))
    .addHelpText('after', help)
    .action(async (report: string, sources: string[], flags: Flags) => {
      await run(report, sources, flags, terminal);
    });
}

async function run(report: string, sources: string[], flags: Flags, terminal: Terminal): Promise<void> {
  const { maxTests: _most, stopOnFirst: _first, ...limits } = limitOptions(flags);
  await runAndTell(terminal, flags, (progress) =>
    runVerify({
      ...programOptions(sources, flags, terminal),
      ...limits,
      ...{ report, out: flags.out, seeds: flags.seed, when: flags.when, suppress: flags.suppress, stats: flags.stats },
      checkers: checkersFrom(flags.checkers),
      onEvent: (event) => {
        if (event.kind === 'verdict')
          progress.step(`nearmiss: ${event.settled}/${event.targets} settled: ${event.last}`);
        else progress.tell(event);
      },
      signal: terminal.signal,
    }),
  );
}
