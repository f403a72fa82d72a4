import type { Replayed } from '../modes/replay.js';
import type { Difference } from '../modes/replay-differences.js';
import type { SavedTest } from '../modes/saved-test.js';
import type { NativeVerdict } from '../native/judge.js';
import { type Place, placeName } from '../vocabulary/place.js';
import { failureObject, outcomeObject, type SavedTestObject } from './saved-test.js';

/** What a test did when it was run again. */
export function formatReplayed({ test, replay: did, differences, native }: Replayed): string {
  const failures = did.failures.map(
    ({ checker, message, place }) => `\n  ${placeName(place)}: ${message} [${checker}]`,
  );
  const told = `${outcome(did)}${failures.join('')}`;
  const isEnding = ({ what }: Difference): boolean => what === 'outcome' || what === 'exitCode';
  const ended = differences.some(isEnding) ? `\n  recorded: ${outcome(test)}` : '';
  const others = differences.filter((each) => !isEnding(each)).map(formatDifference);
  return `${told}${ended}${others.join('')}${native ? formatNative(native) : ''}`;
}

/** `returned: recorded 3, now 4`. */
function formatDifference({ what, recorded, now }: Difference): string {
  if (what !== 'failure') return `\n  ${what}: recorded ${valueText(recorded)}, now ${valueText(now)}`;
  return now === undefined ? `\n  no longer fails: ${recorded}` : `\n  did not fail when it was recorded: ${now}`;
}

const valueText = (value: unknown): string => (value === undefined ? 'nothing' : shortened(JSON.stringify(value)));

const longest = 200;
const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The object of `replay --json`. */
export interface ReplaySummary {
  readonly command: 'replay';
  /** All did as wanted: as recorded, or with `--pass` without failing. */
  readonly passed: boolean;
  readonly tests: number;
  readonly different: number;
  readonly results: readonly (SavedTestResult & {
    readonly test: string;
    readonly differences: readonly Difference[];
  })[];
}

type SavedTestResult = Pick<SavedTestObject, 'outcome' | 'exitCode' | 'effects' | 'failures'> & {
  readonly asRecorded: boolean;
  readonly native?: NativeVerdict;
};

export function replaySummary(
  replayed: readonly (Replayed & { readonly file: string })[],
  isWanted: (each: Replayed) => boolean,
): ReplaySummary {
  return {
    command: 'replay',
    passed: replayed.every(isWanted),
    tests: replayed.length,
    different: replayed.filter(({ isAsRecorded }) => !isAsRecorded).length,
    results: replayed.map(({ file, replay: did, isAsRecorded, differences, native }) => ({
      test: file,
      asRecorded: isAsRecorded,
      ...outcomeObject(did.outcome, did.exitCode, did.effects),
      failures: did.failures.map(failureObject),
      differences,
      ...(native && { native }),
    })),
  };
}

export const nativeWords: Readonly<Record<NativeVerdict['verdict'], string>> = {
  reproduced: 'reproduced natively',
  same: 'the same natively',
  differs: 'not reproduced natively',
  'not-run': 'not run natively',
};

function formatNative({ verdict, text, why }: NativeVerdict): string {
  return `\n  ${nativeWords[verdict]}: ${text}${why.map((reason) => `\n    ${reason}`).join('')}`;
}

function outcome({
  outcome: what,
  exitCode,
  failures,
  endedAt,
}: Pick<SavedTest, 'outcome' | 'exitCode'> & { failures: readonly unknown[]; endedAt?: Place }) {
  const failed = failures.length > 0 ? `, ${failures.length} failure${failures.length === 1 ? '' : 's'}` : '';
  if (what === 'fuel') return `out of fuel${endedAt ? ` at ${placeName(endedAt)}` : ''}${failed}`;
  const code = what === 'exited' ? ` with ${exitCode}` : '';
  return `${what}${code}${failed}`;
}
