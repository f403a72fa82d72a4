import type { ExprId } from '../vocabulary/brands.js';

/** Contents of a small object read at a symbolic index: `bytes` are constants, except where `ids` names an expression of width 8. */
export interface Table {
  /** 0 where `ids` names an expression. */
  readonly bytes: Uint8Array;
  /** Empty when every byte is constant; else as long as `bytes`, 0 = constant. */
  readonly ids: Int32Array;
}

const noIds = new Int32Array(0);

interface Constants {
  isConst(id: ExprId): boolean;
  readonly lo: Int32Array;
}

/** A copy in which equal contents look equal: constants are bytes, and a byte under an expression is 0. */
export function normalTable(constants: Constants, bytes: Uint8Array, ids: Int32Array): Table {
  const normalBytes = bytes.slice();
  let symbolic = false;
  for (let i = 0; i < ids.length && !symbolic; i++) symbolic = ids[i] !== 0 && !constants.isConst(ids[i]);
  const normalIds = symbolic ? ids.slice() : noIds;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (id === 0) continue;
    if (constants.isConst(id)) {
      normalBytes[i] = constants.lo[id];
      if (symbolic) normalIds[i] = 0;
    } else {
      normalBytes[i] = 0;
    }
  }
  return { bytes: normalBytes, ids: normalIds };
}

/** Tables interned by content: the same bytes and expressions have one id. */
export class TableStore {
  readonly tables: Table[] = [];
  /** Per table, a hash of its structure that knows nothing of ids (see ExprStore.key). */
  readonly keys: number[] = [];
  #byKey = new Map<number, number[]>();

  /** `exprKeys`: the structural key of every expression, by id. */
  intern(table: Table, exprKeys: Int32Array): number {
    const key = keyOf(table, exprKeys);
    const candidates = this.#byKey.get(key);
    if (candidates) {
      for (const candidate of candidates) {
        if (sameContent(this.tables[candidate], table)) return candidate;
      }
    }
    const id = this.tables.length;
    this.tables.push(table);
    this.keys.push(key);
    if (candidates) candidates.push(id);
    else this.#byKey.set(key, [id]);
    return id;
  }
}

function keyOf({ bytes, ids }: Table, exprKeys: Int32Array): number {
  let hash = bytes.length ^ 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] !== 0) hash = Math.imul(hash ^ exprKeys[ids[i]] ^ Math.imul(i, 0x9e3779b1), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 16);
}

function sameContent(table: Table, { bytes, ids }: Table): boolean {
  if (table.bytes.length !== bytes.length || table.ids.length !== ids.length) return false;
  for (let i = 0; i < bytes.length; i++) if (table.bytes[i] !== bytes[i]) return false;
  for (let i = 0; i < ids.length; i++) if (table.ids[i] !== ids[i]) return false;
  return true;
}
