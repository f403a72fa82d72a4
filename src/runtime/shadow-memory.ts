import type { Builder } from '../expr/build.js';
import type { ExprStore } from '../expr/store.js';
import { firstPoison, Tag, tagBase } from '../instrument/layout.js';
import type { ExprId } from '../vocabulary/brands.js';
import { Space } from './space.js';

/**
 * Program memory with an expression id beside every byte that is tagged symbolic. Reads and writes here are
 * about shadows only; concrete bytes are read and written by the program itself.
 */
export class ShadowMemory extends Space {
  readonly store: ExprStore;
  /** Meaningful only where the tag says symbolic, so it is never cleared. */
  #ids = new Int32Array(0);
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
    this.refresh();
  }

  override refresh(): void {
    super.refresh();
    // The base class calls this before the fields exist.
    if (!this.store) return;
    const ids = new Int32Array(this.top);
    ids.set(this.#ids);
    this.#ids = ids;
  }

  resetData(): void {
    if (this.#dirty.length === 0) return;
    const { bytes } = this;
    for (const address of this.#dirty) {
      if (bytes[tagBase + address] < firstPoison) bytes[tagBase + address] = 0;
    }
    this.#dirty = [];
  }

  /** The id of one byte: 0 when concrete. Poison and guards read as concrete. */
  byteId(address: number): ExprId {
    return this.bytes[tagBase + address] === Tag.Symbolic ? this.#ids[address] : 0;
  }

  /** The expression of a byte, a constant when it is concrete. */
  byteExpr(address: number): ExprId {
    return this.byteId(address) || this.store.constant(8, this.bytes[address]);
  }

  /** Gives a byte an id (0: concrete). Poison stays poison, a guard stays a guard. */
  setByte(address: number, id: ExprId): void {
    const at = tagBase + address;
    const { bytes } = this;
    const old = bytes[at];
    if (old >= firstPoison) return;
    if (id === 0 || this.store.isConst(id)) {
      if (old !== 0) bytes[at] = this.isGuarded(address) ? Tag.Guarded : 0;
      return;
    }
    bytes[at] = Tag.Symbolic;
    this.#ids[address] = id;
    if (address >= this.dataStart && address < this.dataEnd) this.#dirty.push(address);
  }

  /** Set by who knows the heap: does this byte lie in a block of symbolic size? */
  isGuarded: (address: number) => boolean = () => false;

  /** Little-endian value of `size` bytes, 0 when all are concrete. */
  readId(address: number, size: number): ExprId {
    if (size === 1) return this.byteId(address);
    let any = false;
    for (let i = 0; i < size; i++) if (this.byteId(address + i) !== 0) any = true;
    if (!any) return 0;
    let value = this.byteExpr(address);
    for (let i = 1; i < size; i++) value = this.builder.concat(this.byteExpr(address + i), value);
    return value;
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
