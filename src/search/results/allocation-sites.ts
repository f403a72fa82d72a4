import type { Failure } from '../../vocabulary/finding.js';
import type { RunRecord } from './records.js';

/** The oracle has the time to remember where blocks come from: where it says that and the same else, it is quoted. */
export function withAllocationSites(record: RunRecord, { checker, message, place }: Failure): RunRecord {
  const plain = message.replace(/ \(allocated [^)]*\)/, '');
  const failures = record.failures.map((failure) => {
    const isSame = failure.checker === checker && failure.message === plain && failure.place.line === place.line;
    return isSame ? { ...failure, message } : failure;
  });
  return { ...record, failures };
}
