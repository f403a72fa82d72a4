import { recipeOf } from '../modes/recipe.js';
import { replayOnce } from '../modes/replay.js';
import { type VerifyOptions as ModeOptions, type Verification, verifyReport } from '../modes/verify.js';
import type { Output } from '../report/output.js';
import type { SavedRun } from '../report/saved-run.js';
import { formatStats } from '../report/stats-console.js';
import { readSuppressions } from '../report/suppressions.js';
import { formatVerification, summarizeVerification, type VerifySummary } from '../report/verify-summary.js';
import type { RunRecord } from '../search/results/records.js';
import { fullTestId, shortIdLength } from '../search/results/test-id.js';
import { UserError } from '../vocabulary/errors.js';
import { readReport } from '../warnings/read-report.js';
import { checkOptions } from './options/check.js';
import {
  checkRows,
  eventRows,
  goalRows,
  guidedRows,
  limitRows,
  outRows,
  programRows,
  reportRows,
  statsRows,
  stopRows,
  tableFor,
} from './options/rows.js';
import { type Outcome, requireWritten, stopwatch, writtenTo } from './outcome.js';
import { type ProgramOptions, programFrom } from './program-options.js';
import { runInto } from './run-into.js';

export { defaultVerifyTime } from '../modes/verify.js';

export interface VerifyOptions
  extends ProgramOptions,
    Omit<ModeOptions, keyof ProgramOptions | 'tied' | 'report' | 'checkers'> {
  /** File with fingerprints of findings known and accepted. */
  readonly suppress?: string;
  /** The report's file: SARIF, cppcheck's XML, gcc's JSON. */
  readonly report: string;
  /** Folder for the report with its verdicts and a test per bug; nothing is written without it. */
  readonly out?: string;
}

const optionTable = tableFor<VerifyOptions>()({
  ...programRows,
  ...limitRows,
  ...guidedRows,
  ...reportRows,
  ...outRows,
  ...statsRows,
  ...stopRows,
  ...eventRows,
  checkers: checkRows.checkers,
  suppress: checkRows.suppress,
  when: goalRows.when,
});

/** Confirms or refutes each warning of a static analyser. */
export async function verify(options: VerifyOptions): Promise<VerifySummary> {
  checkOptions('verify', optionTable, options, ['report', 'sources']);
  const verified = await runVerify(options);
  requireWritten(verified);
  return verified.summary;
}

/** The command: settles the report's warnings, writes to `out` if there is one, and has ready what there is to say. */
export async function runVerify(options: VerifyOptions): Promise<Outcome<VerifySummary>> {
  const took = stopwatch();
  const { out, suppress, checkers, ...rest } = programFrom(options);
  const accepted = suppress === undefined ? undefined : readSuppressions(suppress);
  if (rest.when !== undefined && options.checkers !== undefined) {
    throw new UserError('--when asks for one thing and --checkers for others: leave one of them out.');
  }
  const mode = {
    ...{ ...rest, report: readReport(rest.report) },
    ...(options.checkers !== undefined && { checkers }),
  };
  const recipe = recipeOf(mode);
  const ran = await runInto(out, 'verify', {
    async run() {
      const verification = await verifyReport(mode);
      // Only who writes tests can name them.
      const ids = out === undefined ? [] : verification.warnings.map(testId);
      const names = ids.map((id) => id && `tests/${id}.json`);
      const summary = summarizeVerification(verification, names, { accepted, stats: mode.stats });
      return { verification, ids, names, summary, records: out === undefined ? [] : await wholeRuns(verification) };
    },
    output({ verification, ids, names, summary, records }): Output {
      const { warnings, program } = verification;
      const tests = new Map<string, SavedRun>();
      warnings.forEach(({ failing }, i) => {
        const id = ids[i];
        // Several warnings may share one.
        if (!failing || id === undefined || tests.has(id)) return;
        tests.set(id, { id, record: () => records[i] ?? failing.record, plan: program.plan, recipe });
      });
      const results = warnings.map(({ warning: { run, result }, verdict, reason, ms }, i) => ({
        ...{ run, result, verdict, reason, ms },
        test: names[i],
      }));
      return { summary, tests: tests.values(), verdicts: { log: mode.report.log, results } };
    },
  });
  /** A search for a line stops there: the test says what the program does with the input when nobody watches. */
  async function wholeRuns({ warnings }: Verification): Promise<readonly (RunRecord | undefined)[]> {
    if (mode.when === undefined) return [];
    return Promise.all(
      warnings.map(
        async ({ failing }) =>
          failing && { ...failing.record, ...(await replayOnce(recipe, failing.record.input, mode)) },
      ),
    );
  }
  const { notWritten } = ran;
  const { summary } = ran.result;
  return {
    summary,
    text: (colors) => formatVerification(summary, colors, writtenTo(out, notWritten), took()),
    stats: () => formatStats(summary.stats),
    notWritten,
    hasFound: summary.confirmed > 0,
  };
}

const testId = ({ failing }: Verification['warnings'][number]): string | undefined =>
  failing && fullTestId(failing.record).slice(0, shortIdLength);
