import { type CheckerChoice, chooseCheckers } from './modes/choose-checkers.js';
import { exploreSources, type ExploreOptions as ModeOptions } from './modes/explore.js';
import { type Summary, summarize } from './report/summary.js';
import { writeOutput } from './report/write-tests.js';

export type { ExploreEvent } from './modes/explore.js';
export type { Summary } from './report/summary.js';
export { UserError } from './vocabulary/errors.js';
export type { CheckerId, Finding, Incomplete, IncompleteReason } from './vocabulary/finding.js';

export interface ExploreOptions extends Omit<ModeOptions, 'checkers'> {
  /** Default: those that are on by default. */
  readonly checkers?: CheckerChoice;
  /** Folder for tests and findings; nothing is written without it. */
  readonly out?: string;
}

/** Explores the paths of a C program, checks properties on each, and tells what fails and for which input. */
export async function explore(options: ExploreOptions): Promise<Summary> {
  const exploration = await exploreSources({ ...options, checkers: chooseCheckers(options.checkers) });
  const summary = summarize(exploration);
  if (options.out !== undefined) await writeOutput(options.out, summary, exploration);
  return summary;
}
