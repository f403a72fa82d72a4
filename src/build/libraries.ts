import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../vocabulary/errors.js';
import { isWasm } from '../wasm/sections.js';
import { readArchive } from './archive.js';
import { contentKey } from './cache/folder.js';
import type { WorkFile } from './toolchain/types.js';

/** The user's share of the linker's command line. */
export interface UserLibraries {
  /** Objects of theirs, those of archives too, in order. */
  files: LibraryFile[];
  /** Flags for wasm-ld itself (-Wl, -Xlinker). */
  options: string[];
  key: string;
}

interface LibraryFile extends WorkFile {
  /** As the user knows it: `a.o`, or `libx.a(a.o)`. */
  source: string;
  /** The archive it is from: used only if somebody needs it. */
  archive?: string;
}

/** The linker's words for them. */
export function libraryWords({ options, files }: UserLibraries, path: (name: string) => string): string[] {
  const words = [...options];
  files.forEach((file, i) => {
    if (file.archive !== undefined && files[i - 1]?.archive !== file.archive) words.push('--start-lib');
    words.push(path(file.name));
    if (file.archive !== undefined && files[i + 1]?.archive !== file.archive) words.push('--end-lib');
  });
  return words;
}

/** Part of libc here, so that a project's usual -l flags need no change. */
const IN_LIBC = new Set(['c', 'm', 'pthread', 'rt', 'dl', 'util', 'crypt', 'resolv', 'xnet', 'setjmp', 'gcc', 'gcc_s']);

export function findLibraries(flags: readonly string[]): UserLibraries {
  const folders: string[] = [];
  const names: string[] = [];
  const paths: string[] = [];
  const options: string[] = [];
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i];
    const value = (start: number) => flag.slice(start) || flags[++i];
    if (flag.startsWith('-L')) folders.push(value(2));
    else if (flag.startsWith('-l')) names.push(value(2));
    else if (flag === '-Xlinker') options.push(flags[++i]);
    else if (flag.startsWith('-Wl,')) options.push(...flag.slice(4).split(','));
    else paths.push(flag);
  }
  for (const name of names) {
    const path = folders.map((folder) => join(folder, `lib${name}.a`)).find((candidate) => existsSync(candidate));
    if (path) paths.push(path);
    else if (!IN_LIBC.has(name) && !name.startsWith('wasi-emulated-')) {
      throw new UserError(
        `There is no lib${name}.a ${folders.length > 0 ? `in ${folders.join(' or ')}` : 'to link'}; say with -L <dir> where it lies, or give the library's sources instead (it must be made of Wasm objects).`,
      );
    }
  }
  const files = paths.flatMap((path, index) => (path.endsWith('.a') ? archived(path, index) : [single(path, index)]));
  return { files, options, key: contentKey([...options, '', ...files.flatMap((file) => [file.name, file.bytes])]) };
}

function single(path: string, index: number): LibraryFile {
  return { name: `library-${index}-${basename(path)}`, bytes: objectBytes(path, read(path)), source: path };
}

function archived(path: string, index: number): LibraryFile[] {
  return readArchive(path, read(path)).map(({ name, bytes }, i) => {
    const source = `${path}(${name})`;
    return {
      name: `library-${index}-${i}-${basename(name)}`,
      bytes: objectBytes(source, bytes),
      source,
      archive: path,
    };
  });
}

function objectBytes(source: string, bytes: Uint8Array): Uint8Array {
  if (isWasm(bytes)) return bytes;
  throw new UserError(`${source} is no WebAssembly object: build it with CC="nearmiss cc", or give its C sources.`);
}

function read(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    throw new UserError(`There is no file ${path} to link.`);
  }
}
