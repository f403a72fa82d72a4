import type { Terminal } from './main.js';

export interface Outcome {
  /** The object of `--json`. */
  readonly summary: object;
  /** The same for people. */
  readonly text: () => string;
  /** What `--stats` adds. */
  readonly stats?: () => string;
  /** Why the results are told here only. */
  readonly notWritten: string | undefined;
  /** Findings, a target reached, something confirmed. */
  readonly hasFound: boolean;
}

/** How a command that fills an out-dir ends: what it says, where, and its exit code. */
export function tellOutcome(
  { stdout, stderr }: Terminal,
  flags: { readonly json?: boolean; readonly stats?: boolean },
  { summary, text, stats, notWritten, hasFound }: Outcome,
): number {
  stdout.write(flags.json ? `${JSON.stringify(summary, undefined, 2)}\n` : `${text()}\n`);
  if (flags.stats && stats) (flags.json ? stderr : stdout).write(stats());
  if (notWritten === undefined) return hasFound ? 1 : 0;
  stderr.write(`nearmiss: ${notWritten}\n`);
  return 2;
}
