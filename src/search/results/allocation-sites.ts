import type { FailedAccess, Failure } from '../../vocabulary/finding.js';
import type { RunRecord } from './records.js';

/** A run without shadows does not know whether the input chooses an address. */
const sameAccess = (seen: Failure['access'], told: FailedAccess): FailedAccess => ({
  ...told,
  walksOut: told.walksOut && seen?.walksOut !== false,
});

/** The oracle has the time to remember where blocks come from: where it says that and the same else, it is quoted. */
export function withAllocationSites(record: RunRecord, told: Failure): RunRecord {
  const { checker, message, plainMessage = message, place, access } = told;
  const failures = record.failures.map((failure) => {
    const isSame = failure.checker === checker && failure.message === plainMessage && failure.place.line === place.line;
    return isSame ? { ...failure, message, ...(access && { access: sameAccess(failure.access, access) }) } : failure;
  });
  return { ...record, failures };
}
