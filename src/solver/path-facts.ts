import type { ExprId, VarId } from '../vocabulary/brands.js';
import { Bounds } from './bounds.js';
import { type ByteSet, fullSet, has, intersect, sameSet, sizeOf } from './byteset.js';
import type { Knowledge } from './knowledge.js';
import { Marks } from './marks.js';
import type { Normaliser } from './normalise.js';

/** What a path says about one input byte. */
export interface Byte {
  /** What the constraints over this byte alone leave of it. */
  readonly set: ByteSet;
  /** Those constraints, but for what follows from the others. */
  readonly alone: ExprId[];
  /** Constraints over this byte and others, as far as they are not decided. */
  shared: ExprId[];
  /** The same as they were assumed, but for what follows from others, for checking models. */
  assumed: ExprId[];
  /** One value is left: it stands in the constraints in place of the byte. */
  fixed: boolean;
  /** The walk that reached it last. */
  reached: number;
}

/** In place of lists that most bytes never need. */
const none: ExprId[] = [];

/** `superseded` follows from the constraint: where it stands last, as it does in loops, it need not be kept. */
function appended(list: ExprId[], constraint: ExprId, superseded?: ExprId): ExprId[] {
  if (list === none) return [constraint];
  if (superseded !== undefined && list[list.length - 1] === superseded) list[list.length - 1] = constraint;
  else list.push(constraint);
  return list;
}

/**
 * All that was assumed on a path, filed by byte. A byte with one value left is replaced by it, in what
 * was assumed before and in what comes after: so a table lookup at a known index becomes the byte it
 * reads, and slices fall apart. Constraints over a byte that follow from others over it are dropped;
 * long paths through loops repeat themselves.
 */
export class PathFacts {
  /** By variable. */
  readonly #bytes: (Byte | undefined)[] = [];
  readonly #known: Marks;
  readonly #replaced: Marks;
  readonly #bounds = new Bounds();
  #walks = 0;
  /** What the constraint filed last, as it was, supersedes: itself, if it follows from others. */
  #superseded: ExprId | undefined;

  constructor(
    readonly base: Uint8Array,
    readonly knowledge: Knowledge,
    readonly normaliser: Normaliser,
  ) {
    this.#known = new Marks(knowledge.known);
    this.#replaced = new Marks(knowledge.replaced);
  }

