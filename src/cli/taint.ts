import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type NamedParameter, parseKinds, parseParameters, runTaint, type SinkKind } from '../library/taint.js';
import { runAndTell } from './outcome.js';
import { type CompilerFlags, compilerFlags } from './shared-flags.js';
import type { Terminal } from './terminal.js';
import { parseList } from './values.js';

interface Flags extends CompilerFlags {
  entry?: string;
  sources?: NamedParameter[];
  sinks?: NamedParameter[];
  kinds?: SinkKind[];
  out: string;
  json?: boolean;
  quiet?: boolean;
}

const help = `
Sources: read fread recv fgets getenv scanf argv, the input of a fuzz harness, with --entry its parameters.
Sinks: sizes of allocations, indices, lengths of copies, divisors, format strings, commands.
Kinds: allocation-size array-index copy-length divisor format command; the most dangerous are told first.
Add your own: --sources net_read:2,get_length:return   --sinks my_alloc:1:allocation-size   (or a file of such words)
Reports flows that may happen; nearmiss verify <out>/taint.sarif <src...> says which of them are real.`;

export function taintCommand(program: Command, terminal: Terminal): void {
  const parse =
    (flag: '--sources' | '--sinks') =>
    (text: string, before: NamedParameter[] = []) => [
      ...before,
      ...parseParameters(existsSync(text) ? readFileSync(text, 'utf8') : text, flag),
    ];
  const command = program
    .command('taint')
    .description('flows from untrusted input to dangerous arguments, as SARIF that verify takes')
    .argument('<src...>', 'C files, folders, or a .wasm that nearmiss cc made')
    .option('--entry <function>', 'this function’s arguments come from outside')
    .option('--sources <list|file>', 'your own sources: function:parameter (repeatable)', parse('--sources'))
    .option('--sinks <list|file>', 'your own sinks: function:parameter[:kind] (repeatable)', parse('--sinks'))
    .option('--kinds <list>', 'only these kinds of sinks: allocation-size,format,…', (text) =>
      parseKinds(parseList(text)),
    );
  compilerFlags(command)
    .option('--out <dir>', 'folder for taint.sarif', 'nearmiss-out')
    .option('--json', 'print one JSON object on stdout and nothing else')
    .option('--quiet', 'no progress')
    .option('--report', 'make the page to look at, <out>/report/index.html')
    .addHelpText('after', help)
    .action(async (sources: string[], flags: Flags) => {
      await run(sources, flags, terminal);
    });
}

async function run(sources: string[], flags: Flags, terminal: Terminal): Promise<void> {
  const { compiler, entry, sources: from, sinks: into, kinds, out } = flags;
  await runAndTell(terminal, flags, (progress) =>
    runTaint({
      ...{ sources, flags: terminal.cFlags, compiler, entry, from, into, kinds, out },
      onProgress: (message) => progress.tell({ kind: 'building', message }),
      onBuilt: ({ compiler, compileMs, warnings }) => progress.tell({ kind: 'built', compiler, compileMs, warnings }),
      signal: terminal.signal,
    }),
  );
}
