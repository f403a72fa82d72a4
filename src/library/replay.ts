import { type ReplayOptions as ModeOptions, type Replayed, replayTests } from '../modes/replay.js';
import type { LocatedTest } from '../modes/saved-test.js';
import { savedTestsIn, updateTests } from '../report/saved-tests-in.js';
import { checkOptions, checkValue } from './options/check.js';
import { texts } from './options/kinds.js';
import { progressRows, replayRows, stopRows, tableFor } from './options/rows.js';

export type { Replayed } from '../modes/replay.js';
export { nativeLimits } from '../native/run.js';
export { formatReplayed, type ReplaySummary, replaySummary } from '../report/replay-console.js';

export interface ReplayOptions extends ModeOptions {
  /** Tests that did something else are rewritten: what they do now is what they record from now on. */
  readonly update?: boolean;
}

const optionTable = tableFor<ReplayOptions>()({ ...replayRows, ...progressRows, ...stopRows });

/** Runs saved tests again: files of an out-dir's `tests`, folders of them, packs, or out-dirs. */
export async function replay(
  tests: readonly string[],
  options: ReplayOptions = {},
): Promise<(Replayed & { readonly file: string })[]> {
  checkValue('replay', texts('a list of tests and folders'), tests);
  checkOptions('replay', optionTable, options);
  const { update = false, ...mode } = options;
  const files = tests.flatMap(savedTestsIn);
  const located = files.map(({ test, folder }): LocatedTest => ({ test, folder }));
  const replayed = await replayTests(located, mode);
  if (update) updateTests(files, replayed, mode.sources && { sources: mode.sources, flags: mode.flags });
  return replayed.map((each, i) => ({ ...each, file: files[i].name }));
}

/** Nothing went wrong in it, whatever was recorded. */
export const isPass = ({ replay: { outcome, failures }, native }: Replayed): boolean =>
  failures.length === 0 && !['failed', 'fuel', 'stack', 'stopped'].includes(outcome) && native?.verdict !== 'differs';
