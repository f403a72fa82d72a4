import { decodeInput } from '../inputs/decode.js';
import type { Verification } from '../modes/verify.js';
import type { Verdict } from '../warnings/warning.js';
import type { Colors } from './colors.js';
import { formatInput, formatTime } from './console.js';
import { shellWord, typedAs } from './typed-as.js';

/** The object of `verify --json`. */
export interface VerifySummary {
  readonly command: 'verify';
  readonly results: readonly {
    readonly ruleId: string;
    readonly file: string | undefined;
    readonly line: number | undefined;
    readonly verdict: Verdict;
    readonly reason: string;
    readonly test?: string;
    readonly input?: Record<string, unknown>;
    readonly ms: number;
  }[];
  readonly confirmed: number;
  readonly infeasible: number;
  readonly unknown: number;
  readonly rng: number;
  readonly stats: {
    readonly runs: number;
    readonly queries: number;
    readonly compileMs: number;
    readonly wallMs: number;
  };
}

export function summarizeVerification(
  { warnings, program, runs, queries, wallMs, rng }: Verification,
  tests: readonly (string | undefined)[] = [],
): VerifySummary {
  const count = (wanted: Verdict): number => warnings.filter(({ verdict }) => verdict === wanted).length;
  return {
    command: 'verify',
    results: warnings.map(({ warning, line, verdict, reason, ms, failing }, i) => ({
      ruleId: warning.ruleId,
      file: line?.file ?? warning.spot?.path,
      line: line?.line ?? warning.spot?.line,
      verdict,
      reason,
      test: tests[i],
      input: failing && decodeInput(program.plan, failing.record.input, failing.record.layout),
      ms: Math.round(ms),
    })),
    confirmed: count('confirmed'),
    infeasible: count('infeasible'),
    unknown: count('unknown'),
    rng,
    stats: { runs, queries, compileMs: Math.round(program.compileMs), wallMs: Math.round(wallMs) },
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
  const rows = summary.results.slice(0, mostRows).map(({ verdict, file, line, ruleId, reason, input, ms }) => {
    const where = file === undefined ? '(no line)' : `${shortPath(file)}:${line}`;
    const told = input ? `${reason}; ${formatInput(input)}` : reason;
    return [paint[verdict](verdict.padEnd(10)), where, ruleId, `${(ms / 1000).toFixed(1)} s`, told] as const;
  });
  const widths = [1, 2, 3].map((i) => Math.max(0, ...rows.map((row) => row[i].length)));
  const lines = rows.map(
    ([verdict, where, rule, time, told]) =>
      `${verdict}  ${where.padEnd(widths[0])}  ${rule.padEnd(widths[1])}  ${time.padStart(widths[2])}  ${told}`,
  );
  if (summary.results.length > mostRows)
    lines.push(`… and ${summary.results.length - mostRows} more in verified.sarif`);
  const { confirmed, infeasible, unknown, stats } = summary;
  lines.push(
    `${confirmed} confirmed, ${infeasible} infeasible, ${unknown} unknown (${stats.runs} runs, ${formatTime(summary, wholeMs)})` +
      (out === undefined ? '' : `, written to ${out}/verified.sarif`),
  );
  const example = summary.results.find(({ test }) => test !== undefined)?.test;
  if (example !== undefined && out !== undefined)
    lines.push(`See one fail: ${typedAs()} replay ${shellWord(`${out}/${example}`)}`);
  return lines.join('\n');
}

const shortPath = (path: string): string => (path.length <= 40 ? path : `…${path.slice(-39)}`);
