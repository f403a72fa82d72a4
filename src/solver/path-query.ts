import type { ExprId, VarId } from '../vocabulary/brands.js';
import type { Byte, PathFacts } from './path-facts.js';
import type { Model, Neighbourhood, Query } from './types.js';

/** A check of a session as a query. The slice is walked when somebody looks: some layers can tell without it. */
export class PathQuery implements Query, Neighbourhood {
  readonly near = this;
  readonly asked: readonly ExprId[];
  #bytes = 0;
  #slice: Set<ExprId> | undefined;
  #walk: Generator<Byte> | undefined;
  #constraints: readonly ExprId[] | undefined;

  constructor(
    readonly facts: PathFacts,
    constraint: ExprId,
    /** What was asked, with the bytes that have one value put in. */
    readonly open: readonly ExprId[],
    readonly models: readonly Model[],
    readonly timeLimit: number,
    readonly isFirstTry: boolean,
    /** Everything assumed, where slicing is switched off. */
    readonly all: readonly ExprId[] | undefined,
  ) {
    this.asked = [constraint];
  }

  get base(): Uint8Array {
    return this.facts.base;
  }

  get constraints(): readonly ExprId[] {
    if (this.#constraints === undefined) {
      this.hasMoreBytesThan(Number.POSITIVE_INFINITY);
      this.#constraints = [...Int32Array.from(this.#slice!).sort()];
    }
    return this.#constraints;
  }

  /** Constraints in the slice, if anybody looked. */
  get sliceSize(): number | undefined {
    return this.#constraints?.length;
  }

  reading(variables: Iterable<VarId>): ReadonlySet<ExprId> {
    return this.facts.reading(variables);
  }

  holdReading(variables: readonly VarId[], input: Uint8Array): boolean {
    return this.facts.holdReading(variables, input);
  }

  ties(variable: VarId): number {
    return this.facts.ties(variable);
  }

  hasMoreBytesThan(count: number): boolean {
    if (this.#walk === undefined) {
      this.#slice = new Set(this.open);
      for (const constraint of this.all ?? []) this.#slice.add(constraint);
      this.#walk = this.facts.walk(this.open, this.#slice);
    }
    while (this.#bytes <= count && !this.#walk.next().done) this.#bytes++;
    return this.#bytes > count;
  }
}
