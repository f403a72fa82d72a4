import { mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { blobOf } from '../inputs/decode.js';
import { flatSize } from '../inputs/layout.js';
import type { InputPlan } from '../inputs/plan.js';
import type { Exploration } from '../modes/explore.js';
import type { RunRecord } from '../search/results/records.js';
import { coverageByFile } from './coverage.js';
import { findingId } from './findings.js';
import { formatLcov } from './lcov.js';
import { replaceResults } from './out-dir.js';
import { formatSarif } from './sarif.js';
import { savedTest } from './saved-test.js';
import type { Summary } from './summary.js';
import { testsOf } from './tests.js';
import { writeFiles } from './write-files.js';

/** Writes the out-dir. What an earlier run left of ours is replaced; anything else there stays. */
export async function writeOutput(folder: string, summary: Summary, exploration: Exploration): Promise<void> {
  await replaceResults(folder, async (fresh) => {
    for (const name of ['tests', 'findings']) mkdirSync(join(fresh, name));
    const corpus = join(fresh, 'corpus');
    mkdirSync(corpus);
    await writeFiles(outputFiles(fresh, summary, exploration));
    if (readdirSync(corpus).length === 0) rmdirSync(corpus);
  });
}

/** Made one by one as they are written: a million tests never lie in memory as text. */
function* outputFiles(
  folder: string,
  summary: Summary,
  exploration: Exploration,
): Generator<readonly [string, string | Uint8Array]> {
  const { plan } = exploration;
  for (const { id, record } of testsOf(exploration)) {
    const run = record();
    yield [join(folder, 'tests', `${id}.json`), testText(id, run, exploration)];
    const blob = rawInput(run, plan);
    // A harness that answers −1 asks fuzzers not to keep the input.
    if (blob && run.exitCode !== -1) yield [join(folder, 'corpus', id), blob];
  }
  for (const finding of summary.findings) {
    yield [join(folder, 'findings', `${finding.id}.json`), `${JSON.stringify(finding, undefined, 2)}\n`];
  }
  const branches = new Map(exploration.bugs.map((bug) => [findingId(bug), bug.branches]));
  yield [join(folder, 'findings.sarif'), formatSarif(summary, { branches })];
  yield [join(folder, 'coverage.info'), formatLcov(coverageByFile(exploration.coverage, exploration.covered))];
  yield [join(folder, 'summary.json'), `${JSON.stringify(summary, undefined, 2)}\n`];
}

/** The whole input as one stretch of bytes, unless the program made more of it symbolic as it ran. */
function rawInput({ input, layout }: RunRecord, plan: InputPlan): Uint8Array | undefined {
  const end = flatSize(plan);
  return layout.some(({ offset }) => offset >= end) ? undefined : blobOf(plan, input);
}

/** The text of tests/<id>.json. */
export function testText(...saved: Parameters<typeof savedTest>): string {
  return `${JSON.stringify(savedTest(...saved), undefined, 1)}\n`;
}
