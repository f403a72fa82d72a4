import type { Command } from 'commander';
import { type Replayed, replay } from '../library/replay.js';
import type { SavedTest } from '../modes/replay.js';
import type { NativeVerdict } from '../native/judge.js';
import { nativeLimits } from '../native/run.js';
import { colorsFor } from '../report/colors.js';
import { type Place, placeName } from '../vocabulary/place.js';
import type { Terminal } from './main.js';
import { Progress } from './progress.js';
import { parseCount } from './values.js';

const outsideTheSandbox =
  'nearmiss: --native runs the program on this machine, outside the sandbox: it can do what you can, ' +
  `for at most ${nativeLimits.seconds} s and ${nativeLimits.megabytes} MB a test.\n`;

interface ReplayFlags {
  readonly quiet?: boolean;
  readonly native?: boolean;
  readonly fuel?: number;
}

export function replayCommand(program: Command, terminal: Terminal): void {
  program
    .command('replay')
    .description('run saved tests again, in the sandbox; 0: all did as recorded, 1: some did not')
    .argument('<test...>', 'tests/*.json, folders of them, or a whole out-dir')
    .option('--native', "also build it with this machine's gcc or clang and sanitizers, and run it outside the sandbox")
    .option('--fuel <n>', 'loop iterations before a run counts as hanging', parseCount('--fuel', 1))
    .option('--quiet', 'no progress; print only tests that did not do as recorded')
    .action(async (paths: string[], { quiet = false, native = false, fuel }: ReplayFlags) => {
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
        for (const each of replayed) {
          if (!quiet || !each.isAsRecorded) stdout.write(`${each.file}: ${describe(each)}\n`);
        }
        terminal.exitCode = replayed.every(({ isAsRecorded }) => isAsRecorded) ? 0 : 1;
      } finally {
        progress.clear();
      }
    });
}

function describe({ test, replay: did, isAsRecorded, native }: Replayed): string {
  const failures = did.failures.map(
    ({ checker, message, place }) => `\n  ${placeName(place)}: ${message} [${checker}]`,
  );
  const told = `${outcome(did)}${failures.join('')}`;
  const recorded = isAsRecorded ? '' : `\n  recorded: ${outcome(test)}`;
  return `${told}${recorded}${native ? describeNative(native) : ''}`;
}

const nativeWords: Readonly<Record<NativeVerdict['verdict'], string>> = {
  reproduced: 'reproduced natively',
  same: 'the same natively',
  differs: 'not reproduced natively',
  'not-run': 'not run natively',
};

function describeNative({ verdict, text, why }: NativeVerdict): string {
  return `\n  ${nativeWords[verdict]}: ${text}${why.map((reason) => `\n    ${reason}`).join('')}`;
}

function outcome({
  outcome: what,
  exitCode,
  failures,
  endedAt,
}: Pick<SavedTest, 'outcome' | 'exitCode'> & { failures: readonly unknown[]; endedAt?: Place }) {
  const failed = failures.length > 0 ? `, ${failures.length} failure${failures.length === 1 ? '' : 's'}` : '';
  if (what === 'fuel') return `out of fuel${endedAt ? ` at ${placeName(endedAt)}` : ''}${failed}`;
  const code = what === 'exited' ? ` with ${exitCode}` : '';
  return `${what}${code}${failed}`;
}
