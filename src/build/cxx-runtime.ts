import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../platform/package-files.js';
import { functionsOf, importsOf } from '../wasm/object-file.js';
import { type Cache, contentKey } from './cache/folder.js';
import { CXX_RUNTIME_OPTIONS } from './compiler-options.js';
import type { RuntimeObjects } from './runtime-objects.js';
import type { Toolchain } from './toolchain/types.js';

const runtime = packageFile('runtime-c');
const folder = join(runtime, 'cxx');

/** Names that only C++ gives, or that only its compilers ask for. */
const OF_CXX = /^(?:_Z|__cxa_|_Unwind_)/;

/** Is there C++ in an object of the user's? */
export const hasCxx = (object: Uint8Array): boolean =>
  importsOf(object).some(({ name }) => OF_CXX.test(name)) || functionsOf(object).some(({ name }) => OF_CXX.test(name));

/** Parts of libc++ that throw what others do not. */
const OF_STREAMS = /(?:8ios_base|basic_[io]+stream|basic_\w+buf|system_error|5mutex)/;

/** Do they use streams, locks or the like? Then `STREAMS` is linked, too. */
export const usesStreams = (objects: readonly Uint8Array[]): boolean =>
  objects.some((object) => importsOf(object).some(({ name }) => OF_STREAMS.test(name)));
export const STREAMS = 'cxx-thrown-by-streams';

/** The same of an archive, which is not taken apart for it: a program with libc++ that calls nothing of it is no larger. */
export const mayHaveCxx = (archive: Uint8Array): boolean => Buffer.from(archive).includes('_Z');

/** Our own C++, by name. */
export type CxxObjects = Pick<RuntimeObjects, 'key' | 'objects'>;

/** Exceptions, new and delete (runtime-c/cxx), compiled when the first C++ program is linked. */
export async function cxxObjects(
  toolchain: Toolchain,
  cache: Cache,
  onProgress: (message: string) => void,
): Promise<CxxObjects> {
  const paths = [
    join(runtime, 'engine.h'),
    ...readdirSync(folder)
      .sort()
      .map((name) => join(folder, name)),
  ];
  const files = new Map(paths.map((path) => [path, new Uint8Array(readFileSync(path))]));
  const args = [...CXX_RUNTIME_OPTIONS, '-isystem', toolchain.cxxHeaders, ...toolchain.headerFlags];
  const key = contentKey([
    toolchain.id,
    ...args,
    ...[...files].flatMap(([path, bytes]) => [path.slice(runtime.length), bytes]),
  ]);
  const objects = new Map<string, Uint8Array>();
  const sources = paths.filter((path) => path.endsWith('.cc'));
  for (const [index, source] of sources.entries()) {
    const name = source.slice(folder.length + 1, -'.cc'.length);
    const own = `${key}-${name}`;
    let bytes = cache.read(own)?.bytes;
    if (!bytes) {
      onProgress(`compiling the C++ runtime (${index + 1}/${sources.length})`);
      const result = await toolchain.run({ tool: 'clang', args, input: source, files: [], userFiles: files });
      if (!result.ok) throw new Error(`runtime-c/cxx/${name}.cc does not compile:\n${result.text}`);
      bytes = result.output;
      cache.write(own, { note: {}, bytes });
    }
    objects.set(`cxx-${name}`, bytes);
  }
  return { key, objects };
}
