import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../platform/package-files.js';
import { UserError } from '../vocabulary/errors.js';
import { defaultLibc, type Libc } from '../vocabulary/libc.js';
import { type Cache, contentKey } from './cache/folder.js';
import { type Bits, runtimeOptions } from './compiler-options.js';
import { inParallel } from './parallel.js';
import type { Toolchain, WorkFile } from './toolchain/types.js';

/** Our own C, by path without `.c`. */
export interface RuntimeObjects {
  key: string;
  /** The C library that stands behind it: whole in `objects`, or the sysroot's. */
  libc: Libc;
  objects: Map<string, Uint8Array>;
}

/** Linked only where a program needs it, named outright. */
export const MAIN_WITH_ENVIRONMENT = 'main-environment';
/** Linked always, before the user's own objects. */
export const GUARD = 'guard';
/** The start of a program with our own C library: with a main, or without. */
export const START_COMMAND = 'libc/start/command';
export const START_REACTOR = 'libc/start/reactor';

const folder = packageFile('runtime-c');

/** Where the headers lie that a program may include: nearmiss.h, klee/klee.h. */
export function runtimeHeaderFolder(): string {
  return join(folder, 'include');
}

/** Headers that stand before the C library's own of the same name: what POSIX has and WASI leaves out. */
export function posixHeaderFolder(): string {
  return join(folder, 'posix');
}

/** No registry has a C library for machines of 64 bits: there ours is the only one. */
export function libcFor(bits: Bits, wanted: Libc | undefined): Libc {
  if (bits === 32) return wanted ?? defaultLibc;
  if (wanted === 'musl') {
    throw new UserError('--libc musl is there for 32 bits only: leave it out, or give --bits 32.');
  }
  return 'own';
}

/** What serves one of the C libraries only: the folders of runtime-c that are left out for the other. */
const foldersOf: Record<Libc, string> = { own: 'libc/', musl: 'musl/' };

const isFor =
  (libc: Libc) =>
  (name: string): boolean =>
    Object.entries(foldersOf).every(([other, prefix]) => other === libc || !name.startsWith(prefix));

/** Compiled once for each toolchain, C library and state of runtime-c. */
export async function runtimeObjects(
  toolchain: Toolchain,
  cache: Cache,
  libc: Libc,
  onProgress: (message: string) => void,
): Promise<RuntimeObjects> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter(isFor(libc))
    .sort();
  const sources = names.filter((name) => name.endsWith('.c'));
  const files = new Map(
    names.filter((name) => /\.[ch]$/.test(name)).map((name) => [join(folder, name), readBytes(join(folder, name))]),
  );
  const args = [...runtimeOptions(toolchain.bits), ...toolchain.headerFlags];
  const key = contentKey([
    toolchain.id,
    ...args,
    ...[...files].flatMap(([path, bytes]) => [path.slice(folder.length), bytes]),
  ]);
  const cached = cache.read<Directory>(key);
  if (cached) return { key, libc, objects: unpack(cached.note, cached.bytes) };

  let done = 0;
  const compiled = await inParallel(sources, toolchain.parallel, async (name) => {
    onProgress(`compiling the runtime (${++done}/${sources.length})`);
    const result = await toolchain.run({
      tool: 'clang',
      args: ['-I', folder, '-isystem', posixHeaderFolder(), ...args],
      input: join(folder, name),
      files: [],
      userFiles: files,
    });
    if (!result.ok) throw new Error(`runtime-c/${name} does not compile with ${toolchain.name}:\n${result.text}`);
    return [name.replace(/\.c$/, ''), result.output] as const;
  });
  const objects = new Map(compiled);
  cache.write(key, pack(objects));
  return { key, libc, objects };
}

export const workName = (name: string): string => `runtime-${name.replaceAll('/', '-')}.o`;

export function asWorkFiles(objects: ReadonlyMap<string, Uint8Array>): WorkFile[] {
  return [...objects].map(([name, bytes]) => ({ name: workName(name), bytes }));
}

type Directory = { name: string; size: number }[];

function pack(objects: ReadonlyMap<string, Uint8Array>): { note: Directory; bytes: Uint8Array } {
  return {
    note: [...objects].map(([name, bytes]) => ({ name, size: bytes.length })),
    bytes: Buffer.concat([...objects.values()]),
  };
}

function unpack(directory: Directory, bytes: Uint8Array): Map<string, Uint8Array> {
  let at = 0;
  return new Map(directory.map(({ name, size }) => [name, bytes.subarray(at, (at += size))]));
}

function readBytes(path: string): Uint8Array {
  return new Uint8Array(readFileSync(path));
}
