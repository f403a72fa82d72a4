import { provenanceBase } from '../abi/exact-layout.js';
import { placeName } from '../vocabulary/place.js';
import type { ExactObjects } from './exact-objects.js';
import type { ExactSpace } from './exact-space.js';
import type { Failures } from './failures.js';
import type { Block, Heap } from './heap.js';
import type { EnvFunction } from './imports.js';
import type { Objects } from './objects.js';

export interface HeapParts {
  readonly heap: Heap;
  readonly failures: Failures;
  readonly table: ExactObjects;
  readonly space: ExactSpace;
  readonly objects: Objects;
  /** Whether the place of one more block is worth looking up. */
  placesBlocks(): boolean;
  /** The result of the function is a pointer to this object. */
  gives(id: number): void;
  /** No pointers are left there. */
  written(address: number, size: number): void;
}

/**
 * malloc and its like with exact memory: each block is an object of its own, and ends when it is freed. The parts are
 * asked for at each call: a module's imports are there before its memory is.
 */
export function exactHeapEnv(parts: () => HeapParts): Record<string, EnvFunction> {
  const live = (address: number): Block | undefined => {
    const { heap, failures } = parts();
    const block = heap.blockAt(address);
    if (block && block.start === address && !block.freed) return block;
    failures.release({ address, block });
    return undefined;
  };
  const place = (block: Block, key: 'allocated' | 'freed'): void => {
    const { failures, placesBlocks } = parts();
    if (!placesBlocks()) return;
    block.origin = { ...block.origin, [key]: placeName(failures.tracer.capture().place) };
  };
  const allocate = (size: number, alignment = 16): number => {
    const { heap, table, gives } = parts();
    const block = heap.allocate(size >>> 0, 0, size >>> 0, alignment);
    if (!block) return 0;
    place(block, 'allocated');
    gives(table.idOfBlock(block));
    return block.start;
  };
  const release = (block: Block): void => {
    const { heap, table } = parts();
    table.released(block);
    place(block, 'freed');
    heap.release(block);
  };
  return {
    __nm_malloc: (size) => allocate(size),
    __nm_calloc: (count, size) => {
      const total = (count >>> 0) * (size >>> 0);
      const address = total > 0xffffffff ? 0 : allocate(total);
      if (address !== 0) {
        const { space, written } = parts();
        space.bytes.fill(0, address, address + total);
        written(address, total);
      }
      return address;
    },
    __nm_realloc: (address, size) => {
      if (address === 0) return allocate(size);
      const old = live(address);
      const fresh = old ? allocate(size) : 0;
      if (!old || fresh === 0) return 0;
      const shared = Math.min(old.size, size >>> 0);
      const { bytes } = parts().space;
      bytes.copyWithin(fresh, address, address + shared);
      bytes.copyWithin(provenanceBase + fresh, provenanceBase + address, provenanceBase + address + shared);
      release(old);
      return fresh;
    },
    __nm_free: (address) => {
      const block = address === 0 ? undefined : live(address);
      if (block) release(block);
      return undefined;
    },
    __nm_read_only: (address, isReadOnly) => {
      const block = parts().heap.blockAt(address);
      if (block) parts().table.allowWrites(block, isReadOnly === 0);
      return undefined;
    },
    __nm_memalign: (alignment, size) => allocate(size, Math.max(16, alignment)),
    __nm_usable_size: (address) => parts().objects.find(address)?.size ?? 0,
  };
}
