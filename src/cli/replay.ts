import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Replayed, replayTests, type SavedTest } from '../modes/replay.js';
import { colorsFor } from '../report/colors.js';
import { UserError } from '../vocabulary/errors.js';
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
      const files = paths.flatMap(listTests);
      try {
        const replayed = await replayTests(files.map(readTest), {
          onProgress: (message) => progress.tell({ kind: 'building', message }),
          signal: terminal.signal,
        });
        progress.clear();
        replayed.forEach((each, i) => {
          if (!quiet || !each.isAsRecorded) stdout.write(`${files[i]}: ${describe(each)}\n`);
        });
        terminal.exitCode = replayed.every(({ isAsRecorded }) => isAsRecorded) ? 0 : 1;
      } finally {
        progress.clear();
      }
    });
}

function describe({ test, replay, isAsRecorded }: Replayed): string {
  const failures = replay.failures.map(
    ({ checker, message, place }) => `\n  ${placeName(place)}: ${message} [${checker}]`,
  );
  const did = `${outcome(replay)}${failures.join('')}`;
  return isAsRecorded ? `${did}` : `${did}\n  recorded: ${outcome(test)}`;
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

function listTests(path: string): string[] {
  const kind = statSync(path, { throwIfNoEntry: false });
  if (!kind) throw new UserError(`There is no test ${path}.`);
  if (!kind.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new UserError(`The folder ${path} holds no test (*.json).`);
  return names.sort().map((name) => join(path, name));
}

function readTest(path: string): SavedTest {
  let test: Partial<SavedTest> | undefined;
  try {
    test = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Told below: what can't be read is no test.
  }
  if (!test?.program?.sources || typeof test.bytes !== 'string' || !test.failures) {
    throw new UserError(`${path} is no test of nearmiss: give it files of an out-dir's tests folder.`);
  }
  return test as SavedTest;
}
