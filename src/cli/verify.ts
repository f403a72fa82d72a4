import type { Command } from 'commander';
import { defaultVerifyTime, runVerify } from '../library/verify.js';
import { runAndTell } from './outcome.js';
import {
  type CompilerFlags,
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

interface Flags extends InputFlags, LimitFlags, CompilerFlags, OutputFlags {}

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
  outputFlags(compilerFlags(limitFlags(inputFlags(command))))
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
      ...{ report, out: flags.out },
      onEvent: (event) => {
        if (event.kind === 'verdict')
          progress.step(`nearmiss: ${event.settled}/${event.targets} settled: ${event.last}`);
        else progress.tell(event);
      },
      signal: terminal.signal,
    }),
  );
}
