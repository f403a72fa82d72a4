import { libraryCallBase, nullPageSize } from '../abi/layout.js';
import type { MemoryObject } from '../abi/memory-object.js';
import type { Site } from '../abi/site.js';
import { negativeExtensions } from '../checkers/sign-extended.js';
import type { SymbolicAccess } from '../checkers/types.js';
import { upperBound } from '../expr/bounds.js';
import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { InputOrigin } from '../host/guest.js';
import { LibraryWord } from '../instrument/library-calls.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import { wildAddress } from '../wasm/address.js';
import { accessShapes } from '../wasm/memory-access.js';
import { isFloat, ValueType } from '../wasm/types.js';
import { AccessChecks } from './access-checks.js';
import { lowHalf, meantAddress, narrowAddress } from './addresses.js';
import type { Failures } from './failures.js';
import type { Heap } from './heap.js';
import { IndexForks } from './index-forks.js';
import { ObjectContents } from './object-contents.js';
import type { Objects } from './objects.js';
import { runEnds } from './run-end.js';
import type { ShadowMemory } from './shadow-memory.js';
import type { ShadowRun } from './shadow-run.js';
import type { NotedAccess, NotedMember } from './types.js';
import { UnwrittenReads } from './unwritten-reads.js';

/** Objects up to this many bytes stay symbolic when read at a symbolic index (measured, see decision note 04). */
const readLimit = 4096;
/** … and when written at one: each byte becomes a conditional. */
const writeLimit = 512;

const pendingCall = libraryCallBase / 4 + LibraryWord.pending;

/**
 * Accesses that are not plain: a symbolic value, address or size, or something that may not be touched.
 * Called before the program's own load or store.
 */
export class ShadowAccesses {
  readonly #builder: Builder;
  readonly #store: ExprStore;
  readonly checks: AccessChecks;
  readonly #contents: ObjectContents;
  readonly #forks: IndexForks;
  readonly #unwritten: UnwrittenReads;
  /** Of the latest access. */
  #site: SiteId = 0;
  #widths: Uint8Array;
  #ops: Uint8Array;
  #offsets: Int32Array;

  constructor(
    readonly memory: ShadowMemory,
    heap: Heap,
    readonly objects: Objects,
    readonly run: ShadowRun,
    readonly failures: Failures,
    readonly sites: readonly Site[],
    forksIndices: boolean,
  ) {
    this.#builder = run.builder;
    this.#store = run.builder.store;
    this.#contents = new ObjectContents(memory);
    this.#forks = new IndexForks(run, forksIndices);
    this.#unwritten = new UnwrittenReads(memory, objects, run, failures, sites);
    this.checks = new AccessChecks(memory, heap, objects, run, failures);
    memory.isGuarded = (address) => this.checks.isGuarded(address);
    memory.readsFloat = () => run.floats.decide(this.#site);
    this.#ops = Uint8Array.from(sites, ({ op }) => op ?? 0);
    this.#widths = Uint8Array.from(sites, ({ op }) => (op ? (accessShapes[op]?.size ?? 0) : 0));
    this.#offsets = Int32Array.from(sites, ({ offset }) => offset ?? 0);
  }

  /** Expressions were thrown away: tables of the store are gone. */
  forget(): void {
    this.#contents.forget();
    this.checks.forget();
  }

  /** Calls of library functions whose symbols nobody has looked at yet. */
  library: { look(): void; reads(origin: InputOrigin, offset: number): void } = { look: () => {}, reads: () => {} };

  /** The first symbol that a library function meets: now its call is worth a look. */
  #meet(): void {
    if (this.memory.words[pendingCall] !== 0) this.library.look();
  }

  /** Accesses of this run that other inputs make elsewhere in the same object; only where somebody asks for them. */
  noted: NotedAccess[] | undefined;
  /** And arrays inside structures at addresses that other inputs have elsewhere. */
  readonly members: NotedMember[] = [];

