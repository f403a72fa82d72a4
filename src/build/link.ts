import { basename } from 'node:path';
import { redirected } from '../host/world.js';
import { UserError } from '../vocabulary/errors.js';
import { nearest } from '../vocabulary/nearest.js';
import {
  definedFunctions,
  type FunctionSymbol,
  functionsOf,
  importsOf,
  withImportsRenamed,
} from '../wasm/object-file.js';
import { withRelocations } from '../wasm/relocations.js';
import { adaptCalls } from './adaptors.js';
import { type Cache, contentKey } from './cache/folder.js';
import type { CompiledObject } from './compile.js';
import {
  CXX_LINK_LIBRARIES,
  CXX_LINK_OPTIONS,
  LINK_LIBRARIES,
  linkOptions,
  MUSL_LINK_OPTIONS,
  runtimeOptions,
  WRAP_FLUSH,
} from './compiler-options.js';
import { type CxxObjects, hasCxx, mayHaveCxx, STREAMS, usesStreams } from './cxx-runtime.js';
import { libraryWords, type UserLibraries } from './libraries.js';
import { type LinkMap, readLinkMap } from './link-map.js';
import { checkLinkerWarnings, type Leniency, linkError, MAINS } from './link-messages.js';
import {
  asWorkFiles,
  GUARD,
  MAIN_WITH_ENVIRONMENT,
  type RuntimeObjects,
  START_COMMAND,
  START_REACTOR,
  workName,
} from './runtime-objects.js';
import { withSymbols } from './symbols.js';
import type { Toolchain, WorkFile } from './toolchain/types.js';
import type { BuildOptions, ProgramKind } from './types.js';
import { checkImports } from './undefined-functions.js';

interface LinkRequest {
  toolchain: Toolchain;
  cache: Cache;
  objects: readonly CompiledObject[];
  runtime: RuntimeObjects;
  libraries: UserLibraries;
  entry?: string;
  keep?: readonly string[];
  explored?: BuildOptions['explored'];
  /** What C++ needs besides, asked for where there is some. */
  cxx(): Promise<CxxObjects>;
  /** Wrong prototypes that are no error: configure scripts declare every function they look for as `char f()`. */
  lenient?: Leniency;
  onProgress(message: string): void;
}

