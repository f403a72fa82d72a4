import type { ExprId, VarId } from '../vocabulary/brands.js';
import type { ByteSet } from './byteset.js';
import type { Knowledge } from './knowledge.js';
import { type Normaliser, truthOf } from './normalise.js';
import { PathFacts } from './path-facts.js';
import { PathQuery } from './path-query.js';
import type { Answer, Layer, Model, Query, Session } from './types.js';

/** Models kept for reuse: a check rarely has the answer of one before it, and looking costs an evaluation each. */
const modelLimit = 3;
const unchanged: Model = { vars: [], values: new Uint8Array(0) };

export interface SessionOptions {
  readonly knowledge: Knowledge;
  readonly normaliser: Normaliser;
  /** Answers one slice. */
  readonly next: Layer;
  readonly timeLimit: number;
  /** Answers a question about a byte that no constraint ties to another: what it may be so far, and what is asked of it. */
  readonly decideByte?: (query: Query, variable: VarId, set: ByteSet, asked: ByteSet) => Answer;
  /** False: every check is asked with all that was assumed. */
  readonly slicing: boolean;
}

/** A path being expanded: a check walks from its own bytes to what they depend on, and to nothing else. */
export class PathSession implements Session {
  readonly #facts: PathFacts;
  /** Only kept where nothing is sliced. */
  readonly #all: ExprId[] = [];
  readonly #models: Model[] = [];

  constructor(
    readonly base: Uint8Array,
    readonly options: SessionOptions,
  ) {
    this.#facts = new PathFacts(base, options.knowledge, options.normaliser);
  }

  assume(constraint: ExprId): void {
    this.#facts.assume(constraint);
    if (!this.options.slicing) this.#all.push(...this.options.normaliser.conjuncts(constraint));
  }

  check(constraint: ExprId): Answer {
    const verdict = this.#facts.verdict(constraint);
    if (verdict === false) return { kind: 'unsat' };
    if (verdict === true) return { kind: 'sat', model: unchanged };
    const asked: ExprId[] = [];
    for (const part of this.options.normaliser.conjuncts(constraint)) {
      for (const special of this.#facts.specialised(part)) {
        const known = truthOf(special, this.options.knowledge) ?? this.#facts.verdict(special);
        if (known === false) return { kind: 'unsat' };
        if (known === undefined) asked.push(special);
      }
    }
    if (asked.length === 0) return { kind: 'sat', model: unchanged };
    const { timeLimit, slicing } = this.options;
    const query = new PathQuery(
      this.#facts,
      constraint,
      asked,
      this.#models,
      timeLimit,
      slicing ? undefined : this.#all,
    );
    const answer = this.#answerByte(asked, query) ?? this.options.next.solve(query);
    if (answer.kind === 'sat') {
      this.#models.unshift(answer.model);
      if (this.#models.length > modelLimit) this.#models.pop();
    }
    return answer;
  }

  /** One byte that nothing else is tied to needs no slice: its set is known. */
  #answerByte(asked: readonly ExprId[], query: Query): Answer | undefined {
    const { knowledge, decideByte } = this.options;
    if (decideByte === undefined || asked.length !== 1) return undefined;
    const { support, byteSet } = knowledge.of(asked[0]);
    if (byteSet === undefined || this.#facts.isTied(support[0])) return undefined;
    return decideByte(query, support[0], this.#facts.byte(support[0]).set, byteSet);
  }
}
