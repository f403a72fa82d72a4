import { abiHasResult, abiModule, abiNames, abiParams } from '../abi/abi.js';
import type { Site } from '../abi/site.js';
import { propagateConstants } from '../static/constant-locals.js';
import { failingArms } from '../static/failing-arms.js';
import type { Arithmetic, Attention } from '../vocabulary/arithmetic.js';
import { type EncodedBody, encode } from '../wasm/encode.js';
import { Opcode } from '../wasm/opcodes.js';
import { Signatures } from '../wasm/signatures.js';
import { type FuncType, type Import, importedFunctions, isInteger, type Module, ValueType } from '../wasm/types.js';
import { branchHintSection, branchHints } from './branch-hints.js';
import { Code } from './code.js';
import type { ModuleContext } from './context.js';
import type { CoverageMap } from './coverage.js';
import { objectMarks } from './exact/marks.js';
import { withFewerLocals } from './fewer-locals.js';
import { chargeFuel, FuelPrice } from './fuel.js';
import { FunctionTranslator } from './function.js';
import { helperFunctions, helperNames, writeShadowSetter } from './helpers.js';
import { isMarker, markerOf, uncheckedOf } from './markers.js';
import type { ModuleOptions } from './module-options.js';
import { counter, exportsFor, longCounter, memoryFor, mutableGlobals, renumbered } from './module-parts.js';
import { plainerBodies } from './plainer-bodies.js';
import { type Positions, positionsOf } from './positions.js';
import { shadowSetterValue } from './redzone-calls.js';
import { translate } from './translate.js';

interface ShadowModule extends Positions {
  readonly bytes: Uint8Array;
  readonly sites: Site[];
  readonly promotedSlots: number;
}

interface ShadowModuleOptions extends ModuleOptions {
  /** Functions whose arguments the runtime hears of. */
  readonly watched?: readonly number[];
  readonly coverage: CoverageMap;
  /** Which checks anybody listens to. */
  attention(check: Arithmetic, is64: boolean): Attention;
  /** Functions that stand for instructions on floats, by index: see software-floats.ts. */
  readonly softwareFloats: ReadonlySet<number>;
  /** Off: slots stay in memory, as clang left them. */
  readonly promote: boolean;
  /** Runs tell how many instructions they executed. */
  readonly countsInstructions?: boolean;
}

const extend = ({ params, results }: FuncType): FuncType => ({
  params: [...params, ...params.filter(isInteger).map(() => ValueType.i32)],
  results: [...results, ...results.filter(isInteger).map(() => ValueType.i32)],
});

const i32s = (count: number): ValueType[] => new Array<ValueType>(count).fill(ValueType.i32);

/** Functions of env that are told the shadows of their arguments too. */
const takesShadows = ({ module, name }: Import): boolean => module === 'env' && name.startsWith('__nm_');

/** Behind it nothing runs, so whatever its arguments are, no other value of them has to be followed. */
const endsRun = ({ name }: Import): boolean => name === 'proc_exit';

