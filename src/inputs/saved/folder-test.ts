import { toUtf8 } from '../../platform/bytes.js';
import { join } from '../../platform/paths.js';
import { UserError } from '../../vocabulary/errors.js';
import { namesIn, readBounded, statOf } from '../../vocabulary/given-files.js';
import type { SavedInput } from './types.js';

/** A folder that is one test: `args` (one argument a line), `env` (NAME=value a line), `stdin`, `recv`, `files/`. */
export function isFolderTest(folder: string, names: readonly string[]): boolean {
  const isFile = (name: string) => names.includes(name) && statOf(join(folder, name))?.isFile() === true;
  return (
    isFile('args') ||
    isFile('stdin') ||
    isFile('recv') ||
    (names.includes('files') && statOf(join(folder, 'files'))?.isDirectory() === true)
  );
}

export function readFolderTest(folder: string, names: readonly string[]): SavedInput {
  const has = (name: string) => names.includes(name);
  return {
    name: folder,
    format: 'folder',
    args: has('args') ? linesOf(readBounded(join(folder, 'args'))) : undefined,
    env: has('env') ? variables(join(folder, 'env')) : undefined,
    stdin: has('stdin') ? readBounded(join(folder, 'stdin')) : undefined,
    recv: has('recv') ? readBounded(join(folder, 'recv')) : undefined,
    files: has('files') ? filesBelow(join(folder, 'files')) : undefined,
  };
}

/** The last line end ends a line and begins none: an empty file has no argument, a lone line end an empty one. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    lines.push(bytes.subarray(start, end < 0 ? bytes.length : end));
    start = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}

function variables(path: string): Map<string, Uint8Array> {
  const lines = linesOf(readBounded(path)).filter((line) => line.length > 0);
  return new Map(
    lines.map((line) => {
      const equals = line.indexOf(0x3d);
      if (equals <= 0) throw new UserError(`${path}: each line is NAME=value.`);
      return [toUtf8(line.subarray(0, equals)), line.subarray(equals + 1)];
    }),
  );
}

const deepest = 32;

function filesBelow(root: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const visit = (folder: string, prefix: string, depth: number): void => {
    if (depth > deepest) throw new UserError(`${folder} is nested too deeply: symbolic links may form a cycle there.`);
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      if (statOf(path)?.isDirectory()) visit(path, `${prefix}${name}/`, depth + 1);
      else files.set(prefix + name, readBounded(path));
    }
  };
  visit(root, '', 0);
  return files;
}
