import { coverageBase, heapStep, Poison } from '../abi/layout.js';
import type { ObjectOrigin } from '../abi/memory-object.js';
import { clearBytes } from '../platform/bytes.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { Space } from './space.js';

/** A block the program was given, live or freed. The object is used again when its address is. */
export interface Block {
  readonly start: number;
  size: number;
  /** The size as an expression, 0 when it is concrete. */
  sizeId: ExprId;
  freed: boolean;
  /** Bytes it may grow to under other inputs: its size, unless that is symbolic. */
  capacity: number;
  /** Bytes of address space it takes, redzones included. */
  readonly slot: number;
  /** Of an input: what its source calls it. */
  name?: string;
  /** How C++ made it: by new or new[]; undefined: malloc. */
  form?: number;
  origin?: ObjectOrigin;
  /** What an exact run knows it by. */
  id?: number;
  number?: number;
}

const granule = 16;
const leftRedzone = 16;
/**
 * Of the gap asked for, how much the first blocks get, and those behind them: address space is finite, and each page
 * of it costs. A program that reads a font of 1,000 blocks was replayed in 220 ms with the whole gap for all, 1 ms of
 * which it ran.
 */
const gapShares = [
  { below: 64, share: 1 },
  { below: 256, share: 1 / 4 },
  { below: 1000, share: 1 / 16 },
] as const;
const quarantineBytes = 1 << 18;
/** No machine gives more than this in one block: differences of pointers could not be told. */
export const largestBlock = 0x7fffffff;
/** The heap grows by half of what it is, up to this: its tags have to be written. */
const mostAhead = 16 * heapStep;

const largeBlock = 4096;

const roundUp = (size: number): number => (size + granule - 1) & ~(granule - 1);
/** Larger blocks get wider redzones, so that a stride does not step over them. */
const rightRedzone = (size: number): number => Math.min(2048, Math.max(granule, roundUp(size >> 3)));

/**
 * The program's heap. What it knows lies outside the program's memory; everything not handed out is
 * poisoned; freed blocks wait in a quarantine before their address is used again; addresses depend only on
 * the sequence of calls and concrete sizes. Deterministic: the same calls give the same addresses.
 */
export class Heap {
  readonly #space: Space;
  readonly #base: number;
  #top: number;
  #blocks: Block[] = [];
  /** Block number + 1 that owns each granule, redzones included. */
  #owners = new Int32Array(1 << 12);
  #quarantine: Block[] = [];
  #quarantineHead = 0;
  #quarantined = 0;
  /** Blocks that may be used again, by slot size in granules. */
  #free: (Block[] | undefined)[] = [];
  live = 0;
  /** Hears of blocks that take a while to hand out or take back: the program pays for them. */
  onLargeBlock: ((bytes: number) => void) | undefined;
  onAllocate: ((block: Block) => void) | undefined;
  /** What a machine would still give is more than there is here. */
  onFull: (() => undefined) | undefined;

  constructor(
    space: Space,
    base: number,
    /** Poisoned bytes between the first blocks, so that a jump over a redzone does not land in a neighbour. */
    readonly gap = 0,
  ) {
    this.#space = space;
    this.#base = base;
    this.#top = base;
    space.mark(base, space.top - base, Poison.HeapRedzone);
  }

