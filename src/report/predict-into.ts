import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { blobOf } from '../inputs/decode.js';
import { type PredictOptions, type PredictResult, predictTests } from '../modes/predict.js';
import { UserError } from '../vocabulary/errors.js';
import { coverageByFile } from './coverage.js';
import { formatLcov } from './lcov.js';
import { OutDir, replaceResults } from './out-dir.js';
import { coveredBy, type PredictSummary, savedTests, summarizePrediction } from './predict-summary.js';
import { formatSarif } from './sarif.js';
import { readSuppressions } from './suppressions.js';
import { writeFiles } from './write-files.js';
import { testText } from './write-tests.js';

export interface Predicted {
  readonly summary: PredictSummary;
  readonly result: PredictResult;
  /** Why the results are told here only. */
  readonly notWritten?: string;
}

/** Predicts, and writes what was found to a folder of its own. */
export async function predictInto(
  folder: string,
  { suppress, resume = false, ...options }: PredictOptions & { readonly suppress?: string; readonly resume?: boolean },
): Promise<Predicted> {
  const accepted = suppress === undefined ? undefined : readSuppressions(suppress);
  const out = OutDir.open(folder);
  // Until there is something new, what an earlier run left to go on from stays.
  let keepJournal = true;
  try {
    const result = await predictTests({ ...options, accepted, journal: { path: out.journal, resume } });
    const summary = summarizePrediction(result, accepted);
    try {
      await replaceResults(folder, async (fresh) => {
        for (const name of ['tests', 'findings', 'corpus']) mkdirSync(join(fresh, name));
        await writeFiles(outputFiles(fresh, summary, result));
      });
      keepJournal = result.isUnfinished;
      return { summary, result };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { summary, result, notWritten: error.message };
    }
  } finally {
    out.close(keepJournal);
  }
}

function* outputFiles(
  folder: string,
  summary: PredictSummary,
  result: PredictResult,
): Generator<readonly [string, string | Uint8Array]> {
  for (const { id, record, plan, recipe } of savedTests(result)) {
    yield [join(folder, 'tests', `${id}.json`), testText(id, record(), { plan, recipe })];
    const blob = blobOf(plan, record().input);
    if (blob) yield [join(folder, 'corpus', id), blob];
  }
  for (const finding of summary.findings) {
    yield [join(folder, 'findings', `${finding.id}.json`), `${JSON.stringify(finding, undefined, 2)}\n`];
  }
  yield [join(folder, 'findings.sarif'), formatSarif(summary)];
  yield [join(folder, 'coverage.info'), formatLcov(coverageByFile(result.coverage, coveredBy(result)))];
  yield [join(folder, 'summary.json'), `${JSON.stringify(summary, undefined, 2)}\n`];
}
