import { UserError } from '../vocabulary/errors.js';
import { functionsOf } from '../wasm/object-file.js';
import type { CompiledObject } from './compile.js';
import type { IncludeScanner, UserFile } from './includes.js';

/**
 * `--entry` may name a static function. clang leaves it out when nobody calls it and the linker can't see
 * it, so the source that defines it is compiled once more with the function kept and exposed.
 */
export async function withStaticEntry(
  entry: string,
  objects: readonly CompiledObject[],
  includes: IncludeScanner,
  compileExposed: (source: string) => Promise<CompiledObject>,
): Promise<CompiledObject[]> {
  const defines = (object: CompiledObject) =>
    functionsOf(object.bytes).some(({ name, local }) => name === entry && !local);
  if (entry === 'main' || objects.some(defines)) return [...objects];
  const call = new RegExp(`\\b${entry.replaceAll('$', '\\$')}\\s*\\(`);
  const exposed: { index: number; object: CompiledObject }[] = [];
  for (const [index, { source }] of objects.entries()) {
    if (!mentions(includes.filesOf(source), call)) continue;
    try {
      const object = await compileExposed(source);
      if (defines(object)) exposed.push({ index, object });
    } catch (error) {
      // A source that only mentions the name does not compile with it kept.
      if (!(error instanceof UserError)) throw error;
    }
  }
  if (exposed.length > 1) {
    const files = exposed.map(({ object }) => object.source).join(' and ');
    throw new UserError(
      `Both ${files} define a static function ${entry}; give only the source whose function you mean.`,
    );
  }
  return objects.map((object, index) => exposed.find((one) => one.index === index)?.object ?? object);
}

function mentions(files: ReadonlyMap<string, UserFile>, word: RegExp): boolean {
  return [...files.values()].some(({ bytes }) => word.test(Buffer.from(bytes).toString('latin1')));
}
