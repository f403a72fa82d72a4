import { UserError } from '../vocabulary/errors.js';
import type { Finding } from '../vocabulary/finding.js';
import { readBounded, statOf } from '../vocabulary/given-files.js';

/** Fingerprints of a log that an earlier run wrote. */
export type Baseline = ReadonlySet<string>;

const largestFile = 1 << 28;

interface Log {
  readonly runs?: readonly {
    readonly results?: readonly {
      readonly partialFingerprints?: Readonly<Record<string, string>>;
      readonly baselineState?: string;
    }[];
  }[];
}

/** Reads a `findings.sarif`: what it lists is known. */
export function readBaseline(path: string): Baseline {
  if (!statOf(path))
    throw new UserError(`There is no file ${path}: --baseline takes a findings.sarif of an earlier run.`);
  let log: Log | undefined;
  try {
    log = JSON.parse(Buffer.from(readBounded(path, largestFile)).toString('utf8')) as Log;
  } catch {
    // Told below.
  }
  if (!Array.isArray(log?.runs)) throw new UserError(`${path} is no SARIF log: --baseline takes a findings.sarif.`);
  const results = log.runs.flatMap((run) => run.results ?? []);
  const known = results.flatMap(({ partialFingerprints, baselineState }) => {
    const fingerprint = partialFingerprints?.['nearmiss/v1'];
    return fingerprint === undefined || baselineState === 'absent' ? [] : [fingerprint];
  });
  if (results.length > 0 && known.length === 0) {
    throw new UserError(`${path} was not written by nearmiss: none of its results has a fingerprint of ours.`);
  }
  return new Set(known);
}

/** Findings with what the baseline says of each. */
export const comparedWith = <T extends Finding>(
  findings: readonly T[],
  baseline: Baseline | undefined,
): readonly T[] =>
  baseline
    ? findings.map((finding) => ({
        ...finding,
        baseline: baseline.has(finding.fingerprint) ? ('unchanged' as const) : ('new' as const),
      }))
    : findings;

/** Those that count: all, or those that the baseline does not have. */
export const newFindings = <T extends Finding>(findings: readonly T[]): readonly T[] =>
  findings.filter(({ baseline }) => baseline !== 'unchanged');
