import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { UserError } from '../../vocabulary/errors.js';
import { isWasm } from '../../wasm/sections.js';
import { compileContext } from '../build.js';
import { type Cache, contentKey, defaultCacheFolder, openCache } from '../cache/folder.js';
import { type CompileContext, type CompiledObject, compileSource } from '../compile.js';
import { preprocessOptions } from '../compiler-options.js';
import { cxxObjects } from '../cxx-runtime.js';
import { sortFlags, type UserFlags } from '../flags.js';
import { type Language, languageOf } from '../languages.js';
import { findLibraries } from '../libraries.js';
import { link } from '../link.js';
import { libcFor, runtimeObjects } from '../runtime-objects.js';
import { chooseToolchain } from '../toolchain/choose.js';
import type { Toolchain } from '../toolchain/types.js';
import { type CcCommand, readCommandLine } from './command-line.js';
import { writeProgram } from './launcher.js';

interface CcStreams {
  out(text: string | Uint8Array): void;
  /** What the compiler has to say. */
  err(text: string): void;
}

/** `nearmiss cc`: what a makefile calls a C compiler. Throws a UserError when there is nothing to show for it. */
export async function cc(
  words: readonly string[],
  streams: CcStreams,
  signal?: AbortSignal,
  /** Of all sources, whatever their suffix, as `c++` has it. */
  language?: Language,
): Promise<void> {
  const command = readCommandLine(words);
  const cache = openCache(defaultCacheFolder());
  const toolchain = chooseToolchain('auto', cache, () => {}, signal, command.bits);
  try {
    if (command.mode === 'machine') streams.out(`${machineOf(toolchain)}\n`);
    else if (command.mode === 'short-version') streams.out(`${majorOf(toolchain)}.0.0\n`);
    else if (command.mode === 'version') {
      streams.out(`nearmiss cc, ${toolchain.name}\nTarget: ${machineOf(toolchain)}\n`);
    } else await new Driver(command, toolchain, cache, streams, language).run();
  } finally {
    await toolchain.close();
  }
}

const machineOf = ({ bits }: Toolchain): string => `wasm${bits}-unknown-wasip1`;

const majorOf = ({ name }: Toolchain): string => /\d+/.exec(name)?.[0] ?? '0';

class Driver {
  constructor(
    readonly command: CcCommand,
    readonly toolchain: Toolchain,
    readonly cache: Cache,
    readonly streams: CcStreams,
    readonly language: Language | undefined,
  ) {}

