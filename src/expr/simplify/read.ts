/** Reads of tables. Folded at a constant offset, and where every entry the offset can reach is the same constant. */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { ExprStore } from '../store.js';
import type { Table } from '../tables.js';
import type { Builder } from './builder.js';
import { hasConstantRight } from './constants.js';

export function readTable(build: Builder, table: number, offset: ExprId, width: number): ExprId {
  const store = build.store;
  if (store.op[offset] === Op.Const) return readAt(build, store.tables[table], store.a[offset] >>> 0, width);
  const same = sameEverywhere(store, store.tables[table], offset, width);
  if (same) return readAt(build, store.tables[table], firstOffset(store, offset), width);
  return store.make(Op.Read, width, offset, table, 0);
}

function readAt(build: Builder, table: Table, offset: number, width: number): ExprId {
  let value = 0;
  for (let index = offset; index < offset + width / 8; index++) {
    const byte = byteAt(build.store, table, index);
    value = value === 0 ? byte : build.concat(byte, value);
  }
  return value;
}

function byteAt(store: ExprStore, table: Table, index: number): ExprId {
  if (index >= table.bytes.length) return store.constant(8, 0);
  const id = table.ids.length === 0 ? 0 : table.ids[index];
  return id !== 0 ? id : store.constant(8, table.bytes[index]);
}

function firstOffset(store: ExprStore, offset: ExprId): number {
  return hasConstantRight(store, offset, Op.Add) ? store.a[store.b[offset]] >>> 0 : 0;
}

/** Entries are compared as long as they are the same, and no further than this. */
const scanLimit = 4096;

function sameEverywhere(store: ExprStore, table: Table, offset: ExprId, width: number): boolean {
  if (table.ids.length !== 0) return false;
  const first = firstOffset(store, offset);
  const index = hasConstantRight(store, offset, Op.Add) ? store.a[offset] : offset;
  const stride = strideOf(store, index);
  const last = first + largest(store, index);
  // Beyond 32 bits the sum would wrap around to other entries.
  if (last > 0xffffffff) return false;
  const bytes = table.bytes;
  const size = width / 8;
  // Past the end there are only zeros: one entry wholly out there stands for all that follow.
  const end = Math.min(last, bytes.length + stride);
  if ((end - first) / stride > scanLimit) return false;
  for (let at = first + stride; at <= end; at += stride) {
    for (let i = 0; i < size; i++) if ((bytes[at + i] ?? 0) !== (bytes[first + i] ?? 0)) return false;
  }
  return true;
}

/** The largest power of two that surely divides x. */
function strideOf(store: ExprStore, x: ExprId): number {
  let id = x;
  while (store.op[id] === Op.ZExt) id = store.a[id];
  let low = id;
  while (store.op[low] === Op.Concat) low = store.b[low];
  if (low === id || store.op[low] !== Op.Const) return 1;
  const value = store.a[low];
  return value === 0 ? 2 ** Math.min(store.width[low], 31) : (value & -value) >>> 0;
}

/** A number x surely does not exceed. */
function largest(store: ExprStore, x: ExprId): number {
  const width = store.op[x] === Op.ZExt ? store.width[store.a[x]] : store.width[x];
  return 2 ** width - 1;
}
