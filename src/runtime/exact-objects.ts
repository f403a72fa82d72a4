import {
  Capability,
  capabilityBase,
  capabilityRoom,
  capabilitySize,
  firstObjectId,
  Gone,
  provenanceBase,
} from '../abi/exact-layout.js';
import { Poison } from '../abi/layout.js';
import type { MemoryObject } from '../abi/memory-object.js';
import type { ExactModule } from '../instrument/exact/module.js';
import type { Block } from './heap.js';
import type { Space } from './space.js';

/** An object as a pointer knows it, and why it may not be touched: its poison, as checkers know it. */
export interface Judged {
  readonly object: MemoryObject;
  readonly mark: number;
  /** Narrowed to an array inside it. */
  readonly isMember: boolean;
}

/** Reads the table of objects that an exact module keeps, in the words of the source. */
export class ExactObjects {
  /** Blocks, by the number that the origin of their ids is the negative of. */
  readonly #blocks: Block[] = [];
  /** Blocks take their ids from the end of the table, the program's own objects from its beginning. */
  #lowest = capabilityRoom;
  readonly #unusedBlockIds: number[] = [];

  constructor(
    readonly space: Space,
    readonly module: ExactModule,
  ) {}

  reset(): void {
    this.#lowest = capabilityRoom;
    if (this.#unusedBlockIds.length > 0) this.#unusedBlockIds.length = 0;
    if (this.#blocks.length > 0) this.#blocks.length = 0;
  }

  /** Ids from here on are blocks'. */
  get lowestBlockId(): number {
    return this.#lowest;
  }

  field(id: number, at: number): number {
    return this.space.words[(capabilityBase + id + at) >> 2];
  }

  set(id: number, at: number, value: number): void {
    this.space.words[(capabilityBase + id + at) >> 2] = value;
  }

  /** Entries of the program's data. */
  writeStatic(): void {
    for (const { id, start, size, isConstant } of this.module.objects) {
      this.set(id, Capability.start, start);
      this.set(id, Capability.readable, size);
      this.set(id, Capability.writable, isConstant ? 0 : size);
      this.set(id, Capability.size, size);
    }
    for (const { address, id } of this.module.pointers) this.setPointer(address, id);
  }

  forgetMembers(): void {
    for (const { id } of this.module.objects) this.set(id, Capability.members, 0);
  }

  setPointer(address: number, id: number): void {
    this.space.view.setInt32(provenanceBase + address, id, true);
  }

  pointerAt(address: number): number {
    return this.space.view.getInt32(provenanceBase + address, true);
  }

  allocated(block: Block): void {
    const id = this.#lowest > capabilityRoom / 2 ? (this.#lowest -= capabilitySize) : this.#usedBlockId();
    block.number ??= this.#blocks.push(block);
    block.id = id;
    const { words } = this.space;
    const at = (capabilityBase + id) >> 2;
    words[at + Capability.start / 4] = block.start;
    words[at + Capability.readable / 4] = block.size;
    words[at + Capability.writable / 4] = block.size;
    words[at + Capability.parent / 4] = 0;
    words[at + Capability.members / 4] = 0;
    words[at + Capability.next / 4] = 0;
    words[at + Capability.origin / 4] = -block.number;
    words[at + Capability.size / 4] = block.size;
  }

  /** An id whose block is gone. */
  #usedBlockId(): number {
    if (this.#unusedBlockIds.length === 0) {
      for (let id = this.#lowest; id < capabilityRoom; id += capabilitySize) {
        const isGone = this.field(id, Capability.readable) === 0 && this.field(id, Capability.members) === Gone.Freed;
        if (isGone) this.#unusedBlockIds.push(id);
      }
    }
    return this.#unusedBlockIds.pop() ?? (this.#lowest -= capabilitySize);
  }

  /** The id of a live block that begins here. */
  idOfBlock(block: Block): number {
    return block.freed ? 0 : (block.id ?? 0);
  }

  released(block: Block): void {
    const id = block.id ?? 0;
    if (id === 0) return;
    for (let member = this.field(id, Capability.members); member >= firstObjectId; ) {
      this.set(member, Capability.size, 0);
      member = this.field(member, Capability.next);
    }
    this.set(id, Capability.readable, 0);
    this.set(id, Capability.writable, 0);
    this.set(id, Capability.members, Gone.Freed);
  }

  /** Ids whose objects are gone, for new ones. */
  *unused(): Generator<number> {
    const first = firstObjectId + this.module.objects.length * capabilitySize;
    for (let id = first; id < capabilityRoom / 2; id += capabilitySize) {
      if (this.field(id, Capability.readable) === 0 && this.field(id, Capability.members) !== 0) yield id;
    }
  }

  root(id: number): number {
    let at = id;
    for (let parent = this.field(at, Capability.parent); parent !== 0; parent = this.field(at, Capability.parent))
      at = parent;
    return at;
  }

  contains(id: number, address: number, size: number, isWrite: boolean): boolean {
    const offset = (address - this.field(id, Capability.start)) >>> 0;
    const room = this.field(
      id,
      this.isMember(id) ? Capability.size : isWrite ? Capability.writable : Capability.readable,
    );
    return offset + size <= room && !(isWrite && this.field(this.root(id), Capability.writable) === 0);
  }

  isMember(id: number): boolean {
    return this.field(id, Capability.parent) !== 0;
  }

  isFrame(id: number): boolean {
    return !this.#isStatic(id) && this.field(id, Capability.origin) >= 0 && this.#origin(id)?.kind === 'frame';
  }

  #isStatic(id: number): boolean {
    return id < firstObjectId + this.module.objects.length * capabilitySize;
  }

