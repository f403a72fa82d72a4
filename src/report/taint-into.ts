import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaintRun } from '../modes/taint.js';
import { OutDir, replaceResults } from './out-dir.js';
import { formatTaintSarif, summarizeTaint, type TaintSummary } from './taint-report.js';

/** Writes the flows to a folder of their own; an earlier run's results there are replaced. */
export async function taintInto(folder: string, run: TaintRun): Promise<TaintSummary> {
  const summary = summarizeTaint(run);
  const out = OutDir.open(folder);
  try {
    await replaceResults(folder, async (fresh) => {
      writeFileSync(join(fresh, 'taint.sarif'), formatTaintSarif(run));
      writeFileSync(join(fresh, 'summary.json'), `${JSON.stringify(summary, undefined, 2)}\n`);
    });
  } finally {
    out.close(false);
  }
  return summary;
}
