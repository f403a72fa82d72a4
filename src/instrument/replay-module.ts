import { Poison, tagBase } from '../abi/layout.js';
import { type EncodedBody, encode } from '../wasm/encode.js';
import { Opcode } from '../wasm/opcodes.js';
import { Signatures } from '../wasm/signatures.js';
import { type Import, importedFunctions, type Module, ValueType } from '../wasm/types.js';
import { Code } from './code.js';
import { LoopProbes } from './loop-probes.js';
import { isMarker } from './markers.js';
import type { ModuleOptions } from './module-options.js';
import { counter, exportsFor, memoryFor, mutableGlobals, renumbered } from './module-parts.js';
import { type Positions, positionsOf } from './positions.js';
import { shadowSetterValue } from './redzone-calls.js';
import { type ReplayContext, ReplayFunction } from './replay-function.js';
import { replayImportIndex, replayImportNames, replayImports, replayModule } from './replay-imports.js';

/**
 * The oracle's module: the program as clang made it, no shadows, no promoted slots, nothing shared with
 * the symbolic side but clang's redzones and the layout of tags. Touching a poisoned byte calls out. It
 * decides what is reported, so it is kept plain enough to be read in one go.
 */
export interface ReplayModule extends Positions {
  readonly bytes: Uint8Array;
}

/** `isWatched`: with probes at the heads of loops and every mutable global exported. */
export function buildReplayModule(module: Module, options: ModuleOptions, isWatched = false): ReplayModule {
  const signatures = new Signatures(module);
  const types = [...module.types];
  const i32s = (count: number): ValueType[] => new Array<ValueType>(count).fill(ValueType.i32);
  const abi: Import[] = replayImportNames.map((name) => ({
    module: replayModule,
    name,
    desc: { kind: 'func', type: types.push({ params: i32s(replayImports[name]), results: [] }) - 1 },
  }));
  const functionImports = importedFunctions(module);
  const setters = functionImports.map(shadowSetterValue);
  // Imports keep their order; redzone calls become functions of the module, after all others.
  const imports = [...abi, ...functionImports.filter((_, i) => setters[i] === undefined)];
  const firstDefined = imports.length;
  const firstSetter = firstDefined + module.bodies.length;
  let kept = abi.length;
  let answered = firstSetter;
  const importTargets = setters.map((value) => (value === undefined ? kept++ : answered++));
  const mapFunction = (index: number): number =>
    index < functionImports.length ? importTargets[index] : firstDefined + index - functionImports.length;
  const fuel = module.globals.length;
  const marker = fuel + 1;
  const callee = fuel + 2;
  const probes = isWatched ? new LoopProbes(signatures, fuel + 3, replayImportIndex('probe')) : undefined;

  const context: ReplayContext = {
    stackPointer: options.stackPointer,
    stackLimit: options.stackLimit,
    globals: { fuel, marker, callee },
    probes,
    mapFunction,
    isHost: (index) =>
      index < functionImports.length && setters[index] === undefined && !isMarker(functionImports[index]),
    isMarker: (index) => index < functionImports.length && isMarker(functionImports[index]),
    announced: (each) => {
      const hook = options.library.get(each.at);
      return hook && { number: hook.number, params: signatures.function(each.x).params };
    },
  };
  const written: { locals: readonly number[]; code: Code }[] = module.bodies.map((body, i) => {
    const index = functionImports.length + i;
    return new ReplayFunction(context, signatures.function(index), body).rewrite(
      options.jumps.get(index),
      options.recursive.has(index),
    );
  });
  const functionTypes = [...module.functions];
  setters.forEach((value, i) => {
    if (value === undefined) return;
    functionTypes.push(signatures.functions[i]);
    const code = new Code();
    writeSetter(code, value);
    written.push({ locals: [], code });
  });
  const exports = exportsFor(module, options, mapFunction, {
    fuel,
    marker,
    callee,
    ...(probes && mutableGlobals(module)),
  });
  const bodies: EncodedBody[] = written.map(({ locals, code }) => ({ locals, code: code.writer.finish() }));
  const { bytes, codeStarts } = encode(
    {
      ...module,
      types,
      imports,
      functions: functionTypes,
      memories: [memoryFor(options)],
      globals: [...module.globals, counter(), counter(), counter(), ...(probes ? probes.globals : [])],
      exports,
      ...renumbered(module, mapFunction),
      customs: new Map(),
    },
    bodies,
  );
  return {
    bytes,
    ...positionsOf(
      written.map(({ code }) => code),
      codeStarts,
    ),
  };
}

function writeSetter(code: Code, value: number): void {
  const fill = (skip: number, byte: number, pushSize: () => void): void => {
    code.get(0);
    code.i32(3);
    code.op(Opcode.I32Shl);
    code.i32(tagBase + skip);
    code.op(Opcode.I32Add);
    code.i32(byte);
    pushSize();
    code.op(Opcode.MemoryFill);
    code.writer.byte(0);
  };
  if (value >= 1 && value <= 7) {
    fill(0, 0, () => code.i32(value));
    fill(value, Poison.StackMiddle, () => code.i32(8 - value));
  } else {
    fill(0, value, () => {
      code.get(1);
      code.i32(3);
      code.op(Opcode.I32Shl);
    });
  }
  code.end();
}
