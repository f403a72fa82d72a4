import { appendFileSync } from 'node:fs';
import { githubWords } from '../library/github.js';
import type { Outcome } from '../library/outcome.js';
import { report } from '../library/report.js';
import { colorsFor } from '../library/terminal.js';
import { Progress } from './progress.js';
import type { Terminal } from './terminal.js';

interface Flags {
  readonly json?: boolean;
  readonly stats?: boolean;
  readonly quiet?: boolean;
  /** Make the page of what is in `out`. */
  readonly report?: boolean;
  /** Say it as GitHub Actions takes it, too. */
  readonly github?: boolean;
  readonly out?: string;
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
    if (flags.github) await tellGithub(terminal, flags, outcome);
    if (flags.report && flags.out !== undefined && outcome.notWritten === undefined) {
      await makePage(terminal, flags.out, outcome, progress);
    }
  } finally {
    progress.clear();
  }
}

/** Annotations where the log is read, and a summary in the file that GitHub names; here, where it names none. */
async function tellGithub({ stdout, stderr }: Terminal, flags: Flags, outcome: Outcome): Promise<void> {
  const written = outcome.notWritten === undefined ? flags.out : undefined;
  const { annotations, markdown } = await githubWords(outcome.summary, written);
  for (const annotation of annotations) (flags.json ? stderr : stdout).write(`${annotation}\n`);
  const file = process.env.GITHUB_STEP_SUMMARY;
  if (file) appendFileSync(file, markdown);
  else stderr.write(markdown);
}

/** The page of a folder's results, and where it is. */
async function makePage(
  { stderr }: Terminal,
  out: string,
  { summary, timeline }: Outcome,
  progress: Progress,
): Promise<void> {
  const { command = '' } = summary as { readonly command?: string };
  const { page, notices } = await report(out, {
    timelines: timeline && { [command]: timeline() },
    onProgress: (message) => progress.tell({ kind: 'building', message }),
  });
  progress.clear();
  for (const notice of notices) stderr.write(`nearmiss: ${notice}\n`);
  stderr.write(`nearmiss: the page is ${page}\n`);
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
