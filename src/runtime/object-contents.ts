/** What does a load or store at a symbolic index do to a small object? */

import { Tag, tagBase } from '../abi/layout.js';
import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import { equalBytes } from '../platform/bytes.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { ShadowMemory } from './shadow-memory.js';

interface CachedTable {
  readonly bytes: Uint8Array;
  readonly ids: Int32Array;
  readonly table: number;
}

/** What stands in small objects, as tables that are read at a symbolic index, and how a store at one changes them. */
export class ObjectContents {
  readonly #builder: Builder;
  readonly #store: ExprStore;
  /** The table last made of the bytes at an address, and from which bytes. */
  readonly #tables = new Map<number, CachedTable>();

  constructor(readonly memory: ShadowMemory) {
    this.#builder = memory.builder;
    this.#store = memory.store;
  }

  /** Expressions were thrown away: tables of the store are gone. */
  forget(): void {
    this.#tables.clear();
  }

  /** The present contents of a stretch of memory. */
  tableOf(start: number, length: number): number {
    const { memory } = this;
    const bytes = memory.bytes.subarray(start, start + length);
    const ids = new Int32Array(length);
    let any = false;
    for (let i = 0; i < length; i++) {
      ids[i] = memory.byteId(start + i);
      if (ids[i] !== 0) any = true;
    }
    const cached = this.#tables.get(start);
    if (cached && cached.bytes.length === length && equalBytes(cached.bytes, bytes) && sameIds(cached.ids, ids)) {
      return cached.table;
    }
    const table = this.#store.table(bytes, any ? ids : noIds);
    this.#tables.set(start, { bytes: bytes.slice(), ids, table });
    return table;
  }

  /**
   * A store of `size` bytes at a symbolic offset below `length`: each byte keeps what it was, or gets its part. What
   * it may have written counts as written, also where it is the value that stood there.
   */
  update(start: number, length: number, offset: ExprId, value: ExprId, size: number): void {
    const builder = this.#builder;
    const { bytes } = this.memory;
    const never = this.#store.constant(1, 0);
    for (let i = 0; i < length; i++) {
      const old = this.memory.byteExpr(start + i);
      const isUnwritten = bytes[tagBase + start + i] === Tag.Unwritten;
      let isMeant = false;
      let updated = old;
      for (let j = 0; j < size && j <= i; j++) {
        const here = builder.binary(Op.Eq, offset, this.#store.constant(32, i - j));
        updated = builder.ite(here, builder.extract(value, 8 * j, 8), updated);
        if (here !== never) isMeant = true;
      }
      if (updated !== old || (isUnwritten && isMeant)) this.memory.setByte(start + i, updated);
    }
  }
}

const noIds = new Int32Array(0);

function sameIds(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
