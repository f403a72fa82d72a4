import { checkers } from '../checkers/index.js';
import { negativeExtensions } from '../checkers/sign-extended.js';
import type { SymbolicAccess } from '../checkers/types.js';
import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { InputOrigin } from '../host/guest.js';
import { accessShapes } from '../instrument/accesses.js';
import { firstPoison, libraryCallBase, nullPageSize, Poison, Tag, tagBase } from '../instrument/layout.js';
import { LibraryWord } from '../instrument/library-calls.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { Place } from '../vocabulary/place.js';
import { ValueType } from '../wasm/types.js';
import { upperBound } from './bounds.js';
import type { Failures } from './failures.js';
import type { Heap } from './heap.js';
import type { MemoryObject, Objects } from './objects.js';
import { runEnds } from './run-end.js';
import type { ShadowMemory } from './shadow-memory.js';
import type { ShadowRun } from './shadow-run.js';
import type { Site } from './types.js';

/** Objects up to this many bytes stay symbolic when read at a symbolic index (measured, see decision note 04). */
const readLimit = 4096;
/** … and when written at one: each byte becomes a conditional. */
const writeLimit = 512;

const pendingCall = libraryCallBase / 4 + LibraryWord.pending;

/** How far redzones are measured. */
const redzoneLook = 32;

interface CachedTable {
  readonly bytes: Uint8Array;
  readonly ids: Int32Array;
  readonly table: number;
}

/**
 * Accesses that are not plain: a symbolic value, address or size, or something that may not be touched.
 * Called before the program's own load or store.
 */
export class ShadowAccesses {
  readonly #builder: Builder;
  readonly #store: ExprStore;
  /** The table last made of the bytes at an address, and from which bytes. */
  readonly #tables = new Map<number, CachedTable>();
  #widths: Uint8Array;
  #ops: Uint8Array;
  #offsets: Int32Array;

  constructor(
    readonly memory: ShadowMemory,
    readonly heap: Heap,
    readonly objects: Objects,
    readonly run: ShadowRun,
    readonly failures: Failures,
    readonly sites: readonly Site[],
  ) {
    this.#builder = run.builder;
    this.#store = run.builder.store;
    memory.isGuarded = (address) => this.#guardedBlock(address);
    this.#ops = Uint8Array.from(sites, ({ op }) => op ?? 0);
    this.#widths = Uint8Array.from(sites, ({ op }) => (op ? (accessShapes[op]?.size ?? 0) : 0));
    this.#offsets = Int32Array.from(sites, ({ offset }) => offset ?? 0);
  }

  /** Expressions were thrown away: tables of the store are gone. */
  forget(): void {
    this.#tables.clear();
  }

  /** Calls of library functions whose symbols nobody has looked at yet. */
  library: { look(): void; reads(origin: InputOrigin, offset: number): void } = { look: () => {}, reads: () => {} };

  /** How many blocks of symbolic size there are: while none, nothing is guarded. */
  guardedBlocks = 0;

