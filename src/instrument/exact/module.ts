import { capabilitySize, exactMemoryPages, firstObjectId, mostMetMembers } from '../../abi/exact-layout.js';
import { propagateConstants } from '../../static/constant-locals.js';
import { shareLocals } from '../../static/shared-locals.js';
import { type EncodedBody, encode } from '../../wasm/encode.js';
import { Opcode } from '../../wasm/opcodes.js';
import type { Relocations } from '../../wasm/relocations.js';
import { Signatures } from '../../wasm/signatures.js';
import {
  type Export,
  type FuncBody,
  type FuncType,
  type Import,
  type Instr,
  instr,
  type Module,
  ValueType,
} from '../../wasm/types.js';
import { isMarker } from '../markers.js';
import type { ModuleOptions } from '../module-options.js';
import { plainerBodies } from '../plainer-bodies.js';
import { type Positions, positionsOf } from '../positions.js';
import { shadowSetterValue } from '../redzone-calls.js';
import { ExactFunction } from './function.js';
import type { ExactContext, ExactImport, Origin } from './function-context.js';
import { type HelperName, helperNames, helperType, type WrittenBody, writeHelper } from './helpers.js';
import { objectMarks } from './marks.js';
import { staticObjects } from './static-objects.js';
import type { StaticObject } from './values.js';

/**
 * The module that judges every access by the object its pointer came from (docs/memory.md). It computes nothing
 * symbolically: it runs an input once more, with an id beside each pointer. Slots of the stack are locals where they
 * can be, as in the module with shadows, so that a run costs no more than a few times what the program itself does.
 */
export interface ExactModule extends Positions {
  readonly bytes: Uint8Array;
  readonly origins: readonly Origin[];
  /** Objects of the program's data. */
  readonly objects: readonly StaticObject[];
  /** Words of the program's data that are pointers from the start, and ids of what they point to. */
  /** Accesses that are told apart where they go through members. */
  readonly sites: number;
  readonly pointers: readonly { readonly address: number; readonly id: number }[];
}

export const exactModule = 'exact';

/**
 * A function of more gets fewer: V8 takes 50,000, and here a local may have an id beside it. Of smaller functions less
 * would be known, since what shares a place shares what is known of it.
 */
const manyLocals = 12_000;

function withFewer(body: FuncBody, { params }: FuncType): FuncBody {
  const types = [...params, ...body.locals];
  return shareLocals(body, params.length, (local) => types[local]).body;
}

/** Parameters of each import, all i32, and whether it gives one back. */
const imports: Record<ExactImport, { params: number; results: number }> = {
  /** access(address, bytes | 0x100 for a write, id, at): an access that is not inside the object `id` is of. */
  access: { params: 4, results: 0 },
  /** range(address, size, isWrite, id, at), for a block. */
  range: { params: 5, results: 0 },
  /** memberRange(address, size, isWrite, id, at), for a block that begins in an array inside a structure. */
  memberRange: { params: 5, results: 0 },
  /** An id that may be used again: all have been used once. */
  recycle: { params: 0, results: 1 },
  /** metMember(at, id): an access of the user's code was through a member. */
  metMember: { params: 2, results: 0 },
  /** stringCall(function, a, b, a's id, b's id): a function that may be modelled is given an array inside a structure. */
  stringCall: { params: 5, results: 0 },
  /** The library function about to be called is given NULL where it may not be. */
  nullArgument: { params: 0, results: 0 },
  /** addressUsed(at): the user's code computes with an address as with a number. */
  addressUsed: { params: 1, results: 0 },
  fuelOut: { params: 0, results: 0 },
  stackOverflow: { params: 1, results: 0 },
  setjmp: { params: 2, results: 0 },
  longjmp: { params: 2, results: 0 },
};
const importNames = Object.keys(imports) as ExactImport[];
const i32s = (count: number): ValueType[] => new Array<ValueType>(count).fill(ValueType.i32);

