import { type VerifyOptions as ModeOptions, verifyReport } from '../modes/verify.js';
import { verifyInto } from '../report/verify-into.js';
import { summarizeVerification, type VerifySummary } from '../report/verify-summary.js';
import { UserError } from '../vocabulary/errors.js';
import { readReport } from '../warnings/read-report.js';
import { type ProgramOptions, programFrom } from './program-options.js';

export interface VerifyOptions extends ProgramOptions, Omit<ModeOptions, keyof ProgramOptions | 'report'> {
  /** The report's file: SARIF, cppcheck's XML, gcc's JSON. */
  readonly report: string;
  /** Folder for the report with its verdicts and a test per bug; nothing is written without it. */
  readonly out?: string;
}

/** Confirms or refutes each warning of a static analyser. */
export async function verify(options: VerifyOptions): Promise<VerifySummary> {
  const { out, report, ...rest } = options;
  const mode = { ...programFrom(rest), report: readReport(report) };
  if (out === undefined) return summarizeVerification(await verifyReport(mode));
  const { summary, notWritten } = await verifyInto(out, mode);
  if (notWritten !== undefined) throw new UserError(notWritten);
  return summary;
}
