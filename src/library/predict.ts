import { type CheckerChoice, chooseCheckers } from '../modes/choose-checkers.js';
import { type PredictOptions as ModeOptions, predictTests } from '../modes/predict.js';
import { predictInto } from '../report/predict-into.js';
import { type PredictSummary, summarizePrediction } from '../report/predict-summary.js';
import { readSuppressions } from '../report/suppressions.js';
import { UserError } from '../vocabulary/errors.js';

export interface PredictOptions extends Omit<ModeOptions, 'checkers' | 'accepted'> {
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
