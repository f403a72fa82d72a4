import type { ExprId } from '../vocabulary/brands.js';
import { type Bound, followsFrom } from './bounds.js';
import type { Knowledge } from './knowledge.js';
import type { Normaliser } from './normalise.js';
import { PathFacts } from './path-facts.js';
import { unchanged } from './path-known.js';
import { type Path, type PathLayer, PathQuery } from './path-query.js';
import type { PathRanges } from './path-ranges.js';
import type { Answer, Model, Session } from './types.js';

/** Models kept for reuse: a check rarely has the answer of one before it, and looking costs an evaluation each. */
const modelLimit = 3;
const nothing: readonly ExprId[] = [];

interface SessionOptions {
  readonly knowledge: Knowledge;
  readonly normaliser: Normaliser;
  /** Shared by all sessions; of the one that asked last. */
  readonly ranges: PathRanges;
  /** The first layer of the chain. */
  readonly top: PathLayer;
  readonly timeLimit: number;
  /** False: every check is asked with all that was assumed. */
  readonly slicing: boolean;
}

/** A path being expanded: keeps what was assumed, filed for the layers that go by it, and asks the chain. */
export class PathSession implements Session, Path {
  readonly facts: PathFacts;
  readonly models: Model[] = [];
  readonly all: ExprId[] | undefined;
  readonly timeLimit: number;
  assumptions = 0;
  questions = 0;
  /** What was assumed, but for bounds that the next to be assumed made needless before anybody asked. */
  readonly #assumed: ExprId[] = [];
  /** The last of those, if it is a bound. */
  #lastBound: Bound | undefined;
  /** Of what was assumed, how much the facts know of, and the ranges. */
  #filed = 0;
  #noted = 0;

  constructor(
    base: Uint8Array,
    readonly options: SessionOptions,
  ) {
    this.facts = new PathFacts(base, options.knowledge, options.normaliser);
    this.all = options.slicing ? undefined : [];
    this.timeLimit = options.timeLimit;
  }

  /** Filed when something is asked: most of a long path are the turns of loops to an input's number. */
  assume(constraint: ExprId): void {
    const { bound } = this.options.knowledge.of(constraint);
    const last = this.#lastBound;
    const isTighter = bound !== undefined && bound.key === last?.key && followsFrom(last, bound);
    if (isTighter && this.#filed < this.#assumed.length) this.#assumed[this.#assumed.length - 1] = constraint;
    else this.#assumed.push(constraint);
    this.#lastBound = bound;
    this.assumptions++;
    this.all?.push(...this.options.normaliser.conjuncts(constraint));
  }

  #fileAssumed(): void {
    while (this.#filed < this.#assumed.length) this.facts.assume(this.#assumed[this.#filed++]);
  }

  cannotHold(constraint: ExprId): boolean {
    this.#fileAssumed();
    const { ranges, normaliser } = this.options;
    if (ranges.path !== this.facts) {
      ranges.begin(this.facts);
      this.#noted = 0;
    }
    while (this.#noted < this.#assumed.length) {
      for (const part of normaliser.conjuncts(this.#assumed[this.#noted++])) ranges.note(part);
    }
    return ranges.isNever(constraint);
  }

  check(constraint: ExprId, isFirstTry = false): Answer {
    this.#fileAssumed();
    const answer = this.options.top.solve(new PathQuery(this, constraint, isFirstTry, nothing));
    if (answer.kind === 'sat' && answer.model !== unchanged) {
      this.models.unshift(answer.model);
      if (this.models.length > modelLimit) this.models.pop();
    }
    return answer;
  }
}
