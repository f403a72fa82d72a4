import type { Failure } from '../../vocabulary/finding.js';
import type { RunRecord } from './records.js';

/** The oracle has the time to remember where blocks come from: where it says that and the same else, it is quoted. */
export function withAllocationSites(record: RunRecord, told: Failure): RunRecord {
  const { checker, message, plainMessage = message, place } = told;
  const failures = record.failures.map((failure) => {
    const isSame = failure.checker === checker && failure.message === plainMessage && failure.place.line === place.line;
    return isSame ? { ...failure, message } : failure;
  });
  return { ...record, failures };
}
