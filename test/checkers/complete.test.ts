import { expect, test } from 'vitest';
import { checkers } from '../../src/checkers/index.js';
import { formatSarif } from '../../src/report/sarif.js';
import { checkerIds } from '../../src/vocabulary/finding.js';

/**
 * The compiler asks every checker for its native sign and for what a replay may take it for. That it is in the table,
 * and so has a rule in SARIF, it can't know.
 */
test('every checker that has an id is in the table, and has a rule', () => {
  expect(checkers.map(({ id }) => id).sort()).toEqual([...checkerIds].sort());
  const log = JSON.parse(formatSarif({ findings: [], complete: true, incomplete: [] })) as {
    runs: { tool: { driver: { rules: { id: string }[] } } }[];
  };
  expect(log.runs[0]!.tool.driver.rules.map(({ id }) => id)).toEqual([...checkerIds].sort());
});
