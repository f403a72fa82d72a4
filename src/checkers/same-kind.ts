import type { CheckerId } from '../vocabulary/finding.js';

/**
 * What a replay takes for the same kind of failure: it knows nothing of which object a pointer was meant for, nor of
 * how a number was made. `own`: it can be taken for nothing else. A row for every checker.
 */
const kinds: Readonly<Record<CheckerId, 'bad access' | 'bad size' | 'own'>> = {
  'division-by-zero': 'own',
  'null-dereference': 'bad access',
  'nonnull-argument': 'bad access',
  'array-underflow': 'bad access',
  'array-overflow': 'bad access',
  'range-overlap': 'own',
  'integer-underflow': 'own',
  'integer-overflow': 'own',
  'sign-extension-underflow': 'bad access',
  'sign-extension-overflow': 'bad size',
  'stack-smash': 'bad access',
  'alloc-underflow': 'bad size',
  'alloc-overflow': 'own',
  assertion: 'own',
  abort: 'own',
  unreachable: 'own',
  'use-after-free': 'bad access',
  'double-free': 'own',
  'invalid-free': 'own',
  'memory-leak': 'own',
  'string-overflow': 'bad access',
  'unterminated-string': 'bad access',
  shift: 'own',
  conversion: 'own',
  'unsigned-wrap': 'own',
  hang: 'own',
  'stack-overflow': 'own',
  'format-string': 'own',
  'command-injection': 'own',
  'uninitialised-use': 'own',
};

/** Every id there is: the compiler asks for a row of each. */
export const checkerIds = Object.keys(kinds) as readonly CheckerId[];

/** Is a failure seen in a replay the one that was predicted? */
export function sameKind(a: CheckerId, b: CheckerId): boolean {
  return a === b || (kinds[a] !== 'own' && kinds[a] !== undefined && kinds[a] === kinds[b]);
}
