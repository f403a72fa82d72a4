import type { Command } from 'commander';
import { defaultVerifyTime } from '../modes/verify.js';
import { colorsFor } from '../report/colors.js';
import { verifyInto } from '../report/verify-into.js';
import { formatVerification } from '../report/verify-summary.js';
import { readReport } from '../warnings/read-report.js';
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
      terminal.exitCode = await run(report, sources, flags, terminal);
    });
}

async function run(reportPath: string, sources: string[], flags: Flags, terminal: Terminal): Promise<number> {
  const { stdout, stderr, signal } = terminal;
  const progress = new Progress(stderr, colorsFor(stderr), flags.quiet ?? false);
  const {
    arg: args,
    file: files,
    out,
    json: _json,
    stats: _stats,
    quiet: _,
    stopOnFirst: _first,
    maxTests: _most,
    ...rest
  } = flags;
  const report = readReport(reportPath);
  try {
    const { summary, notWritten } = await verifyInto(out, {
      ...rest,
      args,
      files,
      sources,
      flags: terminal.cFlags,
      report,
      onEvent: (event) => {
        if (event.kind === 'verdict')
          progress.tell({ kind: 'notice', message: `${event.settled}/${event.targets} settled: ${event.last}` });
        else progress.tell(event);
      },
      signal,
    });
    progress.clear();
    const written = notWritten === undefined ? out : undefined;
    return tellOutcome(terminal, flags, {
      summary,
      text: () => formatVerification(summary, colorsFor(stdout), written),
      stats: () => `${JSON.stringify(summary.stats)}\n`,
      notWritten,
      hasFound: summary.confirmed > 0,
    });
  } finally {
    progress.clear();
  }
}
