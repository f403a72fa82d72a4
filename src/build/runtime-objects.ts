import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../platform/package-files.js';
import { type Cache, contentKey } from './cache/folder.js';
import { RUNTIME_OPTIONS } from './compiler-options.js';
import type { Toolchain, WorkFile } from './toolchain/types.js';

/** Our own C, by file name without `.c`. */
export interface RuntimeObjects {
  key: string;
  objects: Map<string, Uint8Array>;
}

/** Linked only where a program needs it, named outright. */
export const MAIN_WITH_ENVIRONMENT = 'main-environment';
/** Linked always, before the user's own objects. */
export const GUARD = 'guard';

const folder = packageFile('runtime-c');

/** Where the headers lie that a program may include: nearmiss.h, klee/klee.h. */
export function runtimeHeaderFolder(): string {
  return join(folder, 'include');
}

/** Headers that stand before the C library's own of the same name: what POSIX has and WASI leaves out. */
export function posixHeaderFolder(): string {
  return join(folder, 'posix');
}

/** Compiled once for each toolchain and each state of runtime-c. */
export async function runtimeObjects(
  toolchain: Toolchain,
  cache: Cache,
  onProgress: (message: string) => void,
): Promise<RuntimeObjects> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const sources = names.filter((name) => name.endsWith('.c'));
  const files = new Map(
    names.filter((name) => /\.[ch]$/.test(name)).map((name) => [join(folder, name), readBytes(join(folder, name))]),
  );
  const args = [...RUNTIME_OPTIONS, ...toolchain.headerFlags];
  const key = contentKey([
    toolchain.id,
    ...args,
    ...[...files].flatMap(([path, bytes]) => [path.slice(folder.length), bytes]),
  ]);
  const cached = cache.read<Directory>(key);
  if (cached) return { key, objects: unpack(cached.note, cached.bytes) };

  const objects = new Map<string, Uint8Array>();
  for (const [index, name] of sources.entries()) {
    onProgress(`compiling the runtime (${index + 1}/${sources.length})`);
    const result = await toolchain.run({
      tool: 'clang',
      args: ['-isystem', posixHeaderFolder(), ...args],
      input: join(folder, name),
      files: [],
      userFiles: files,
    });
    if (!result.ok) throw new Error(`runtime-c/${name} does not compile with ${toolchain.name}:\n${result.text}`);
    objects.set(name.replace(/\.c$/, ''), result.output);
  }
  cache.write(key, pack(objects));
  return { key, objects };
}

export function asWorkFiles(objects: ReadonlyMap<string, Uint8Array>): WorkFile[] {
  return [...objects].map(([name, bytes]) => ({ name: `runtime-${name}.o`, bytes }));
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
