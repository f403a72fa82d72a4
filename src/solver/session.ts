import { Op } from '../expr/ops.js';
import type { ExprId, VarId } from '../vocabulary/brands.js';
import { type Bound, followsFrom } from './bounds.js';
import type { ByteSet } from './byteset.js';
import { decideByte } from './domains.js';
import type { Knowledge } from './knowledge.js';
import { type Normaliser, truthOf } from './normalise.js';
import { PathFacts } from './path-facts.js';
import { PathQuery } from './path-query.js';
import type { PathRanges } from './path-ranges.js';
import type { Answer, Layer, Model, Query, Session } from './types.js';

/** Models kept for reuse: a check rarely has the answer of one before it, and looking costs an evaluation each. */
const modelLimit = 3;
/** A conjunction of as many parts is taken apart. */
const manyParts = 16;
/** Learning the bounds of a path costs as much as so many questions: most paths have no more. */
const fewQuestions = 4;
const unsatisfiable: Answer = { kind: 'unsat' };
const unchanged: Model = { vars: [], values: new Uint8Array(0) };

export interface SessionOptions {
  readonly knowledge: Knowledge;
  readonly normaliser: Normaliser;
  /** Shared by all sessions; of the one that asked last. */
  readonly ranges: PathRanges;
  /** Answers one slice. */
  readonly next: Layer;
  readonly timeLimit: number;
  /** Answers a question about a byte that no constraint ties to another: what it may be so far, and what is asked of it. */
  readonly decideByte?: (query: Query, variable: VarId, set: ByteSet, asked: ByteSet) => Answer;
  /** Counts how much slicing drops. */
  readonly lists?: { queries: number; assumed: number; kept: number };
  /** False: every check is asked with all that was assumed. */
  readonly slicing: boolean;
}

/** A path being expanded: a check walks from its own bytes to what they depend on, and to nothing else. */
export class PathSession implements Session {
  readonly #facts: PathFacts;
  /** Only kept where nothing is sliced. */
  readonly #all: ExprId[] = [];
  readonly #models: Model[] = [];
  /** What was assumed, but for bounds that the next to be assumed made needless before anybody asked. */
  readonly #assumed: ExprId[] = [];
  /** The last of those, if it is a bound. */
  #lastBound: Bound | undefined;
  #assumptions = 0;
  /** Of what was assumed, how much the facts know of, and the ranges. */
  #filed = 0;
  /** Asked of the layers so far. */
  #questions = 0;
  #noted = 0;

  constructor(
    readonly base: Uint8Array,
    readonly options: SessionOptions,
  ) {
    this.#facts = new PathFacts(base, options.knowledge, options.normaliser);
  }

  /** Filed when something is asked: most of a long path are the turns of loops to an input's number. */
  assume(constraint: ExprId): void {
    const { bound } = this.options.knowledge.of(constraint);
    const last = this.#lastBound;
    const isTighter = bound !== undefined && bound.key === last?.key && followsFrom(last, bound);
    if (isTighter && this.#filed < this.#assumed.length) this.#assumed[this.#assumed.length - 1] = constraint;
    else this.#assumed.push(constraint);
    this.#lastBound = bound;
    this.#assumptions++;
    if (!this.options.slicing) this.#all.push(...this.options.normaliser.conjuncts(constraint));
  }

  #fileAssumed(): void {
    while (this.#filed < this.#assumed.length) this.#facts.assume(this.#assumed[this.#filed++]);
  }

  cannotHold(constraint: ExprId): boolean {
    this.#fileAssumed();
    const { ranges, normaliser } = this.options;
    if (ranges.path !== this.#facts) {
      ranges.begin(this.#facts);
      this.#noted = 0;
    }
    while (this.#noted < this.#assumed.length) {
      for (const part of normaliser.conjuncts(this.#assumed[this.#noted++])) ranges.note(part);
    }
    return ranges.isNever(constraint);
  }

  check(constraint: ExprId, isFirstTry = false): Answer {
    this.#fileAssumed();
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
    const answer =
      asked.length >= manyParts
        ? this.#answerParts(constraint, asked, isFirstTry)
        : this.#answer(constraint, asked, isFirstTry);
    if (answer.kind === 'sat') {
      this.#models.unshift(answer.model);
      if (this.#models.length > modelLimit) this.#models.pop();
    }
    return answer;
  }

  #answer(constraint: ExprId, asked: readonly ExprId[], isFirstTry: boolean): Answer {
    const { timeLimit, slicing, lists } = this.options;
    const query = new PathQuery(
      this.#facts,
      constraint,
      asked,
      this.#models,
      timeLimit,
      isFirstTry,
      slicing ? undefined : this.#all,
    );
    const answer =
      this.#answerByte(asked, query) ??
      // The turns of a loop to a number that was pinned: bounds tell of each without a walk through all the others.
      (slicing && ++this.#questions > fewQuestions && this.cannotHold(constraint)
        ? unsatisfiable
        : this.options.next.solve(query));
    const kept = query.sliceSize;
    if (lists && kept !== undefined) {
      lists.queries++;
      lists.assumed += this.#assumptions + 1;
      lists.kept += kept;
    }
    return answer;
  }

  /** A long conjunction (a string of a thousand bytes): bytes that nothing ties to another are decided one by one. */
  #answerParts(constraint: ExprId, asked: readonly ExprId[], isFirstTry: boolean): Answer {
    const { knowledge, normaliser } = this.options;
    const uses = new Map<VarId, number>();
    for (const part of asked) {
      for (const variable of knowledge.of(part).support) uses.set(variable, (uses.get(variable) ?? 0) + 1);
    }
    const model = new Map<VarId, number>();
    const rest: ExprId[] = [];
    const include = ({ vars, values }: Model): void => {
      for (let i = 0; i < vars.length; i++) model.set(vars[i], values[i]);
    };
    for (const part of asked) {
      const { support, byteSet } = knowledge.of(part);
      const isAlone = byteSet !== undefined && uses.get(support[0]) === 1 && !this.#facts.isTied(support[0]);
      if (!isAlone) {
        rest.push(part);
        continue;
      }
      const answer = decideByte(support[0], this.#facts.byte(support[0]).set, byteSet);
      if (answer.kind !== 'sat') return answer;
      include(answer.model);
    }
    if (rest.length > 0) {
      const whole = rest.reduce((left, right) => normaliser.builder.binary(Op.And, left, right));
      const answer = this.#answer(whole, rest, isFirstTry);
      if (answer.kind !== 'sat') return answer;
      include(answer.model);
    }
    const vars = [...model.keys()].sort((left, right) => left - right);
    const input = this.base.slice();
    for (const [variable, value] of model) input[variable] = value;
    if (!knowledge.of(constraint).holds(input)) return { kind: 'unknown', reason: 'unsupported' };
    return { kind: 'sat', model: { vars, values: Uint8Array.from(vars, (variable) => model.get(variable) ?? 0) } };
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
