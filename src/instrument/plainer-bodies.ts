import { propagateConstants } from '../static/constant-locals.js';
import type { Signatures } from '../wasm/signatures.js';
import type { ModuleOptions } from './module-options.js';
import { type Promoted, promoteSlots } from './promote.js';
import { shadowSetters } from './redzone-calls.js';

/**
 * A function of the user's, by index, without what `clang -O0` wrote to be read in a debugger: constants stand where
 * they are used, and stack slots are locals where they can be.
 */
export function plainerBodies(
  signatures: Signatures,
  { stackPointer, recursive }: Pick<ModuleOptions, 'stackPointer' | 'recursive'>,
): (index: number) => Promoted {
  const isShadowSetter = shadowSetters(signatures.module);
  return (index) => {
    const type = signatures.function(index);
    const body = propagateConstants(signatures.body(index), type.params.length);
    return promoteSlots({ signatures, type, body }, { stackPointer, isShadowSetter, keepsFrame: recursive.has(index) });
  };
}
