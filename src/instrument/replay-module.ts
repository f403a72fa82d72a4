import { Poison, pageSize, programLimit, tagBase } from '../abi/layout.js';
import { constantLocals, knownConstant } from '../static/constant-locals.js';
import { type EncodedBody, encode, writeInstr } from '../wasm/encode.js';
import { isStore } from '../wasm/instruction-kinds.js';
import { accessShapes } from '../wasm/memory-access.js';
import { Opcode, Signpost } from '../wasm/opcodes.js';
import { Signatures } from '../wasm/signatures.js';
import {
  type Export,
  type FuncBody,
  type FuncType,
  type Import,
  type Instr,
  importedFunctions,
  instr,
  type Module,
  ValueType,
} from '../wasm/types.js';
import { pushTagTest, retiredFrameMagic } from './accesses.js';
import { Code } from './code.js';
import { chargeBulk, chargeFuel, FuelPrice } from './fuel.js';
import { announcedArguments } from './library-calls.js';
import { LoopProbes } from './loop-probes.js';
import { isMarker } from './markers.js';
import type { ModuleOptions } from './module-options.js';
import { type Positions, positionsOf } from './positions.js';
import { shadowSetterValue } from './redzone-calls.js';

/**
 * The oracle's module: the program as clang made it, no shadows, no promoted slots, nothing shared with
 * the symbolic side but clang's redzones and the layout of tags. Touching a poisoned byte calls out. It
 * decides what is reported, so it is kept plain enough to be read in one go.
 */
export interface ReplayModule extends Positions {
  readonly bytes: Uint8Array;
}

export const replayModule = 'replay';
/** access(address, size, isWrite) before a poisoned access; range(address, size, isWrite) before bulk memory; … */
export const replayImports = {
  access: 3,
  range: 3,
  fuelOut: 0,
  stackOverflow: 1,
  setjmp: 2,
  longjmp: 2,
  /** Of the watching variant only, see loop-probes.ts: probe(loop, activation, bytes of locals). */
  probe: 3,
  /** library(function, its first four arguments) before a call of the user's code, libraryEnd() behind it. */
  library: 5,
  libraryEnd: 0,
  mark: 1,
} as const;
type ReplayImport = keyof typeof replayImports;
const importNames = Object.keys(replayImports) as ReplayImport[];
const importIndex = (name: ReplayImport): number => importNames.indexOf(name);

