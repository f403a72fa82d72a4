import type { Builder } from '../expr/build.js';
import type { ExprId, VarId } from '../vocabulary/brands.js';
import { type ByteSet, fullSet, intersect, sameSet, sizeOf } from './byteset.js';
import type { Knowledge } from './knowledge.js';
import { conjunctsOf, truthOf } from './normalise.js';
import type { Answer, Layer, Model, Neighbourhood, Query, Session } from './types.js';

/** What a session knows of one input byte. */
interface Byte {
  /** What the constraints over this byte alone leave of it. */
  readonly set: ByteSet;
  readonly alone: ExprId[];
  readonly shared: ExprId[];
  /** One value is left: it no longer ties constraints together. */
  fixed: boolean;
  /** The check that reached it last. */
  reached: number;
}

/** Models kept for reuse: a check rarely has the answer of one before it, and looking costs an evaluation each. */
const modelLimit = 3;
const unchanged: Model = { vars: [], values: new Uint8Array(0) };

export interface SessionOptions {
  readonly builder: Builder;
  readonly knowledge: Knowledge;
  /** Answers one slice. */
  readonly next: Layer;
  readonly timeLimit: number;
  /** Answers a question about a byte that no constraint ties to another: what it may be so far, and what is asked of it. */
  readonly decideByte?: (query: Query, variable: VarId, set: ByteSet, asked: ByteSet) => Answer;
  /** False: every check is asked with all that was assumed. */
  readonly slicing: boolean;
}

/**
 * Keeps, for each byte, the constraints that read it, so that a check walks from its own bytes to what
 * it depends on and to nothing else. Constraints over a byte that follow from others over it are
 * dropped at once: long paths through loops repeat themselves.
 */
export class PathSession implements Session {
  readonly #bytes = new Map<VarId, Byte>();
  readonly #assumed = new Set<ExprId>();
  readonly #all: ExprId[] = [];
  readonly #models: Model[] = [];
  #checks = 0;

  constructor(
    readonly base: Uint8Array,
    readonly options: SessionOptions,
  ) {}

  assume(constraint: ExprId): void {
    const { builder, knowledge } = this.options;
    for (const part of conjunctsOf(builder.store, constraint)) {
      if (this.#assumed.has(part) || truthOf(part, knowledge) !== undefined) continue;
      this.#assumed.add(part);
      const { support, byteSet: allowed } = knowledge.of(part);
      if (allowed !== undefined) {
        const byte = this.#byte(support[0]);
        if (!intersect(byte.set, allowed)) continue;
        if (sameSet(byte.set, allowed)) byte.alone.length = 0;
        byte.alone.push(part);
        byte.fixed = sizeOf(byte.set) === 1;
      } else for (const variable of support) this.#byte(variable).shared.push(part);
      if (!this.options.slicing) this.#all.push(part);
    }
  }

  check(constraint: ExprId): Answer {
    const { builder, knowledge, next } = this.options;
    const asked: ExprId[] = [];
    for (const part of conjunctsOf(builder.store, constraint)) {
      if (this.#assumed.has(part)) continue;
      const known = truthOf(part, knowledge);
      if (known === false || this.#assumed.has(builder.not(part))) return { kind: 'unsat' };
      if (known === undefined) asked.push(part);
    }
    if (asked.length === 0) return { kind: 'sat', model: unchanged };
    const query = this.#query(asked);
    const answer = this.#answerByte(asked, query) ?? next.solve(query);
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
    if (byteSet === undefined) return undefined;
    const byte = this.#byte(support[0]);
    return byte.shared.length > 0 ? undefined : decideByte(query, support[0], byte.set, byteSet);
  }

  /** The walk is made when somebody looks: some layers can tell without it. */
  #query(asked: readonly ExprId[]): Query {
    const { timeLimit, slicing } = this.options;
    const slice = new Set<ExprId>(asked);
    let constraints: readonly ExprId[] | undefined;
    if (!slicing) for (const assumed of this.#all) slice.add(assumed);
    const walk = this.#walk(asked, slice);
    let bytes = 0;
    const near: Neighbourhood = {
      base: this.base,
      asked,
      models: this.#models,
      reading: (variables) => this.#reading(variables, asked),
      ties: (variable) => {
        const byte = this.#bytes.get(variable);
        return byte === undefined ? 0 : byte.alone.length + byte.shared.length;
      },
      hasMoreBytesThan(count) {
        while (bytes <= count && !walk.next().done) bytes++;
        return bytes > count;
      },
    };
    return {
      timeLimit,
      near,
      get constraints() {
        if (constraints === undefined) {
          near.hasMoreBytesThan(Number.POSITIVE_INFINITY);
          constraints = [...Int32Array.from(slice).sort()];
        }
        return constraints;
      },
    };
  }

  /** Byte by byte, all that the asked constraints depend on; fills `slice`. */
  *#walk(asked: readonly ExprId[], slice: Set<ExprId>): Generator<Byte> {
    const { knowledge } = this.options;
    const check = ++this.#checks;
    const pending: Byte[] = [];
    const reach = (constraint: ExprId): void => {
      for (const variable of knowledge.of(constraint).support) {
        const byte = this.#byte(variable);
        if (byte.reached === check) continue;
        byte.reached = check;
        pending.push(byte);
      }
    };
    asked.forEach(reach);
    for (let byte = pending.pop(); byte !== undefined; byte = pending.pop()) {
      for (const constraint of byte.alone) slice.add(constraint);
      if (!byte.fixed) {
        for (const constraint of byte.shared) {
          if (slice.has(constraint)) continue;
          slice.add(constraint);
          reach(constraint);
        }
      }
      yield byte;
    }
  }

  #reading(variables: Iterable<VarId>, asked: readonly ExprId[]): Set<ExprId> {
    const found = new Set<ExprId>(asked);
    for (const variable of variables) {
      const byte = this.#bytes.get(variable);
      if (byte === undefined) continue;
      for (const constraint of byte.alone) found.add(constraint);
      for (const constraint of byte.shared) found.add(constraint);
    }
    return found;
  }

  #byte(variable: VarId): Byte {
    let byte = this.#bytes.get(variable);
    if (byte === undefined) {
      byte = { set: fullSet(), alone: [], shared: [], fixed: false, reached: 0 };
      this.#bytes.set(variable, byte);
    }
    return byte;
  }
}
