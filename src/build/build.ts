import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../vocabulary/errors.js';
import { isWasm } from './bytes.js';
import { type Cache, defaultCacheFolder, openCache } from './cache/folder.js';
import { type CompileContext, compileSource } from './compile.js';
import { sortFlags } from './flags.js';
import { includeScanner } from './includes.js';
import { findLibraries } from './libraries.js';
import { link } from './link.js';
import { inParallel } from './parallel.js';
import { posixHeaderFolder, runtimeHeaderFolder, runtimeObjects } from './runtime-objects.js';
import { listSources } from './sources.js';
import { withStaticEntry } from './static-entry.js';
import { readSymbols } from './symbols.js';
import { chooseToolchain } from './toolchain/choose.js';
import type { Toolchain } from './toolchain/types.js';
import type { BuildOptions, Built } from './types.js';

/** C → one linked module. What has not changed since last time comes from the cache, without a compiler. */
export async function build(options: BuildOptions): Promise<Built> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  if (options.sources.some((source) => source.endsWith('.wasm'))) {
    return { ...readBack(options.sources), compileMs: elapsed() };
  }
  const cache = openCache(options.cacheDir ?? defaultCacheFolder());
  const toolchain = chooseToolchain(options.compiler, cache, options.onProgress ?? (() => {}), options.signal);
  try {
    return { ...(await buildWith(toolchain, cache, options)), compileMs: elapsed() };
  } finally {
    await toolchain.close();
  }
}

/** The same with a toolchain that outlives it. */
export async function buildWith(
  toolchain: Toolchain,
  cache: Cache,
  options: BuildOptions,
): Promise<Omit<Built, 'compileMs'>> {
  const { entry, opt, onProgress = () => {} } = options;
  const sources = listSources(options.sources);
  const flags = sortFlags(options.flags);
  const libraries = findLibraries(flags.link);
  const headerFolder = runtimeHeaderFolder();
  const posixFolder = posixHeaderFolder();
  const includes = includeScanner([...flags.includeFolders, posixFolder, headerFolder], flags.forcedIncludes);
  const onCompile = (source: string) =>
    onProgress(`compiling ${source} (${sources.indexOf(source) + 1}/${sources.length})`);
  const fuzz = !entry && sources.some((source) => includes.filesOf(source).get(resolve(source))?.hasFuzzHarness);
  const context: CompileContext = {
    toolchain,
    cache,
    flags,
    opt,
    fuzz,
    includes,
    headerFolder,
    posixFolder,
    onCompile,
  };

  let objects = await inParallel(sources, toolchain.parallel, (source) => compileSource(source, context));
  if (entry) {
    objects = await withStaticEntry(entry, objects, includes, (source) => compileSource(source, context, entry));
  }
  const runtime = await runtimeObjects(toolchain, cache, onProgress);
  const linked = await link({ toolchain, cache, objects, runtime, libraries, entry, onProgress });
  const warnings = objects.map((object) => object.warnings).join('');
  return { ...linked, compiler: toolchain.name, warnings };
}

function readBack(sources: readonly string[]): Omit<Built, 'compileMs'> {
  if (sources.length > 1) throw new UserError('A .wasm is a whole program: give it alone, or give C sources.');
  const [path] = sources;
  let wasm: Uint8Array;
  try {
    wasm = new Uint8Array(readFileSync(path));
  } catch {
    throw new UserError(`There is no file ${path}.`);
  }
  const symbols = isWasm(wasm) ? readSymbols(wasm) : undefined;
  if (!symbols) throw new UserError(`${path} was not made by nearmiss; make it with nearmiss cc.`);
  return { wasm, kind: symbols.kind, compiler: symbols.compiler, warnings: '' };
}
