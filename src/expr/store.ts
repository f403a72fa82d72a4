/** Where do expressions live? A hash-consed DAG in typed arrays. */

import type { ExprId, VarId } from '../vocabulary/brands.js';
import { Op } from './ops.js';
import { normalTable, TableStore } from './tables.js';
import { highMask, lowMask } from './words.js';

export type { Table } from './tables.js';

/** Constants below this are found without hashing. */
const smallConstants = 1024;
/** A store at its limit. What was made before stays as it is. */
export class ExpressionsFull extends Error {}

const initialCapacity = 1 << 8;
/** Arrays up to this many nodes (1.7 MB) are worth keeping when cleared: `clear` may be called after every run. */
const keptCapacity = 1 << 16;

/**
 * Hash-consed expressions in typed arrays: structurally equal expressions have one id, children come
 * before parents, ids are never reused until `clear`. `make` is the raw constructor; everybody else
 * goes through the simplifying constructors in build.ts.
 *
 * A node costs 18 bytes and 8–16 of hash slots. The arrays are replaced when they grow: read them
 * through the store, don't keep them across a call that may make nodes.
 */
export class ExprStore {
  op!: Uint8Array;
  width!: Uint8Array;
  /** First child; Var: the input byte; Const: the value's low 32 bits. */
  a!: Int32Array;
  /** Second child; Read: the table; Const: the value's high 32 bits. */
  b!: Int32Array;
  /** Ite: third child; Extract: the offset. */
  c!: Int32Array;
  /**
   * A hash of the structure that knows nothing of ids: equal in every worker and whatever was made
   * before, so orders built on it are repeatable.
   */
  key!: Int32Array;
  size!: number;
  /** Counts calls of `clear`: whoever keeps something per id forgets it when this changes. */
  generation = 0;
  /** Ids below this are taken by poison marks in shadow memory (see abi/abi.ts); the first expression comes after. */
  static readonly firstId = 32;

  /** More nodes than this throw `ExpressionsFull`; set while a program runs that may ask for any number. */
  limit = Infinity;

  readonly #small = new Int32Array(65 * smallConstants);
  #slots!: Int32Array;
  #tables!: TableStore;

  constructor() {
    this.#reset();
  }

  /** Const only: the value's low 32 bits. The same array as `a`, which constants have no other use for. */
  get lo(): Int32Array {
    return this.a;
  }
  /** Const only: the value's high 32 bits. */
  get hi(): Int32Array {
    return this.b;
  }
  get tables() {
    return this.#tables.tables;
  }

  /** Forgets every expression and gives the memory back. */
  clear(): void {
    this.generation++;
    this.#small.fill(0);
    if (this.op.length > keptCapacity) this.#reset();
    else this.#reuse();
  }

  #reset(): void {
    this.op = new Uint8Array(initialCapacity);
    this.width = new Uint8Array(initialCapacity);
    this.a = new Int32Array(initialCapacity);
    this.b = new Int32Array(initialCapacity);
    this.c = new Int32Array(initialCapacity);
    this.key = new Int32Array(initialCapacity);
    this.size = ExprStore.firstId;
    this.#slots = new Int32Array(initialCapacity * 2);
    this.#tables = new TableStore();
  }

  #reuse(): void {
    this.size = ExprStore.firstId;
    this.#slots.fill(0);
    this.#tables = new TableStore();
  }

  /** The one id of this node, made if it is new. */
  make(op: Op, width: number, a: number, b: number, c: number, lo = 0, hi = 0): ExprId {
    if (op === Op.Const) {
      a = lo;
      b = hi;
    }
    const key = this.#keyOf(op, width, a, b, c);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = key & mask;
    for (let id = slots[slot]; id !== 0; id = slots[slot]) {
      if (
        this.key[id] === key &&
        this.a[id] === a &&
        this.b[id] === b &&
        this.op[id] === op &&
        this.width[id] === width &&
        this.c[id] === c
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
    this.key[id] = key;
    slots[slot] = id;
    if (this.size * 2 > slots.length) this.#rehash();
    return id;
  }

  constant(width: number, lo: number, hi = 0): ExprId {
    lo &= lowMask(width);
    hi &= highMask(width);
    if (hi !== 0 || lo < 0 || lo >= smallConstants) return this.make(Op.Const, width, 0, 0, 0, lo, hi);
    // Most constants are small, and asked for again and again: indices, bytes, 0 and 1.
    const at = width * smallConstants + lo;
    return this.#small[at] || (this.#small[at] = this.make(Op.Const, width, 0, 0, 0, lo, hi));
  }

  variable(index: VarId): ExprId {
    return this.make(Op.Var, 8, index, 0, 0);
  }

  /** Interns a table by content and returns its id. Bytes hidden by an expression don't count. */
  table(bytes: Uint8Array, ids: Int32Array): number {
    return this.#tables.intern(normalTable(this, bytes, ids), this.key);
  }

  isConst(id: ExprId): boolean {
    return this.op[id] === Op.Const;
  }

  /** The order operands of commutative operations are written in; depends on their structure only. */
  inOrder(a: ExprId, b: ExprId): boolean {
    const difference = this.key[a] - this.key[b];
    if (difference !== 0) return difference < 0;
    // Keys of different structures may collide, once in 2^32 pairs: look one level down before giving up.
    if (this.op[a] !== this.op[b]) return this.op[a] < this.op[b];
    if (this.width[a] !== this.width[b]) return this.width[a] < this.width[b];
    if (this.op[a] === Op.Const || this.op[a] === Op.Var) return this.a[a] <= this.a[b];
    return this.key[this.a[a]] <= this.key[this.a[b]];
  }

  #keyOf(op: Op, width: number, a: number, b: number, c: number): number {
    if (op > Op.Var) {
      const key = this.key;
      a = key[a];
      b = op === Op.Read ? this.#tables.keys[b] : key[b];
      if (op === Op.Ite) c = key[c];
    }
    let hash = Math.imul(op * 64 + width, 0x9e3779b1) ^ Math.imul(a, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(b, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39) ^ Math.imul(c, 0x27d4eb2f);
    hash = Math.imul(hash ^ (hash >>> 15), 0x165667b1);
    return hash ^ (hash >>> 16);
  }

  #grow(): void {
    if (this.op.length >= this.limit) {
      this.size--;
      throw new ExpressionsFull();
    }
    this.op = doubled(this.op, Uint8Array);
    this.width = doubled(this.width, Uint8Array);
    this.a = doubled(this.a, Int32Array);
    this.b = doubled(this.b, Int32Array);
    this.c = doubled(this.c, Int32Array);
    this.key = doubled(this.key, Int32Array);
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    const { key, size } = this;
    for (let id = ExprStore.firstId; id < size; id++) {
      let slot = key[id] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.#slots = slots;
  }
}

function doubled<T extends Uint8Array | Int32Array>(old: T, array: new (length: number) => T): T {
  const bigger = new array(old.length * 2);
  bigger.set(old);
  return bigger;
}
