import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { UserError } from '../vocabulary/errors.js';
import { type Cache, contentKey } from './cache/folder.js';
import { withAdvice } from './compile-advice.js';
import {
  ASSERTION_HANDLER,
  type ExtraCheck,
  ignoreList,
  toIrOptions,
  toObjectOptions,
  type UserCode,
} from './compiler-options.js';
import type { UserFlags } from './flags.js';
import type { IncludeScanner, UserFile } from './includes.js';
import { takeAnnotations } from './ir/annotations.js';
import { withCustomSection } from './ir/custom-section.js';
import { exposeFunction, keepFunctionSource } from './ir/expose.js';
import { functionsIn } from './ir/function-files.js';
import { hugeGlobal } from './ir/huge-globals.js';
import { REWRITE_VERSION, rewriteIr } from './ir/rewrite.js';
import type { SourceText } from './ir/statement-lines.js';
import { languageOf } from './languages.js';
import type { Probe } from './probes.js';
import { type CompiledUnit, TAINTED_SECTION, UNITS_SECTION } from './symbols.js';
import { systemFilesIn, withSystemFiles } from './system-files.js';
import { largestOutput, tooLarge } from './toolchain/trouble.js';
import type { Toolchain, WorkFile } from './toolchain/types.js';

export interface CompiledObject {
  /** The source, as the user typed it. */
  source: string;
  /** Content key: equal keys are equal objects. */
  key: string;
  bytes: Uint8Array;
  warnings: string;
}

export interface CompileContext {
  toolchain: Toolchain;
  cache: Cache;
  flags: UserFlags;
  opt: 0 | 1;
  /** A fuzz harness is among the sources. */
  fuzz: boolean;
  includes: IncludeScanner;
  /** Where nearmiss.h and klee/klee.h lie. */
  headerFolder: string;
  /** Headers that come before the C library's. */
  posixFolder: string;
  /** Files with other content than the disk has, by absolute path; `includes` has it already. */
  replaced?: ReadonlyMap<string, Uint8Array>;
  /** The folder that debug information names, for who will look at the program from another one. */
  folder?: string;
  probes?: readonly Probe[];
  extraChecks?: readonly ExtraCheck[];
  /** Called before clang starts on a file, not for one that is in the cache. */
  onCompile(source: string): void;
}

/** One file to one object, from the cache if nothing it reads has changed. */
export async function compileSource(
  source: string,
  context: CompileContext,
  /** A static function to keep and to let the linker see. */
  exposed?: string,
): Promise<CompiledObject> {
  const { toolchain, cache, flags } = context;
  const userFiles = context.includes.filesOf(source);
  if (userFiles.get(resolve(source))?.bytes.includes(0)) {
    throw new UserError(`${source} is no source: it holds NUL bytes (C is saved as UTF-8, not UTF-16).`);
  }
  const language = flags.language ?? languageOf(source) ?? 'c';
  const isCxx = language === 'c++';
  if (isCxx && toolchain.bits !== 32) {
    throw new UserError(`${source} is C++, which is there for 32 bits only: give --bits 32.`);
  }
  const code: UserCode = {
    bits: toolchain.bits,
    language,
    opt: context.opt,
    setjmp: [...userFiles.values()].some((file) => file.includesSetjmp),
    fuzz: context.fuzz,
    extraChecks: context.extraChecks,
  };
  const toIr = [
    ...toIrOptions(code),
    ...(isCxx ? ['-Xclang', `-fsanitize-ignorelist=${toolchain.path(IGNORED)}`] : []),
    ...flags.compile,
    ...(isCxx ? ['-isystem', toolchain.path(''), '-isystem', toolchain.cxxHeaders] : []),
    '-isystem',
    context.posixFolder,
    ...toolchain.headerFlags,
    '-idirafter',
    context.headerFolder,
  ];
  const toObject = toObjectOptions(code);
  const probes = (context.probes ?? []).filter(({ arm }) => arm !== undefined);
  const arms = probes.map(({ id, file, line, arm }) => `${id} ${file}:${line}:${arm}`);
  const key = contentKey(
    keyParts(source, userFiles, [
      toolchain.id,
      exposed ?? '',
      context.folder === undefined ? '' : `units in ${context.folder}`,
      REWRITE_VERSION,
      ...arms,
      ...toIr,
      '',
      ...toObject,
    ]),
  );
  const cached = cache.read<{ warnings: string }>(key);
  if (cached) return { source, key, bytes: cached.bytes, warnings: cached.note.warnings };

  context.onCompile(source);
  const ir = await toolchain.run({
    tool: 'clang',
    args: toIr,
    input: source,
    files: isCxx ? cxxFiles(toolchain) : [],
    userFiles: contents(userFiles),
    replaced: replacedFor(userFiles, context, source, exposed),
  });
  if (!ir.ok) throw new UserError(withAdvice(ir.text, source, flags.includeFolders, context.folder !== undefined));
  if (ir.output.length > largestOutput) throw tooLarge(source, ir.output.length);
  const annotated = takeAnnotations(Buffer.from(ir.output).toString('utf8'));
  const isLibrary = isCxx ? functionsIn(annotated.text, toolchain.cxxHeaders) : undefined;
  const text = rewriteIr(annotated.text, context.opt, linesOf(userFiles, context.replaced), probes, isLibrary);
  const huge = hugeGlobal(text);
  if (huge) {
    throw new UserError(
      `${huge.name} in ${source} takes ${Math.round(huge.bytes / 2 ** 20)} MB and a program has 256 MB in all: make it smaller.`,
    );
  }
  const folders = { toolchain: toolchain.headerFolders, own: [context.posixFolder, context.headerFolder] };
  const owned = withSystemFiles(text, systemFilesIn(text, folders, userFiles));
  const marked = withCustomSection(owned, TAINTED_SECTION, annotated.tainted);
  const placed = context.folder === undefined ? marked : compiledIn(context.folder, marked, source, flags.compile);
  const finalText = exposed ? exposeFunction(placed, exposed) : placed;
  const object = await toolchain.run({
    tool: 'clang',
    args: toObject,
    input: 'input.ll',
    source,
    files: [{ name: 'input.ll', bytes: Buffer.from(finalText) }],
    besideFiles: true,
    userFiles: new Map(),
  });
  if (!object.ok) throw new UserError(`${object.text.trimEnd()}\nclang could not make code of ${source}.`);
  cache.write(key, { note: { warnings: ir.text }, bytes: object.output });
  return { source, key, bytes: object.output, warnings: ir.text };
}