  assume(constraint: ExprId): void {
    if (this.#known.has(constraint)) return;
    for (const part of this.normaliser.conjuncts(constraint)) {
      if (this.#known.has(part)) continue;
      this.#known.add(part);
      const { support } = this.knowledge.of(part);
      this.#superseded = undefined;
      this.#file(part, this.specialised(part));
      const superseded = this.#superseded;
      if (support.length > 1 && superseded !== part) {
        for (const variable of support) {
          const byte = this.byte(variable);
          byte.assumed = appended(byte.assumed, part, superseded);
        }
      }
    }
    this.#known.add(constraint);
  }

  /** Whether exactly this was assumed; false if its negation was. */
  verdict(part: ExprId): boolean | undefined {
    if (this.#known.has(part)) return true;
    return this.#known.has(this.normaliser.negated(part)) ? false : undefined;
  }

  byte(variable: VarId): Byte {
    const byte = this.#bytes[variable];
    if (byte !== undefined) return byte;
    const fresh = { set: fullSet(), alone: [], shared: none, assumed: none, fixed: false, reached: 0 };
    this.#bytes[variable] = fresh;
    return fresh;
  }

  /** The conjuncts of a constraint with the bytes that have one value replaced by it. */
  specialised(part: ExprId): readonly ExprId[] {
    const { support } = this.knowledge.of(part);
    for (const variable of support) {
      if (this.#bytes[variable]?.fixed) return this.normaliser.specialised(part, this.#isFixed, this.base);
    }
    return this.normaliser.conjuncts(part);
  }

  readonly #isFixed = (variable: VarId): boolean => this.#bytes[variable]?.fixed ?? false;

  /** Files what a constraint has become. */
  #file(constraint: ExprId, parts: readonly ExprId[]): void {
    for (const part of parts) {
      if (part !== constraint && this.#known.has(part)) continue;
      this.#known.add(part);
      const { support, byteSet, bound } = this.knowledge.of(part);
      if (support.length === 0) continue;
      if (byteSet !== undefined) this.#narrow(support[0], part, byteSet);
      else {
        const superseded = bound && this.#bounds.superseded(bound);
        if (part === constraint) this.#superseded = superseded;
        if (superseded === part) continue;
        if (superseded !== undefined) this.#replaced.add(superseded);
        for (const variable of support) {
          const byte = this.byte(variable);
          byte.shared = appended(byte.shared, part, superseded);
        }
      }
    }
  }

  #narrow(variable: VarId, part: ExprId, allowed: ByteSet): void {
    const byte = this.byte(variable);
    if (!intersect(byte.set, allowed)) return;
    if (sameSet(byte.set, allowed)) byte.alone.length = 0;
    byte.alone.push(part);
    if (sizeOf(byte.set) !== 1) return;
    byte.fixed = true;
    const { shared } = byte;
    byte.shared = none;
    for (const other of shared) {
      if (this.#replaced.has(other)) continue;
      const parts = this.specialised(other);
      // Too long to be rewritten.
      if (parts.length === 1 && parts[0] === other) byte.shared = appended(byte.shared, other);
      else {
        this.#replaced.add(other);
        this.#file(other, parts);
      }
    }
  }

  /** Byte by byte, all that some constraints depend on; what is found goes into `slice`. */
  *walk(from: readonly ExprId[], slice: Set<ExprId>): Generator<Byte> {
    const { knowledge } = this;
    const walk = ++this.#walks;
    const pending: Byte[] = [];
    const reach = (constraint: ExprId): void => {
      for (const variable of knowledge.of(constraint).support) {
        const byte = this.byte(variable);
        if (byte.reached === walk) continue;
        byte.reached = walk;
        pending.push(byte);
      }
    };
    from.forEach(reach);
    for (let byte = pending.pop(); byte !== undefined; byte = pending.pop()) {
      for (const constraint of byte.alone) slice.add(constraint);
      for (const constraint of byte.shared) {
        if (slice.has(constraint) || this.#replaced.has(constraint)) continue;
        slice.add(constraint);
        reach(constraint);
      }
      yield byte;
    }
  }

  /** What was assumed about any of these bytes, as it was assumed. */
  reading(variables: Iterable<VarId>): Set<ExprId> {
    const found = new Set<ExprId>();
    for (const variable of variables) {
      const byte = this.#bytes[variable];
      if (byte === undefined) continue;
      for (const constraint of byte.alone) found.add(constraint);
      for (const constraint of byte.assumed) found.add(constraint);
    }
    return found;
  }

  /** Whether what was assumed about these bytes holds for another input. */
  holdReading(variables: readonly VarId[], input: Uint8Array): boolean {
    const { knowledge } = this;
    for (const variable of variables) {
      const byte = this.#bytes[variable];
      if (byte !== undefined && !has(byte.set, input[variable])) return false;
    }
    const tested = new Marks(knowledge.tested);
    for (const variable of variables) {
      const byte = this.#bytes[variable];
      if (byte === undefined) continue;
      for (const constraint of byte.assumed) {
        if (tested.has(constraint)) continue;
        tested.add(constraint);
        if (!knowledge.of(constraint).holds(input)) return false;
      }
    }
    return true;
  }

  ties(variable: VarId): number {
    const byte = this.#bytes[variable];
    return byte === undefined ? 0 : byte.alone.length + byte.assumed.length;
  }

  /** Whether the byte stands in constraints with others. */
  isTied(variable: VarId): boolean {
    return this.byte(variable).shared.some((constraint) => !this.#replaced.has(constraint));
  }
}
