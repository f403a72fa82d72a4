import type { Checker } from './types.js';

/** Found by runs that are out of fuel, and only with a proof: see runtime/repetition.ts. */
export const hang: Checker = {
  id: 'hang',
  title: 'Endless loop',
  help: 'The program returns to a state it was in before, so it loops forever.',
  cwe: 835,
  kind: 'own',
  native: { where: 'never there: the program is still running', seconds: 1 },
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { while (n == 7) {} return n; }',
  stop: { kind: 'hang', message: () => 'this loop never ends: the program comes back to exactly the same state' },
};
