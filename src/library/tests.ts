import { writeFileSync } from '../platform/files.js';
import { makeFolder } from '../platform/make-folder.js';
import { join } from '../platform/paths.js';
import { testObjectText } from '../report/saved-test.js';
import { packsIn, savedOf, savedTestsIn } from '../report/saved-tests-in.js';
import { UserError } from '../vocabulary/errors.js';

export { formatInput } from '../report/console.js';

/** A test of an out-dir: what `nearmiss tests` lists. */
export interface ListedTest {
  readonly id: string;
  readonly entry: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly outcome: string;
  readonly exitCode: number;
  readonly failures: readonly { readonly checker: string; readonly at: string }[];
}

/** All tests of an out-dir, one after the other: there may be millions. Those that a killed run has left come too. */
export function* tests(out: string): Generator<ListedTest> {
  const packs = packsIn(out);
  if (packs.length === 0) {
    for (const { test } of savedTestsIn(out)) yield test as unknown as ListedTest;
    return;
  }
  const seen = new Set<string>();
  for (const pack of packs) {
    for (const line of pack.tests()) {
      // What a killed run found again may stand in several.
      if (packs.length > 1 && seen.has(line.id)) continue;
      if (packs.length > 1) seen.add(line.id);
      yield savedOf(pack, line) as unknown as ListedTest;
    }
  }
}

/** Writes tests to files of their own, as an out-dir has them; gives how many. */
export function extractTests(all: Iterable<ListedTest>, folder: string): number {
  makeFolder(folder);
  let count = 0;
  for (const test of all) {
    try {
      writeFileSync(join(folder, `${test.id}.json`), testObjectText(test));
    } catch {
      throw new UserError(`The tests can't be written to ${folder}: choose another folder with --extract.`);
    }
    count++;
  }
  return count;
}
