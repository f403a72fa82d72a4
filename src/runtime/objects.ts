/** Which object (global, local, heap block) does an address belong to? */

import { Poison, programLimit } from '../abi/layout.js';
import type { Frame, MemoryObject } from '../abi/memory-object.js';
import type { DataSymbol } from '../build/symbols.js';
import { readable } from '../vocabulary/mangled-names.js';
import type { Heap } from './heap.js';
import type { Space } from './space.js';

interface RegisteredGlobal {
  readonly start: number;
  readonly size: number;
  readonly end: number;
  readonly name: string;
  readonly line: number | undefined;
}

const stackMarks: ReadonlySet<number> = new Set([
  Poison.StackLeft,
  Poison.StackMiddle,
  Poison.StackRight,
  Poison.StackAfterReturn,
  Poison.StackAfterScope,
]);
const guardPrefix = '__nearmiss_guard';
const scanLimit = 1 << 16;
/** How far behind a frame poison is looked for. */
const frameReach = 4096;
const frameMagic = 0x41b58ab3;

/** Finds the object an address belongs to; redzones belong to the object they guard. */
export class Objects {
  readonly #globals: RegisteredGlobal[] = [];
  /** Lists of globals that are known: a program that starts at main registers its own in every run. */
  readonly #registered = new Set<number>();
  #globalsSorted = true;

  constructor(
    readonly space: Space,
    readonly heap: Heap,
    readonly stackTop: number,
    /** Sorted by address. */
    readonly dataSymbols: readonly DataSymbol[],
    /** Bytes of a pointer: clang's own tables are made of them. */
    readonly word: 4 | 8 = 4,
  ) {}

  /** `__asan_register_globals`: an array of descriptors of eight words. */
  registerGlobals(address: number, count: number): void {
    if (this.#registered.has(address)) return;
    this.#registered.add(address);
    const { word, space } = this;
    const { view } = space;
    for (let i = 0; i < count; i++) {
      const at = address + 8 * word * i;
      const start = view.getUint32(at, true);
      const size = view.getUint32(at + word, true);
      const withRedzone = view.getUint32(at + 2 * word, true);
      const location = view.getUint32(at + 6 * word, true);
      const name = inSource(space.cString(view.getUint32(at + 3 * word, true)));
      const line = location ? view.getUint32(location + word, true) : undefined;
      this.#globals.push({ start, size, end: start + withRedzone, name, line });
      space.mark(start + size, withRedzone - size, Poison.Global);
    }
    this.#globalsSorted = false;
  }

  find(address: number): MemoryObject | undefined {
    const block = this.heap.blockAt(address);
    if (block) {
      const { start, size, sizeId, capacity, freed, name, origin } = block;
      return { kind: 'heap', start, size, sizeId, capacity, name, line: undefined, freed, origin };
    }
    if (address >= 0 && address < this.stackTop) return this.#stackObject(address);
    return this.#global(address) ?? this.#data(address);
  }

  #global(address: number): MemoryObject | undefined {
    if (!this.#globalsSorted) {
      this.#globals.sort((a, b) => a.start - b.start);
      this.#globalsSorted = true;
    }
    const found = lastAtOrBefore(this.#globals, address, (each) => each.start);
    if (!found || address >= found.end) return undefined;
    const { start, size, name, line } = found;
    return { kind: 'global', start, size, sizeId: 0, capacity: size, name, line, freed: false };
  }

  /** Poisons what runtime-c/guard.c put in front of the user's globals. */
  markGuards(): void {
    for (const { name, address, size } of this.dataSymbols) {
      if (name.startsWith(guardPrefix)) this.space.mark(address, size, Poison.Global);
    }
  }

  /** Read-only data: the linker puts all of it between the first two guards. */
  isConstant(address: number): boolean {
    const [from, to] = (this.#constants ??= ['rodata', 'data'].map(
      (part) => this.dataSymbols.find(({ name }) => name === `${guardPrefix}_${part}`)?.address ?? 0,
    ));
    return address >= from && address < to;
  }

  #constants: readonly number[] | undefined;

