import { type Replayed, type ReplayOptions, replayTests, type SavedTest } from '../modes/replay.js';
import { existsSync, readdirSync, readFileSync, statSync } from '../platform/files.js';
import { join } from '../platform/paths.js';
import { UserError } from '../vocabulary/errors.js';
import { checkOptions, checkValue } from './options/check.js';
import { texts } from './options/kinds.js';
import { progressRows, replayRows, stopRows, tableFor } from './options/rows.js';

export type { Replayed, ReplayOptions } from '../modes/replay.js';
export { nativeLimits } from '../native/run.js';
export { formatReplayed } from '../report/replay-console.js';

const optionTable = tableFor<ReplayOptions>()({ ...replayRows, ...progressRows, ...stopRows });

/** Runs saved tests again: files of an out-dir's `tests`, folders of them, or out-dirs. */
export async function replay(
  tests: readonly string[],
  options: ReplayOptions = {},
): Promise<(Replayed & { readonly file: string })[]> {
  checkValue('replay', texts('a list of tests and folders'), tests);
  checkOptions('replay', optionTable, options);
  const files = tests.flatMap(listTests);
  const replayed = await replayTests(files.map(readTest), options);
  return replayed.map((each, i) => ({ ...each, file: files[i] }));
}

/** Nothing went wrong in it, whatever was recorded. */
export const isPass = ({ replay: { outcome, failures }, native }: Replayed): boolean =>
  failures.length === 0 && !['failed', 'fuel', 'stack', 'stopped'].includes(outcome) && native?.verdict !== 'differs';

/** The files of a test, or of a folder of tests. */
function listTests(path: string): string[] {
  const kind = statSync(path, { throwIfNoEntry: false });
  if (!kind) throw new UserError(`There is no test ${path}.`);
  if (!kind.isDirectory()) return [path];
  const tests = join(path, 'tests');
  if (existsSync(join(path, 'summary.json')) && existsSync(tests)) return listTests(tests);
  const names = readdirSync(path).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new UserError(`The folder ${path} holds no test (*.json).`);
  return names.sort().map((name) => join(path, name));
}

function readTest(path: string): SavedTest {
  let test: Partial<SavedTest> | undefined;
  try {
    test = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Told below: what can't be read is no test.
  }
  if (!test?.program?.sources || typeof test.bytes !== 'string' || !test.failures) {
    throw new UserError(`${path} is no test of nearmiss: give it files of an out-dir's tests folder.`);
  }
  return test as SavedTest;
}
