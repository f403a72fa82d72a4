import { coverageBase, heapStep, pageSize } from '../abi/layout.js';
import type { Site } from '../abi/site.js';
import { modelledFunctions } from '../abi/string-models.js';
import { type ProgramSymbols, SYMBOLS_FORMAT } from '../build/symbols.js';
import type { PlacedEntry } from '../host/surroundings.js';
import { currentFolder } from '../platform/machine.js';
import type { Reachability } from '../static/reachability.js';
import { recursiveFunctions } from '../static/recursive.js';
import { type Marks, withMarks, withSignposts } from '../static/signposts.js';
import type { Arithmetic, Attention } from '../vocabulary/arithmetic.js';
import { UserError } from '../vocabulary/errors.js';
import { defaultMemoryModel, type MemoryModel } from '../vocabulary/memory-model.js';
import { MalformedModule } from '../wasm/bytes.js';
import { decode } from '../wasm/decode.js';
import { readDebugInfo } from '../wasm/dwarf/index.js';
import { readNames } from '../wasm/names.js';
import { readRelocations } from '../wasm/relocations.js';
import { importedFunctions, type Module } from '../wasm/types.js';
import { CoverageMap, type CoveragePoint } from './coverage.js';
import { withoutObjectMarks } from './exact/marks.js';
import { buildExactModule, type ExactModule } from './exact/module.js';
import { jumpFunctions } from './jumps.js';
import { libraryHooks } from './library-hooks.js';
import type { ModuleOptions } from './module-options.js';
import type { Positions } from './positions.js';
import { buildReplayModule, type ReplayModule } from './replay-module.js';
import { buildShadowModule } from './shadow-module.js';
import { isSoftwareFloat } from './software-floats.js';
import { symbolsOf, userCode } from './user-code.js';
import { type WorldUse, worldUses } from './world-uses.js';

export type { CoveragePoint } from './coverage.js';

/** Where the parts of the program lie in its memory. */
export interface ProgramLayout {
  /** The stack pointer's first value: the stack is [0, stackTop). */
  readonly stackTop: number;
  readonly dataEnd: number;
  readonly heapBase: number;
  /** Addresses below this have shadows from the start. */
  readonly initialTop: number;
  /** Bytes of a pointer. */
  readonly pointerSize: 4 | 8;
}

/** A program ready to be opened in any number of workers: plain data, structured-cloneable. */
export interface Prepared {
  /** The module as it was built; debug information is read from it again where it is needed. */
  readonly wasm: Uint8Array;
  readonly shadow: Positions & { readonly bytes: Uint8Array };
  readonly replay: ReplayModule;
  /** Of a program that is judged with exact memory. */
  readonly exact?: ExactModule;
  /** How the replay module was made: the one that watches for repetition is made the same way, when it is needed. */
  readonly replayOptions: ModuleOptions;
  readonly sites: Site[];
  /** It calls functions that may be modelled. */
  readonly hasModels: boolean;
  readonly coverage: CoveragePoint[];
  readonly layout: ProgramLayout;
  readonly symbols: ProgramSymbols;
  readonly promotedSlots: number;
  /** Where the user's code asks the world for something. */
  readonly world: readonly WorldUse[];
  /** What every run finds in its tree: goes with the program wherever it is run. */
  readonly surroundings?: readonly PlacedEntry[];
}

interface PrepareOptions {
  /** Functions that must be callable from outside. */
  readonly entries?: readonly string[];
  readonly promote?: boolean;
  /** Functions whose arguments the runtime hears of when they are entered. */
  readonly watched?: readonly string[];
  /** When the runtime is told of a check of arithmetic; always, unless told. */
  readonly attention?: (check: Arithmetic, is64: boolean) => Attention;
  /** Whether calls of the C library are announced (abi/library-functions.ts); they are, unless told. */
  readonly announcesCalls?: boolean;
  /** Whether string functions are modelled (abi/string-models.ts); they are, unless told. */
  readonly stringModels?: boolean;
  readonly memoryModel?: MemoryModel;
  /** Goals to be told of, and the way there. */
  readonly route?: Route;
  /** Runs tell how many instructions they executed, which makes them slower. */
  readonly countsInstructions?: boolean;
}

/** Where runs are to go. Points are those of the module as it was built. */
export interface Route extends Marks {
  /** Without it runs are told of goals but never stopped. */
  readonly reachability?: Reachability;
}

/** Lowest the stack may go: below lies the NULL page and room to notice. */
const stackReserve = 4096;

/** Of a module that was not built by nearmiss. */
const noSymbols: ProgramSymbols = {
  format: SYMBOLS_FORMAT,
  data: [],
  userFunctions: [],
  kind: 'command',
  compiler: '',
};

/** Of runtime-c/signals.c, where a program sets alarms: rings what is set. */
export const ringFunction = '__nearmiss_ring';

