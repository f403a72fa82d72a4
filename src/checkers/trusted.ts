/** Which checks can be skipped because no enabled checker would report them? */

import type { CheckerId } from '../vocabulary/finding.js';
import { checkers } from './index.js';

/**
 * Checks that no enabled checker would report. A bad access has one name of several, and which one
 * shows when it happens: as long as one that looks at accesses is on, all are asked about.
 */
export function trustedChecks(enabled: ReadonlySet<CheckerId>): ReadonlySet<CheckerId> {
  const looksAtAccesses = checkers.some(({ id, access }) => access && enabled.has(id));
  const trusted = checkers.filter(
    ({ id, divide, access }) => !enabled.has(id) && (divide || (access && !looksAtAccesses)),
  );
  return new Set(trusted.map(({ id }) => id));
}
