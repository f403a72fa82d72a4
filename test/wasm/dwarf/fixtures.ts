import { readFileSync } from 'node:fs';
import { readDebugInfo } from '../../../src/wasm/dwarf/index.js';
import { compile, compileNatively, type Sources, sectionsOf } from './modules.js';

const folder = new URL('./fixtures/', import.meta.url);

export function sourcesOf(...paths: string[]): Sources {
  return Object.fromEntries(paths.map((path) => [path, readFileSync(new URL(path, folder), 'utf8')]));
}

/** The line that a marker `@name` in a comment stands on. */
export function lineOf(source: string, marker: string): number {
  const line = source.split('\n').findIndex((text) => text.includes(`@${marker} `));
  if (line < 0) throw new Error(`no marker @${marker}`);
  return line + 1;
}

const variant = (compiler: string, format: string, level: string) => ({
  label: `${compiler} ${format} ${level}`,
  compiler,
  format,
  level,
});

/** The compilers and formats the reader must understand. Native ones are left out where they aren't installed. */
export const VARIANTS = [
  variant('embedded', '-gdwarf-4', '-O0'),
  variant('embedded', '-gdwarf-4', '-O1'),
  variant('embedded', '-gdwarf-5', '-O0'),
  variant('embedded', '-gdwarf-5', '-O1'),
  variant('clang-19', '-gdwarf-4', '-O0'),
  variant('clang-19', '-gdwarf-5', '-O1'),
];

export type Variant = (typeof VARIANTS)[number];

/** Compiles, links and reads; undefined where the compiler isn't installed. */
export async function build(
  variant: Variant,
  sources: Sources,
  exports: readonly string[],
  extra: readonly string[] = [],
) {
  const flags = [variant.format, variant.level, ...extra];
  const module =
    variant.compiler === 'embedded'
      ? await compile(sources, exports, flags)
      : compileNatively(variant.compiler, sources, exports, flags);
  if (!module) return undefined;
  const parts = sectionsOf(module);
  return { module, ...parts, info: readDebugInfo(parts.sections) };
}

export type Built = NonNullable<Awaited<ReturnType<typeof build>>>;
