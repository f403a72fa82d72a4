import { toUtf8 } from '../../platform/bytes.js';
import { join } from '../../platform/paths.js';
import { UserError } from '../../vocabulary/errors.js';
import { namesIn, readBounded, statOf } from '../../vocabulary/given-files.js';
import { isFolderTest, readFolderTest } from './folder-test.js';
import { fromKtest } from './klee-input.js';
import { isKtest, readKtest } from './ktest.js';
import { fromOwnTest, readOwnTest } from './own-test.js';
import { openPack, packName } from './pack.js';
import type { SavedInput } from './types.js';

/** More than that is a mistake, or needs to be chosen from first. */
const mostInputs = 100_000;
const mostBytes = 1 << 28;
/** A file that says more than the input's own bytes. */
const largestFile = 1 << 24;
const deepest = 16;

/**
 * Reads inputs people have: a raw file, a .ktest, a test of ours, a folder that is one test, or a folder of
 * any of these, AFL's and KLEE's output folders among them. In the order given, folders by name.
 */
export function readSavedInputs(paths: readonly string[]): SavedInput[] {
  const inputs: SavedInput[] = [];
  let bytes = 0;
  const add = (input: SavedInput): void => {
    inputs.push(input);
    bytes += sizeOf(input);
    if (inputs.length > mostInputs || bytes > mostBytes) {
      throw new UserError(`${paths.join(', ')}: that is more than can be used at once; give some of them.`);
    }
  };
  for (const path of paths) {
    const before = inputs.length;
    visit(path, 0, add);
    if (inputs.length === before) throw new UserError(`The folder ${path} holds no input.`);
  }
  return inputs;
}

function visit(path: string, depth: number, add: (input: SavedInput) => void): void {
  const kind = statOf(path);
  if (!kind) throw new UserError(`There is no file or folder ${path}.`);
  if (path.endsWith(packName)) {
    const pack = openPack(path);
    for (const test of pack.tests()) {
      const { program = {}, ...saved } = pack.saved(test);
      add(fromOwnTest(`${path}:${test.id}`, { program, ...saved }));
    }
    return;
  }
  if (!kind.isDirectory())
    return add(readSavedFile(path, readBounded(path, /\.(ktest|json)$/.test(path) ? largestFile : undefined)));
  if (depth > deepest) throw new UserError(`${path} is nested too deeply: symbolic links may form a cycle there.`);
  const names = namesIn(path);
  if (isFolderTest(path, names)) return add(readFolderTest(path, names));
  for (const name of inputsAmong(path, names)) visit(join(path, name), depth + 1, add);
}

/** What one file holds, known by its content; the name decides only what a broken one was meant to be. */
export function readSavedFile(name: string, bytes: Uint8Array): SavedInput {
  if (name.endsWith('.ktest') || isKtest(bytes)) return fromKtest(name, readKtest(bytes, name));
  const own = bytes[0] === 0x7b ? readOwnTest(name, toUtf8(bytes)) : undefined;
  return own ?? { name, format: 'raw', blob: bytes };
}

/** Folders other tools make have more in them than inputs. */
function inputsAmong(folder: string, all: readonly string[]): readonly string[] {
  const names = all.filter((name) => !name.startsWith('.'));
  const ktests = names.filter((name) => name.endsWith('.ktest'));
  if (ktests.length > 0) return ktests;
  if (names.includes('summary.json') && (names.includes('tests') || names.includes(packName))) {
    // All tests, if they are few enough to begin with; else those that cover what all of them do.
    const isPack = names.includes(packName) && (openPack(join(folder, packName)).size ?? Infinity) <= mostInputs;
    return [isPack ? packName : 'tests'];
  }
  // AFL: an instance's folder, a folder of instances, or a queue by itself.
  if (names.includes('queue')) return names.filter((name) => name === 'queue' || name === 'crashes');
  const ids = names.filter((name) => /^id[:_]\d+/.test(name));
  if (ids.length > 0) return ids;
  const instances = names.filter((name) => statOf(join(folder, name, 'queue'))?.isDirectory());
  return instances.length > 0 ? instances : names;
}

function sizeOf({ blob, args = [], env, stdin, files, objects = [], flat, tail }: SavedInput): number {
  const all = [blob, stdin, flat, tail, ...args, ...(env?.values() ?? []), ...(files?.values() ?? [])];
  return [...all, ...objects.map(({ bytes }) => bytes)].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
}
