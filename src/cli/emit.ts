import type { Command } from 'commander';
import { type EmitFormat, emit, emitNames } from '../library/emit.js';
import { colorsFor } from '../library/terminal.js';
import { Progress } from './progress.js';
import type { Terminal } from './terminal.js';
import { parseChoice } from './values.js';

interface EmitFlags {
  readonly emit: EmitFormat;
  readonly minimise: boolean;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export const emitFlag = ['--emit <format>', `write tests to keep: ${emitNames.join(', ')}`] as const;

export function emitCommand(program: Command, terminal: Terminal): void {
  program
    .command('emit')
    .description('write the tests of an out-dir as files to keep: C, or what other tools read')
    .argument('<out-dir>', 'what explore or another command wrote')
    .requiredOption(...emitFlag, parseChoice('--emit', emitNames))
    .option('--no-minimise', 'all tests, not only so many that they keep branch coverage and every finding')
    .option('--out <dir>', 'where the files go (default: emitted in the out-dir)')
    .option('--json', 'one object on stdout, nothing else there')
    .option('--quiet', 'no progress')
    .action(async (outDir: string, { json, quiet = false, ...flags }: EmitFlags) => {
      const { stdout, stderr } = terminal;
      const progress = new Progress(stderr, colorsFor(stderr), quiet);
      try {
        const emitted = await emit(outDir, {
          ...flags,
          onProgress: (message) => progress.tell({ kind: 'building', message }),
        });
        progress.clear();
        if (json) stdout.write(`${JSON.stringify(emitted, undefined, 2)}\n`);
        else stdout.write(`${toldEmitted(emitted)}\n`);
      } finally {
        progress.clear();
      }
    });
}

/** `3 tests in kept (test_parse.c), 1 of them disabled: a finding's`. */
export function toldEmitted({ tests, disabled, folder, files }: Awaited<ReturnType<typeof emit>>): string {
  const named = files.length <= 3 ? ` (${files.join(', ')})` : '';
  const off =
    disabled === 0
      ? ''
      : `, ${disabled} of them disabled, since ${disabled === 1 ? 'it shows a finding' : 'they show findings'}`;
  return `${tests} test${tests === 1 ? '' : 's'} in ${folder}${named}${off}`;
}
