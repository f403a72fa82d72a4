import { type LibraryFunction, libraryFunctionNumber, libraryFunctions } from '../abi/library-functions.js';
import { Opcode } from '../wasm/opcodes.js';
import { Signatures } from '../wasm/signatures.js';
import { importedFunctions, type Module } from '../wasm/types.js';
import { canBeAnnounced } from './library-calls.js';
import type { LibraryHook } from './library-hook.js';

/**
 * The user's calls of the C library that are asked about, by address. A program's own function of such a name is
 * none of the library's.
 */
export function libraryHooks(
  module: Module,
  indexByName: ReadonlyMap<string, number>,
  isUserCode: (at: number) => boolean,
): Map<number, LibraryHook> {
  const signatures = new Signatures(module);
  const imported = importedFunctions(module).length;
  const byFunction = new Map<number, LibraryHook>();
  for (const [name, index] of indexByName) {
    const number = libraryFunctionNumber(name);
    if (number === undefined || !canBeAnnounced(signatures.function(index), module.is64)) continue;
    const first = module.bodies[index - imported]?.code[0];
    if (first && isUserCode(first.at)) continue;
    const fn = libraryFunctions[number];
    const isEager = fn.writes?.appends === true || fn.command !== undefined || fn.variable !== undefined;
    byFunction.set(index, { number, isEager, asksWorld: fn.variable !== undefined, disjoint: disjoint(fn) });
  }
  const hooks = new Map<number, LibraryHook>();
  for (const { code } of module.bodies) {
    if (!isUserCode(code[0].at)) continue;
    for (const { op, x, at } of code) {
      const hook = op === Opcode.Call ? byFunction.get(x) : undefined;
      if (hook && isUserCode(at)) hooks.set(at, hook);
    }
  }
  return hooks;
}

function disjoint({ isDisjoint, reads, writes }: LibraryFunction): LibraryHook['disjoint'] {
  const source = reads.at(-1);
  if (!isDisjoint || !writes || !source || writes.appends) return undefined;
  const size = typeof source.extent === 'object' && 'exactly' in source.extent ? source.extent.exactly : undefined;
  return { to: writes.at, from: source.at, size };
}
