import { Op } from '../expr/ops.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { Objects } from './objects.js';
import type { ShadowMemory } from './shadow-memory.js';
import type { ShadowRun } from './shadow-run.js';

/** A string of the input whose length is symbolic: `max` bytes from variable `from` on, of which `count` are there. */
interface OpenString {
  readonly from: number;
  readonly max: number;
  readonly count: ExprId;
}

/** A string as it could be: its bytes' expressions, longer than what is there now where it may be longer. */
interface PossibleString {
  readonly bytes: readonly ExprId[];
  /** There is a NUL whatever the input is: the last byte, or one that moves with the length. */
  readonly isTerminated: boolean;
}

/**
 * Strings that could be longer than they are. The bytes behind a string's end are not in memory on this run, but
 * its NUL tells which input it is the end of, in every copy: had the input been longer, they would have been there.
 */
export class SymbolicStrings {
  #open: OpenString[] = [];

  constructor(
    readonly memory: ShadowMemory,
    readonly objects: Objects,
    readonly run: ShadowRun,
  ) {}

  reset(): void {
    if (this.#open.length > 0) this.#open = [];
  }

  open(from: number, max: number, count: ExprId): OpenString {
    const string = { from, max, count };
    this.#open.push(string);
    return string;
  }

  /** Byte `i` under any length: the input's below it, NUL from there on. */
  byteOf({ from, max, count }: OpenString, i: number): ExprId {
    const { builder, store } = this.run;
    if (i >= max) return store.constant(8, 0);
    const isInside = builder.binary(Op.Ult, store.constant(store.width[count], i), count);
    return builder.ite(isInside, this.run.byteOf(from + i), store.constant(8, 0));
  }

  /** The string at an address, up to `limit` bytes. Undefined when it has no symbol in it. */
  at(address: number, limit: number): PossibleString | undefined {
    const { memory } = this;
    const { store } = this.run;
    const bytes: ExprId[] = [];
    let hasSymbols = false;
    for (let at = address; bytes.length < limit; at++) {
      if (memory.markAt(at) !== 0) return hasSymbols ? { bytes, isTerminated: false } : undefined;
      const id = memory.byteId(at);
      bytes.push(id || store.constant(8, memory.bytes[at]));
      if (id !== 0) hasSymbols = true;
      if (memory.bytes[at] !== 0) continue;
      if (id === 0) return hasSymbols ? { bytes, isTerminated: true } : undefined;
      const rest = this.#beyond(id, at);
      if (!rest) continue;
      for (let i = rest.next; bytes.length < limit && i <= rest.string.max; i++) {
        bytes.push(rest.isFixed ? this.#fixedByte(rest.string, i) : this.byteOf(rest.string, i));
      }
      return { bytes, isTerminated: true };
    }
    return hasSymbols ? { bytes, isTerminated: false } : undefined;
  }

  /**
   * The condition that each of these bytes is no NUL, in as few parts as will do: of a string of symbolic length
   * only the last byte needs to be asked whether it is there.
   */
  nonzero(bytes: readonly ExprId[]): ExprId[] {
    const { builder, store } = this.run;
    const parts: ExprId[] = [];
    const lastInside = new Map<OpenString, ExprId>();
    for (const id of bytes) {
      const open = this.#openByte(id);
      parts.push(builder.truth(open ? store.variable(open.variable) : id));
      if (open) lastInside.set(open.string, open.isInside);
    }
    parts.push(...lastInside.values());
    return parts;
  }

  #openByte(id: ExprId): { string: OpenString; variable: number; isInside: ExprId } | undefined {
    const { builder, store } = this.run;
    if (store.op[id] !== Op.Ite) return undefined;
    const { op, a, b, c } = store;
    const inside = op[b[id]] === Op.Var ? b[id] : op[c[id]] === Op.Var ? c[id] : 0;
    if (inside === 0) return undefined;
    const variable = a[inside];
    const string = this.#open.find(({ from, max }) => variable >= from && variable < from + max);
    if (!string || this.byteOf(string, variable - string.from) !== id) return undefined;
    const isInside = builder.binary(
      Op.Ult,
      store.constant(store.width[string.count], variable - string.from),
      string.count,
    );
    return { string, variable, isInside };
  }

  #fixedByte({ from, max }: OpenString, i: number): ExprId {
    const { store } = this.run;
    return i < max ? this.run.byteOf(from + i) : store.constant(8, 0);
  }

  /** The bytes that follow this one, the NUL of an input of symbolic length, where the input is longer. */
  restOf(id: ExprId): readonly ExprId[] | undefined {
    const open = this.#openByte(id);
    if (!open) return undefined;
    const { string, variable } = open;
    const next = variable - string.from + 1;
    return Array.from({ length: string.max - next + 1 }, (_, i) => this.byteOf(string, next + i));
  }

  /** What follows a symbolic NUL in memory if it were none: the input it comes from goes on. */
  #beyond(id: ExprId, at: number): { string: OpenString; next: number; isFixed: boolean } | undefined {
    const { store } = this.run;
    const { op, a } = store;
    const open = this.#openByte(id);
    if (open) return { string: open.string, next: open.variable - open.string.from + 1, isFixed: false };
    if (op[id] !== Op.Var) return undefined;
    const variable = a[id];
    // In the input itself, and in a copy of all its bytes, the next byte is there to be read.
    if (this.memory.byteId(at + 1) === store.variable(variable + 1) || this.memory.markAt(at + 1) !== 0)
      return undefined;
    const region = this.run.regions.find(({ offset, size }) => variable >= offset && variable < offset + size);
    if (!region || region.plan.kind === 'length') return undefined;
    const string = { from: region.offset, max: region.size, count: 0 };
    return { string, next: variable - region.offset + 1, isFixed: true };
  }
}
