import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ProgramOptions, recipeOf } from '../modes/recipe.js';
import { type Verification, type VerifyOptions, verifyReport } from '../modes/verify.js';
import { UserError } from '../vocabulary/errors.js';
import { withVerdicts } from '../warnings/write-verdicts.js';
import { OutDir, replaceResults } from './out-dir.js';
import { fullTestId, shortIdLength } from './test-id.js';
import { summarizeVerification, type VerifySummary } from './verify-summary.js';
import { writeFiles } from './write-files.js';
import { testText } from './write-tests.js';

/** Settles a report's warnings and writes the report back with a verdict on each, and a test for each bug. */
export async function verifyInto(
  folder: string,
  options: VerifyOptions,
): Promise<{ readonly summary: VerifySummary; readonly notWritten?: string }> {
  const out = OutDir.open(folder);
  try {
    const verification = await verifyReport(options);
    const tests = testsOf(verification, options);
    const summary = summarizeVerification(verification, tests.names);
    const log = withVerdicts(
      options.report.log,
      verification.warnings.map(({ warning, verdict, reason, ms }, i) => ({
        run: warning.run,
        result: warning.result,
        verdict,
        reason,
        ms,
        test: tests.names[i],
      })),
    );
    try {
      await replaceResults(folder, async (fresh) => {
        mkdirSync(join(fresh, 'tests'));
        await writeFiles([
          ...[...tests.files].map(([name, text]) => [join(fresh, name), text] as const),
          [join(fresh, 'verified.sarif'), `${JSON.stringify(log, undefined, 2)}\n`],
          [join(fresh, 'summary.json'), `${JSON.stringify(summary, undefined, 2)}\n`],
        ]);
      });
      return { summary };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { summary, notWritten: error.message };
    }
  } finally {
    out.close(false);
  }
}

/** A test per failing input; several warnings may share one. */
function testsOf({ warnings, program }: Verification, options: ProgramOptions) {
  const files = new Map<string, string>();
  const recipe = recipeOf(options);
  const names = warnings.map(({ failing }) => {
    if (!failing) return undefined;
    const { record } = failing;
    const id = fullTestId(record).slice(0, shortIdLength);
    const name = `tests/${id}.json`;
    if (!files.has(name)) files.set(name, testText(id, record, { plan: program.plan, recipe }));
    return name;
  });
  return { files, names };
}
