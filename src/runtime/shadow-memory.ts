import { firstPoison, Tag, tagBase } from '../abi/layout.js';
import type { Builder } from '../expr/build.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { AccessRecord } from './access-record.js';
import { Space } from './space.js';

/** The shadow of a byte of a float that was made from symbols: who reads it as an integer decides by that float. */
const floatMark = -0x80000000;

const pageBits = 14;
const pageMask = (1 << pageBits) - 1;

/**
 * The shadow of program memory: an expression id for every byte that is tagged symbolic. Reads and writes here concern
 * shadows only; the program itself reads and writes concrete bytes.
 */
export class ShadowMemory extends Space {
  readonly store: ExprStore;
  /** Ids by address, in pages made when first needed. Meaningful only where the tag says symbolic, so never cleared. */
  readonly #pages: (Int32Array | undefined)[] = [];
  /** Addresses outside stack and heap that got a symbol: cleared by reset. */
  #dirty: number[] = [];

  constructor(
    memory: WebAssembly.Memory,
    readonly builder: Builder,
    readonly dataStart: number,
    readonly dataEnd: number,
  ) {
    super(memory);
    this.store = builder.store;
  }

  resetData(): void {
    if (this.#dirty.length === 0) return;
    const { bytes } = this;
    for (const address of this.#dirty) {
      if (bytes[tagBase + address] < firstPoison) bytes[tagBase + address] = 0;
    }
    this.#dirty = [];
  }

  /** Set when the search needs to know which bytes the program accesses. */
  accessRecord: AccessRecord | undefined;

  /** The id of one byte: 0 when concrete. Poison and guards read as concrete. */
  byteId(address: number): ExprId {
    const shadow = this.shadowAt(address);
    if (shadow === floatMark) {
      this.readsFloat();
      return 0;
    }
    return shadow === 0 || this.accessRecord === undefined ? shadow : this.accessRecord.idOf(shadow);
  }

  /** The shadow of a byte, to copy: an expression id, a mark (access-record.ts), or 0. No access is recorded. */
  shadowAt(address: number): number {
    if (this.bytes[tagBase + address] !== Tag.Symbolic) return 0;
    return (this.#pages[address >>> pageBits] as Int32Array)[address & pageMask];
  }

  /** Told before a byte of such a float is read as anything but a float. */
  readsFloat: () => void = () => {};

  /** No byte of it has an expression, and some belong to a float that was made from symbols. */
  holdsFloat(address: number, size: number): boolean {
    let has = false;
    for (let i = 0; i < size; i++) {
      const shadow = this.shadowAt(address + i);
      if (shadow !== 0 && shadow !== floatMark) return false;
      has ||= shadow === floatMark;
    }
    return has;
  }

  markFloat(address: number, size: number): void {
    for (let i = 0; i < size; i++) this.setByte(address + i, floatMark);
  }

  /** The expression of a byte, a constant when it is concrete. */
  byteExpr(address: number): ExprId {
    return this.byteId(address) || this.store.constant(8, this.bytes[address]);
  }

  /** Gives a byte an id or a mark (0: concrete). Poison stays poison, a guard stays a guard. */
  setByte(address: number, id: ExprId): void {
    const at = tagBase + address;
    const { bytes } = this;
    const old = bytes[at];
    if (old >= firstPoison) return;
    if (id === 0 || (id > 0 && this.store.isConst(id))) {
      if (old !== 0) bytes[at] = this.isGuarded(address) ? Tag.Guarded : 0;
      return;
    }
    bytes[at] = Tag.Symbolic;
    const page = (this.#pages[address >>> pageBits] ??= new Int32Array(1 << pageBits));
    page[address & pageMask] = id;
    if (old !== Tag.Symbolic && address >= this.dataStart && address < this.dataEnd) this.#note(address);
  }

  /** A byte may get and lose its symbol any number of times in a run; each address is kept once or twice. */
  #note(address: number): void {
    if (this.#dirty.push(address) > 2 * (this.dataEnd - this.dataStart) + 1024) this.#dirty = [...new Set(this.#dirty)];
  }

  /** Set by the heap: does this byte lie in a block of symbolic size? */
  isGuarded: (address: number) => boolean = () => false;

  readonly #parts = new Int32Array(16);

  /** Little-endian value of `size` bytes, 0 when all are concrete. */
  readId(address: number, size: number): ExprId {
    if (size === 1) return this.byteId(address);
    const parts = this.#parts;
    let any = 0;
    for (let i = 0; i < size; i++) any |= parts[i] = this.byteId(address + i);
    if (any === 0) return 0;
    for (let i = 0; i < size; i++) if (parts[i] === 0) parts[i] = this.store.constant(8, this.bytes[address + i]);
    return this.builder.fromBytes(parts, size);
  }

  /** Writes the low `size` bytes of a value's id. */
  writeId(address: number, size: number, id: ExprId): void {
    if (id === 0) {
      for (let i = 0; i < size; i++) this.setByte(address + i, 0);
      return;
    }
    for (let i = 0; i < size; i++) this.setByte(address + i, this.builder.extract(id, 8 * i, 8));
  }
}
