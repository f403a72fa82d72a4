import { Signatures } from '../wasm/signatures.js';
import type { Module } from '../wasm/types.js';
import type { ModuleOptions } from './module-options.js';
import { plainerBodies } from './plainer-bodies.js';
import { buildReplayModule, type ReplayModule } from './replay-module.js';

/**
 * The replay module that can prove a hang: with probes at the heads of loops. Unlike the oracle's its slots are locals
 * where they can be, as of locals it is known which ones nothing depends on (static/faint-locals.ts): a loop that
 * counts its rounds for nobody is the same in each.
 */
export function buildWatchedModule(module: Module, options: ModuleOptions): ReplayModule {
  const signatures = new Signatures(module);
  const plainer = plainerBodies(signatures, options);
  const bodies = module.bodies.map((original, i) => {
    const index = signatures.firstDefined + i;
    return options.users.has(index) ? plainer(index).body : original;
  });
  return buildReplayModule({ ...module, bodies }, options, true);
}