/** module → module that also computes shadows. */
export function buildShadowModule(module: Module, options: ShadowModuleOptions): ShadowModule {
  const signatures = new Signatures(module);
  const types: FuncType[] = module.types.map(extend);
  const typeIndex = (type: FuncType): number => {
    const same = types.findIndex(
      (each) => each.params.join() === type.params.join() && each.results.join() === type.results.join(),
    );
    return same >= 0 ? same : types.push(type) - 1;
  };

  const imports: Import[] = abiNames.map((name) => ({
    module: abiModule,
    name,
    desc: {
      kind: 'func',
      type: typeIndex({ params: i32s(abiParams(name)), results: i32s(abiHasResult(name) ? 1 : 0) }),
    },
  }));
  const functionImports = importedFunctions(module);
  const objects = objectMarks(module);
  const importTargets = functionImports.map((each, i) => {
    if (shadowSetterValue(each) !== undefined || isMarker(each)) return -1;
    const { params, results } = signatures.function(i);
    const shadows = takesShadows(each) ? params.filter(isInteger).map(() => ValueType.i32) : [];
    const type = typeIndex({ params: [...params, ...shadows], results });
    imports.push({ module: each.module, name: each.name, desc: { kind: 'func', type } });
    return imports.length - 1;
  });

  const firstWrapper = imports.length;
  const firstDefined = firstWrapper + functionImports.length;
  const firstHelper = firstDefined + module.bodies.length;
  const abiIndex = (name: string): number => abiNames.indexOf(name as (typeof abiNames)[number]);
  const helperIndex = (name: string): number => firstHelper + helperNames.indexOf(name);
  const mapFunction = (index: number): number =>
    index < functionImports.length ? firstWrapper + index : firstDefined + index - functionImports.length;

  // Site 0 stands for what the runtime itself decides: allocation limits, assumptions, how inputs are made.
  const sites: Site[] = [{ kind: 'call', function: -1, place: undefined, at: -1 }];
  let currentFunction = 0;
  const { debug } = options.coverage;
  const arms = failingArms(module, (at) => {
    const row = debug.lines.lookup(at);
    return row && `${row.file}:${row.line}:${row.column}`;
  });
  const fuel = module.globals.length;
  const globals = {
    ...{ fuel, stackLow: fuel + 1, outer: fuel + 2, next: fuel + 3, callee: fuel + 4, floats: fuel + 5 },
    ...(options.countsInstructions && { instructions: fuel + 6 }),
  };
  const unchecked = functionImports.map(uncheckedOf);
  const markers = functionImports.map((each) => {
    const marker = markerOf(each);
    if (!marker) return isMarker(each) ? null : undefined;
    const attention = options.attention(marker, module.is64 === true);
    return attention === 'never' ? null : { what: marker, isTested: attention === 'always' };
  });
  const context: ModuleContext = {
    signatures,
    mapFunction,
    mapType: (index) => index,
    abiIndex,
    helpers: { copy: helperIndex('copy'), fill: helperIndex('fill') },
    globals,
    stackPointer: options.stackPointer,
    stackLimit: options.stackLimit,
    addSite: (kind, at, extra) => {
      const outcomes = kind === 'branch' || kind === 'switch' ? arms.get(at) : undefined;
      const place = options.coverage.placeAt(at);
      return sites.push({ kind, function: currentFunction, place, at, ...extra, ...(outcomes && { outcomes }) }) - 1;
    },
    coverage: options.coverage,
    library: options.library,
    isMemberMark: (index) => objects[index]?.kind === 'member',
    markerOf: (index) => markers[index],
    uncheckedOf: (index) => unchecked[index],
  };

  const written: { index: number; type: number; locals: readonly number[]; code: Code }[] = [];
  functionImports.forEach((each, i) => {
    currentFunction = i;
    const code = new Code();
    writeWrapper(code, each, signatures.function(i), importTargets[i], context, helperIndex);
    written.push({ index: firstWrapper + i, type: signatures.functions[i], locals: [], code });
  });
  const plainer = plainerBodies(signatures, options);
  const start = module.exports.find(({ name }) => name === '_start')?.index;
  let promotedSlots = 0;
  module.bodies.forEach((original, i) => {
    currentFunction = functionImports.length + i;
    const type = signatures.function(currentFunction);
    const { body: promoted, promotedSlots: slots } =
      options.promote && options.users.has(currentFunction)
        ? plainer(currentFunction)
        : { body: propagateConstants(original, type.params.length), promotedSlots: 0 };
    promotedSlots += slots;
    const { body, maybe } = withFewerLocals(signatures, type, promoted);
    const translator = new FunctionTranslator(context, type, body, {
      maybe,
      entered: options.jumps.get(currentFunction),
      isRecursive: options.recursive.has(currentFunction),
      watched: options.watched?.indexOf(currentFunction) ?? -1,
      model: options.models.get(currentFunction) ?? -1,
      takesFloats: options.softwareFloats.has(currentFunction),
      isStart: currentFunction === start,
    });
    const { locals, code } = translate(translator);
    written.push({ index: firstDefined + i, type: module.functions[i], locals, code });
  });
  helperNames.forEach((name, i) => {
    const { params, results, locals, write } = helperFunctions[name];
    const code = new Code();
    write(code, { helper: helperIndex, abi: abiIndex, fuel });
    code.end();
    const type = typeIndex({ params: i32s(params), results: i32s(results) });
    written.push({ index: firstHelper + i, type, locals: i32s(locals), code });
  });

  const exports = exportsFor(module, options, mapFunction, {
    ...mutableGlobals(module),
    ...globals,
  });

  const bodies: EncodedBody[] = written.map(({ locals, code }) => ({ locals, code: code.writer.finish() }));
  const { bytes, codeStarts } = encode(
    {
      ...module,
      types,
      imports,
      functions: written.map(({ type }) => type),
      memories: [memoryFor(options)],
      // Exceptions carry no shadows: their types stay as they were.
      tags: module.tags.map((type) => typeIndex(module.types[type])),
      globals: [
        ...module.globals,
        ...Object.keys(globals).map((name) => (name === 'instructions' ? longCounter : counter)()),
      ],
      exports,
      ...renumbered(module, mapFunction),
      customs: new Map([[branchHintSection, branchHints(written)]]),
    },
    bodies,
  );
  return {
    bytes,
    sites,
    ...positionsOf(
      written.map(({ code }) => code),
      codeStarts,
    ),
    promotedSlots,
  };
}

/** An imported function in extended form: redzone calls are answered, host functions get concretized arguments. */
function writeWrapper(
  code: Code,
  imported: Import,
  { params, results }: FuncType,
  target: number,
  context: ModuleContext,
  helperIndex: (name: string) => number,
): void {
  if (isMarker(imported)) {
    // Nobody calls a mark of an object: they are taken out before.
    if (results.length > 0) code.op(Opcode.Unreachable);
    code.end();
    return;
  }
  const setter = shadowSetterValue(imported);
  if (setter !== undefined) {
    writeShadowSetter(code, setter, { helper: helperIndex, abi: () => -1, fuel: context.globals.fuel });
    code.end();
    return;
  }
  chargeFuel(code, context.globals.fuel, FuelPrice.hostCall);
  const integers = params.map((type, i) => ({ type, i })).filter(({ type }) => isInteger(type));
  const withShadows = takesShadows(imported);
  if (endsRun(imported)) {
    const shadow = params.length;
    code.get(shadow);
    code.ifUnlikely();
    code.get(shadow);
    code.call(context.abiIndex('exits'));
    code.end();
  } else if (!withShadows && integers.length > 0) {
    const site = context.addSite('call', -1);
    integers.forEach(({ type, i }, position) => {
      const shadow = params.length + position;
      code.get(shadow);
      code.ifUnlikely();
      code.get(shadow);
      if (type === ValueType.i64) code.halves(i);
      else code.get(i);
      code.i32(site);
      code.call(context.abiIndex(type === ValueType.i64 ? 'concretizeWide' : 'concretize'));
      code.end();
    });
  }
  params.forEach((_, i) => {
    code.get(i);
  });
  if (withShadows) for (let i = 0; i < integers.length; i++) code.get(params.length + i);
  code.call(target);
  for (const type of results) if (isInteger(type)) code.i32(0);
  code.end();
}
