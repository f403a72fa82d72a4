import type { Builder } from '../expr/build.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';
import { Space } from './space.js';

/** Shadow of a concrete byte in a block of symbolic size: every access to it must look at the size. */
export const guarded = 1;
/** Ids from here on are expressions. */
export const firstExpr = 32;

/**
 * Program memory with an expression id beside every byte. Reads and writes here are about shadows only;
 * concrete bytes are read and written by the program itself.
 */
export class ShadowMemory extends Space {
  declare shadow: Int32Array;
  readonly store: ExprStore;
  /** Addresses outside stack and heap that got a symbol: cleared by reset. */
  #dirty: number[] = [];

  constructor(
    memory: WebAssembly.Memory,
    readonly builder: Builder,
    readonly dataStart: number,
    readonly dataEnd: number,
  ) {
    super(memory, 4);
    this.store = builder.store;
  }

  resetData(): void {
    if (this.#dirty.length === 0) return;
    for (const address of this.#dirty) {
      if (this.shadow[this.shadowBase + address] > 0) this.shadow[this.shadowBase + address] = 0;
    }
    this.#dirty = [];
  }

  /** The id of one byte: 0 when concrete. Poison and guards read as concrete. */
  byteId(address: number): ExprId {
    const id = this.shadow[this.shadowBase + address];
    return id >= firstExpr ? id : 0;
  }

  /** The expression of a byte, a constant when it is concrete. */
  byteExpr(address: number): ExprId {
    const id = this.shadow[this.shadowBase + address];
    return id >= firstExpr ? id : this.store.constant(8, this.bytes[address]);
  }

  /** Gives a byte an id (0: concrete). Poison stays poison, a guard stays a guard. */
  setByte(address: number, id: ExprId): void {
    const at = this.shadowBase + address;
    const old = this.shadow[at];
    if (old < 0) return;
    if (id === 0) {
      if (old !== 0) this.shadow[at] = this.isGuarded(address) ? guarded : 0;
      return;
    }
    if (this.store.isConst(id)) return this.setByte(address, 0);
    this.shadow[at] = id;
    if (address >= this.dataStart && address < this.dataEnd) this.#dirty.push(address);
  }

  /** Set by who knows the heap: does this byte lie in a block of symbolic size? */
  isGuarded: (address: number) => boolean = () => false;

  /** Little-endian value of `size` bytes, 0 when all are concrete. */
  readId(address: number, size: number): ExprId {
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
