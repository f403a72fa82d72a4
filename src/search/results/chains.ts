import { compareInputs } from '../../inputs/order.js';
import type { RunRecord } from './records.js';

/** Chains of calls kept per bug, the shortest. */
const chainsKept = 4;

/** A chain of calls that led to a bug, and the plainest run that took it. */
export interface Chain {
  readonly calls: string;
  record: RunRecord;
}

/** The chain of a failure, each call once: a recursive parser comes to one bug at every depth. */
export const callsOf = ({ stack }: { readonly stack: readonly string[] }): string => [...new Set(stack)].join(' < ');

/** What is kept does not depend on the order of arrival. `copied`: of a record whose buffers are used again. */
export function keepChain(
  chains: Chain[],
  calls: string,
  record: RunRecord,
  copied: (record: RunRecord) => RunRecord,
): void {
  const known = chains.find((chain) => chain.calls === calls);
  if (known) {
    if (compareInputs(record, known.record) < 0) known.record = copied(record);
    return;
  }
  const at = chains.findIndex((chain) => compareCalls(calls, chain.calls) < 0);
  const place = at < 0 ? chains.length : at;
  if (place === chainsKept) return;
  chains.splice(place, 0, { calls, record: copied(record) });
  if (chains.length > chainsKept) chains.pop();
}

const compareCalls = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
