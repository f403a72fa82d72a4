import type { ExprId } from '../vocabulary/brands.js';
import { firstCapacity } from '../vocabulary/capacity.js';

/** What sets of expressions write their marks to: one number per expression, the set that marked it last. */
export class MarkSheet {
  marks = new Int32Array(firstCapacity);
  sets = 0;

  grow(id: ExprId): void {
    const bigger = new Int32Array(Math.max(id + 1, this.marks.length * 2));
    bigger.set(this.marks);
    this.marks = bigger;
  }
}

/**
 * A set of expressions that costs nothing to make and is never emptied: paths are expanded by the ten
 * thousand, one after the other, and a hash table each was a fifth of the time. Sets on one sheet overwrite
 * each other's marks, so an older one may forget members: only for what is safe to forget.
 */
export class Marks {
  readonly #sheet: MarkSheet;
  readonly #set: number;

  constructor(sheet: MarkSheet) {
    this.#sheet = sheet;
    this.#set = ++sheet.sets;
  }

  has(id: ExprId): boolean {
    return this.#sheet.marks[id] === this.#set;
  }

  add(id: ExprId): void {
    if (id >= this.#sheet.marks.length) this.#sheet.grow(id);
    this.#sheet.marks[id] = this.#set;
  }
}
