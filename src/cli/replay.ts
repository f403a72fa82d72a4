import type { Command } from 'commander';
import { type Replayed, replay } from '../library/replay.js';
import type { SavedTest } from '../modes/replay.js';
import { colorsFor } from '../report/colors.js';
import { placeName } from '../vocabulary/place.js';
import type { Terminal } from './main.js';
import { Progress } from './progress.js';

export function replayCommand(program: Command, terminal: Terminal): void {
  program
    .command('replay')
    .description('run saved tests again, in the sandbox; 0: all did as recorded, 1: some did not')
    .argument('<test...>', 'tests/*.json, or folders of them')
    .option('--quiet', 'no progress, and only tests that did something else')
    .action(async (paths: string[], { quiet = false }: { quiet?: boolean }) => {
      const { stdout, stderr } = terminal;
      const progress = new Progress(stderr, colorsFor(stderr), quiet);
      try {
        const replayed = await replay(paths, {
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

function describe({ test, replay: did, isAsRecorded }: Replayed): string {
  const failures = did.failures.map(
    ({ checker, message, place }) => `\n  ${placeName(place)}: ${message} [${checker}]`,
  );
  const told = `${outcome(did)}${failures.join('')}`;
  return isAsRecorded ? told : `${told}\n  recorded: ${outcome(test)}`;
}

function outcome({
  outcome: what,
  exitCode,
  failures,
}: Pick<SavedTest, 'outcome' | 'exitCode'> & { failures: readonly unknown[] }) {
  const code = what === 'exited' ? ` with ${exitCode}` : '';
  const failed = failures.length > 0 ? `, ${failures.length} failure${failures.length === 1 ? '' : 's'}` : '';
  return `${what}${code}${failed}`;
}