  async run(): Promise<void> {
    const { mode, sources, linked, output } = this.command;
    if (sources.length === 0 && (mode !== 'link' || linked.length === 0)) {
      throw new UserError('There is nothing to compile: name a C or C++ file (*.c, *.cc).');
    }
    if (mode === 'preprocess' || mode === 'dependencies') return this.preprocess();
    if (mode === 'compile' && output !== undefined && sources.length > 1) {
      throw new UserError(`-c makes an object of each source, and -o ${output} names one: leave -o out.`);
    }
    if (sources.includes('-'))
      throw new UserError('C from standard input is only preprocessed (-E): save it in a file.');
    const objects: CompiledObject[] = [];
    for (const source of sources) {
      const object = await compileSource(source, this.#context(source));
      if (object.warnings) this.streams.err(object.warnings);
      objects.push(object);
      const target = mode === 'compile' ? (output ?? `${stem(source)}.o`) : (output ?? 'a.out');
      if (mode === 'compile') writeFileSync(target, object.bytes);
      await this.#writeDependencies(source, target);
    }
    if (mode === 'link') await this.link(objects);
  }

  async link(compiled: readonly CompiledObject[]): Promise<void> {
    const { linked, output = 'a.out' } = this.command;
    const isObject = (word: string) => /\.(o|lo|obj)$/.test(word) && !word.startsWith('-');
    const objects = [...compiled, ...linked.filter(isObject).map(readObject)];
    const libraries = findLibraries(linked.filter((word) => !isObject(word)));
    const runtime = await runtimeObjects(
      this.toolchain,
      this.cache,
      libcFor(this.toolchain.bits, this.command.libc),
      () => {},
    );
    const { wasm } = await link({
      toolchain: this.toolchain,
      cache: this.cache,
      objects,
      runtime,
      cxx: () => cxxObjects(this.toolchain, this.cache, () => {}),
      libraries,
      lenient: this.command.sources.some((source) => /^conftest\d*\.(?:c|cc|cpp|cxx|C)$/.test(basename(source)))
        ? 'always'
        : 'for-tests',
      onProgress: () => {},
    });
    writeProgram(output, wasm);
  }

  /** -E and -M: what clang's own preprocessor says. */
  async preprocess(): Promise<void> {
    const { mode, sources, output, dependencies } = this.command;
    const parts: Uint8Array[] = [];
    for (const source of sources) {
      const words = mode === 'preprocess' ? ['-E'] : ruleWords(dependencies.targets, dependencies.phony);
      parts.push(await this.#clang(source, words));
    }
    const all = Buffer.concat(parts);
    const file = output ?? (mode === 'dependencies' ? dependencies.file : undefined);
    if (file === undefined || file === '-') this.streams.out(new Uint8Array(all));
    else writeFileSync(file, all);
    if (mode === 'preprocess' && dependencies.file !== undefined) {
      for (const source of sources) await this.#writeDependencies(source, output ?? `${stem(source)}.o`);
    }
  }

  async #writeDependencies(source: string, target: string): Promise<void> {
    const { dependencies } = this.command;
    if (!dependencies.isWanted) return;
    const targets = dependencies.targets.length > 0 ? dependencies.targets : [target];
    const rules = await this.#clang(source, ruleWords(targets, dependencies.phony));
    // Several sources of one program have a file each.
    const beside = this.command.mode === 'link' ? stem(source) : target.replace(/\.\w+$/, '');
    writeFileSync(dependencies.file ?? `${beside}.d`, rules);
  }

  async #clang(source: string, words: readonly string[]): Promise<Uint8Array> {
    const context = this.#context(source);
    const { toolchain, flags, includes } = context;
    const isStdin = source === '-';
    const language = flags.language ?? languageOf(source) ?? 'c';
    const result = await toolchain.run({
      tool: 'clang',
      args: [
        ...words,
        ...preprocessOptions(toolchain.bits, language, context.fuzz),
        ...flags.compile,
        ...(language === 'c++' ? ['-isystem', toolchain.cxxHeaders] : []),
        '-isystem',
        context.posixFolder,
        ...toolchain.headerFlags,
        '-idirafter',
        context.headerFolder,
      ],
      input: isStdin ? 'stdin.c' : source,
      files: isStdin ? [{ name: 'stdin.c', bytes: readFileSync(0) }] : [],
      besideFiles: isStdin,
      userFiles: new Map(Array.from(isStdin ? [] : includes.filesOf(source), ([path, { bytes }]) => [path, bytes])),
    });
    if (!result.ok) throw new UserError(`${result.text.trimEnd()}\nclang could not preprocess ${source}.`);
    if (result.text) this.streams.err(result.text);
    return result.output;
  }

  #flags(): UserFlags {
    const flags = sortFlags(this.command.flags);
    return this.language === undefined ? flags : { language: this.language, ...flags };
  }

  /** Each source is compiled as if it were alone: as make would, one at a time. */
  #context(source: string): CompileContext {
    const isThere = source === '-' || exists(source);
    if (!isThere) throw new UserError(`There is no file ${source}.`);
    const context = compileContext(this.toolchain, this.cache, [source], this.#flags(), { opt: 0 });
    return { ...context, folder: process.cwd() };
  }
}

/** Only headers of the user's own: others are nowhere a makefile could find them. */
function ruleWords(targets: readonly string[], phony: boolean): string[] {
  return ['-MM', ...targets.flatMap((target) => ['-MT', target]), ...(phony ? ['-MP'] : [])];
}

function readObject(path: string): CompiledObject {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(readFileSync(path));
  } catch {
    throw new UserError(`There is no object ${path}.`);
  }
  if (!isWasm(bytes)) throw new UserError(`${path} is no object of nearmiss cc: compile its source again.`);
  return { source: path, key: contentKey([bytes]), bytes, warnings: '' };
}

const stem = (source: string): string => basename(source).replace(/\.\w+$/, '');

function exists(path: string): boolean {
  try {
    readFileSync(resolve(path));
    return true;
  } catch {
    return false;
  }
}