export function prepare(wasm: Uint8Array, options: PrepareOptions = {}): Prepared {
  const marked = readModule(wasm);
  const module = withoutObjectMarks(marked);
  const names = readNames(module);
  // Of several that share a name the first: the user's are linked before the library's.
  const indexByName = new Map<string, number>();
  for (const [index, name] of names.functions) if (!indexByName.has(name)) indexByName.set(name, index);
  const stackPointer = [...names.globals].find(([, name]) => name === '__stack_pointer')?.[0] ?? 0;
  const layout = readLayout(module, stackPointer);
  const exports = new Map<string, number>();
  for (const name of options.entries ?? []) {
    const index = indexByName.get(name);
    if (index === undefined) throw new UserError(`There is no function ${name} in the program.`);
    exports.set(name, index);
  }
  const ring = indexByName.get(ringFunction);
  if (ring !== undefined) exports.set(ringFunction, ring);
  const watched = options.watched?.map((name) => indexByName.get(name) ?? -1);
  const debug = readDebugInfo(module.customs, currentFolder());
  const symbols = symbolsOf(module);
  const coverage = new CoverageMap(debug, userCode(module, symbols));
  const jumps = new Map(
    [...jumpFunctions].flatMap(([name, event]) => {
      const index = indexByName.get(name);
      return index === undefined ? [] : [[index, event] as const];
    }),
  );
  const recursive = recursiveFunctions(module);
  const library = libraryHooks(module, indexByName, (at) => coverage.placeAt(at) !== undefined);
  const imported = importedFunctions(module).length;
  const users = new Set(
    module.bodies.flatMap(({ code }, i) => (coverage.placeAt(code[0].at) === undefined ? [] : [imported + i])),
  );
  const shared = {
    jumps,
    recursive,
    users,
    library,
    models: options.stringModels === false ? new Map<number, number>() : modelsIn(indexByName, users),
    stackPointer,
    stackLimit: stackReserve,
    initialTop: layout.initialTop,
    exports,
  };
  const { route } = options;
  const goals = route ? withMarks(module, route) : module;
  const exact = exactOf(marked, shared, options.memoryModel ?? defaultMemoryModel);
  // Signposts go by the numbers of instructions, among which nothing may be put.
  const told = exact ? withoutObjectMarks(marked, true) : module;
  const guided = route?.reachability ? withSignposts(module, route.reachability, route) : route ? goals : told;
  const shadow = buildShadowModule(guided, {
    ...shared,
    library: options.announcesCalls === false ? new Map([...library].filter(([, hook]) => hook.asksWorld)) : library,
    coverage,
    watched,
    softwareFloats: new Set([...names.functions].flatMap(([index, name]) => (isSoftwareFloat(name) ? [index] : []))),
    promote: options.promote ?? true,
    attention: options.attention ?? (() => 'always'),
    countsInstructions: options.countsInstructions,
  });
  const world = worldUses(module, { indexByName, stackPointer, placeAt: (at) => coverage.placeAt(at) });
  const replay = buildReplayModule(goals, shared);
  return {
    wasm,
    shadow: { bytes: shadow.bytes, positions: shadow.positions, addresses: shadow.addresses },
    replay,
    replayOptions: shared,
    exact,
    sites: shadow.sites,
    hasModels: shared.models.size > 0,
    coverage: coverage.points,
    layout,
    symbols: symbols ?? noSymbols,
    promotedSlots: shadow.promotedSlots,
    world,
  };
}

/** Those of the C library: what a program brings itself runs as it is. */
function modelsIn(indexByName: ReadonlyMap<string, number>, users: ReadonlySet<number>): Map<number, number> {
  return new Map(
    modelledFunctions.flatMap((name, number) => {
      const index = indexByName.get(name);
      return index === undefined || users.has(index) ? [] : [[index, number] as const];
    }),
  );
}

/** A module that nobody told us the addresses of can't be judged so. */
function exactOf(module: Module, options: ModuleOptions, model: MemoryModel): ExactModule | undefined {
  const relocations = model === 'exact' ? readRelocations(module.customs) : undefined;
  return relocations && buildExactModule(module, relocations, options);
}

function readModule(wasm: Uint8Array): Module {
  try {
    return decode(wasm);
  } catch (error) {
    if (error instanceof MalformedModule)
      throw new UserError(`The WebAssembly module can't be read: ${error.message}.`);
    throw error;
  }
}

function readLayout(module: Module, stackPointer: number): ProgramLayout {
  const constant = (index: number): number => module.globals[index]?.init[0]?.x ?? 0;
  const exported = (name: string): number | undefined => {
    const found = module.exports.find((each) => each.kind === 'global' && each.name === name);
    return found && constant(found.index);
  };
  const segmentsEnd = Math.max(
    0,
    ...module.data.map(({ offset, bytes }) => ((offset[0]?.x ?? 0) >>> 0) + bytes.length),
  );
  const stackTop = constant(stackPointer);
  const dataEnd = exported('__data_end') ?? Math.max(segmentsEnd, stackTop);
  const heapBase = (Math.max(exported('__heap_base') ?? 0, dataEnd, stackTop) + 15) & ~15;
  if (segmentsEnd > heapBase)
    throw new UserError("The WebAssembly module can't be read: its data lies outside its memory.");
  const initialTop = Math.ceil((heapBase + heapStep) / pageSize) * pageSize;
  if (initialTop > coverageBase) {
    const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
    throw new UserError(
      `The program's globals take ${megabytes(heapBase - stackTop)} MB and there are ${megabytes(coverageBase - stackTop)} MB beside its stack: make them smaller.`,
    );
  }
  return { stackTop, dataEnd, heapBase, initialTop, pointerSize: module.is64 ? 8 : 4 };
}