  #guardedBlock(address: number): boolean {
    return this.guardedBlocks > 0 && (this.heap.blockAt(address)?.sizeId ?? 0) !== 0;
  }

  /** The first symbol that a library function meets: now its call is worth a look. */
  #meet(): void {
    if (this.memory.words[pendingCall] !== 0) this.library.look();
  }

  load(address: number, addressId: ExprId, site: SiteId): ExprId {
    this.#meet();
    const size = this.#widths[site];
    const op = this.#ops[site];
    let value: ExprId;
    if (addressId !== 0) {
      const found = this.#loadSymbolic(address, addressId, size, site);
      const isMemory = address >= 0 && address + size <= this.memory.top;
      value = found ?? (isMemory ? this.memory.readId(address, size) : 0);
    } else {
      this.#touch(address, size, false, site);
      if (this.failures.findsUnwritten) this.#lookForUnwritten(address, size, site);
      value = this.memory.readId(address, size);
    }
    if (value === 0 || this.#store.isConst(value)) return 0;
    const { type, signed } = accessShapes[op];
    if (type === ValueType.f32 || type === ValueType.f64) {
      this.#pinFloat(address, size, value, site);
      return 0;
    }
    const width = type === ValueType.i64 ? 64 : 32;
    if (8 * size === width) return value;
    return signed ? this.#builder.sext(value, width) : this.#builder.zext(value, width);
  }

  /**
   * Only values that are unwritten as a whole, read by the user's code or for it by a string function; not where a
   * store stands at the same place: a field of bits is written by reading its word.
   */
  #lookForUnwritten(address: number, size: number, site: SiteId): void {
    const { bytes } = this.memory;
    for (let i = 0; i < size; i++) if (bytes[tagBase + address + i] !== Tag.Unwritten) return;
    const { place } = this.sites[site];
    if (place ? this.#storePlaces.has(placeKey(place)) : this.failures.call()?.fn.isText !== true) return;
    this.failures.readUnwritten({ address, size, isWrite: false, mark: 0, object: this.objects.find(address) });
  }

  /** Can a symbolic index lead to a value that nobody has written? */
  #askUnwritten({ object, offset, size }: SymbolicAccess, address: number, length: number, site: SiteId): void {
    const { bytes } = this.memory;
    const builder = this.#builder;
    const isUnwritten = (at: number): boolean => bytes[tagBase + object.start + at] === Tag.Unwritten;
    let condition = this.#store.constant(1, 0);
    for (let first = 0; first < length; first++) {
      if (!isUnwritten(first)) continue;
      let end = first + 1;
      while (end < length && isUnwritten(end)) end++;
      if (end - first >= size) {
        const distance = builder.binary(Op.Sub, offset, this.#store.constant(32, first));
        const inside = builder.binary(Op.Ule, distance, this.#store.constant(32, end - first - size));
        condition = builder.binary(Op.Or, condition, inside);
      }
      first = end;
    }
    let failed = true;
    for (let i = 0; i < size; i++) failed &&= bytes[tagBase + address + i] === Tag.Unwritten;
    this.run.check('uninitialised-use', condition, 0, failed, site);
    if (failed) this.#lookForUnwritten(address, size, site);
  }

  get #storePlaces(): ReadonlySet<string> {
    this.#knownStorePlaces ??= new Set(
      this.sites.flatMap(({ kind, place }) => (kind === 'store' && place ? [placeKey(place)] : [])),
    );
    return this.#knownStorePlaces;
  }

  #knownStorePlaces: ReadonlySet<string> | undefined;

  #pinFloat(address: number, size: number, value: ExprId, site: SiteId): void {
    const { view } = this.memory;
    const high = size === 8 ? view.getInt32(address + 4, true) : 0;
    this.run.concretize(value, view.getInt32(address, true), high, site, 'concretized-float');
  }

  store(address: number, addressId: ExprId, valueId: ExprId, low: number, high: number, site: SiteId): void {
    this.#meet();
    const size = this.#widths[site];
    if (addressId !== 0 && this.#storeSymbolic(address, addressId, valueId, low, high, size, site)) return;
    if (addressId === 0) this.#touch(address, size, true, site);
    this.memory.writeId(address, size, valueId);
  }

  /** A concrete address: is every byte usable, now and (in a block of symbolic size) for other inputs? */
  #touch(address: number, size: number, isWrite: boolean, site: SiteId): void {
    const { bytes } = this.memory;
    if (this.guardedBlocks > 0) {
      const block = this.heap.blockAt(address);
      if (block && block.sizeId !== 0 && !block.freed) {
        const object = this.objects.find(address) as MemoryObject;
        const offset = this.#store.constant(32, address - object.start);
        this.#activeChecks(this.#describe(offset, address - object.start, size, object, isWrite), address, site);
      }
    }
    for (let i = 0; i < size; i++) {
      if (bytes[tagBase + address + i] >= firstPoison) {
        this.#failed(address, size, isWrite, address + i, undefined);
        return;
      }
    }
  }

  /** Is a char or short that is negative part of it? */
  #isExtended(offset: ExprId): boolean {
    return negativeExtensions(this.#builder, offset).some((condition) => this.run.holds(condition));
  }

  #failed(
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
      object: object ?? this.objects.find(bad),
    };
    if (this.failures.access(access) || address < 0) throw runEnds.failed;
  }

  #describe(offset: ExprId, offsetLimit: number, size: number, object: MemoryObject, isWrite: boolean): SymbolicAccess {
    let redzoneBefore = 0;
    let redzoneAfter = 0;
    while (redzoneBefore < redzoneLook && this.memory.markAt(object.start - 1 - redzoneBefore) > 0) redzoneBefore++;
    while (redzoneAfter < redzoneLook && this.memory.markAt(object.start + object.size + redzoneAfter) > 0)
      redzoneAfter++;
    const mayLeave = isWrite && object.kind === 'stack' && offsetLimit >= object.size + redzoneAfter;
    const frame = mayLeave && this.failures.enabled.has('stack-smash') ? this.objects.frameOf(object) : undefined;
    return { offset, offsetLimit, size, object, redzoneBefore, redzoneAfter, frame };
  }

  /** Adds the active checkers' conditions for an access that meant `object`. */
  #activeChecks(access: SymbolicAccess, address: number, site: SiteId): void {
    const { object, size } = access;
    const offset = (address - object.start) | 0;
    for (const { id, access: check } of checkers) {
      if (!check?.condition) continue;
      const condition = check.condition(this.#builder, access);
      if (condition === 0 || this.#store.isConst(condition)) continue;
      const failed = check.isOutside?.(access, offset) ?? (offset >= 0 && offset + size > object.size);
      this.run.check(id, condition, check.near?.(this.#builder, access) ?? 0, failed, site);
    }
  }

  /**
   * The object an address expression means: the one that holds its constant part. A pointer that is symbolic
   * itself means no object in particular; it is pinned, and each of its values looked at.
   */
  #meant(addressId: ExprId): MemoryObject | undefined {
    const { base, lo } = this.#builder.constantPart(addressId);
    return base !== 0 && (lo | 0) > nullPageSize ? this.objects.find(lo | 0) : undefined;
  }

  /**
   * A read at a symbolic address. Gives the value's expression (0: concrete), or undefined when the address
   * is pinned instead.
   */
  #loadSymbolic(address: number, addressId: ExprId, size: number, site: SiteId): ExprId | undefined {
    const access = this.#symbolicAccess(address, addressId, size, false, site);
    if (!access) return undefined;
    // In a block of symbolic size the bytes other inputs could reach are untouched so far: they read as they are.
    const length = Math.min(access.object.capacity, access.offsetLimit + size);
    if (this.failures.findsUnwritten) this.#askUnwritten(access, address, Math.min(length, readLimit), site);
    if (length <= readLimit) return this.#read(access.object.start, length, access.offset, size);
    this.#pinAddress(address, addressId, site);
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
    const expr = this.#effective(addressId, site);
    const object = this.#meant(expr);
    if (!object || object.freed) {
      const region = object ? undefined : this.#region(expr, size);
      if (region) return region;
      this.#pinAddress(address, addressId, site);
      const bad = this.#firstUnusable(address, size);
      if (bad !== undefined) this.#failed(address, size, isWrite, bad, object);
      return undefined;
    }
    const offset = this.#builder.binary(Op.Sub, expr, this.#store.constant(32, object.start));
    const access = this.#describe(offset, upperBound(this.#store, offset), size, object, isWrite);
    if (object.kind !== 'data') this.#activeChecks(access, address, site);
    const distance = (address - object.start) | 0;
    const isInside = distance >= 0 && distance + size <= object.size;
    if (isInside) return access;
    // Behind an access that failed nothing is defined: no other value of the address is worth a run.
    this.run.settle(addressId, address - this.#offsets[site], site);
    const bad = distance < 0 ? address : Math.max(address, object.start + object.size);
    if (object.kind !== 'data') this.#failed(address, size, isWrite, bad, object, this.#isExtended(offset));
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

  #pinAddress(address: number, addressId: ExprId, site: SiteId): void {
    this.run.pin(addressId, address - this.#offsets[site], 0, site);
  }

  /** `size` bytes at a symbolic offset of a small object, as a lookup in its present contents. */
  #read(start: number, length: number, offset: ExprId, size: number): ExprId {
    const { memory } = this;
    const bytes = memory.bytes.subarray(start, start + length);
    const ids = new Int32Array(length);
    let any = false;
    for (let i = 0; i < length; i++) {
      ids[i] = memory.byteId(start + i);
      if (ids[i] !== 0) any = true;
    }
    const cached = this.#tables.get(start);
    if (cached && cached.bytes.length === length && sameBytes(cached.bytes, bytes) && sameIds(cached.ids, ids)) {
      return this.#builder.read(cached.table, offset, 8 * size);
    }
    const table = this.#store.table(bytes, any ? ids : noIds);
    this.#tables.set(start, { bytes: bytes.slice(), ids, table });
    return this.#builder.read(table, offset, 8 * size);
  }

  /** True when the store was done as conditional updates; false when the address was pinned instead. */
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
    if (!access) return false;
    if (length > writeLimit || access.object.sizeId !== 0) {
      this.#pinAddress(address, addressId, site);
      return false;
    }
    const builder = this.#builder;
    const { object, offset } = access;
    const value = valueId === 0 ? this.#store.constant(8 * size, low, high) : valueId;
    for (let i = 0; i < length; i++) {
      let updated = this.memory.byteExpr(object.start + i);
      const old = updated;
      for (let j = 0; j < size && j <= i; j++) {
        const here = builder.binary(Op.Eq, offset, this.#store.constant(32, i - j));
        updated = builder.ite(here, builder.extract(value, 8 * j, 8), updated);
      }
      if (updated !== old) this.memory.setByte(object.start + i, updated);
    }
    return true;
  }

  copy(to: number, toId: ExprId, from: number, fromId: ExprId, size: number, sizeId: ExprId, site: SiteId): void {
    this.#meet();
    this.#pinBulk(to, toId, size, sizeId, site);
    if (fromId !== 0) this.run.pin(fromId, from, 0, site);
    if (size === 0) return;
    this.range(from, size, false, site);
    this.range(to, size, true, site);
    const { memory } = this;
    const ids = new Int32Array(size);
    for (let i = 0; i < size; i++) ids[i] = memory.beside(from + i);
    for (let i = 0; i < size; i++) memory.setByte(to + i, ids[i]);
  }

  fill(to: number, toId: ExprId, _value: number, valueId: ExprId, size: number, sizeId: ExprId, site: SiteId): void {
    this.#meet();
    this.#pinBulk(to, toId, size, sizeId, site);
    if (size === 0) return;
    this.range(to, size, true, site);
    const byte = valueId === 0 ? 0 : this.#builder.extract(valueId, 0, 8);
    for (let i = 0; i < size; i++) this.memory.setByte(to + i, byte);
  }

  #pinBulk(to: number, toId: ExprId, size: number, sizeId: ExprId, site: SiteId): void {
    if (sizeId !== 0) this.run.pin(sizeId, size, 0, site);
    if (toId !== 0) this.run.pin(toId, to, 0, site);
  }

  /** A stretch of memory a bulk instruction or the host is about to touch. */
  range(address: number, size: number, isWrite: boolean, site: SiteId): void {
    this.#meet();
    address |= 0;
    size >>>= 0;
    const top = this.memory.top;
    if (address < 0 || address + size > top) {
      const first = address < 0 || address >= top ? address : this.#firstBad(address, top - address);
      const bad = first < 0 || first >= top ? (address < 0 ? address : top) : first;
      this.failures.access({ address: bad, size, isWrite, mark: -1, object: this.objects.find(address) });
      throw runEnds.failed;
    }
    if (this.guardedBlocks > 0) {
      const block = this.heap.blockAt(address);
      if (block && block.sizeId !== 0 && !block.freed) {
        const object = this.objects.find(address) as MemoryObject;
        const offset = this.#store.constant(32, address - object.start);
        this.#activeChecks(this.#describe(offset, address - object.start, size, object, isWrite), address, site);
      }
    }
    const bad = this.#firstBad(address, size);
    if (bad >= 0) this.#failed(address, size, isWrite, bad, undefined);
  }

  #firstBad(address: number, size: number): number {
    const { bytes } = this.memory;
    for (let i = 0; i < size; i++) if (bytes[tagBase + address + i] >= firstPoison) return address + i;
    return -1;
  }
}

const placeKey = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

const noIds = new Int32Array(0);

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function sameIds(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