/** Files of ours that C++ is compiled with. */
const cxxFiles = ({ cxxHeaders }: Toolchain): WorkFile[] => [
  { name: IGNORED, bytes: Buffer.from(ignoreList([cxxHeaders])) },
  { name: ASSERTION_HANDLER.name, bytes: Buffer.from(ASSERTION_HANDLER.text) },
];

/** What clang is told of code that is not to be checked. */
const IGNORED = 'library.txt';

/** Files were named relative to here, so that `here` is all that has to be said. */
function compiledIn(folder: string, ir: string, source: string, flags: readonly string[]): string {
  const text = withCustomSection(ir, UNITS_SECTION, [JSON.stringify({ folder, source, flags } satisfies CompiledUnit)]);
  const quoted = folder.replaceAll(/["\\]/g, (c) => `\\${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return text.replaceAll(
    /^(!\d+ = (?:distinct )?!DIFile\(filename: "[^"]*", directory: )"\."/gm,
    (_, before) => `${before}"${quoted}"`,
  );
}

function* keyParts(source: string, files: ReadonlyMap<string, UserFile>, flags: readonly string[]): Generator<string> {
  // Paths stand in debug information and in __FILE__, so they are part of the content.
  yield source;
  yield* flags;
  for (const [path, { digest }] of files) {
    yield relative('', path);
    yield digest;
  }
}

function contents(files: ReadonlyMap<string, UserFile>): Map<string, Uint8Array> {
  return new Map(Array.from(files, ([path, { bytes }]) => [path, bytes]));
}

function replacedFor(
  files: ReadonlyMap<string, UserFile>,
  { replaced = new Map() }: CompileContext,
  source: string,
  exposed: string | undefined,
): ReadonlyMap<string, Uint8Array> | undefined {
  const own = [...replaced].filter(([path]) => files.has(path));
  if (exposed) return new Map([...own, ...appended(files, source, keepFunctionSource(exposed))]);
  return own.length > 0 ? new Map(own) : undefined;
}

function appended(files: ReadonlyMap<string, UserFile>, source: string, text: string): Map<string, Uint8Array> {
  const path = resolve(source);
  return new Map([[path, Buffer.concat([files.get(path)!.bytes, Buffer.from(text)])]]);
}

/** Text by the paths that debug information uses: as typed, so relative to here. */
function linesOf(files: ReadonlyMap<string, UserFile>, replaced?: ReadonlyMap<string, Uint8Array>): SourceText {
  const split = new Map<string, string[]>();
  return (file, line) => {
    const path = resolve(file);
    let lines = split.get(path);
    if (!lines) {
      // Columns count bytes, and Latin-1 has one character a byte. What was put into a file does not count.
      const bytes = replaced?.has(path) ? readFileSync(path) : files.get(path)?.bytes;
      lines = Buffer.from(bytes ?? [])
        .toString('latin1')
        .split('\n');
      split.set(path, lines);
    }
    return lines[line - 1];
  };
}