export async function link(request: LinkRequest): Promise<{ wasm: Uint8Array; kind: ProgramKind }> {
  const { toolchain, cache, objects, runtime, libraries, entry, keep = [], explored } = request;
  const isCxx = objects.some(({ bytes }) => hasCxx(bytes));
  const isOwn = runtime.libc === 'own';
  if (isCxx && isOwn) throw new UserError('C++ is there for 32 bits and --libc musl only: give --bits 32 --libc musl.');
  const needsCxx = isCxx || (!isOwn && libraries.files.some(({ bytes }) => mayHaveCxx(bytes)));
  const cxx = needsCxx ? await request.cxx() : undefined;
  const key = contentKey([
    'link 12',
    cxx?.key ?? '',
    request.lenient ?? '',
    toolchain.id,
    entry ?? '',
    ...keep.map((name) => `keep ${name}`),
    ...(explored ? [`budget ${explored.faultBudget}`, ...explored.functions] : []),
    runtime.key,
    ...linkOptions(toolchain.bits),
    ...MUSL_LINK_OPTIONS,
    ...LINK_LIBRARIES,
    libraries.key,
    ...objects.flatMap((object) => [object.source, object.key]),
  ]);
  const cached = cache.read<{ kind: ProgramKind }>(key);
  if (cached) return { wasm: cached.bytes, kind: cached.note.kind };

  const functions = objects.map((object) => functionsOf(object.bytes));
  const program = describe(functions, entry);
  request.onProgress('linking');
  const ofLibraries = libraries.files.map(({ bytes }) => bytes);
  const adapted = adaptCalls(
    [...redirectCalls(objects, functions.flat(), explored), ...ofLibraries],
    [...functions.flat(), ...ofLibraries.flatMap((bytes) => functionsOf(bytes))],
  );
  const libraryFiles = libraries.files.map((file, i) => ({ ...file, bytes: adapted.objects[objects.length + i] }));
  const sourceBetween = [adapted.source, explored && budgetSource(explored)].filter((text) => text !== undefined);
  const objectFiles: WorkFile[] = objects.map(({ source }, index) => ({
    name: `${index}-${basename(source)}.o`,
    bytes: adapted.objects[index],
  }));
  const between: WorkFile[] =
    sourceBetween.length === 0
      ? []
      : [{ name: 'adaptors.o', bytes: await compiled(toolchain, sourceBetween.join('\n')) }];
  const runtimeFiles = asWorkFiles(new Map([...runtime.objects, ...(cxx?.objects ?? [])]));
  const isNamed = (name: string) => (file: WorkFile) => file.name === workName(name);
  const isMainShim = isNamed(MAIN_WITH_ENVIRONMENT);
  const isStart = isNamed(program.hasMain ? START_COMMAND : START_REACTOR);
  const isOutright = (file: WorkFile) =>
    [MAIN_WITH_ENVIRONMENT, GUARD, START_COMMAND, START_REACTOR, STREAMS].some((name) => isNamed(name)(file));
  const withStreams = cxx !== undefined && usesStreams([...adapted.objects]);
  const result = await toolchain.run({
    tool: 'wasm-ld',
    args: [
      ...linkOptions(toolchain.bits),
      ...(isOwn ? [] : MUSL_LINK_OPTIONS),
      ...(cxx ? CXX_LINK_OPTIONS : []),
      ...(!isOwn && flushes(adapted.objects, libraries.files) ? [WRAP_FLUSH] : []),
      // main goes by other names, of which _start knows.
      ...(entry ? [`--export${entry === 'main' ? '-if-defined' : ''}=${entry}`] : []),
      ...keep.map((name) => `--export-if-defined=${name}`),
      ...(program.hasMain ? [] : ['--entry=_initialize']),
      '--print-map',
      ...(isOwn
        ? runtimeFiles.filter(isStart).map((file) => toolchain.path(file.name))
        : [
            `-L${toolchain.libraries}`,
            `${toolchain.libraries}/${program.hasMain ? 'crt1-command.o' : 'crt1-reactor.o'}`,
          ]),
      ...runtimeFiles.filter(isNamed(GUARD)).map((file) => toolchain.path(file.name)),
      ...[...objectFiles, ...between].map((file) => toolchain.path(file.name)),
      ...(program.mainTakesEnvironment ? runtimeFiles.filter(isMainShim).map((file) => toolchain.path(file.name)) : []),
      ...(withStreams ? runtimeFiles.filter(isNamed(STREAMS)).map((file) => toolchain.path(file.name)) : []),
      ...libraryWords(libraries, (name) => toolchain.path(name)),
      '--start-lib',
      ...runtimeFiles.filter((file) => !isOutright(file)).map((file) => toolchain.path(file.name)),
      '--end-lib',
      ...(cxx ? CXX_LINK_LIBRARIES : []),
      ...(isOwn ? [] : [...LINK_LIBRARIES, toolchain.builtins]),
    ],
    files: [...objectFiles, ...between, ...runtimeFiles, ...libraryFiles],
    userFiles: new Map(),
  });
  const sources = new Map([
    ...objectFiles.map((file, index) => [toolchain.path(file.name), objects[index].source] as const),
    ...libraries.files.map((file) => [toolchain.path(file.name), file.source] as const),
  ]);
  if (!result.ok) throw linkError(result.text, (file) => sources.get(file));
  if (request.lenient !== 'always') {
    checkLinkerWarnings(result.text, (file) => sources.get(file), request.lenient === 'for-tests');
  }
  checkImports(result.output, [...objects, ...libraries.files]);
  const map = readLinkMap(result.stdout);
  const wasm = withSymbols(withRelocations(result.output), {
    data: map.data,
    userFunctions: numbersOf(
      map,
      result.output,
      ({ object, name }) => sources.has(object) && !name.startsWith('asan.'),
    ),
    kind: program.kind,
    compiler: toolchain.name,
  });
  cache.write(key, { note: { kind: program.kind }, bytes: wasm });
  return { wasm, kind: program.kind };
}

