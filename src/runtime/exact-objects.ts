import {
  Capability,
  capabilityBase,
  capabilityRoom,
  capabilitySize,
  firstObjectId,
  Gone,
  LastArray,
  memberCacheBase,
  memberCacheSlots,
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

/** What a mark is called that may be meant for the whole object (build/ir/function-marks.ts). */
const guess = '?';

/** Reads the table of objects that an exact module keeps, in the words of the source. */
export class ExactObjects {
  /** Blocks, by the number that the origin of their ids is the negative of. */
  readonly #blocks: Block[] = [];
  /** Blocks take their ids from the end of the table, the program's own objects from its beginning. */
  #lowest = capabilityRoom;
  /** Ids whose objects are gone: of the program's own, and of blocks. */
  readonly #goneOwn: number[] = [];
  readonly #goneBlocks: number[] = [];
  /** An id stands for a second object from now on. */
  onReuse: () => void = () => {};

  constructor(
    readonly space: Space,
    readonly module: ExactModule,
  ) {}

  reset(): void {
    this.#lowest = capabilityRoom;
    if (this.#goneOwn.length > 0) this.#goneOwn.length = 0;
    if (this.#goneBlocks.length > 0) this.#goneBlocks.length = 0;
    if (this.#blocks.length > 0) this.#blocks.length = 0;
  }

  /** Ids from here on are blocks'. */
  get lowestBlockId(): number {
    return this.#lowest;
  }

  field(id: number, at: number): number {
    return this.space.words[(capabilityBase + id + at) >>> 2];
  }

  set(id: number, at: number, value: number): void {
    this.space.words[(capabilityBase + id + at) >>> 2] = value;
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
    const id = this.#lowest > capabilityRoom / 2 ? (this.#lowest -= capabilitySize) : this.#reuseBlockId();
    block.number ??= this.#blocks.push(block);
    block.id = id;
    const { words } = this.space;
    const at = (capabilityBase + id) >>> 2;
    words[at + Capability.start / 4] = block.start;
    words[at + Capability.readable / 4] = block.size;
    words[at + Capability.writable / 4] = block.size;
    words[at + Capability.parent / 4] = 0;
    words[at + Capability.members / 4] = 0;
    words[at + Capability.next / 4] = 0;
    words[at + Capability.origin / 4] = -block.number;
    words[at + Capability.size / 4] = block.size;
  }

  /** The id of a block that is gone, for a new one. */
  #reuseBlockId(): number {
    this.onReuse();
    if (this.#goneBlocks.length === 0) this.#findGone();
    return this.#goneBlocks.pop() ?? (this.#lowest -= capabilitySize);
  }

  /** The id of one of the program's own objects that is gone, for a new one. */
  reuse(): number | undefined {
    this.onReuse();
    if (this.#goneOwn.length === 0) this.#findGone();
    return this.#goneOwn.pop();
  }

  /** The cache would take members of what is gone for members of what has its id next. */
  #findGone(): void {
    this.#goneOwn.length = 0;
    this.#goneBlocks.length = 0;
    for (let id = this.#lowest; id < capabilityRoom; id += capabilitySize) {
      if (this.#isGone(id)) this.#goneBlocks.push(id);
    }
    for (let id = this.#firstOwn; id < capabilityRoom / 2; id += capabilitySize) {
      if (this.#isGone(id)) this.#goneOwn.push(id);
    }
    this.forgetCached();
  }

  #isGone(id: number): boolean {
    if (this.isMember(id)) return this.field(id, Capability.size) === 0 && this.#isGone(this.root(id));
    const why = this.field(id, Capability.members);
    return this.field(id, Capability.readable) === 0 && why >= Gone.Freed && why <= Gone.Returned;
  }

  forgetCached(): void {
    this.space.bytes.fill(0, memberCacheBase, memberCacheBase + 16 * memberCacheSlots);
  }

  /** The id of a live block that begins here. */
  idOfBlock(block: Block): number {
    return block.freed ? 0 : (block.id ?? 0);
  }

  allowWrites(block: Block, isAllowed: boolean): void {
    if (block.id !== undefined && !block.freed) this.set(block.id, Capability.writable, isAllowed ? block.size : 0);
  }

  released(block: Block): void {
    if (block.id !== undefined) this.#end(block.id, Gone.Freed);
  }

  /** A longjmp: what functions have below this address of the stack is gone with them. */
  leftBelow(pointer: number, nextId: number): void {
    for (let id = this.#firstOwn; id < nextId; id += capabilitySize) {
      const size = this.field(id, Capability.readable);
      if (size > 0 && this.field(id, Capability.start) + size <= pointer) this.#end(id, Gone.Returned);
    }
  }

  /** The first id that is neither of the program's data nor reserved. */
  get #firstOwn(): number {
    return firstObjectId + this.module.objects.length * capabilitySize;
  }

  /** As `kill` in instrument/exact/helpers.ts. */
  #end(id: number, why: Gone): void {
    for (let member = this.field(id, Capability.members); member >= firstObjectId; ) {
      this.set(member, Capability.size, 0);
      member = this.field(member, Capability.next);
    }
    this.set(id, Capability.readable, 0);
    this.set(id, Capability.writable, 0);
    this.set(id, Capability.members, why);
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
    return id < this.#firstOwn;
  }

  /** A member that may be meant for the whole of its object, or for a longer one than is declared. */
  isGuess(id: number): boolean {
    if (!this.isMember(id)) return false;
    const { name, last = LastArray.no, structSize = 0 } = this.#origin(id) ?? { name: '' };
    if (name === guess) return true;
    if (last === LastArray.no || last === LastArray.flexible || structSize === 0) return false;
    // What is left of the object from where the struct begins: if that is so many structs, they are what is there.
    const root = this.root(id);
    const start = this.field(id, Capability.start) - this.field(id, Capability.members);
    const rest = this.field(root, Capability.start) + this.field(root, Capability.size) - start;
    return last === LastArray.one ? rest > structSize : rest % structSize !== 0;
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
      const named = name ?? block.name;
      const object = { ...plain, kind: 'heap' as const, start, size, capacity: size, name: named, freed: isGone };
      const isReadOnly = isWrite && size > 0 && this.field(root, Capability.writable) === 0;
      const mark = why === Gone.Freed ? Poison.HeapFreed : isReadOnly ? Poison.ReadOnly : Poison.HeapRedzone;
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
            : isWrite && size > 0 && this.field(root, Capability.writable) === 0
              ? Poison.ReadOnly
              : Poison.StackRight;
    return { object, mark, isMember };
  }
}
