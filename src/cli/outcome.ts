import type { Outcome } from '../library/outcome.js';
import { colorsFor } from '../library/terminal.js';
import { Progress } from './progress.js';
import type { Terminal } from './terminal.js';

interface Flags {
  readonly json?: boolean;
  readonly stats?: boolean;
  readonly quiet?: boolean;
}

/** For commands with a journal: what a second Ctrl-C leaves, and the way on. */
export const goOnLater =
  'stopped before the results were written; the same command with --resume goes on from here and writes them.';

/** Runs a command, with its progress on stderr, and tells what came of it. */
export async function runAndTell(
  terminal: Terminal,
  flags: Flags,
  run: (progress: Progress) => Promise<Outcome>,
): Promise<void> {
  const progress = new Progress(terminal.stderr, colorsFor(terminal.stderr), flags.quiet ?? false);
  try {
    const outcome = await run(progress);
    progress.clear();
    terminal.exitCode = tellOutcome(terminal, flags, outcome);
  } finally {
    progress.clear();
  }
}

/** What there is to say, where it is said, and the exit code. */
function tellOutcome({ stdout, stderr }: Terminal, flags: Flags, outcome: Outcome): number {
  const { summary, notWritten, hasFound } = outcome;
  const text = flags.json ? JSON.stringify(summary, undefined, 2) : outcome.text(colorsFor(stdout));
  stdout.write(`${text}\n`);
  if (flags.stats && outcome.stats) (flags.json ? stderr : stdout).write(outcome.stats());
  if (notWritten !== undefined) stderr.write(`nearmiss: ${notWritten}\n`);
  const hint = flags.json || flags.quiet ? undefined : outcome.hint?.();
  if (hint !== undefined) stderr.write(`nearmiss: ${hint}\n`);
  if (notWritten !== undefined) return 2;
  return hasFound ? 1 : 0;
}