/** What libraries call is not looked at: they may. */
const flushes = (objects: readonly Uint8Array[], libraries: readonly unknown[]): boolean =>
  libraries.length > 0 || objects.some((bytes) => importsOf(bytes).some(({ name }) => name === 'fflush'));

/** The user's calls of functions whose answers are explored; a program's own function of such a name is its own. */
function redirectCalls(
  objects: readonly CompiledObject[],
  defined: readonly FunctionSymbol[],
  explored: BuildOptions['explored'],
): Uint8Array[] {
  const own = new Set(defined.filter(({ local }) => !local).map(({ name }) => name));
  const names = explored?.functions.filter((name) => !own.has(name)) ?? [];
  const renamed = new Map(names.map((name) => [name, `${redirected}${name}`]));
  return objects.map(({ bytes }) => (renamed.size === 0 ? bytes : withImportsRenamed(bytes, renamed)));
}

/** One failure a run is what runtime-c/world.c says itself. */
const budgetSource = ({ faultBudget }: NonNullable<BuildOptions['explored']>): string | undefined =>
  faultBudget === 1 ? undefined : `int __nearmiss_fault_budget = ${faultBudget};`;

/** Functions as Wasm numbers them: imported ones first, then those of the code section in its order. */
function numbersOf(
  map: LinkMap,
  wasm: Uint8Array,
  isWanted: (each: LinkMap['functions'][number]) => boolean,
): number[] {
  const imported = importsOf(wasm).filter(({ desc }) => desc.kind === 'func').length;
  const defined = definedFunctions(wasm);
  if (map.functions.length !== defined) {
    throw new Error(`the linker's map has ${map.functions.length} functions and its module ${defined}`);
  }
  return map.functions.flatMap((each, i) => (isWanted(each) ? [imported + i] : []));
}

/** C of our own that is made for one program. */
async function compiled(toolchain: Toolchain, text: string): Promise<Uint8Array> {
  const result = await toolchain.run({
    tool: 'clang',
    args: runtimeOptions(toolchain.bits),
    input: 'adaptors.c',
    files: [{ name: 'adaptors.c', bytes: Buffer.from(text) }],
    besideFiles: true,
    userFiles: new Map(),
  });
  if (!result.ok) throw new Error(`adaptors do not compile with ${toolchain.name}:\n${result.text}\n${text}`);
  return result.output;
}

function describe(objects: readonly FunctionSymbol[][], entry: string | undefined) {
  const global = new Map<string, FunctionSymbol>();
  for (const one of objects.flat()) if (!one.local) global.set(one.name, one);
  const hasMain = MAINS.some((name) => global.has(name));
  const isFuzz = global.has('LLVMFuzzerTestOneInput');
  if (entry && !global.has(entry) && !(entry === 'main' && hasMain)) {
    const meant = nearest(entry, global.keys());
    throw new UserError(
      `No source given defines a function ${entry}${meant ? `; did you mean ${meant}?` : ', which --entry names.'}`,
    );
  }
  if (!hasMain && !isFuzz && !entry) {
    throw new UserError(
      'The program has neither main nor LLVMFuzzerTestOneInput; name the function to start from with --entry <function>.',
    );
  }
  const kind: ProgramKind = isFuzz ? 'fuzz' : hasMain ? 'command' : 'entry';
  return { kind, hasMain, mainTakesEnvironment: (global.get('main')?.type.params.length ?? 0) > 2 };
}