/** `isWatched`: with probes at the heads of loops and every mutable global exported. */
export function buildReplayModule(module: Module, options: ModuleOptions, isWatched = false): ReplayModule {
  const signatures = new Signatures(module);
  const types = [...module.types];
  const i32s = (count: number): ValueType[] => new Array<ValueType>(count).fill(ValueType.i32);
  const abi: Import[] = importNames.map((name) => ({
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
  const probes = isWatched ? new LoopProbes(signatures, fuel + 3, importIndex('probe')) : undefined;

  const written: { locals: readonly number[]; code: Code }[] = module.bodies.map((body, i) =>
    rewrite(body, signatures.function(functionImports.length + i), mapFunction, fuel, probes, {
      ...options,
      marker,
      callee,
      entered: options.jumps.get(functionImports.length + i),
      isRecursive: options.recursive.has(functionImports.length + i),
      isHost: (index) =>
        index < functionImports.length && setters[index] === undefined && !isMarker(functionImports[index]),
      isMarker: (index) => index < functionImports.length && isMarker(functionImports[index]),
      announced: (each) => {
        const hook = options.library.get(each.at);
        return hook && { number: hook.number, params: signatures.function(each.x).params.length };
      },
    }),
  );
  const functionTypes = [...module.functions];
  setters.forEach((value, i) => {
    if (value === undefined) return;
    functionTypes.push(signatures.functions[i]);
    const code = new Code();
    writeSetter(code, value);
    written.push({ locals: [], code });
  });
  const exports: Export[] = module.exports.map((each) =>
    each.kind === 'func' ? { ...each, index: mapFunction(each.index) } : each,
  );
  for (const [name, index] of options.exports) {
    if (!exports.some((each) => each.name === name)) exports.push({ name, kind: 'func', index: mapFunction(index) });
  }
  exports.push({ name: 'nearmiss.fuel', kind: 'global', index: fuel });
  exports.push({ name: 'nearmiss.marker', kind: 'global', index: marker });
  exports.push({ name: 'nearmiss.callee', kind: 'global', index: callee });
  if (probes) exports.push(...probes.exports(module));
  if (!exports.some(({ kind }) => kind === 'memory')) exports.push({ name: 'memory', kind: 'memory', index: 0 });
  const counter = { type: ValueType.i32, mutable: true, init: [instr(Opcode.I32Const, 0)] };
  const bodies: EncodedBody[] = written.map(({ locals, code }) => ({ locals, code: code.writer.finish() }));
  const { bytes, codeStarts } = encode(
    {
      ...module,
      types,
      imports,
      functions: functionTypes,
      memories: [
        {
          min: Math.ceil((tagBase + options.initialTop) / pageSize),
          max: (2 * programLimit) / pageSize + 1,
        },
      ],
      globals: [...module.globals, counter, counter, counter, ...(probes ? probes.globals : [])],
      exports,
      start: module.start === undefined ? undefined : mapFunction(module.start),
      elements: module.elements.map((each) => ({ ...each, functions: each.functions.map(mapFunction) })),
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

function rewrite(
  body: FuncBody,
  type: FuncType,
  mapFunction: (index: number) => number,
  fuel: number,
  probes: LoopProbes | undefined,
  {
    stackPointer,
    stackLimit,
    entered,
    isRecursive,
    isHost,
    isMarker,
    marker,
    callee,
    announced,
  }: {
    stackPointer: number;
    stackLimit: number;
    /** The global that says which mark of a check was called last: stacks take microseconds. */
    marker: number;
    callee: number;
    isMarker(index: number): boolean;
    entered: 'setjmp' | 'longjmp' | undefined;
    isRecursive: boolean;
    /** Is it a function outside the module? */
    isHost(index: number): boolean;
    announced(each: Instr): { number: number; params: number } | undefined;
  },
): { locals: readonly number[]; code: Code } {
  const code = new Code();
  const locals = [...body.locals];
  const held = new Map<ValueType | string, number>();
  const hold = (key: ValueType | string, valueType: ValueType): number => {
    const known = held.get(key);
    if (known !== undefined) return known;
    const index = type.params.length + locals.push(valueType) - 1;
    held.set(key, index);
    return index;
  };
  const i32 = ValueType.i32;
  if (entered) {
    code.get(0);
    code.globalGet(stackPointer);
    code.call(importIndex(entered));
    chargeFuel(code, fuel, FuelPrice.jump);
  }
  const spendFuel = (): void => {
    code.globalGet(fuel);
    code.i32(-1);
    code.op(Opcode.I32Add);
    code.globalSet(fuel);
    code.globalGet(fuel);
    code.i32(0);
    code.op(Opcode.I32LtS);
    code.block(Opcode.If);
    code.call(importIndex('fuelOut'));
    code.end();
  };
  if (isRecursive) {
    code.mark(body.code[0].at);
    spendFuel();
  }
  const probe = probes?.enter(code, type, body, () => hold('activation', i32));
  const constants = constantLocals(body.code, type.params.length);
  body.code.forEach((each, i) => {
    code.mark(each.at);
    const { op, x, y } = each;
    const shape = accessShapes[op];
    const retires = op === Opcode.I32Store && knownConstant(body.code[i - 1], constants) === retiredFrameMagic;
    if (shape && !retires) {
      const isWrite = isStore(op);
      const address = hold('address', i32);
      const value = isWrite ? hold(shape.type, shape.type) : -1;
      if (isWrite) code.set(value);
      code.tee(address);
      pushTagTest(code, y, shape.size);
      code.block(Opcode.If);
      code.get(address);
      code.i32(y);
      code.op(Opcode.I32Add);
      code.i32(shape.size);
      code.i32(isWrite ? 1 : 0);
      code.call(importIndex('access'));
      code.end();
      code.get(address);
      if (isWrite) code.get(value);
      code.memory(op, y);
    } else if (op === Opcode.MemoryCopy || op === Opcode.MemoryFill) {
      const [to, from, size] = [hold('to', i32), hold('from', i32), hold('size', i32)];
      code.set(size);
      code.set(from);
      code.set(to);
      const check = (start: number, isWrite: number): void => {
        code.get(start);
        code.get(size);
        code.i32(isWrite);
        code.call(importIndex('range'));
      };
      chargeBulk(code, fuel, size);
      if (op === Opcode.MemoryCopy) check(from, 0);
      check(to, 1);
      for (const arg of [to, from, size]) code.get(arg);
      writeInstr(code.writer, each);
    } else if (op === Opcode.Loop) {
      writeInstr(code.writer, each);
      spendFuel();
      probe?.(i);
    } else if (op === Opcode.GlobalSet && x === stackPointer) {
      const pointer = hold('pointer', i32);
      code.tee(pointer);
      code.i32(stackLimit);
      code.op(Opcode.I32LtS);
      code.block(Opcode.If);
      code.get(pointer);
      code.call(importIndex('stackOverflow'));
      code.end();
      code.get(pointer);
      writeInstr(code.writer, each);
    } else if (op === Opcode.Call) {
      const library = announced(each);
      if (library) {
        const args = Array.from({ length: Math.min(library.params, announcedArguments) }, (_, k) =>
          hold(`arg${k}`, i32),
        );
        // Later arguments stay on the stack above those that are looked at: all are put aside.
        const later = Array.from({ length: library.params - args.length }, (_, k) => hold(`later${k}`, i32));
        for (const local of [...args, ...later].reverse()) code.set(local);
        code.i32(library.number);
        for (let k = 0; k < announcedArguments; k++) {
          if (k < args.length) code.get(args[k]);
          else code.i32(0);
        }
        code.call(importIndex('library'));
        for (const local of [...args, ...later]) code.get(local);
      }
      if (isHost(x)) chargeFuel(code, fuel, FuelPrice.hostCall);
      if (isMarker(x)) {
        code.i32(each.at);
        code.globalSet(marker);
      }
      code.call(mapFunction(x));
      if (library) code.call(importIndex('libraryEnd'));
    } else if (op === Opcode.CallIndirect) {
      const pointer = hold('callee', i32);
      code.tee(pointer);
      code.globalSet(callee);
      code.get(pointer);
      writeInstr(code.writer, each);
    } else if (op === Signpost.Mark) {
      code.i32(x);
      code.call(importIndex('mark'));
    } else if (op === Opcode.MemorySize) code.i32(programLimit / pageSize);
    else if (op === Opcode.MemoryGrow) {
      code.op(Opcode.Drop);
      code.i32(-1);
    } else writeInstr(code.writer, each);
  });
  return { locals, code };
}
