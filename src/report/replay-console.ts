import type { Replayed, SavedTest } from '../modes/replay.js';
import type { NativeVerdict } from '../native/judge.js';
import { type Place, placeName } from '../vocabulary/place.js';

/** What a test did when it was run again. */
export function formatReplayed({ test, replay: did, isAsRecorded, native }: Replayed): string {
  const failures = did.failures.map(
    ({ checker, message, place }) => `\n  ${placeName(place)}: ${message} [${checker}]`,
  );
  const told = `${outcome(did)}${failures.join('')}`;
  const recorded = isAsRecorded ? '' : `\n  recorded: ${outcome(test)}`;
  return `${told}${recorded}${native ? formatNative(native) : ''}`;
}

const nativeWords: Readonly<Record<NativeVerdict['verdict'], string>> = {
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
