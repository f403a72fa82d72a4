import { checkers } from '../../checkers/index.js';

/** What became of checks: the columns of the paper's figures 5, 6 and 9. Lists go by the checker's place in the table. */
export interface CheckCounts {
  /** Conditions put into paths. */
  readonly injected: number[];
  /** Those that the bounds of their operands, on that path, rule out: nobody was asked. */
  readonly bounded: number[];
  /** Those that some input meets. */
  readonly solved: number[];
  /** Those whose input was then seen to fail. */
  readonly failed: number[];
  /** Those that nobody asked about on their own, as a weak combination leaves them. */
  readonly left: number[];
  /** Disjunctions: sets of two checks or more between two branches. */
  groups: number;
  smallest: number;
  largest: number;
  /** Checks in them. */
  grouped: number;
  /** Checks that runs came to, those the same path had met before, and those no input at all can fail. */
  made: number;
  known: number;
  impossible: number;
}

export function noChecks(): CheckCounts {
  const zeros = (): number[] => new Array<number>(checkers.length).fill(0);
  return {
    injected: zeros(),
    bounded: zeros(),
    solved: zeros(),
    failed: zeros(),
    left: zeros(),
    groups: 0,
    smallest: 0,
    largest: 0,
    grouped: 0,
    made: 0,
    known: 0,
    impossible: 0,
  };
}

export function noteGroup(counts: CheckCounts, group: readonly { readonly checker: number }[]): void {
  for (const { checker } of group) counts.injected[checker]++;
  if (group.length < 2) return;
  counts.smallest = counts.groups === 0 ? group.length : Math.min(counts.smallest, group.length);
  counts.largest = Math.max(counts.largest, group.length);
  counts.groups++;
  counts.grouped += group.length;
}

export function addChecks(into: CheckCounts, more: CheckCounts): void {
  for (const column of ['injected', 'bounded', 'solved', 'failed', 'left'] as const) {
    more[column].forEach((count, checker) => {
      into[column][checker] += count;
    });
  }
  if (more.groups > 0) into.smallest = into.groups === 0 ? more.smallest : Math.min(into.smallest, more.smallest);
  into.largest = Math.max(into.largest, more.largest);
  for (const column of ['groups', 'grouped', 'made', 'known', 'impossible'] as const) into[column] += more[column];
}