  #data(address: number): MemoryObject | undefined {
    const found = lastAtOrBefore(this.dataSymbols, address, (each) => each.address);
    if (!found || address >= found.address + found.size) return undefined;
    if (found.name.startsWith(guardPrefix)) {
      // A guard belongs to the global it stands before.
      const next = this.#globals.find(({ start }) => start >= found.address + found.size);
      return next && next.start < found.address + 2 * found.size ? this.#global(next.start) : undefined;
    }
    return {
      kind: 'data',
      start: found.address,
      size: found.size,
      sizeId: 0,
      capacity: found.size,
      name: found.name,
      line: undefined,
      freed: false,
    };
  }

  /** A local: the stretch between two redzones. Memory without redzones near (libc's frames) is no object. */
  #stackObject(address: number): MemoryObject | undefined {
    const { space } = this;
    let inside = address;
    const mark = space.markAt(address);
    if (mark !== 0) {
      if (!stackMarks.has(mark)) return undefined;
      // Left redzones guard what follows, all others what comes before.
      const step = mark === Poison.StackLeft ? 1 : -1;
      while (stackMarks.has(space.markAt(inside)) && Math.abs(inside - address) < scanLimit) inside += step;
      if (space.markAt(inside) !== 0) return undefined;
    }
    const start = space.poisonBefore(inside, Math.max(0, inside - scanLimit));
    if (!stackMarks.has(space.markAt(start - 1))) return undefined;
    const end = space.poisonFrom(inside + 1, Math.min(this.stackTop, inside + scanLimit));
    if (end >= this.stackTop || !stackMarks.has(space.markAt(end))) return undefined;
    const named = this.#frameVariable(start);
    const size = named?.size ?? end - start;
    return {
      kind: 'stack',
      start,
      size,
      sizeId: 0,
      capacity: size,
      name: named?.name,
      line: named?.line,
      freed: false,
    };
  }

  /**
   * Where the frame of a local ends, towards its caller's: behind the right redzone, which clang puts after the last
   * of its locals. And what is poisoned first from there on: where a write out of the frame is sure to be noticed.
   */
  frameOf({ kind, start, size }: MemoryObject): Frame | undefined {
    if (kind !== 'stack') return undefined;
    const { space } = this;
    const last = Math.min(start + size + scanLimit, this.stackTop);
    let end = start + size;
    while (end < last && space.markAt(end) !== Poison.StackRight) end++;
    while (end < last && space.markAt(end) === Poison.StackRight) end++;
    if (end === last) return undefined;
    let poison = end;
    while (poison < end + frameReach && space.markAt(poison) === 0) poison++;
    let poisonEnd = poison;
    while (poisonEnd < end + frameReach && space.markAt(poisonEnd) > 0) poisonEnd++;
    return { end, poison, poisonEnd };
  }

  /** Reads clang's description of the frame: magic, then a string "n offset size length name:line …". */
  #frameVariable(start: number): { name: string; line: number | undefined; size: number } | undefined {
    const { space } = this;
    let position = start - 1;
    while (position > 0 && start - position < scanLimit && space.markAt(position) !== Poison.StackLeft) position--;
    while (position > 0 && space.markAt(position - 1) === Poison.StackLeft) position--;
    for (let base = position; base < start; base += 16) {
      if (base + 8 > programLimit || space.view.getUint32(base, true) !== frameMagic) continue;
      const text = space.cString(space.view.getUint32(base + this.word, true));
      let rest = text.slice(text.indexOf(' ') + 1);
      const count = Number.parseInt(text, 10);
      for (let i = 0; i < count; i++) {
        const match = /^(\d+) (\d+) (\d+) /.exec(rest);
        if (!match) return undefined;
        const length = Number(match[3]);
        const label = rest.slice(match[0].length, match[0].length + length);
        rest = rest.slice(match[0].length + length + 1);
        if (base + Number(match[1]) === start) {
          const [name, line] = label.split(':');
          return { name, line: line ? Number(line) : undefined, size: Number(match[2]) };
        }
      }
    }
    return undefined;
  }
}

function lastAtOrBefore<T>(sorted: readonly T[], address: number, start: (each: T) => number): T | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start(sorted[middle]) <= address) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

/** `f.table` and `f.table.1` are what LLVM calls a static local `table` of f. */
const inSource = (name: string): string =>
  // What is around it, a function or a namespace, is not part of the name that debug information gives it.
  name.startsWith('_Z')
    ? (readable(name, 'function').split('::').at(-1) ?? name)
    : (/^\w+\.([A-Za-z_]\w*)(?:\.\d+)?$/.exec(name)?.[1] ?? name);
