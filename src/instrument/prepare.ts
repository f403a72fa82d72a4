import { coverageBase, heapStep, pageSize } from '../abi/layout.js';
import type { Site } from '../abi/site.js';
import { type ProgramSymbols, SYMBOLS_FORMAT } from '../build/symbols.js';
import type { PlacedEntry } from '../host/surroundings.js';
import { currentFolder } from '../platform/machine.js';
import type { Reachability } from '../static/reachability.js';
import { recursiveFunctions } from '../static/recursive.js';
import { type Marks, withMarks, withSignposts } from '../static/signposts.js';
import type { Arithmetic, Attention } from '../vocabulary/arithmetic.js';
import { UserError } from '../vocabulary/errors.js';
import { MalformedModule } from '../wasm/bytes.js';
import { decode } from '../wasm/decode.js';
import { readDebugInfo } from '../wasm/dwarf/index.js';
import { readNames } from '../wasm/names.js';
import { importedFunctions, type Module } from '../wasm/types.js';
import { CoverageMap, type CoveragePoint } from './coverage.js';
import { jumpFunctions } from './jumps.js';
import { libraryHooks } from './library-hooks.js';
import type { ModuleOptions } from './module-options.js';
import type { Positions } from './positions.js';
import { buildReplayModule, type ReplayModule } from './replay-module.js';
import { buildShadowModule } from './shadow-module.js';
import { isSoftwareFloat } from './software-floats.js';
import { symbolsOf, userCode } from './user-code.js';
import { callingLines, type WorldUse, worldUses } from './world-uses.js';

export type { CoveragePoint } from './coverage.js';

/** Where the parts of the program lie in its memory. */
interface ProgramLayout {
  /** The stack pointer's first value: the stack is [0, stackTop). */
  readonly stackTop: number;
  readonly dataEnd: number;
  readonly heapBase: number;
  /** Addresses below this have shadows from the start. */
  readonly initialTop: number;
}

/** A program ready to be opened in any number of workers: plain data, structured-cloneable. */
export interface Prepared {
  /** The module as it was built; debug information is read from it again where it is needed. */
  readonly wasm: Uint8Array;
  readonly shadow: Positions & { readonly bytes: Uint8Array };
  readonly replay: ReplayModule;
  /** How the replay module was made: the one that watches for repetition is made the same way, when it is needed. */
  readonly replayOptions: ModuleOptions;
  readonly sites: Site[];
  readonly coverage: CoveragePoint[];
  readonly layout: ProgramLayout;
  readonly symbols: ProgramSymbols;
  readonly promotedSlots: number;
  /** Where the user's code asks the world for something. */
  readonly world: readonly WorldUse[];
  /** … and, if it does, its lines that call something. */
  readonly callingLines: readonly string[];
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
  readonly attention?: (check: Arithmetic) => Attention;
  /** Whether calls of the C library are announced (abi/library-functions.ts); they are, unless told. */
  readonly announcesCalls?: boolean;
  /** Goals to be told of, and the way there. */
  readonly route?: Route;
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

export function prepare(wasm: Uint8Array, options: PrepareOptions = {}): Prepared {
  const module = readModule(wasm);
  const names = readNames(module);
  const indexByName = new Map([...names.functions].map(([index, name]) => [name, index]));
  const stackPointer = [...names.globals].find(([, name]) => name === '__stack_pointer')?.[0] ?? 0;
  const layout = readLayout(module, stackPointer);
  const exports = new Map<string, number>();
  for (const name of options.entries ?? []) {
    const index = indexByName.get(name);
    if (index === undefined) throw new UserError(`There is no function ${name} in the program.`);
    exports.set(name, index);
  }
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
    stackPointer,
    stackLimit: stackReserve,
    initialTop: layout.initialTop,
    exports,
  };
  const { route } = options;
  const marked = route ? withMarks(module, route) : module;
  const guided = route?.reachability ? withSignposts(module, route.reachability, route) : marked;
  const shadow = buildShadowModule(guided, {
    ...shared,
    library: options.announcesCalls === false ? new Map([...library].filter(([, hook]) => hook.asksWorld)) : library,
    coverage,
    watched,
    softwareFloats: new Set([...names.functions].flatMap(([index, name]) => (isSoftwareFloat(name) ? [index] : []))),
    promote: options.promote ?? true,
    attention: options.attention ?? (() => 'always'),
  });
  const world = worldUses(module, { indexByName, stackPointer, placeAt: (at) => coverage.placeAt(at) });
  const replay = buildReplayModule(marked, shared);
  return {
    wasm,
    shadow: { bytes: shadow.bytes, positions: shadow.positions, addresses: shadow.addresses },
    replay,
    replayOptions: shared,
    sites: shadow.sites,
    coverage: coverage.points,
    layout,
    symbols: symbols ?? noSymbols,
    promotedSlots: shadow.promotedSlots,
    world,
    callingLines: world.length > 0 ? callingLines(module, (at) => coverage.placeAt(at)) : [],
  };
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
  return { stackTop, dataEnd, heapBase, initialTop };
}
