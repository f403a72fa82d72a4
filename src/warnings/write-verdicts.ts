import { isObject, type Json, type JsonObject, objectAt, type Verdict } from './warning.js';

export interface WrittenVerdict {
  readonly run: number;
  readonly result: number;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly ms: number;
  /** The reproducer, relative to the log. */
  readonly test?: string;
}

/** SARIF's own words for what became of a result. */
const standings: Readonly<Record<Verdict, { kind: string; level: string | undefined }>> = {
  confirmed: { kind: 'fail', level: 'error' },
  infeasible: { kind: 'pass', level: 'none' },
  unknown: { kind: 'open', level: 'none' },
};

/** The same log with a verdict on each result; everything else is as it was. */
export function withVerdicts(log: JsonObject, verdicts: readonly WrittenVerdict[]): JsonObject {
  const byPlace = new Map(verdicts.map((each) => [`${each.run} ${each.result}`, each]));
  const runs = Array.isArray(log.runs) ? (log.runs as readonly Json[]) : [];
  return {
    ...log,
    runs: runs.map((run, runIndex) => {
      if (!isObject(run) || !Array.isArray(run.results)) return run;
      const results = (run.results as readonly Json[]).map((result, i) => {
        const verdict = byPlace.get(`${runIndex} ${i}`);
        return isObject(result) && verdict ? resultWith(result, verdict) : result;
      });
      return { ...run, results };
    }),
  };
}

function resultWith(result: JsonObject, { verdict, reason, ms, test }: WrittenVerdict): JsonObject {
  const { kind, level } = standings[verdict];
  const earlier = Array.isArray(result.suppressions) ? (result.suppressions as readonly Json[]) : [];
  return {
    ...result,
    kind,
    level: level ?? result.level ?? 'warning',
    ...(verdict === 'infeasible' && {
      suppressions: [...earlier, { kind: 'external', status: 'accepted', justification: `nearmiss: ${reason}` }],
    }),
    properties: {
      ...objectAt(result, 'properties'),
      nearmiss: {
        ...objectAt(objectAt(result, 'properties'), 'nearmiss'),
        verdict,
        reason,
        ms: Math.round(ms),
        ...(test !== undefined && { test }),
        ...(typeof result.level === 'string' && { reportedLevel: result.level }),
      },
    },
  };
}
