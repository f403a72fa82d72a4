import type { Command } from 'commander';
import { formatReplayed, isPass, nativeLimits, type Replayed, replay } from '../library/replay.js';
import { colorsFor } from '../library/terminal.js';
import { Progress } from './progress.js';
import type { Terminal } from './terminal.js';
import { parseCount } from './values.js';

const outsideTheSandbox =
  'nearmiss: --native runs the program on this machine, outside the sandbox: it can do what you can, ' +
  `for at most ${nativeLimits.seconds} s and ${nativeLimits.megabytes} MB a test.\n`;

interface ReplayFlags {
  readonly quiet?: boolean;
  readonly native?: boolean;
  readonly pass?: boolean;
  readonly fuel?: number;
}

export function replayCommand(program: Command, terminal: Terminal): void {
  program
    .command('replay')
    .description('run saved tests again, in the sandbox; 0: all did as recorded, 1: some did not')
    .argument('<test...>', 'tests/*.json, folders of them, or a whole out-dir')
    .option('--native', "also build it with this machine's gcc or clang and sanitizers, and run it outside the sandbox")
    .option('--pass', '0: nothing fails any more, whatever was recorded; 1: some test fails')
    .option('--fuel <n>', 'loop iterations before a run counts as hanging', parseCount('--fuel', 1))
    .option('--quiet', 'no progress; print only tests that did not do as recorded')
    .action(async (paths: string[], { quiet = false, native = false, pass = false, fuel }: ReplayFlags) => {
      const { stdout, stderr } = terminal;
      const progress = new Progress(stderr, colorsFor(stderr), quiet);
      if (native) progress.stream.write(outsideTheSandbox);
      try {
        const replayed = await replay(paths, {
          native,
          fuel,
          onProgress: (message) => progress.tell({ kind: 'building', message }),
          signal: terminal.signal,
        });
        progress.clear();
        const isWanted = (each: Replayed) => (pass ? isPass(each) : each.isAsRecorded);
        for (const each of replayed) {
          if (!quiet || !isWanted(each)) stdout.write(`${each.file}: ${formatReplayed(each)}\n`);
        }
        terminal.exitCode = replayed.every(isWanted) ? 0 : 1;
      } finally {
        progress.clear();
      }
    });
}
