import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openPack, type Pack, packName, type TestLine } from '../inputs/saved/pack.js';
import type { Recipe } from '../modes/recipe.js';
import type { Replayed } from '../modes/replay.js';
import type { SavedTest } from '../modes/saved-test.js';
import { UserError } from '../vocabulary/errors.js';
import { namesIn, workshop } from './made-files.js';
import { failureObject, outcomeObject, testObjectText } from './saved-test.js';
import { packChunks } from './test-pack.js';

/** A saved test, and where it was read. */
export interface SavedTestFile {
  readonly name: string;
  /** A file of its own, or the pack it is in. */
  readonly path: string;
  /** Where its program is looked for. */
  readonly folder: string;
  readonly test: SavedTest;
}

/** The tests of a file, of a folder of tests, or all of an out-dir. */
export function savedTestsIn(path: string): SavedTestFile[] {
  const [, packed, id] = /^(.*\.(?:pack|tests)):([0-9a-f-]+)$/.exec(path) ?? [];
  if (packed !== undefined) return [testOfPack(openPack(packed), id)];
  const kind = existsSync(path) ? statSync(path) : undefined;
  if (!kind) throw new UserError(`There is no test ${path}.`);
  if (path.endsWith(packName)) return testsOfPack(openPack(path));
  if (!kind.isDirectory()) return [{ name: path, path, folder: dirname(path), test: readTest(path) }];
  const packs = packsIn(path);
  if (packs.length > 0) return packs.flatMap(testsOfPack);
  const tests = join(path, 'tests');
  if (existsSync(join(path, 'summary.json')) && existsSync(tests)) return savedTestsIn(tests);
  const names = readdirSync(path).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new UserError(`The folder ${path} holds no test (*.json).`);
  return names.sort().flatMap((name) => savedTestsIn(join(path, name)));
}

/** The packs of an out-dir: one of each command, and those that runs which were killed have left. */
export function packsIn(out: string): Pack[] {
  const whole = namesIn(out).filter((name) => name.endsWith(packName));
  const left = namesIn(join(out, workshop)).filter((name) => name.endsWith('.tests'));
  return [...whole.sort(), ...left.sort().map((name) => join(workshop, name))].map((name) => openPack(join(out, name)));
}

function testsOfPack(pack: Pack): SavedTestFile[] {
  const folder = dirname(pack.path);
  const beside = new Set(namesIn(join(folder, 'tests')));
  return Array.from(pack.tests(), (line) => {
    const file = `${line.id}.json`;
    const name = beside.has(file) ? join(folder, 'tests', file) : `${pack.path}:${line.id}`;
    return { name, path: pack.path, folder, test: savedOf(pack, line) };
  });
}

/** As it is called where all of a pack are listed. */
function testOfPack(pack: Pack, id: string): SavedTestFile {
  const line = pack.find(id);
  if (!line) throw new UserError(`There is no test ${id} in ${pack.path}.`);
  return { name: `${pack.path}:${line.id}`, path: pack.path, folder: dirname(pack.path), test: savedOf(pack, line) };
}

/** A test of a pack as a file of its own has it. */
export function savedOf(pack: Pack, line: TestLine): SavedTest & Readonly<Record<string, unknown>> {
  const saved = pack.saved(line);
  const failures = saved.failures.map(failureObject);
  const test: object = { ...saved, failures };
  if (!isSavedTest(test)) throw new UserError(`${pack.path} does not say how its program is made: explore again.`);
  return test as SavedTest & Readonly<Record<string, unknown>>;
}

function readTest(path: string): SavedTest {
  let test: Partial<SavedTest> | undefined;
  try {
    test = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Told below: what can't be read is no test.
  }
  if (!isSavedTest(test)) {
    throw new UserError(`${path} is no test of nearmiss: give it files of an out-dir's tests folder.`);
  }
  return test;
}

function isSavedTest(test: Partial<SavedTest> | undefined): test is SavedTest {
  return Boolean(test?.program?.sources) && typeof test?.bytes === 'string' && Array.isArray(test.failures);
}

/** Has tests record what they did when they were replayed. `program`: what they were replayed on, if another. */
export function updateTests(
  files: readonly SavedTestFile[],
  replayed: readonly Replayed[],
  program?: Partial<Recipe>,
): void {
  const packs = new Map<string, Map<string, Replayed>>();
  files.forEach((file, i) => {
    if (replayed[i].differences.length === 0 && !program) return;
    const { id } = file.test;
    const own = file.path.endsWith('.json') ? file.path : join(file.folder, 'tests', `${id}.json`);
    if (existsSync(own)) writeFileSync(own, updatedTest(file, replayed[i], program));
    if (own === file.path) return;
    const changed = packs.get(file.path) ?? new Map<string, Replayed>();
    packs.set(file.path, changed.set(id, replayed[i]));
  });
  for (const [path, changed] of packs) updatePack(path, changed, program);
}

function updatedTest({ test }: SavedTestFile, { replay }: Replayed, program?: Partial<Recipe>): string {
  const { effects: _, ...kept } = test;
  return testObjectText({
    ...kept,
    program: { ...test.program, ...program },
    ...outcomeObject(replay.outcome, replay.exitCode, replay.effects),
    failures: replay.failures.map(failureObject),
  });
}

/** The whole file anew, beside the old one until it is done. */
function updatePack(path: string, changed: ReadonlyMap<string, Replayed>, program?: Partial<Recipe>): void {
  const pack = openPack(path);
  const lines = Array.from(pack.tests(), (line): readonly [string, string] => {
    const { replay } = changed.get(line.id) ?? {};
    const { effects: _, failures: __, ...kept } = line;
    const now = replay && {
      ...kept,
      ...outcomeObject(replay.outcome, replay.exitCode, replay.effects),
      ...(replay.failures.length > 0 && { failures: replay.failures }),
    };
    return [line.id, `${JSON.stringify(now ?? line)}\n`];
  });
  const shared = [
    ...Array.from(pack.passed, ([passed, points]) => ({ passed, points })),
    ...Array.from(pack.layouts, ([layout, regions]) => ({ layout, regions })),
  ];
  const programs = pack.programs.map((each) => ({
    ...each,
    program: { ...(each.program as unknown as Recipe), ...program },
  }));
  const fresh = `${path}.new`;
  writeFileSync(fresh, '');
  for (const piece of packChunks({
    programs,
    shared: shared.map((line) => `${JSON.stringify(line)}\n`),
    tests: lines,
  })) {
    writeFileSync(fresh, piece, { flag: 'a' });
  }
  renameSync(fresh, path);
}
