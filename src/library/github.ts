import { tellRuns } from '../modes/told-runs.js';
import { fromHex } from '../platform/bytes.js';
import { resolve } from '../platform/paths.js';
import { annotationsOf, summaryMarkdown } from '../report/github.js';
import { findingPiece } from '../report/page/finding-piece.js';
import type { FindingPiece } from '../report/page/page-data.js';
import { type AnySummary, testOf } from '../report/page/saved-results.js';
import { UserError } from '../vocabulary/errors.js';
import { sourceReader } from '../vocabulary/source-text.js';

/** What `--github` says: lines for the log, and the step's summary with the story of the first finding. */
export async function githubWords(
  summary: object,
  out: string | undefined,
): Promise<{ readonly annotations: readonly string[]; readonly markdown: string }> {
  const told = summary as AnySummary;
  const first = (told.findings ?? []).find(({ baseline }) => baseline !== 'unchanged') ?? told.findings?.[0];
  const story = first && out !== undefined ? await storyOf(out, first) : undefined;
  return { annotations: annotationsOf(told, out), markdown: summaryMarkdown(told, out, story) };
}

/** The finding's input run once more; undefined where its program can't be made again. */
async function storyOf(
  out: string,
  finding: NonNullable<AnySummary['findings']>[number],
): Promise<FindingPiece | undefined> {
  const test = testOf(out, finding);
  if (!test?.program) return undefined;
  try {
    const runs = { stories: [fromHex(test.bytes)], paths: [], outcomes: [], patience: 0 };
    const { told } = await tellRuns(test.program, resolve(out), runs);
    return findingPiece(finding, test, { out, told: told[0], tests: [], source: sourceReader() });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}
