import { Capability, Provenance } from '../abi/exact-layout.js';
import { coverageBase, Poison } from '../abi/layout.js';
import { isOutside } from '../checkers/outside.js';
import type { LibraryCall } from '../checkers/types.js';
import type { ProgramLayout } from '../instrument/prepare.js';
import { type Place, placeName } from '../vocabulary/place.js';
import type { ExactObjects } from './exact-objects.js';
import type { ExactSpace } from './exact-space.js';
import type { Stretch } from './exact-types.js';
import type { Failures } from './failures.js';
import type { Heap } from './heap.js';
import type { Objects } from './objects.js';
import { runEnds } from './run-end.js';

/** Below this a bad address is taken for NULL and a member's offset. */
const nullReach = 1 << 16;
/** Functions that call nobody use memory below the stack pointer, as far as this. */
const frameReach = 128;
/** What sanitizers put between two small objects. */
const farthestRedzone = 32;
/** Members that are told apart at one place. */
const mostStretches = 256;

/** No address of code. */
const reusedIds = 0;

interface JudgeParts {
  readonly layout: ProgramLayout;
  readonly table: ExactObjects;
  readonly failures: Failures;
  readonly space: ExactSpace;
  readonly heap: Heap;
  readonly objects: Objects;
  readonly stackPointer: WebAssembly.Global;
  /** The library function the user's code is in. */
  libraryCall(): LibraryCall | undefined;
}

/** Says what is wrong with accesses that the exact module did not find inside their object, if anything is. */
export class ExactJudge {
  /** Addresses of code where nobody knew which object was meant → `f.c:12`. */
  approximate = new Map<number, string>();
  /** Addresses of code that compute with an address as with a number. */
  addresses = new Map<number, Place | undefined>();
  /** By address of code: arrays inside structures that accesses there went through. */
  members = new Map<number, Stretch[]>();
  /** Where the frame ends that the object judged last is in. */
  frameEnd = 0;
  judgedCall: LibraryCall | undefined;
  /** Ids that the host function under way was given, or found in what it was given. */
  readonly given: number[] = [];

  constructor(readonly parts: JudgeParts) {}

  reset(): void {
    if (this.approximate.size > 0) this.approximate = new Map();
    if (this.addresses.size > 0) this.addresses = new Map();
    if (this.members.size > 0) this.members = new Map();
    this.judgedCall = undefined;
  }

  access(address: number, size: number, isWrite: boolean, id: number, at: number): void {
    const table = this.parts.table;
    if (id === Provenance.None || id === Provenance.Unknown) {
      this.#accessUnknown(address, size, isWrite, id, at);
      return;
    }
    if (table.isMember(id) && table.contains(id, address, size, isWrite)) return;
    if (table.isGuess(id) && table.contains(table.root(id), address, size, isWrite)) {
      this.#approximated(at);
      return;
    }
    const { object, mark } = table.judged(id, isWrite);
    this.frameEnd = object.kind === 'stack' ? table.field(table.root(id), Capability.next) : 0;
    if (table.isFrame(id) && mark === Poison.StackRight && this.#isOnStack(address, size)) return;
    const offset = (address - object.start) | 0;
    const bad =
      offset >= 0 && offset < object.size && mark < Poison.StackAfterReturn ? object.start + object.size : address;
    this.#fail(bad, size, isWrite, mark, object);
    this.#stopIfOutside(address, size);
  }

  /** A block that begins in a member and goes past it, but not past the object: that is asked of by a checker alone. */
  block(address: number, size: number, isWrite: boolean, id: number): void {
    const { table } = this.parts;
    if (table.contains(id, address, size, isWrite) || !table.contains(table.root(id), address, size, isWrite)) return;
    this.#fail(address, size, isWrite, Poison.Member, table.judged(id, isWrite).object);
  }

  #fail(
    address: number,
    size: number,
    isWrite: boolean,
    mark: number,
    object: Parameters<Failures['access']>[0]['object'],
  ): void {
    // What is wrong with the call itself comes first: nobody has asked yet.
    const call = this.parts.libraryCall();
    if (call && call !== this.judgedCall) {
      this.judgedCall = call;
      this.parts.failures.judge(call);
    }
    const before = this.parts.failures.list.length;
    const isOver = this.parts.failures.access({ address, size, isWrite, mark, object });
    const failure = this.parts.failures.list[before];
    if (failure && object && !failure.reason && isOutside(mark)) {
      if (object.origin?.isMember) failure.reason = 'member';
      else if (address < object.start - farthestRedzone || address > object.start + object.size + farthestRedzone)
        failure.reason = 'far';
    }
    if (isOver) throw runEnds.failed;
  }

