/** What does the linked program import from env, and who answers? See runtime-c/engine.h. Arguments' ids follow the arguments. */

import { truth } from '../expr/wasm-ops.js';
import { factOfInput } from '../host/world.js';
import type { ExprId } from '../vocabulary/brands.js';
import { narrowAddress } from './addresses.js';
import { withCxx } from './cxx-env.js';
import type { Goals } from './goals.js';
import type { EnvFunction } from './imports.js';
import type { Objects } from './objects.js';
import type { RegionTypes } from './region-type.js';
import { runEnds } from './run-end.js';
import type { ShadowAccesses } from './shadow-accesses.js';
import type { ShadowHeap } from './shadow-heap.js';
import type { ShadowInputs } from './shadow-inputs.js';
import type { ShadowMemory } from './shadow-memory.js';
import type { ShadowRun } from './shadow-run.js';

/** The parts of a program with shadows that its imports work on. */
export interface ShadowParts {
  readonly memory: ShadowMemory;
  readonly heap: ShadowHeap;
  readonly objects: Objects;
  readonly accesses: ShadowAccesses;
  readonly inputs: ShadowInputs;
  readonly regionTypes: RegionTypes;
}

interface Surroundings {
  readonly run: ShadowRun;
  readonly goals: Goals | undefined;
  /** A probe takes answers as they are: what bounds them is no decision. */
  readonly keepsFacts: boolean;
  parts(): ShadowParts;
}

export function shadowEnv({ run, goals, keepsFacts, parts }: Surroundings): Record<string, EnvFunction> {
  const assume = (condition: number, id: ExprId): undefined => {
    if (id !== 0) run.assume(truth(run.builder, id), condition !== 0);
    else if (condition === 0) throw runEnds.assume;
  };
  const makeSymbolic = (address: number, size: number, name: string, addressId: ExprId, sizeId: ExprId): void => {
    const { memory, accesses, inputs, regionTypes } = parts();
    if (addressId !== 0) run.concretize(addressId, address, 0, 0);
    if (sizeId !== 0) run.concretize(sizeId, size, 0, 0);
    if (size === 0) return;
    accesses.range(address, size, true, 0);
    const from = run.take(size);
    if (keepsFacts && factOfInput(name) !== undefined) {
      run.input.set(memory.bytes.subarray(address, address + size), from);
    }
    run.regions.push({ name, offset: from, size, plan: regionTypes.of(address, size, name) });
    inputs.place(address, from, size);
  };
  const narrow = (id: ExprId): ExprId => narrowAddress(run.builder, id);
  const env: Record<string, EnvFunction> = {
    __nm_malloc: (size, id) => parts().heap.malloc(size, id),
    __nm_calloc: (count, size, countId, sizeId) => parts().heap.calloc(count, countId, size, sizeId),
    __nm_realloc: (address, size, addressId, sizeId) => parts().heap.realloc(address, narrow(addressId), size, sizeId),
    __nm_free: (address, id) => {
      parts().heap.free(address, narrow(id));
      return undefined;
    },
    __nm_memalign: (alignment, size, _alignmentId, sizeId) =>
      parts().heap.malloc(size, sizeId, Math.max(16, alignment)),
    __nm_usable_size: (address) => parts().objects.find(address)?.size ?? 0,
    __nm_symbolic: (address, size, name, addressId, sizeId) => {
      makeSymbolic(address, size, parts().memory.cString(name), narrow(addressId), narrow(sizeId));
      return undefined;
    },
    __nm_mark: (id) => {
      goals?.probe(id);
      return undefined;
    },
    __nm_assume: (condition, id) => assume(condition, id),
    __nm_bound: (condition, id) => (keepsFacts ? undefined : assume(condition, id)),
  };
  return withCxx(env, () => {
    const { memory, heap } = parts();
    return { heap: heap.heap, space: memory, failures: heap.failures };
  });
}
