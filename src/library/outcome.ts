import type { Colors } from '../report/colors.js';
import type { Timeline } from '../report/page/page-data.js';
import { UserError } from '../vocabulary/errors.js';

/** What a command has to say when it is over: to programs, and to people. */
export interface Outcome<Summary extends object = object> {
  /** The object of `--json` and summary.json. */
  readonly summary: Summary;
  /** The same for people, without the last line's end. */
  text(colors: Colors): string;
  /** What `--stats` adds. */
  stats?(): string;
  /** How the search went on, for the page. */
  timeline?(): Timeline;
  /** What to try next, where a run was right and of little use. */
  hint?(): string | undefined;
  /** Why the results are told here only: the folder could not be written to. */
  readonly notWritten?: string;
  /** Findings, a target reached, something confirmed. */
  readonly hasFound: boolean;
}

/** For who asked for files: not to have them is an error. */
export function requireWritten({ notWritten }: Outcome): void {
  if (notWritten !== undefined) throw new UserError(notWritten, 'not-written');
}

/** Called first of all by a command: gives how long it has taken when it is called. */
export function stopwatch(): () => number {
  const started = performance.now();
  let took: number | undefined;
  return () => (took ??= performance.now() - started);
}

/** The folder that results are in, for those who are told to look there. */
export const writtenTo = (out: string | undefined, notWritten: string | undefined): string | undefined =>
  notWritten === undefined ? out : undefined;