  /** Back to the state it was made in. */
  reset(): void {
    const used = this.#top - this.#base;
    if (used > 0) {
      this.#space.mark(this.#base, used, Poison.HeapRedzone);
      clearBytes(this.#space.bytes, this.#base, this.#top);
      this.#owners.fill(0, 0, used / granule);
    }
    this.#top = this.#base;
    this.#blocks.length = 0;
    this.#quarantine.length = 0;
    this.#quarantineHead = 0;
    this.#quarantined = 0;
    if (this.#free.length > 0) this.#free = [];
    this.live = 0;
  }

  /** All that decides what later calls are answered, as numbers: two heaps with equal states go on alike. */
  state(): Int32Array {
    const state = [this.#top, this.#space.top, this.#quarantined, this.#blocks.length];
    for (const { start, size, freed, capacity } of this.#blocks) state.push(start, freed ? ~size : size, capacity);
    for (let i = this.#quarantineHead; i < this.#quarantine.length; i++) state.push(this.#quarantine[i].start);
    this.#free.forEach((list, slot) => {
      if (!list || list.length === 0) return;
      state.push(-1, slot);
      for (const { start } of list) state.push(start);
    });
    return Int32Array.from(state);
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** The block whose bytes or redzones hold this address. */
  blockAt(address: number): Block | undefined {
    const index = (address - this.#base) >> 4;
    if (address < this.#base || index >= this.#owners.length || address >= this.#top) return undefined;
    return this.#blocks[this.#owners[index] - 1];
  }

  contains(address: number): boolean {
    return address >= this.#base && address < this.#top;
  }

  /**
   * A block of `size` bytes, or undefined when there is no room. `capacity` is what is set aside: for a
   * symbolic size the same for every size, so that later addresses do not depend on it.
   */
  allocate(size: number, sizeId: ExprId = 0, capacity = size, alignment = granule): Block | undefined {
    if (capacity > largestBlock) return undefined;
    if (capacity > largeBlock) this.onLargeBlock?.(capacity / 4);
    const need = leftRedzone + roundUp(capacity) + rightRedzone(capacity);
    if (alignment === granule) {
      const reusable = this.#free[need >> 4]?.pop();
      if (reusable !== undefined) return this.#reuse(reusable, size, sizeId, capacity);
    }
    const gap =
      this.gap === 0 ? 0 : this.gap * (gapShares.find(({ below }) => this.#blocks.length < below)?.share ?? 0);
    const start = Math.ceil((this.#top + gap + leftRedzone) / alignment) * alignment;
    const end = start + need - leftRedzone;
    const oldTop = this.#space.top;
    if (!this.#reserve(end, start, size)) return this.onFull?.();
    const block: Block = { start, size, sizeId, freed: false, capacity, slot: need };
    const number = this.#blocks.push(block);
    this.#owners.fill(number, (this.#top - this.#base) >> 4, (end - this.#base) >> 4);
    this.#top = end;
    // Memory that is new has no tags.
    if (start < oldTop) this.#space.mark(start, Math.min(size, oldTop - start), 0);
    this.live++;
    this.onAllocate?.(block);
    return block;
  }

  #reuse(block: Block, size: number, sizeId: ExprId, capacity: number): Block {
    // Tags of the slot: freed up to the old size, redzone after it.
    if (size < block.size) this.#space.mark(block.start + size, block.size - size, Poison.HeapRedzone);
    this.#space.mark(block.start, size, 0);
    block.size = size;
    block.sizeId = sizeId;
    block.capacity = capacity;
    block.freed = false;
    block.name = undefined;
    block.form = undefined;
    block.origin = undefined;
    this.live++;
    this.onAllocate?.(block);
    return block;
  }

  /** Gives an input its name. */
  label(address: number, name: string, elementSize: number): void {
    const block = this.blockAt(address);
    if (!block) return;
    block.name = name;
    block.origin = { isInput: true, elementSize };
  }

  release(block: Block): void {
    if (block.size > largeBlock) this.onLargeBlock?.(block.size / 4);
    block.freed = true;
    this.live--;
    this.#space.mark(block.start, block.size, Poison.HeapFreed);
    this.#quarantine.push(block);
    this.#quarantined += block.slot;
    while (this.#quarantined > quarantineBytes) {
      const oldest = this.#quarantine[this.#quarantineHead++];
      this.#quarantined -= oldest.slot;
      const list = this.#free[oldest.slot >> 4];
      if (list) list.push(oldest);
      else this.#free[oldest.slot >> 4] = [oldest];
    }
    if (this.#quarantineHead > 16384) {
      this.#quarantine = this.#quarantine.slice(this.#quarantineHead);
      this.#quarantineHead = 0;
    }
  }

  /** Room up to `end`, all of it poisoned that is new, but for a block: pages nobody writes cost nothing. */
  #reserve(end: number, start: number, size: number): boolean {
    if (end + granule > coverageBase) return false;
    const granules = (end - this.#base) >> 4;
    if (granules > this.#owners.length) {
      const bigger = new Int32Array(Math.max(granules, this.#owners.length * 2));
      bigger.set(this.#owners);
      this.#owners = bigger;
    }
    const oldTop = this.#space.top;
    if (end <= oldTop) return true;
    const ahead = Math.min(mostAhead, (end - this.#base) / 2);
    const newTop = Math.min(coverageBase, Math.ceil((end + ahead) / heapStep) * heapStep + heapStep);
    if (!this.#space.growTo(newTop)) return false;
    const [from, to] = [Math.max(oldTop, start), Math.max(oldTop, start + size)];
    this.#space.mark(oldTop, from - oldTop, Poison.HeapRedzone);
    this.#space.mark(to, this.#space.top - to, Poison.HeapRedzone);
    return true;
  }
}