  /** There are more objects than ids: a pointer to one that is gone may now pass for one to another. */
  reusedId(): void {
    this.#approximated(reusedIds);
  }

  /**
   * A run that did not end is a hang or `incomplete`. As a hang it came back to the same state, and what it does from
   * there on was judged the first time.
   */
  forgiveReusedIds(): void {
    this.approximate.delete(reusedIds);
  }

  #approximated(at: number): void {
    if (!this.approximate.has(at)) this.approximate.set(at, placeName(this.parts.failures.tracer.capture().place));
  }

  usedAsNumber(at: number): void {
    if (!this.addresses.has(at)) this.addresses.set(at, this.parts.failures.tracer.capture().place);
  }

  /** What lies behind the program is ours. */
  #stopIfOutside(address: number, size: number): void {
    if (address < 0 || address + size > coverageBase) throw runEnds.failed;
  }

  #isOnStack(address: number, size: number): boolean {
    const pointer = this.parts.stackPointer.value as number;
    return address >= pointer - frameReach && address + size <= this.parts.layout.stackTop;
  }

  /** A pointer that nobody knows the object of: right if it leads into one at all. */
  #accessUnknown(address: number, size: number, isWrite: boolean, id: number, at: number): void {
    if (
      address >= 0 &&
      (this.#isOnStack(address, size) || this.#isInBlock(address, size) || this.#isInData(address, size))
    ) {
      this.#approximated(at);
      return;
    }
    const block = this.parts.heap.blockAt(address);
    if (id === Provenance.Unknown && block) {
      const object = this.parts.objects.find(address);
      this.#fail(address, size, isWrite, this.parts.space.markAt(address) || Poison.HeapRedzone, object);
    } else this.#fail(address, size, isWrite, Poison.NullPage, undefined);
    this.#stopIfOutside(address, size);
    if (id === Provenance.None && (address >= nullReach || address < 0)) throw runEnds.failed;
  }

  #isInBlock(address: number, size: number): boolean {
    const block = this.parts.heap.blockAt(address);
    return block !== undefined && !block.freed && address >= block.start && address + size <= block.start + block.size;
  }

  #isInData(address: number, size: number): boolean {
    const { stackTop, dataEnd } = this.parts.layout;
    return address >= stackTop && address + size <= Math.max(dataEnd, stackTop);
  }

  met(at: number, id: number): void {
    const start = this.parts.table.field(id, Capability.start);
    const size = this.parts.table.field(id, Capability.size);
    const known = this.members.get(at);
    if (!known) this.members.set(at, [{ start, size }]);
    else if (known.length < mostStretches && !known.some((each) => each.start === start && each.size === size))
      known.push({ start, size });
  }

  /** The host's reads and writes: through one of the pointers it was given. */
  touch(address: number, size: number, isWrite: boolean): void {
    const table = this.parts.table;
    let nearest = 0;
    let distance = Number.POSITIVE_INFINITY;
    for (const id of this.given) {
      if (id === Provenance.Unknown) continue;
      if (table.contains(id, address, size, isWrite)) return;
      const { start } = table.judged(id, isWrite).object;
      if (Math.abs(address - start) < distance) {
        nearest = id;
        distance = Math.abs(address - start);
      }
    }
    this.access(address, size, isWrite, nearest, -1);
  }

  /** The object of the host's that an address is in. */
  givenAt(address: number): number {
    return this.given.find((id) => id !== Provenance.Unknown && this.parts.table.contains(id, address, 1, false)) ?? 0;
  }

  /** What the host finds where it reads, it may follow. */
  follow(address: number): void {
    const id = this.parts.table.pointerAt(address);
    if (id !== 0 && !this.given.includes(id)) this.given.push(id);
  }
}
