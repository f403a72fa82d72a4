import { UserError } from '../vocabulary/errors.js';
import { importsOf } from '../wasm/object-file.js';
import type { CompiledObject } from './compile.js';

/** What the engine answers; anything else that is undefined is the program's own mistake. */
const ANSWERED = [
  /^__nm_(malloc|calloc|realloc|free|memalign|usable_size|read_only|symbolic|assume|bound|assert_fail|abort|mark)$/,
  /^__nm_(new|delete|throw|caught|terminate|library_check)$/,
  /^__asan_(set_shadow_[0-9a-f]{2}|poison_stack_memory|unpoison_stack_memory)$/,
  /^__asan_(alloca_poison|allocas_unpoison|register_globals)$/,
  /^__ubsan_handle_/,
  /^__nearmiss_(check|object)\./,
];

export function checkImports(wasm: Uint8Array, objects: readonly Pick<CompiledObject, 'source' | 'bytes'>[]): void {
  const unknown = importsOf(wasm).filter(
    ({ module, name }) =>
      module !== 'wasi_snapshot_preview1' && !(module === 'env' && ANSWERED.some((pattern) => pattern.test(name))),
  );
  if (unknown.length === 0) return;
  const lines = unknown.map(({ name }) => {
    const users = objects
      .filter((object) => importsOf(object.bytes).some((wanted) => wanted.name === name))
      .map((object) => object.source);
    return `${name}${users.length > 0 ? ` (called in ${users.join(', ')})` : ''}`;
  });
  const what = unknown.length === 1 ? 'the function' : 'the functions';
  throw new UserError(
    `The program calls ${what} ${lines.join(', ')} but nothing defines ${unknown.length === 1 ? 'it' : 'them'}; name the source that does, or the library with -l <name>. A function of the system that is not there needs a small source of your own.`,
  );
}
