import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeInput, fuzzBytes } from '../inputs/decode.js';
import { entryName } from '../inputs/start.js';
import type { Exploration } from '../modes/explore.js';
import type { RunRecord } from '../search/records.js';
import { UserError } from '../vocabulary/errors.js';
import { placeName } from '../vocabulary/place.js';
import { coverageByFile } from './coverage.js';
import { formatLcov } from './lcov.js';
import { formatSarif } from './sarif.js';
import type { Summary } from './summary.js';
import { testsOf } from './tests.js';
import { writeFiles } from './write-files.js';

const folders = ['tests', 'corpus', 'findings'] as const;

/** Writes the out-dir. What an earlier run left in our folders goes; anything else there stays. */
export async function writeOutput(folder: string, summary: Summary, exploration: Exploration): Promise<void> {
  try {
    if (existsSync(join(folder, 'summary.json'))) {
      for (const name of folders) rmSync(join(folder, name), { recursive: true, force: true });
    }
    for (const name of ['tests', 'findings']) mkdirSync(join(folder, name), { recursive: true });
    const { plan } = exploration;
    if (plan.kind === 'fuzz') mkdirSync(join(folder, 'corpus'), { recursive: true });
    await writeFiles(outputFiles(folder, summary, exploration));
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UserError(
      `The results can't be written to ${path ?? folder} (${code}): choose another folder with --out.`,
    );
  }
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
    if (plan.kind === 'fuzz') yield [join(folder, 'corpus', id), fuzzBytes(plan, run.input)];
  }
  for (const finding of summary.findings) {
    yield [join(folder, 'findings', `${finding.id}.json`), `${JSON.stringify(finding, undefined, 2)}\n`];
  }
  yield [join(folder, 'findings.sarif'), formatSarif(summary)];
  yield [join(folder, 'coverage.info'), formatLcov(coverageByFile(exploration.coverage, exploration.covered))];
  yield [join(folder, 'summary.json'), `${JSON.stringify(summary, undefined, 2)}\n`];
}

/** A saved test: what went in, as people read it and as bytes, and what the run did. */
export function testText(
  id: string,
  record: RunRecord,
  { plan, recipe }: Pick<Exploration, 'plan' | 'recipe'>,
): string {
  const test = {
    id,
    program: recipe,
    entry: entryName(plan),
    input: decodeInput(plan, record.input, record.layout),
    bytes: Buffer.from(record.input.buffer, record.input.byteOffset, record.input.byteLength).toString('hex'),
    outcome: record.outcome,
    exitCode: record.exitCode,
    failures: record.failures.map(({ checker, also, message, place, stack }) => ({
      checker,
      also,
      message,
      at: placeName(place),
      stack,
    })),
  };
  return `${JSON.stringify(test, undefined, 1)}\n`;
}
