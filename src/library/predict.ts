import type { PredictEvent as ModeEvent, PredictOptions as ModeOptions, PredictResult } from '../modes/predict.js';
import { predictTests } from '../modes/predict.js';
import { predictInto } from '../report/predict-into.js';
import {
  type PredictedFinding,
  type PredictSummary,
  type SuiteEntry,
  savedTests,
  summarizePrediction,
} from '../report/predict-summary.js';
import { type SavedTestObject, savedTest } from '../report/saved-test.js';
import { readSuppressions } from '../report/suppressions.js';
import { UserError } from '../vocabulary/errors.js';
import { type ProgramOptions, programFrom } from './program-options.js';
import { Run } from './run.js';

export type PredictEvent =
  | ModeEvent
  /** What a test of the suite is worth. They come when all have been run, in the order of the tests. */
  | { readonly kind: 'verdict'; readonly entry: SuiteEntry }
  /** An input on a test's path that fails, confirmed by a replay. */
  | { readonly kind: 'finding'; readonly finding: PredictedFinding }
  /** What tests/<id>.json would hold, one a path and one a bug. */
  | { readonly kind: 'test'; readonly test: SavedTestObject }
  /** The last event. */
  | { readonly kind: 'done'; readonly summary: PredictSummary };

type Limits = Omit<ModeOptions, keyof ProgramOptions | 'accepted' | 'journal' | 'onEvent' | 'onPath' | 'signal'>;

export interface PredictOptions extends ProgramOptions, Limits {
  /** Folder for tests and findings; nothing is written without it. */
  readonly out?: string;
  /** Go on where the last prediction into `out` ended, whatever ended it. */
  readonly resume?: boolean;
  /** File with fingerprints of findings known and accepted. */
  readonly suppress?: string;
  /** Ends it; what was found until then is told. */
  readonly signal?: AbortSignal;
  /** The events, for who would rather be called than ask. */
  readonly onEvent?: (event: PredictEvent) => void;
}

/** Runs the tests a project has, and tells what would fail for other inputs on the same paths. */
export function predict(options: PredictOptions): Run<PredictEvent, PredictSummary> {
  const { out, signal: outside, onEvent, ...rest } = options;
  return new Run(async (tell, signal) => {
    const emit = (event: PredictEvent): void => {
      onEvent?.(event);
      tell(event);
    };
    const { suppress, resume, ...mode } = programFrom(rest);
    const watched: ModeOptions = { ...mode, signal, onEvent: emit };
    const { summary, result } =
      out === undefined ? await predictHere(watched, suppress) : await predictTo(out, { ...watched, suppress, resume });
    for (const entry of summary.suite) emit({ kind: 'verdict', entry });
    for (const finding of summary.findings) emit({ kind: 'finding', finding });
    for (const { id, record, ...made } of savedTests(result)) {
      emit({ kind: 'test', test: savedTest(id, record(), made) });
    }
    emit({ kind: 'done', summary });
    return summary;
  }, outside);
}

async function predictHere(
  options: ModeOptions,
  suppress: string | undefined,
): Promise<{ summary: PredictSummary; result: PredictResult }> {
  const accepted = suppress === undefined ? undefined : readSuppressions(suppress);
  const result = await predictTests({ ...options, accepted });
  return { result, summary: summarizePrediction(result, accepted) };
}

async function predictTo(out: string, options: Parameters<typeof predictInto>[1]) {
  const { notWritten, ...predicted } = await predictInto(out, options);
  if (notWritten !== undefined) throw new UserError(notWritten);
  return predicted;
}
