import type { Exploration } from '../modes/explore.js';
import type { RunRecord } from '../search/results/records.js';
import type { SearchResult } from '../search/search.js';
import type { SavedRun } from './saved-run.js';
import { fullTestId, shortIdLength } from './test-id.js';

interface Test {
  readonly id: string;
  record(): RunRecord;
}

const known = new WeakMap<object, readonly Test[]>();

/**
 * One test per path, plus one per bug whose path is also taken without failing: only its check tells
 * them apart. Sorted by id.
 */
export function testsOf(result: Pick<SearchResult, 'tests' | 'bugs'>): readonly Test[] {
  const cached = known.get(result.tests);
  if (cached) return cached;
  const { tests, bugs } = result;
  const all: Test[] = [];
  for (let i = 0; i < tests.size; i++) all.push({ id: fullTestId(tests.at(i)), record: () => tests.at(i) });
  const ids = new Set(all.map(({ id }) => id));
  for (const { record } of bugs) {
    const id = fullTestId(record);
    if (ids.has(id)) continue;
    ids.add(id);
    all.push({ id, record: () => record });
  }
  all.sort((a, b) => (a.id < b.id ? -1 : 1));
  const named = all.map(({ id, record }, i) => {
    // Twelve digits are enough for names, but for the odd pair among millions.
    const isShared = all[i - 1]?.id.startsWith(id.slice(0, shortIdLength));
    return { id: isShared ? id : id.slice(0, shortIdLength), record };
  });
  known.set(result.tests, named);
  return named;
}

/** The tests of an exploration with what they need to be run again. */
export function* savedRuns(exploration: Exploration): Generator<SavedRun> {
  const { plan, recipe } = exploration;
  for (const { id, record } of testsOf(exploration)) yield { id, record, plan, recipe };
}

/** The id a record's test has among these. */
export function idOf(record: RunRecord, tests: readonly Test[]): string {
  const full = fullTestId(record);
  let low = 0;
  let high = tests.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tests[middle].id < full.slice(0, tests[middle].id.length)) low = middle + 1;
    else high = middle;
  }
  return tests[low + 1]?.id === full ? full : tests[low].id;
}
