import type { Command } from 'commander';
import { runCompare } from '../library/compare.js';
import { runAndTell } from './outcome.js';
import { outsideTheSandbox } from './outside-the-sandbox.js';
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
  old?: readonly string[];
  new?: readonly string[];
  observe?: readonly string[];
  ignore?: string;
  acceptAbort?: boolean;
  native?: boolean;
  checkers?: string;
}

export function compareCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('compare')
    .description('find where two programs differ, or show that they do the same on all inputs of a size')
    .argument('[programs...]', 'two programs, a C file or .wasm each')
    .option('--old <src...>', 'the sources of the one program')
    .option('--new <src...>', 'the sources of the other')
    .option(
      '--observe <global>',
      'a global variable that counts (repeatable)',
      (name, before: readonly string[] = []) => [...before, name],
    )
    .option('--ignore <regex>', 'text in output and files that does not count')
    .option('--accept-abort', 'a program that gives up with abort() does not differ')
    .option('--native', "also run each difference on builds with this machine's gcc or clang, outside the sandbox");
  outputFlags(compilerFlags(limitFlags(inputFlags(command)))).option('--checkers <list>', 'a,b or all or none');
  command.action(async (sources: string[], flags: Flags) => {
    await run(sources, flags, terminal);
  });
}

async function run(sources: string[], flags: Flags, terminal: Terminal): Promise<void> {
  const { out, old, new: after, observe, ignore, acceptAbort, native, checkers, stats } = flags;
  if (native) terminal.stderr.write(outsideTheSandbox);
  const { stopOnFirst: _, ...limits } = limitOptions(flags);
  await runAndTell(terminal, flags, (progress) =>
    runCompare({
      ...programOptions(sources, flags, terminal),
      ...limits,
      ...{ out, old, new: after, observe, ignore, acceptAbort, native, stats },
      checkers: checkersFrom(checkers),
      onEvent: (event) => progress.tell(event),
      signal: terminal.signal,
    }),
  );
}