  load(address: number, addressId: ExprId, site: SiteId): ExprId {
    this.#meet();
    const size = this.#widths[site];
    const op = this.#ops[site];
    const { type, signed } = accessShapes[op];
    const asFloat = isFloat(type);
    this.#site = site;
    let value: ExprId;
    if (addressId !== 0) {
      const found = this.#loadSymbolic(address, addressId, size, site);
      const isMemory = address >= 0 && address + size <= this.memory.top;
      value = found ?? (isMemory ? this.memory.readId(address, size) : 0);
    } else {
      this.checks.touch(address, size, false, site);
      if (this.failures.findsUnwritten) this.#unwritten.look(address, size, site);
      value = asFloat && this.memory.holdsFloat(address, size) ? 0 : this.memory.readId(address, size);
    }
    if (value === 0 || this.#store.isConst(value)) return 0;
    if (asFloat) {
      const { view } = this.memory;
      this.run.floats.add(value, view.getInt32(address, true), size === 8 ? view.getInt32(address + 4, true) : 0);
      return 0;
    }
    const width = type === ValueType.i64 ? 64 : 32;
    if (8 * size === width) return value;
    return signed ? this.#builder.sext(value, width) : this.#builder.zext(value, width);
  }

  store(address: number, addressId: ExprId, valueId: ExprId, low: number, high: number, site: SiteId): void {
    this.#meet();
    const size = this.#widths[site];
    const ofSymbols = this.run.floats.areSome && isFloat(accessShapes[this.#ops[site]].type);
    // Where it is written decides what is read there.
    if (ofSymbols && addressId !== 0) this.run.floats.decide(site);
    if (addressId !== 0 && this.#storeSymbolic(address, addressId, valueId, low, high, size, site)) return;
    if (addressId === 0) this.checks.touch(address, size, true, site);
    if (ofSymbols && addressId === 0) this.memory.markFloat(address, size);
    else this.memory.writeId(address, size, valueId);
  }

  /** Is a char or short that is negative part of it? */
  #isExtended(offset: ExprId): boolean {
    return negativeExtensions(this.#builder, offset).some((condition) => this.run.holds(condition));
  }

  /**
   * The object an address expression means: the one that holds its constant part. A pointer that is symbolic
   * itself means no object in particular; it is concretized, and each of its values is tried.
   */
  #meant(addressId: ExprId): MemoryObject | undefined {
    const { base, lo } = this.#builder.constantPart(meantAddress(this.#store, addressId));
    return base !== 0 && (lo | 0) > nullPageSize ? this.objects.find(lo | 0) : undefined;
  }

  /**
   * A read at a symbolic address. Gives the value's expression (0: concrete), or undefined when the address
   * is concretized instead.
   */
  #loadSymbolic(address: number, addressId: ExprId, size: number, site: SiteId): ExprId | undefined {
    const access = this.#symbolicAccess(address, addressId, size, false, site);
    if (!access) return undefined;
    const { object, offset } = access;
    if (this.#store.isConst(offset)) return undefined;
    // In a block of symbolic size the bytes other inputs could reach are untouched so far: they read as they are.
    const length = Math.min(object.capacity, access.offsetLimit + size);
    if (this.failures.findsUnwritten) this.#unwritten.ask(access, address, Math.min(length, readLimit), site);
    if (length > readLimit) {
      this.#concretizeAddress(address, addressId, site);
      return undefined;
    }
    const table = this.#contents.tableOf(object.start, length);
    // Nobody asks whether an index leaves an object of the library's.
    const mayLeave = object.kind === 'data' && access.offsetLimit > length - size;
    if (mayLeave || !this.#forks.walks(table, offset)) return this.#builder.read(table, offset, 8 * size);
    this.#forks.decide(offset, address - object.start, length - size, site);
    return undefined;
  }

  /**
   * Checks a symbolic address against the object it means. Undefined when it means none or leaves it: then the
   * address is concrete from here on.
   */
  #symbolicAccess(
    address: number,
    addressId: ExprId,
    size: number,
    isWrite: boolean,
    site: SiteId,
  ): SymbolicAccess | undefined {
    const wide = this.#store.width[addressId] === 32 ? 0 : this.#wideIndex(addressId, site);
    if (wide !== 0) return this.#wideAccess(address, addressId, wide, size, isWrite, site);
    const narrow = narrowAddress(this.#builder, addressId) || this.#store.constant(32, address - this.#offsets[site]);
    const expr = this.#effective(narrow, site);
    const object = this.#meant(expr);
    if (!object || object.freed) {
      const region = object ? undefined : this.#region(expr, size);
      if (region) return region;
      this.#concretizeAddress(address, addressId, site);
      const bad = this.#firstUnusable(address, size);
      if (bad !== undefined) this.checks.failed(address, size, isWrite, bad, object);
      else if (this.failures.strays()) throw runEnds.failed;
      return undefined;
    }
    const index = this.#builder.binary(Op.Sub, expr, this.#store.constant(32, object.start));
    const distance = (address - object.start) | 0;
    const offset = this.#forks.isDecided(index, distance) ? this.#store.constant(32, distance) : index;
    const access = this.checks.describe(offset, upperBound(this.#store, offset), size, object, isWrite);
    if (object.kind !== 'data') this.checks.ask(access, distance, site);
    const isInside = distance >= 0 && distance + size <= object.size;
    if (isInside) {
      if (!this.#store.isConst(offset)) this.noted?.push({ site, expr, address, size, position: this.run.log.length });
      return access;
    }
    // Behind an access that failed nothing is defined: no other value of the address is worth a run, and least of all
    // one that comes around from the other side.
    if (access.index) this.run.indices.settle(access.index, this.run, site);
    this.#settleAddress(address, addressId, site);
    const bad = distance < 0 ? address : Math.max(address, object.start + object.size);
    if (object.kind !== 'data') this.checks.failed(address, size, isWrite, bad, object, this.#isExtended(index));
    return undefined;
  }

  /**
   * Of an address of 64 bits: its distance from the object it means, if it means one and that distance may be any
   * number of 64 bits. Otherwise 0: what has a high half of 0 is asked about as a number of 32.
   */
  #wideIndex(addressId: ExprId, site: SiteId): ExprId {
    const { base, lo, hi } = this.#builder.constantPart(addressId);
    const start = (lo + this.#offsets[site]) | 0;
    const object = base !== 0 && hi === 0 && start > nullPageSize ? this.objects.find(start) : undefined;
    if (!object || object.freed || upperBound(this.#store, addressId) <= 0x7fffffff) return 0;
    const from = object.start - this.#offsets[site];
    return this.#builder.binary(Op.Sub, addressId, this.#store.constant(64, from, from < 0 ? -1 : 0));
  }

  /** The same check for such an address. Once it is known to lie in its object, its distance is a number of 32 bits. */
  #wideAccess(
    address: number,
    addressId: ExprId,
    index: ExprId,
    size: number,
    isWrite: boolean,
    site: SiteId,
  ): SymbolicAccess | undefined {
    const { lo } = this.#builder.constantPart(addressId);
    const object = this.objects.find((lo + this.#offsets[site]) | 0) as MemoryObject;
    const isWild =
      address - this.#offsets[site] === wildAddress.above || address - this.#offsets[site] === wildAddress.below;
    const distance = isWild ? Number(BigInt.asIntN(64, this.run.valueOf(index))) : (address - object.start) | 0;
    const wide = this.checks.describe(index, upperBound(this.#store, index), size, object, isWrite);
    if (object.kind !== 'data') this.checks.ask(wide, distance, site);
    if (distance >= 0 && distance + size <= object.size) {
      const offset = lowHalf(this.#builder, index);
      if (!this.#store.isConst(offset)) {
        const expr = this.#builder.binary(Op.Add, offset, this.#store.constant(32, object.start));
        this.noted?.push({ site, expr, address, size, position: this.run.log.length });
      }
      return { ...wide, offset, offsetLimit: upperBound(this.#store, offset) };
    }
    if (wide.index) this.run.indices.settle(wide.index, this.run, site);
    this.#settleAddress(address, addressId, site);
    const bad = distance < 0 ? address : Math.max(address, object.start + object.size);
    if (object.kind !== 'data') this.checks.failed(address, size, isWrite, bad, object, this.#isExtended(index));
    return undefined;
  }

  /**
   * Memory of no known object (libc's frames have no redzones) at an index whose range is known and usable: all
   * addresses it can mean, as if they were one object.
   */
  #region(expr: ExprId, size: number): SymbolicAccess | undefined {
    const { base, lo } = this.#builder.constantPart(expr);
    const start = lo | 0;
    if (base === 0 || start <= nullPageSize) return undefined;
    const offset = this.#builder.binary(Op.Sub, expr, this.#store.constant(32, start));
    const offsetLimit = upperBound(this.#store, offset);
    const length = offsetLimit + size;
    if (length > readLimit || this.#firstUnusable(start, length) !== undefined) return undefined;
    const object: MemoryObject = {
      kind: 'data',
      start,
      size: length,
      sizeId: 0,
      capacity: length,
      name: undefined,
      line: undefined,
      freed: false,
    };
    return { offset, offsetLimit, size, object, redzoneBefore: 0, redzoneAfter: 0 };
  }

  #effective(addressId: ExprId, site: SiteId): ExprId {
    const constant = this.#offsets[site];
    return constant === 0 ? addressId : this.#builder.binary(Op.Add, addressId, this.#store.constant(32, constant));
  }

  #firstUnusable(address: number, size: number): number | undefined {
    for (let i = 0; i < size; i++) if (this.memory.markAt(address + i) !== 0) return address + i;
    return undefined;
  }

  #concretizeAddress(address: number, addressId: ExprId, site: SiteId): void {
    this.run.concretize(narrowAddress(this.#builder, addressId), address - this.#offsets[site], 0, site);
  }

  #settleAddress(address: number, addressId: ExprId, site: SiteId): void {
    const narrow = narrowAddress(this.#builder, addressId);
    if (narrow !== 0) this.run.settle(narrow, address - this.#offsets[site], site);
  }

  /** True when the store was done as conditional updates; false when the address was concretized instead. */
  #storeSymbolic(
    address: number,
    addressId: ExprId,
    valueId: ExprId,
    low: number,
    high: number,
    size: number,
    site: SiteId,
  ): boolean {
    const access = this.#symbolicAccess(address, addressId, size, true, site);
    const length = access ? Math.min(access.object.size, access.offsetLimit + size) : 0;
    if (!access || this.#store.isConst(access.offset)) return false;
    if (length > writeLimit || access.object.sizeId !== 0) {
      this.#concretizeAddress(address, addressId, site);
      return false;
    }
    const { object, offset } = access;
    const value = valueId === 0 ? this.#store.constant(8 * size, low, high) : valueId;
    this.#contents.update(object.start, length, offset, value, size);
    return true;
  }

  copy(to: number, toId: ExprId, from: number, fromId: ExprId, size: number, sizeId: ExprId, site: SiteId): void {
    this.#meet();
    this.#concretizeBulk(to, toId, size, sizeId, site);
    if (fromId !== 0) this.#decidePointer(fromId, from, site);
    if (size === 0) return;
    this.range(from, size, false, site);
    this.range(to, size, true, site);
    const { memory } = this;
    const ids = new Int32Array(size);
    for (let i = 0; i < size; i++) ids[i] = memory.shadowAt(from + i);
    for (let i = 0; i < size; i++) memory.setByte(to + i, ids[i]);
  }

  fill(to: number, toId: ExprId, _value: number, valueId: ExprId, size: number, sizeId: ExprId, site: SiteId): void {
    this.#meet();
    this.#concretizeBulk(to, toId, size, sizeId, site);
    if (size === 0) return;
    this.range(to, size, true, site);
    const byte = valueId === 0 ? 0 : this.#builder.extract(valueId, 0, 8);
    for (let i = 0; i < size; i++) this.memory.setByte(to + i, byte);
  }

  #concretizeBulk(to: number, toId: ExprId, size: number, sizeId: ExprId, site: SiteId): void {
    if (sizeId !== 0) this.run.concretize(sizeId, size, 0, site);
    if (toId !== 0) this.#decidePointer(toId, to, site);
  }

  /** Where a bulk instruction begins; it may be the end of an object, of which it touches nothing. */
  #decidePointer(id: ExprId, address: number, site: SiteId): void {
    const object = this.#forks.isOn ? this.#meant(id) : undefined;
    if (object && !object.freed) {
      const index = this.#builder.binary(Op.Sub, id, this.#store.constant(32, object.start));
      if (this.#forks.decide(index, (address - object.start) >>> 0, object.capacity, site)) return;
    }
    this.run.concretize(id, address, 0, site);
  }

  /** A stretch of memory a bulk instruction or the host is about to touch. */
  range(address: number, size: number, isWrite: boolean, site: SiteId): void {
    this.#meet();
    address |= 0;
    size >>>= 0;
    const top = this.memory.top;
    if (address < 0 || address + size > top) {
      const first = address < 0 || address >= top ? address : this.checks.firstPoisoned(address, top - address);
      const bad = first < 0 || first >= top ? (address < 0 ? address : top) : first;
      this.failures.access({ address: bad, size, isWrite, mark: -1, object: this.objects.find(address) });
      throw runEnds.failed;
    }
    this.checks.touch(address, size, isWrite, site);
  }
}
