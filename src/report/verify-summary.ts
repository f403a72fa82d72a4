import { decodeInput } from '../inputs/decode.js';
import type { Verification } from '../modes/verify.js';
import { type Incomplete, targetReached } from '../vocabulary/finding.js';
import { fingerprintOf } from '../vocabulary/fingerprint.js';
import type { Verdict } from '../warnings/warning.js';
import type { Colors } from './colors.js';
import { formatInput, formatTime } from './console.js';
import { merged } from './predict-summary.js';
import { statsDetail } from './stats-detail.js';
import { type Summary, type SummaryOptions, statsOf } from './summary.js';
import { shellWord, typedAs } from './typed-as.js';

/** The object of `verify --json`. */
export interface VerifySummary {
  readonly command: 'verify';
  /** Every warning that could be asked about was decided. */
  readonly complete: boolean;
  /** Else why not, over all of them. */
  readonly incomplete: readonly Incomplete[];
  readonly results: readonly {
    readonly ruleId: string;
    readonly file: string | undefined;
    readonly line: number | undefined;
    readonly verdict: Verdict;
    readonly reason: string;
    readonly test?: string;
    readonly input?: Record<string, unknown>;
    readonly ms: number;
    /** Confirmed: what `--suppress` knows it by. */
    readonly fingerprint?: string;
    /** Known and accepted, and why: it counts for nothing. */
    readonly suppressed?: string;
  }[];
  /** Without those that are suppressed. */
  readonly confirmed: number;
  readonly infeasible: number;
  readonly unknown: number;
  readonly rng: number;
  readonly suppressed: number;
  readonly stats: Summary['stats'];
}

export function summarizeVerification(
  { warnings, program, stats, rng }: Verification,
  tests: readonly (string | undefined)[] = [],
  { accepted = new Map(), stats: isDetailed }: SummaryOptions = {},
): VerifySummary {
  const fingerprints = warnings.map(({ failing }) => {
    if (!failing) return undefined;
    const { checker, also, place } = failing.failure;
    // A run that was watched for its target says beside it what failed there.
    const failed = checker === targetReached ? also[0] : checker;
    return failed && fingerprintOf(failed, place);
  });
  const reasons = fingerprints.map((fingerprint) => fingerprint && accepted.get(fingerprint));
  const count = (wanted: Verdict): number =>
    warnings.filter(({ verdict }, i) => verdict === wanted && reasons[i] === undefined).length;
  const incomplete = merged(warnings.map((warning) => warning.incomplete ?? []));
  return {
    command: 'verify',
    complete: incomplete.length === 0,
    incomplete,
    results: warnings.map(({ warning, line, verdict, reason, ms, failing }, i) => ({
      ruleId: warning.ruleId,
      file: line?.file ?? warning.spot?.path,
      line: line?.line ?? warning.spot?.line,
      verdict,
      reason,
      test: tests[i],
      input: failing && decodeInput(program.plan, failing.record.input, failing.record.layout),
      ms: Math.round(ms),
      ...(fingerprints[i] !== undefined && { fingerprint: fingerprints[i] }),
      ...(reasons[i] !== undefined && { suppressed: reasons[i] }),
    })),
    confirmed: count('confirmed'),
    infeasible: count('infeasible'),
    unknown: count('unknown'),
    rng,
    suppressed: reasons.filter((reason) => reason !== undefined).length,
    stats: { ...statsOf(stats, program.compileMs), ...(isDetailed && statsDetail(stats, {})) },
  };
}

/** Rows told in full; a report of a hundred thousand is in the files. */
const mostRows = 200;

export function formatVerification(
  summary: VerifySummary,
  colors: Colors,
  out: string | undefined,
  wholeMs?: number,
): string {
  const paint = { confirmed: colors.red, infeasible: colors.green, unknown: colors.bold } as const;
  const rows = summary.results
    .slice(0, mostRows)
    .map(({ verdict, file, line, ruleId, reason, input, ms, suppressed }) => {
      const where = file === undefined ? '(no line)' : `${shortPath(file)}:${line}`;
      const accepted = suppressed === undefined ? '' : `; accepted${suppressed === '' ? '' : ` (${suppressed})`}`;
      const told = (input ? `${reason}; ${formatInput(input)}` : reason) + accepted;
      return [paint[verdict](verdict.padEnd(10)), where, ruleId, `${(ms / 1000).toFixed(1)} s`, told] as const;
    });
  const widths = [1, 2, 3].map((i) => Math.max(0, ...rows.map((row) => row[i].length)));
  const lines = rows.map(
    ([verdict, where, rule, time, told]) =>
      `${verdict}  ${where.padEnd(widths[0])}  ${rule.padEnd(widths[1])}  ${time.padStart(widths[2])}  ${told}`,
  );
  if (summary.results.length > mostRows)
    lines.push(`… and ${summary.results.length - mostRows} more in verified.sarif`);
  const { confirmed, infeasible, unknown, suppressed, stats } = summary;
  const accepted = suppressed > 0 ? `, ${suppressed} suppressed` : '';
  lines.push(
    `${confirmed} confirmed, ${infeasible} infeasible, ${unknown} unknown${accepted} (${stats.runs} runs, ${formatTime(summary, wholeMs)})` +
      (out === undefined ? '' : `, written to ${out}/verified.sarif`),
  );
  const example = summary.results.find(({ test }) => test !== undefined)?.test;
  if (example !== undefined && out !== undefined)
    lines.push(`See one fail: ${typedAs()} replay ${shellWord(`${out}/${example}`)}`);
  return lines.join('\n');
}

const shortPath = (path: string): string => (path.length <= 40 ? path : `…${path.slice(-39)}`);
