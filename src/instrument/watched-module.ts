import { propagateConstants } from '../static/constant-locals.js';
import { Signatures } from '../wasm/signatures.js';
import type { Module } from '../wasm/types.js';
import type { ModuleOptions } from './module-options.js';
import { promoteSlots } from './promote.js';
import { buildReplayModule, type ReplayModule } from './replay-module.js';
import { shadowSetterValue } from './shadow-module.js';

/**
 * The replay module that can prove a hang: with probes at the heads of loops. Unlike the oracle's its slots are locals
 * where they can be, as of locals it is known which ones nothing depends on (static/faint-locals.ts): a loop that
 * counts its rounds for nobody is the same in each.
 */
export function buildWatchedModule(module: Module, options: ModuleOptions): ReplayModule {
  const signatures = new Signatures(module);
  const setters = module.imports.filter(({ desc }) => desc.kind === 'func').map(shadowSetterValue);
  const isShadowSetter = (index: number): boolean => setters[index] !== undefined;
  const bodies = module.bodies.map((original, i) => {
    const index = signatures.importedFunctions + i;
    if (!options.users.has(index)) return original;
    const type = signatures.function(index);
    const simple = propagateConstants(original, type.params.length);
    const isRecursive = options.recursive.has(index);
    return promoteSlots(signatures, type, simple, options.stackPointer, isShadowSetter, isRecursive).body;
  });
  return buildReplayModule({ ...module, bodies }, options, true);
}
