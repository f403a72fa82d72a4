import { fuzzBase } from '../abi/fuzz-layout.js';
import { heapStep, Poison } from '../abi/layout.js';
import { clearBytes } from '../platform/bytes.js';
import { largestBlock } from './heap.js';
import { runEnds } from './run-end.js';
import type { Space } from './space.js';

const granule = 16;
/** Larger blocks get wider redzones, so that a stride does not step over them. */
const redzone = (size: number): number => Math.min(2048, Math.max(granule, (size >> 3) & ~15));
/** What a run may ask for in all: one that wants more ends, and is worth nothing. */
const mostBytes = 64 << 20;
/** In the table of sizes: nothing here, or a block that was given back. */
const none = 0;
const freed = -1;

/**
 * The heap of the fast module: blocks one behind the other, none used twice in a run, all gone at once. What it knows
 * lies outside the program's memory, which the program may spoil.
 */
export class FastHeap {
  #top: number;
  /** By granule of a block's start: its size + 1. */
  #sizes = new Int32Array(1 << 12);

  constructor(
    readonly space: Space,
    readonly base: number,
  ) {
    this.#top = base;
    space.mark(base, space.top - base, Poison.HeapRedzone);
  }

  /** Bytes handed out, with what lies between them. */
  get used(): number {
    return this.#top - this.base;
  }

  reset(): void {
    const used = this.#top - this.base;
    if (used === 0) return;
    this.space.mark(this.base, used, Poison.HeapRedzone);
    clearBytes(this.space.bytes, this.base, this.#top);
    this.#sizes.fill(none, 0, Math.min(this.#sizes.length, (used >> 4) + 1));
    this.#top = this.base;
  }

  /** 0 where a machine would say no. */
  allocate(size: number, alignment = granule): number {
    if (size > largestBlock) return 0;
    const start = Math.ceil((this.#top + granule) / alignment) * alignment;
    const end = start + ((size + granule - 1) & ~(granule - 1)) + redzone(size);
    if (end - this.base > mostBytes || end + granule > fuzzBase || alignment > mostBytes) throw runEnds.decided;
    this.#reserve(end);
    this.#sizes[(start - this.base) >> 4] = size + 1;
    this.space.mark(start, size, 0);
    this.#top = end;
    return start;
  }

  /** Undefined: no block begins there, or it was given back. */
  sizeAt(address: number): number | undefined {
    const at = address - this.base;
    if (at < 0 || address >= this.#top || (at & 15) !== 0) return undefined;
    const size = this.#sizes[at >> 4];
    return size > none ? size - 1 : undefined;
  }

  release(address: number, size: number): void {
    this.#sizes[(address - this.base) >> 4] = freed;
    this.space.mark(address, size, Poison.HeapFreed);
  }

  #reserve(end: number): void {
    const granules = ((end - this.base) >> 4) + 1;
    if (granules > this.#sizes.length) {
      const bigger = new Int32Array(Math.max(granules, 2 * this.#sizes.length));
      bigger.set(this.#sizes);
      this.#sizes = bigger;
    }
    const { top } = this.space;
    if (end <= top) return;
    if (!this.space.growTo(Math.ceil(end / heapStep) * heapStep + heapStep)) throw runEnds.decided;
    this.space.mark(top, this.space.top - top, Poison.HeapRedzone);
  }
}
