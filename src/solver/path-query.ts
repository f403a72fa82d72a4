import type { ExprId, VarId } from '../vocabulary/brands.js';
import type { Byte, PathFacts } from './path-facts.js';
import type { Answer, Model, Neighbourhood, Query } from './types.js';

/** What a session keeps of its path, for the layers that go by it. */
export interface Path {
  readonly facts: PathFacts;
  /** Models found earlier on it, the latest first. */
  readonly models: readonly Model[];
  /** Everything assumed, where slicing is switched off. */
  readonly all: readonly ExprId[] | undefined;
  /** How much was assumed. */
  readonly assumptions: number;
  readonly timeLimit: number;
  /** Questions that what is filed by byte did not answer. */
  questions: number;
  cannotHold(constraint: ExprId): boolean;
}

/** A layer that takes questions of a session only. Those that take any query can stand below it. */
export interface PathLayer {
  readonly name: string;
  solve(query: PathQuery): Answer;
}

/** A question of a session. The slice is walked when somebody looks: some layers can tell without it. */
export class PathQuery implements Query, Neighbourhood {
  readonly near = this;
  readonly asked: readonly ExprId[];
  #bytes = 0;
  #slice: Set<ExprId> | undefined;
  #walk: Generator<Byte> | undefined;
  #constraints: readonly ExprId[] | undefined;

  constructor(
    readonly path: Path,
    readonly constraint: ExprId,
    readonly isFirstTry: boolean,
    /** The conjuncts of what was asked that are not known yet, with the bytes that have one value put in. */
    public open: readonly ExprId[],
  ) {
    this.asked = [constraint];
  }

  get base(): Uint8Array {
    return this.path.facts.base;
  }

  get models(): readonly Model[] {
    return this.path.models;
  }

  get timeLimit(): number {
    return this.path.timeLimit;
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
    return this.path.facts.reading(variables);
  }

  holdReading(variables: readonly VarId[], input: Uint8Array): boolean {
    return this.path.facts.holdReading(variables, input);
  }

  ties(variable: VarId): number {
    return this.path.facts.ties(variable);
  }

  hasMoreBytesThan(count: number): boolean {
    if (this.#walk === undefined) {
      this.#slice = new Set(this.open);
      for (const constraint of this.path.all ?? []) this.#slice.add(constraint);
      this.#walk = this.path.facts.walk(this.open, this.#slice);
    }
    while (this.#bytes <= count && !this.#walk.next().done) this.#bytes++;
    return this.#bytes > count;
  }
}
