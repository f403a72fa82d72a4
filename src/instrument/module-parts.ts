import { pageSize, programLimit, tagBase } from '../abi/layout.js';
import { Opcode } from '../wasm/opcodes.js';
import { type Export, type Global, instr, type Limits, type Module, ValueType } from '../wasm/types.js';
import type { ModuleOptions } from './module-options.js';

/** Room for the program's memory and its tags. */
export const memoryFor = ({ initialTop }: Pick<ModuleOptions, 'initialTop'>): Limits => ({
  min: Math.ceil((tagBase + initialTop) / pageSize),
  max: (2 * programLimit) / pageSize + 1,
});

/** A global of our own. */
export const counter = (): Global => ({
  type: ValueType.i32,
  mutable: true,
  init: [instr(Opcode.I32Const, 0)],
});

export const longCounter = (): Global => ({
  type: ValueType.i64,
  mutable: true,
  init: [instr(Opcode.I64Const, 0)],
});

/** What the module exports, the functions asked for, globals of ours by name, and the memory whatever it said. */
export function exportsFor(
  module: Module,
  { exports: wanted }: Pick<ModuleOptions, 'exports'>,
  mapFunction: (index: number) => number,
  globals: Readonly<Record<string, number>>,
): Export[] {
  const exports: Export[] = module.exports.map((each) =>
    each.kind === 'func' ? { ...each, index: mapFunction(each.index) } : each,
  );
  for (const [name, index] of wanted) {
    if (!exports.some((each) => each.name === name)) exports.push({ name, kind: 'func', index: mapFunction(index) });
  }
  for (const [name, index] of Object.entries(globals))
    exports.push({ name: `nearmiss.${name}`, kind: 'global', index });
  if (!exports.some(({ kind }) => kind === 'memory')) exports.push({ name: 'memory', kind: 'memory', index: 0 });
  return exports;
}

/** The globals that the program can change, as `exportsFor` names them. */
export function mutableGlobals({ globals }: Module): Record<string, number> {
  return Object.fromEntries(globals.flatMap(({ mutable }, i) => (mutable ? [[`global.${i}`, i]] : [])));
}

/** Parts that name functions, with their new numbers. */
export function renumbered(
  { start, elements }: Module,
  mapFunction: (index: number) => number,
): Pick<Module, 'start' | 'elements'> {
  return {
    start: start === undefined ? undefined : mapFunction(start),
    elements: elements.map((each) => ({ ...each, functions: each.functions.map(mapFunction) })),
  };
}