/** Parameters and results, and behind each list an id for everything in it that may be a pointer. */
function withIds({ params, results }: FuncType, pointer: ValueType): FuncType {
  const ids = (types: readonly ValueType[]): ValueType[] => i32s(types.filter((type) => type === pointer).length);
  return { params: [...params, ...ids(params)], results: [...results, ...ids(results)] };
}

export function buildExactModule(original: Module, relocations: Relocations, options: ModuleOptions): ExactModule {
  const module = { ...original, bodies: original.bodies.map((body) => withObjects(body, relocations)) };
  const signatures = new Signatures(module);
  const functionImports = module.imports.filter(({ desc }) => desc.kind === 'func');
  const imported = functionImports.length;
  const marks = objectMarks(module);
  const setters = functionImports.map((each) => shadowSetterValue(each) !== undefined);
  const leftOut = functionImports.map((each, i) => setters[i] || isMarker(each));
  const types = [...module.types];
  const abi: Import[] = importNames.map((name) => {
    const { params, results } = imports[name];
    const type = types.push({ params: i32s(params), results: i32s(results) }) - 1;
    return { module: exactModule, name, desc: { kind: 'func', type } };
  });
  const firstExtended = types.length;
  const pointer = module.is64 ? ValueType.i64 : ValueType.i32;
  types.push(...module.types.map((type) => withIds(type, pointer)));
  const isKept = (i: number): boolean => !leftOut[i] && !marks[i];
  const kept = [...abi, ...functionImports.filter((_, i) => isKept(i))];
  let next = abi.length;
  const importTargets = functionImports.map((_, i) => (isKept(i) ? next++ : -1));
  const firstDefined = kept.length;
  const firstHelper = firstDefined + module.bodies.length;
  const helper = (name: HelperName): number => firstHelper + helperNames.indexOf(name);
  const mapFunction = (index: number): number =>
    index < imported ? importTargets[index] : firstDefined + index - imported;
  const fuel = module.globals.length;
  const [stackLow, callee, nextId, stringCalls] = [fuel + 1, fuel + 2, fuel + 3, fuel + 4];

  const { objects, ofLinked } = staticObjects(module, relocations);
  const origins: Origin[] = [{ kind: 'frame', name: '', line: 0, at: -1 }];
  let sites = 0;
  const originNumbers = new Map<string, number>();
  const context: ExactContext = {
    signatures,
    mapFunction,
    extended: (type) => firstExtended + type,
    helper,
    import: (name) => importNames.indexOf(name),
    globals: { fuel, stackLow, callee, stringCalls },
    pointer,
    stackPointer: options.stackPointer,
    stackLimit: options.stackLimit,
    isImport: (index) => index < imported,
    isLeftOut: (index) => leftOut[index] === true,
    marks,
    object: (index) => ofLinked[index],
    library: options.library,
    site: () => (sites < mostMetMembers ? 4 * sites++ : -1),
    origin(origin) {
      const key = `${origin.kind} ${origin.at} ${origin.line} ${origin.name}`;
      let number = originNumbers.get(key);
      if (number === undefined) originNumbers.set(key, (number = origins.push(origin) - 1));
      return number;
    },
  };

  const plainer = plainerBodies(signatures, options);
  const written: WrittenBody[] = module.bodies.map((original, i) => {
    const index = imported + i;
    const type = signatures.function(index);
    const isUser = options.users.has(index);
    const isRecursive = options.recursive.has(index);
    const whole = isUser ? plainer(index).body : propagateConstants(original, type.params.length);
    const body = whole.locals.length < manyLocals ? whole : withFewer(whole, type);
    const entered = options.jumps.get(index);
    const model = options.models.get(index);
    return new ExactFunction(context, body, type, { isUser, isRecursive, entered, model }).translate();
  });
  const functionTypes = module.functions.map((type) => firstExtended + type);
  for (const name of helperNames) {
    functionTypes.push(types.push(helperType(name)) - 1);
    written.push(writeHelper(name, { index: helper, importIndex: (each) => importNames.indexOf(each), nextId }));
  }
  // A function of the host that is called through a pointer is called like any other.
  const wrappers = new Map<number, number>();
  const elements = module.elements.map((each) => ({
    ...each,
    functions: each.functions.map((index) => {
      if (index >= imported) return mapFunction(index);
      let wrapper = wrappers.get(index);
      if (wrapper === undefined) {
        const typeIndex = signatures.functions[index];
        const type = signatures.type(typeIndex);
        wrapper = firstDefined + functionTypes.push(firstExtended + typeIndex) - 1;
        wrappers.set(index, wrapper);
        const call = [
          ...type.params.map((_, k) => instr(Opcode.LocalGet, k)),
          instr(Opcode.Call, index),
          instr(Opcode.End),
        ];
        const body: FuncBody = { locals: [], code: call, start: 0, end: 0 };
        const plain = { isUser: false, isRecursive: false, entered: undefined };
        written.push(new ExactFunction(context, body, type, plain).translate());
      }
      return wrapper;
    }),
  }));
  const exports: Export[] = module.exports.map((each) =>
    each.kind === 'func' ? { ...each, index: mapFunction(each.index) } : each,
  );
  for (const [name, index] of options.exports) {
    if (!exports.some((each) => each.name === name)) exports.push({ name, kind: 'func', index: mapFunction(index) });
  }
  const named = { fuel, stackLow, callee, nextId, stringCalls };
  for (const [name, index] of Object.entries(named)) exports.push({ name: `nearmiss.${name}`, kind: 'global', index });
  module.globals.forEach(({ mutable }, index) => {
    if (mutable) exports.push({ name: `nearmiss.global.${index}`, kind: 'global', index });
  });
  if (!exports.some(({ kind }) => kind === 'memory')) exports.push({ name: 'memory', kind: 'memory', index: 0 });
  const counter = (value: number) => ({ type: ValueType.i32, mutable: true, init: [instr(Opcode.I32Const, value)] });
  const firstId = firstObjectId + capabilitySize * objects.length;
  const bodies: EncodedBody[] = written.map(({ locals, code }) => ({ locals, code: code.writer.finish() }));
  const { bytes, codeStarts } = encode(
    {
      ...module,
      types,
      imports: kept,
      functions: functionTypes,
      memories: [{ min: exactMemoryPages, max: exactMemoryPages }],
      globals: [...module.globals, counter(0), counter(0), counter(0), counter(firstId), counter(0)],
      exports,
      start: undefined,
      elements,
      customs: new Map(),
    },
    bodies,
  );
  const pointers = [...relocations.data].flatMap(([address, index]) => {
    const object = ofLinked[index];
    return object ? [{ address, id: object.id }] : [];
  });
  return {
    bytes,
    origins,
    objects,
    pointers,
    sites,
    ...positionsOf(
      written.map(({ code }) => code),
      codeStarts,
    ),
  };
}

const isAccess = (op: number): boolean => op >= Opcode.I32Load && op <= Opcode.I64Store32;

/**
 * Where code has an object's address, the instruction says which: `y` of a constant and `list` of a load or store,
 * which have no other use for them, is the object's index (of a constant plus one).
 */
function withObjects(body: FuncBody, { code }: Relocations): FuncBody {
  const located = (each: Instr): Instr => {
    if (each.op === Opcode.I32Const || each.op === Opcode.I64Const) {
      const object = code.get(each.at + 1);
      return object === undefined ? each : { ...each, y: object + 1 };
    }
    const object = isAccess(each.op) ? code.get(each.at + 2) : undefined;
    return object === undefined ? each : { ...each, list: [object] };
  };
  return { ...body, code: body.code.map(located) };
}
