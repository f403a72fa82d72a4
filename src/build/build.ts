import { resolve } from 'node:path';
import { UserError } from '../vocabulary/errors.js';
import { readBounded, statOf } from '../vocabulary/given-files.js';
import { bitsOf } from '../wasm/object-file.js';
import { type Cache, defaultCacheFolder, openCache } from './cache/folder.js';
import { moduleIn } from './cc/launcher.js';
import { type CompileContext, compileSource } from './compile.js';
import { cxxObjects } from './cxx-runtime.js';
import { sortFlags, type UserFlags } from './flags.js';
import { includeScanner } from './includes.js';
import { languageOf } from './languages.js';
import { findLibraries } from './libraries.js';
import { link } from './link.js';
import { inParallel } from './parallel.js';
import { readProgram } from './read-program.js';
import { libcFor, posixHeaderFolder, runtimeHeaderFolder, runtimeObjects } from './runtime-objects.js';
import { listSources } from './sources.js';
import { withStaticEntry } from './static-entry.js';
import { chooseToolchain } from './toolchain/choose.js';
import type { Toolchain } from './toolchain/types.js';
import type { BuildOptions, Built } from './types.js';

/** C → one linked module. What has not changed since last time comes from the cache, without a compiler. */
export async function build(options: BuildOptions): Promise<Built> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  if (options.sources.some(isProgram)) {
    refuseCompiling(options);
    return { ...readBack(options), compileMs: elapsed() };
  }
  const cache = openCache(options.cacheDir ?? defaultCacheFolder());
  const toolchain = chooseToolchain(
    options.compiler,
    cache,
    options.onProgress ?? (() => {}),
    options.signal,
    options.bits,
  );
  try {
    const built = await buildWith(toolchain, cache, options);
    return { ...built, warnings: built.warnings + cacheWarning(cache), compileMs: elapsed() };
  } finally {
    await toolchain.close();
  }
}

/** Folders whose trouble was told: once is enough for a process. */
const told = new Set<string>();

/** That nothing could be kept, said the first time. */
export function cacheWarning({ folder, trouble }: Cache): string {
  if (trouble === undefined || told.has(folder)) return '';
  told.add(folder);
  return `nearmiss: The cache ${folder} can't be written (${trouble}), so all is compiled anew each time: let XDG_CACHE_HOME name a folder that can.\n`;
}

/** What would have to be known when it was compiled. */
function refuseCompiling({ sources, flags, opt, explored }: BuildOptions): void {
  const flag = flags[0] ?? (opt === 1 ? '--opt 1' : explored ? '--world or --faults' : undefined);
  if (flag === undefined) return;
  throw new UserError(`${sources[0]} is compiled already, so ${flag} comes too late: give it to nearmiss cc.`);
}

/** A module, or a program with one inside. */
export function isProgram(source: string): boolean {
  if (source.endsWith('.wasm')) return true;
  if (languageOf(source) || statOf(source)?.isFile() !== true) return false;
  return moduleIn(readBounded(source, 4096)) !== undefined;
}

/** The same with a toolchain that outlives it. */
export async function buildWith(
  toolchain: Toolchain,
  cache: Cache,
  options: BuildOptions,
): Promise<Omit<Built, 'compileMs'>> {
  const { entry, onProgress = () => {} } = options;
  const sources = listSources(options.sources);
  const flags = sortFlags(options.flags);
  const libraries = findLibraries(flags.link);
  const context = compileContext(toolchain, cache, sources, flags, options);
  const { includes } = context;
  let objects = await inParallel(sources, toolchain.parallel, (source) => compileSource(source, context));
  if (entry) {
    objects = await withStaticEntry(entry, objects, includes, (source) => compileSource(source, context, entry));
  }
  const runtime = await runtimeObjects(toolchain, cache, libcFor(toolchain.bits, options.libc), onProgress);
  const { keep, explored } = options;
  const cxx = () => cxxObjects(toolchain, cache, onProgress);
  const linked = await link({ toolchain, cache, objects, runtime, cxx, libraries, entry, keep, explored, onProgress });
  const warnings = objects.map((object) => object.warnings).join('');
  return { ...linked, compiler: toolchain.name, warnings };
}

/** All that compiling these sources needs. */
export function compileContext(
  toolchain: Toolchain,
  cache: Cache,
  sources: readonly string[],
  flags: UserFlags,
  options: Pick<BuildOptions, 'entry' | 'opt' | 'onProgress' | 'probes' | 'replaced' | 'extraChecks'>,
): CompileContext {
  const { entry, opt, onProgress = () => {}, probes, replaced, extraChecks } = options;
  const headerFolder = runtimeHeaderFolder();
  const posixFolder = posixHeaderFolder();
  const folders = [...flags.includeFolders, posixFolder, headerFolder];
  const includes = includeScanner(folders, flags.forcedIncludes, replaced);
  const onCompile = (source: string) =>
    onProgress(`compiling ${source} (${sources.indexOf(source) + 1}/${sources.length})`);
  const hasHarness = (source: string) => includes.filesOf(source).get(resolve(source))?.hasFuzzHarness === true;
  const fuzz = !entry && sources.some(hasHarness);
  const read = { includes, headerFolder, posixFolder, probes, replaced };
  return { toolchain, cache, flags, opt, fuzz, extraChecks, onCompile, ...read };
}

/** More than any C program comes to; reading it would take the machine's memory. */
const largestModule = 1 << 28;

function readBack({ sources, bits }: BuildOptions): Omit<Built, 'compileMs'> {
  if (sources.length > 1) throw new UserError('A .wasm is a whole program: give it alone, or give C sources.');
  const [path] = sources;
  if (!statOf(path)) throw new UserError(`There is no file ${path}.`);
  const bytes = readBounded(path, largestModule);
  if (bytes.length > largestModule) throw new UserError(`${path} is larger than any program of nearmiss cc.`);
  const program = readProgram(path, moduleIn(bytes) ?? bytes);
  const own = bitsOf(program.wasm);
  if (bits !== undefined && bits !== own) {
    throw new UserError(
      `${path} is a program of ${own} bits: leave --bits out, or make it again with nearmiss cc --bits ${bits}.`,
    );
  }
  return program;
}
