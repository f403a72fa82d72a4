import { expect, test } from 'vitest';
import { checkers } from '../../src/checkers/index.js';
import { checkerIds } from '../../src/checkers/same-kind.js';
import { formatSarif } from '../../src/report/sarif.js';

/**
 * The compiler asks for an id's native sign (`native/signs.ts`) and for what counts as the same kind
 * (`checkers/same-kind.ts`). That it is in the table, and so has a rule in SARIF, it can't know.
 */
test('every checker that has an id is in the table, and has a rule', () => {
  expect(checkers.map(({ id }) => id).sort()).toEqual([...checkerIds].sort());
  const log = JSON.parse(formatSarif({ findings: [], complete: true, incomplete: [] })) as {
    runs: { tool: { driver: { rules: { id: string }[] } } }[];
  };
  expect(log.runs[0]!.tool.driver.rules.map(({ id }) => id)).toEqual([...checkerIds].sort());
});
