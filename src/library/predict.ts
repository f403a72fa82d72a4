import {
  type PredictEvent as ModeEvent,
  type PredictOptions as ModeOptions,
  type PredictResult,
  predictTests,
} from '../modes/predict.js';
import { errorCode, writeFileSync } from '../platform/files.js';
import { comparedWith, newFindings, readBaseline } from '../report/baseline.js';
import { coverageByFile } from '../report/coverage.js';
import type { Output } from '../report/output.js';
import { preconditionHeader } from '../report/precondition-header.js';
import { formatPrediction } from '../report/predict-console.js';
import {
  coveredBy,
  type PredictedFinding,
  type PredictSummary,
  type SuiteEntry,
  savedTests,
  summarizePrediction,
} from '../report/predict-summary.js';
import { type SavedTestObject, savedTest } from '../report/saved-test.js';
import { formatStats } from '../report/stats-console.js';
import { readSuppressions } from '../report/suppressions.js';
import { UserError } from '../vocabulary/errors.js';
import { checkOptions, signalFrom } from './options/check.js';
import {
  checkRows,
  eventRows,
  grammarRows,
  limitRows,
  outRows,
  programRows,
  resumeRows,
  seedRows,
  statsRows,
  stopRows,
  stringRows,
  suiteRows,
  tableFor,
} from './options/rows.js';
import { type Outcome, requireWritten, stopwatch, writtenTo } from './outcome.js';
import { type ProgramOptions, programFrom } from './program-options.js';
import { Run } from './run.js';
import { runInto } from './run-into.js';

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

type Limits = Omit<
  ModeOptions,
  keyof ProgramOptions | 'tied' | 'accepted' | 'journal' | 'header' | 'onEvent' | 'onPath' | 'onBug' | 'signal'
>;

export interface PredictOptions extends ProgramOptions, Limits {
  /** Folder for tests and findings; nothing is written without it. */
  readonly out?: string;
  /** Go on where the last prediction into `out` ended, whatever ended it. */
  readonly resume?: boolean;
  /** File with fingerprints of findings known and accepted. */
  readonly suppress?: string;
  /** A findings.sarif of an earlier run: only what it does not have counts. */
  readonly baseline?: string;
  /** File for a header of asserts that say what functions require, where there are `units`. */
  readonly hoistOut?: string;
  /** Ends it; what was found until then is told. */
  readonly signal?: AbortSignal;
  /** The events, for who would rather be called than ask. */
  readonly onEvent?: (event: PredictEvent) => void;
}

const optionTable = tableFor<PredictOptions>()({
  ...programRows,
  ...limitRows,
  ...checkRows,
  ...stringRows,
  ...grammarRows,
  seeds: seedRows.seeds,
  ...suiteRows,
  ...outRows,
  ...resumeRows,
  ...statsRows,
  ...stopRows,
  ...eventRows,
});

/** Runs the tests a project has, and tells what would fail for other inputs on the same paths. */
export function predict(options: PredictOptions): Run<PredictEvent, PredictSummary> {
  const { signal: outside, onEvent, ...rest } = options;
  return new Run(async (tell, signal) => {
    checkOptions('predict', optionTable, options, ['sources']);
    const emit = (event: PredictEvent): void => {
      onEvent?.(event);
      tell(event);
    };
    const predicted = await runPredict({ ...rest, signal, onEvent: emit });
    requireWritten(predicted);
    const { summary, result } = predicted;
    for (const entry of summary.suite) emit({ kind: 'verdict', entry });
    for (const finding of summary.findings) emit({ kind: 'finding', finding });
    for (const test of savedTests(result)) emit({ kind: 'test', test: savedTest(test) });
    emit({ kind: 'done', summary });
    return summary;
  }, signalFrom(outside));
}

interface Predicted extends Outcome<PredictSummary> {
  readonly result: PredictResult;
}

/** The command: predicts, writes to `out` if there is one, and has ready what there is to say. */
export async function runPredict(
  options: Omit<PredictOptions, 'onEvent'> & Pick<ModeOptions, 'onEvent'>,
): Promise<Predicted> {
  const took = stopwatch();
  const { out, resume = false, suppress, baseline: log, hoistOut, ...mode } = programFrom(options);
  const accepted = suppress === undefined ? undefined : readSuppressions(suppress);
  const baseline = log === undefined ? undefined : readBaseline(log);
  const ran = await runInto(out, 'predict', {
    async run(path) {
      const journal = path === undefined ? undefined : { path, resume };
      const result = await predictTests({ ...mode, accepted, journal });
      const summary = summarizePrediction(result, { accepted, stats: mode.stats });
      return { result, summary: { ...summary, findings: comparedWith(summary.findings, baseline) } };
    },
    output: ({ result, summary }) => outputOf(summary, result),
    keepsJournal: ({ result }) => result.isUnfinished,
  });
  const { notWritten } = ran;
  const { result, summary } = ran.result;
  if (hoistOut !== undefined) writeHeader(hoistOut, preconditionHeader(result.preconditions));
  return {
    summary,
    result,
    text: (colors) => formatPrediction(summary, { colors, out: writtenTo(out, notWritten), wholeMs: took() }),
    stats: () => formatStats(summary.stats),
    notWritten,
    hasFound: newFindings(summary.findings).length > 0,
  };
}

function outputOf(summary: PredictSummary, result: PredictResult): Output {
  return {
    summary,
    tests: savedTests(result),
    corpus: savedTests(result),
    findings: summary,
    coverage: () => coverageByFile(result.coverage, coveredBy(result)),
  };
}

function writeHeader(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UserError(`${path} can't be written (${errorCode(error)}): choose another file.`);
  }
}
