import type { Command } from 'commander';
import { formatReplayed, isPass, type Replayed, replay, replaySummary } from '../library/replay.js';
import { colorsFor } from '../library/terminal.js';
import { splitCFlags } from './c-flags.js';
import { outsideTheSandbox } from './outside-the-sandbox.js';
import { Progress } from './progress.js';
import type { Terminal } from './terminal.js';
import { parseCount } from './values.js';

interface ReplayFlags {
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly native?: boolean;
  readonly pass?: boolean;
  readonly update?: boolean;
  readonly fuel?: number;
}

export function replayCommand(program: Command, terminal: Terminal): void {
  program
    .command('replay')
    .description('run saved tests again, in the sandbox; 0: all did as recorded, 1: some did not')
    .usage('[options] <test...> [-- <src...>]')
    .argument('<test...>', 'tests/*.json, folders of them, tests.pack, or a whole out-dir; after --: other sources')
    .option('--native', "also build it with this machine's gcc or clang and sanitizers, and run it outside the sandbox")
    .option('--pass', '0: nothing fails any more, whatever was recorded; 1: some test fails')
    .option('--update', 'rewrite tests that did something else: what they do now is what they record')
    .option('--fuel <n>', 'loop iterations before a run counts as hanging', parseCount('--fuel', 1))
    .option('--json', 'one object on stdout, nothing else there')
    .option('--quiet', 'no progress; print only tests that did not do as recorded')
    .action(async (paths: string[], flags: ReplayFlags) => {
      const { quiet = false, json = false, native = false, pass = false, update = false, fuel } = flags;
      const { stdout, stderr } = terminal;
      const progress = new Progress(stderr, colorsFor(stderr), quiet);
      if (native) progress.stream.write(outsideTheSandbox);
      // Behind `--` stand sources and their flags.
      const { own: sources, c: cFlags } = splitCFlags(terminal.cFlags);
      try {
        const replayed = await replay(paths, {
          native,
          update,
          fuel,
          ...(sources.length > 0 && { sources }),
          flags: cFlags,
          onProgress: (message) => progress.tell({ kind: 'building', message }),
          signal: terminal.signal,
        });
        progress.clear();
        const isWanted = (each: Replayed) => (pass ? isPass(each) : each.isAsRecorded);
        if (json) stdout.write(`${JSON.stringify(replaySummary(replayed, isWanted), undefined, 2)}\n`);
        for (const each of json ? [] : replayed) {
          if (!quiet || !isWanted(each)) stdout.write(`${each.file}: ${formatReplayed(each)}\n`);
        }
        // What the sandbox did is accepted; what the machine did is no part of a test.
        const isAccepted = ({ native: verdict }: Replayed) => verdict?.verdict !== 'differs';
        terminal.exitCode = replayed.every(update ? isAccepted : isWanted) ? 0 : 1;
      } finally {
        progress.clear();
      }
    });
}
