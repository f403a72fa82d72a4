import { firstPoison, Poison, tagBase } from '../abi/layout.js';
import type { MemoryObject } from '../abi/memory-object.js';
import { checkers } from '../checkers/index.js';
import type { Checker, SymbolicAccess } from '../checkers/types.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { wildAddress } from '../wasm/address.js';
import type { Failures } from './failures.js';
import type { Block, Heap } from './heap.js';
import type { Objects } from './objects.js';
import { runEnds } from './run-end.js';
import type { ShadowMemory } from './shadow-memory.js';
import { nothingNearer, type ShadowRun } from './shadow-run.js';

/** How far redzones are measured. */
const redzoneLook = 32;

/** Accesses farther on in a block, or wider, are not remembered. */
const offsetLimit = 1 << 22;
const sizeLimit = 16;

/** What a checker asks of an access. */
interface Asked {
  readonly id: CheckerId;
  readonly check: NonNullable<Checker['access']>;
  readonly condition: ExprId;
}

const askers = checkers.flatMap(({ id, access }) => (access?.condition ? [{ id, check: access }] : []));

/** What checkers say of accesses: the conditions under which one would fail, and those that do. */
export class AccessChecks {
  /** How many blocks of symbolic size there are: while none, nothing is guarded. */
  guardedBlocks = 0;
  /** By size, offset and width, what is asked of an access at a known offset of a block of symbolic size. */
  readonly #ofBlocks = new Map<number, readonly Asked[]>();

  constructor(
    readonly memory: ShadowMemory,
    readonly heap: Heap,
    readonly objects: Objects,
    readonly run: ShadowRun,
    readonly failures: Failures,
  ) {}

  isGuarded(address: number): boolean {
    return this.guardedBlocks > 0 && (this.heap.blockAt(address)?.sizeId ?? 0) !== 0;
  }

  describe(offset: ExprId, offsetLimit: number, size: number, object: MemoryObject, isWrite: boolean): SymbolicAccess {
    let redzoneBefore = 0;
    let redzoneAfter = 0;
    while (redzoneBefore < redzoneLook && this.memory.markAt(object.start - 1 - redzoneBefore) > 0) redzoneBefore++;
    while (redzoneAfter < redzoneLook && this.memory.markAt(object.start + object.size + redzoneAfter) > 0)
      redzoneAfter++;
    const mayLeave = isWrite && object.kind === 'stack' && offsetLimit >= object.size + redzoneAfter;
    const frame = mayLeave && this.failures.enabled.has('stack-smash') ? this.objects.frameOf(object) : undefined;
    const index = object.sizeId === 0 ? this.run.indices.behind(offset) : undefined;
    return { offset, offsetLimit, size, object, redzoneBefore, redzoneAfter, frame, index };
  }

  /** Expressions were thrown away. */
  forget(): void {
    this.#ofBlocks.clear();
  }

  /** Adds the active checkers' conditions for an access that is this far into the object it meant. */
  ask(access: SymbolicAccess, distance: number, site: SiteId): void {
    this.#put(this.#asked(access), () => access, distance, access.size, access.object.size, site);
  }

  #asked(access: SymbolicAccess): readonly Asked[] {
    const { builder, store } = this.run;
    const asked: Asked[] = [];
    for (const { id, check } of askers) {
      const condition = check.condition!(builder, access);
      if (condition !== 0 && !store.isConst(condition)) asked.push({ id, check, condition });
    }
    return asked;
  }

  #put(
    asked: readonly Asked[],
    access: () => SymbolicAccess,
    offset: number,
    size: number,
    objectSize: number,
    site: SiteId,
  ): void {
    const { builder } = this.run;
    for (const { id, check, condition } of asked) {
      const isInside = offset >= 0 && offset + size <= objectSize;
      const plain = check.plain?.(builder, access()) ?? 0;
      const failed =
        plain !== 0 && !isInside
          ? this.run.holds(condition)
          : (check.isOutside?.(access(), offset) ?? (offset >= 0 && !isInside));
      const near = check.near ? () => check.near!(builder, access()) : nothingNearer;
      this.run.check(id, condition, near, failed, site, plain);
    }
  }

  /** A program reads an input of symbolic length byte by byte, in every run the same way. */
  #touchGuarded(block: Block, address: number, size: number, isWrite: boolean, site: SiteId): void {
    const offset = address - block.start;
    const access = (): SymbolicAccess => {
      const object = this.objects.find(address) as MemoryObject;
      return this.describe(this.run.store.constant(32, offset), offset, size, object, isWrite);
    };
    const isRemembered = offset >= 0 && offset < offsetLimit && size < sizeLimit;
    const key = (block.sizeId * offsetLimit + offset) * sizeLimit + size;
    let asked = isRemembered ? this.#ofBlocks.get(key) : undefined;
    if (asked === undefined) {
      asked = this.#asked(access());
      if (isRemembered) this.#ofBlocks.set(key, asked);
    }
    this.#put(asked, access, offset, size, block.size, site);
  }

  /** A concrete address: is every byte usable, now and (in a block of symbolic size) for other inputs? */
  touch(address: number, size: number, isWrite: boolean, site: SiteId): void {
    if (this.guardedBlocks > 0) {
      const block = this.heap.blockAt(address);
      if (block && block.sizeId !== 0 && !block.freed) this.#touchGuarded(block, address, size, isWrite, site);
    }
    const bad = this.firstPoisoned(address, size);
    if (bad >= 0) this.failed(address, size, isWrite, bad, undefined);
  }

  failed(
    address: number,
    size: number,
    isWrite: boolean,
    bad: number,
    object: MemoryObject | undefined,
    isExtended = false,
  ): void {
    // Outside the object meant, but inside another: as bad as a redzone.
    const found = this.memory.markAt(bad);
    const mark = found || Poison.HeapRedzone;
    const access = {
      address: bad,
      size,
      isWrite,
      mark,
      isHidden: found === 0,
      isExtended,
      isChosen: object !== undefined,
      object: object ?? this.objects.find(bad),
    };
    if (this.failures.access(access) || address < 0 || address >= wildAddress.above) throw runEnds.failed;
  }

  /** -1: none. */
  firstPoisoned(address: number, size: number): number {
    const { bytes } = this.memory;
    for (let i = 0; i < size; i++) if (bytes[tagBase + address + i] >= firstPoison) return address + i;
    return -1;
  }
}
