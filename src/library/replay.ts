import { type Replayed, type ReplayOptions, replayTests, type SavedTest } from '../modes/replay.js';
import { existsSync, readdirSync, readFileSync, statSync } from '../platform/files.js';
import { join } from '../platform/paths.js';
import { UserError } from '../vocabulary/errors.js';

export type { Replayed, ReplayOptions } from '../modes/replay.js';
export { nativeLimits } from '../native/run.js';
export { formatReplayed } from '../report/replay-console.js';

/** Runs saved tests again: files of an out-dir's `tests`, folders of them, or out-dirs. */
export async function replay(
  tests: readonly string[],
  options: ReplayOptions = {},
): Promise<(Replayed & { readonly file: string })[]> {
  const files = tests.flatMap(listTests);
  const replayed = await replayTests(files.map(readTest), options);
  return replayed.map((each, i) => ({ ...each, file: files[i] }));
}

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
