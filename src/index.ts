import { type CheckerChoice, chooseCheckers } from './modes/choose-checkers.js';
import { exploreSources, type ExploreOptions as ModeOptions } from './modes/explore.js';
import { type PredictOptions as PredictModeOptions, predictTests } from './modes/predict.js';
import { exploreInto } from './report/explore-into.js';
import { predictInto } from './report/predict-into.js';
import { type PredictSummary, summarizePrediction } from './report/predict-summary.js';
import { type Summary, summarize } from './report/summary.js';
import { readSuppressions } from './report/suppressions.js';
import { UserError } from './vocabulary/errors.js';

export type { ExploreEvent } from './modes/explore.js';
export type { PredictEvent, TestVerdict } from './modes/predict.js';
export type { PredictedFinding, PredictSummary, SuiteEntry } from './report/predict-summary.js';
export type { Summary } from './report/summary.js';
export { UserError } from './vocabulary/errors.js';
export type { CheckerId, Finding, Incomplete, IncompleteReason } from './vocabulary/finding.js';

export interface ExploreOptions extends Omit<ModeOptions, 'checkers' | 'journal' | 'accepted'> {
  /** Default: those that are on by default. */
  readonly checkers?: CheckerChoice;
  /** Folder for tests and findings; nothing is written without it. */
  readonly out?: string;
  /** Go on where the last exploration into `out` ended, whatever ended it. */
  readonly resume?: boolean;
  /** File with fingerprints of findings known and accepted. */
  readonly suppress?: string;
}

/** Explores the paths of a C program, checks properties on each, and tells what fails and for which input. */
export async function explore(options: ExploreOptions): Promise<Summary> {
  const { out, ...rest } = { ...options, checkers: chooseCheckers(options.checkers) };
  if (out === undefined) {
    const accepted = rest.suppress === undefined ? undefined : readSuppressions(rest.suppress);
    return summarize(await exploreSources({ ...rest, accepted }), accepted);
  }
  const { summary, notWritten } = await exploreInto(out, rest);
  if (notWritten !== undefined) throw new UserError(notWritten);
  return summary;
}

export interface PredictOptions extends Omit<PredictModeOptions, 'checkers' | 'accepted'> {
  /** Default: those that are on by default. */
  readonly checkers?: CheckerChoice;
  /** Folder for tests and findings; nothing is written without it. */
  readonly out?: string;
  /** File with fingerprints of findings known and accepted. */
  readonly suppress?: string;
}

/** Runs the tests a project has, and tells what would fail for other inputs on the same paths. */
export async function predict(options: PredictOptions): Promise<PredictSummary> {
  const { out, ...rest } = { ...options, checkers: chooseCheckers(options.checkers) };
  if (out === undefined) {
    const accepted = rest.suppress === undefined ? undefined : readSuppressions(rest.suppress);
    return summarizePrediction(await predictTests({ ...rest, accepted }), accepted);
  }
  const { summary, notWritten } = await predictInto(out, rest);
  if (notWritten !== undefined) throw new UserError(notWritten);
  return summary;
}
