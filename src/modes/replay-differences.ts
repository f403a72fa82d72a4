import { checkers, sameKind } from '../checkers/index.js';
import type { Effects } from '../runtime/effects.js';
import { type Failure, functionOf } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';
import type { ReplayedRun, SavedTest } from './saved-test.js';

/** Something a test did that it does not do any more, or the other way round. */
export interface Difference {
  readonly what: 'outcome' | 'exitCode' | 'failure' | keyof Effects;
  /** As the test has it; undefined: not at all. */
  readonly recorded: unknown;
  readonly now: unknown;
}

const parts = ['returned', 'written', 'stdout', 'stderr'] as const;

/**
 * All in which a run differs from what its test recorded. What a test does not record it does not ask for. `isOther`: of
 * other sources than the test's, whose lines are other ones too: then a failure is known by its function.
 */
export function differencesOf(test: SavedTest, now: ReplayedRun, isOther: boolean): Difference[] {
  const differences: Difference[] = [];
  const add = (what: Difference['what'], recorded: unknown, is: unknown) => {
    if (JSON.stringify(recorded) !== JSON.stringify(is)) differences.push({ what, recorded, now: is });
  };
  // Stopped for what its shadows took: nobody knows what it does without them.
  if (test.outcome !== 'stopped') {
    add('outcome', test.outcome, now.outcome);
    add('exitCode', test.exitCode, now.exitCode);
  }
  const told = ({ checker, message, at }: SavedTest['failures'][number]) => `${at}: ${message} [${checker}]`;
  const recorded = test.failures.map((failure) => ({ failure, isMet: false }));
  for (const failure of now.failures) {
    const known = recorded.filter((each) => isSame(each.failure, failure, isOther));
    for (const each of known) each.isMet = true;
    if (known.length > 0 || !isAsked(test, failure)) continue;
    add('failure', undefined, `${placeName(failure.place)}: ${failure.message} [${failure.checker}]`);
  }
  for (const { failure, isMet } of recorded) if (!isMet) add('failure', told(failure), undefined);
  const { effects } = test;
  if (effects && now.effects) for (const part of parts) add(part, effects[part], now.effects[part]);
  return differences;
}

/**
 * Whether a failure that a test does not record counts. A run goes on behind a failure: what it fails then may be a
 * consequence, and need not be the same without shadows. And who explored without a checker did not ask for it.
 */
function isAsked({ failures, program }: SavedTest, { checker, isHidden }: Failure): boolean {
  const isOn = program.checkers?.includes(checker) ?? checkers.some(({ id, byDefault }) => id === checker && byDefault);
  return failures.length === 0 && isOn && !isHidden;
}

function isSame(saved: SavedTest['failures'][number], failure: Failure, isOther: boolean): boolean {
  const kinds = [failure.checker, ...failure.also];
  if (!kinds.some((checker) => sameKind(checker, saved.checker))) return false;
  if (!isOther) return placeName(failure.place) === saved.at;
  return saved.stack === undefined || functionOf(saved.stack[0]) === failure.place.function;
}
