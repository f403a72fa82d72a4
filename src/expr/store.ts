import type { ExprId, VarId } from '../vocabulary/brands.js';
import { Op } from './ops.js';

/** Contents of a small object read at a symbolic index: `bytes` are constants, except where `ids` names an expression of width 8. */
export interface Table {
  readonly bytes: Uint8Array;
  /** Empty when every byte is constant; else as long as `bytes`, 0 = constant. */
  readonly ids: Int32Array;
}

/**
 * Hash-consed expressions in typed arrays: structurally equal expressions have one id, children come
 * before parents, ids are never reused until `clear`. `make` is the raw constructor; everybody else
 * goes through the simplifying constructors in build.ts.
 */
export class ExprStore {
  op = new Uint8Array(1 << 12);
  width = new Uint8Array(1 << 12);
  a = new Int32Array(1 << 12);
  b = new Int32Array(1 << 12);
  c = new Int32Array(1 << 12);
  /** Const only: the value's low and high 32 bits. */
  lo = new Int32Array(1 << 12);
  hi = new Int32Array(1 << 12);
  readonly tables: Table[] = [];
  /** Ids below this are taken by poison marks in shadow memory (see runtime/abi.ts); the first expression comes after. */
  static readonly firstId = 32;
  size = ExprStore.firstId;

  #slots = new Int32Array(1 << 13);
  #tableIds = new Map<string, number>();

  clear(): void {
    this.size = ExprStore.firstId;
    this.#slots.fill(0);
    this.tables.length = 0;
    this.#tableIds.clear();
  }

  /** The one id of this node, made if it is new. */
  make(op: Op, width: number, a: number, b: number, c: number, lo = 0, hi = 0): ExprId {
    let hash = Math.imul(op * 64 + width, 0x9e3779b1) ^ Math.imul(a, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(c, 0x27d4eb2f) ^ Math.imul(lo, 0x165667b1) ^ hi;
    hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
    hash ^= hash >>> 16;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let id = this.#slots[slot]; id !== 0; id = this.#slots[slot]) {
      if (
        this.a[id] === a &&
        this.b[id] === b &&
        this.op[id] === op &&
        this.width[id] === width &&
        this.c[id] === c &&
        this.lo[id] === lo &&
        this.hi[id] === hi
      ) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    const id = this.size++;
    if (id >= this.op.length) this.#grow();
    this.op[id] = op;
    this.width[id] = width;
    this.a[id] = a;
    this.b[id] = b;
    this.c[id] = c;
    this.lo[id] = lo;
    this.hi[id] = hi;
    this.#slots[slot] = id;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return id;
  }

  constant(width: number, lo: number, hi = 0): ExprId {
    if (width < 32) {
      lo &= (1 << width) - 1;
      hi = 0;
    } else if (width === 32) {
      lo |= 0;
      hi = 0;
    } else {
      lo |= 0;
      hi = width === 64 ? hi | 0 : hi & ((1 << (width - 32)) - 1);
    }
    return this.make(Op.Const, width, 0, 0, 0, lo, hi);
  }

  variable(index: VarId): ExprId {
    return this.make(Op.Var, 8, index, 0, 0);
  }

  /** Interns a table by content and returns its id. */
  table(bytes: Uint8Array, ids: Int32Array): number {
    const key = `${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')}|${ids.join()}`;
    let id = this.#tableIds.get(key);
    if (id === undefined) {
      id = this.tables.length;
      this.tables.push({ bytes: bytes.slice(), ids: ids.slice() });
      this.#tableIds.set(key, id);
    }
    return id;
  }

  isConst(id: ExprId): boolean {
    return this.op[id] === Op.Const;
  }

  #grow(): void {
    const grow = <T extends Uint8Array | Int32Array>(old: T): T => {
      const bigger = new (old.constructor as new (length: number) => T)(old.length * 2);
      bigger.set(old);
      return bigger;
    };
    this.op = grow(this.op);
    this.width = grow(this.width);
    this.a = grow(this.a);
    this.b = grow(this.b);
    this.c = grow(this.c);
    this.lo = grow(this.lo);
    this.hi = grow(this.hi);
  }

  #rehash(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    // Order of insertion does not matter for lookups, only that every id is found from its hash.
    const size = this.size;
    this.size = ExprStore.firstId;
    for (let id = ExprStore.firstId; id < size; id++) {
      this.make(this.op[id] as Op, this.width[id], this.a[id], this.b[id], this.c[id], this.lo[id], this.hi[id]);
    }
    this.size = size;
  }
}