  #origin(id: number) {
    return this.module.origins[this.field(id, Capability.origin)];
  }

  /** What an id stands for. */
  judged(id: number, isWrite: boolean): Judged {
    const plain = { sizeId: 0, line: undefined, freed: false } as const;
    const start = this.field(id, Capability.start);
    const root = this.root(id);
    const isMember = root !== id;
    const isGone = this.field(root, Capability.readable) === 0 && this.field(root, Capability.members) !== 0;
    const why = isGone ? this.field(root, Capability.members) : 0;
    const size = this.field(isMember && !isGone ? id : root, Capability.size);
    const block = this.#blocks[-this.field(root, Capability.origin) - 1];
    const name = isMember ? this.#origin(id)?.name || 'an array in a structure' : undefined;
    const member = isMember ? { isMember, elementSize: this.#origin(id)?.elementSize } : undefined;
    if (block) {
      const object = { ...plain, kind: 'heap' as const, start, size, capacity: size, name, freed: isGone };
      const mark = why === Gone.Freed ? Poison.HeapFreed : Poison.HeapRedzone;
      return { object: { ...object, origin: member ?? block.origin }, mark, isMember };
    }
    if (this.#isStatic(root)) {
      const found = this.module.objects[(root - firstObjectId) / capabilitySize];
      const isReadOnly = isWrite && found.isConstant;
      const object = {
        ...plain,
        kind: 'global' as const,
        start,
        size,
        capacity: size,
        name: name ?? found.name,
        origin: member,
      };
      return { object, mark: isReadOnly ? Poison.ReadOnly : Poison.Global, isMember };
    }
    const origin = this.#origin(root);
    const line = isMember ? undefined : origin?.line || undefined;
    const object = {
      ...plain,
      kind: 'stack' as const,
      start,
      size,
      capacity: size,
      name: name ?? (origin?.name || undefined),
      line,
      origin: member,
    };
    const mark =
      origin?.kind === 'varargs'
        ? Poison.Arguments
        : why === Gone.Scope
          ? Poison.StackAfterScope
          : why === Gone.Returned
            ? Poison.StackAfterReturn
            : Poison.StackRight;
    return { object, mark, isMember };
  }
}
