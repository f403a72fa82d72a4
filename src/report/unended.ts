import { decodeInput } from '../inputs/decode.js';
import { compareInputs } from '../inputs/order.js';
import type { Exploration } from '../modes/explore.js';
import type { Outcome, RunRecord } from '../search/results/records.js';
import type { Incomplete, IncompleteReason } from '../vocabulary/finding.js';
import { testsOf } from './tests.js';

/** Reasons that a run may have been ended for, and how its test says so. */
const endings: Readonly<Partial<Record<IncompleteReason, Outcome>>> = { hang: 'fuel', 'memory-limit': 'stopped' };

/** The reasons, those for which runs were ended with the plainest input among them: a person wants to look at one. */
export function withExamples(reasons: readonly Incomplete[], exploration: Exploration): Incomplete[] {
  return reasons.map((incomplete) => {
    const outcome = endings[incomplete.reason];
    const record = outcome && plainest(exploration, outcome);
    if (!record) return incomplete;
    const test = `tests/${testsOf(exploration).idOf(record)}.json`;
    return { ...incomplete, test, input: decodeInput(exploration.plan, record.input, record.layout) };
  });
}

/** Tests that such examples are: they have files of their own. */
export const examplesOf = (exploration: Exploration): RunRecord[] =>
  Object.values(endings).flatMap((outcome) => plainest(exploration, outcome) ?? []);

/** Of the runs that ended so; a proved hang is a finding, which has its own. */
function plainest({ tests }: Exploration, outcome: Outcome): RunRecord | undefined {
  let best: RunRecord | undefined;
  for (let i = 0; i < tests.size; i++) {
    if (tests.outcomeAt(i) !== outcome) continue;
    const record = tests.at(i);
    if (record.failures.some(({ checker }) => checker === 'hang')) continue;
    if (!best || compareInputs(record, best) < 0) best = record;
  }
  return best;
}
