import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { ExprId, VarId } from '../vocabulary/brands.js';
import type { Knowledge } from './knowledge.js';
import { specialise } from './specialise.js';

const noInput = new Uint8Array(0);
/** Constraints with more operations are left as they are. */
const specialiseLimit = 3000;
/** Results remembered. */
const memoryLimit = 50_000;

/** Whether a constraint that reads no input holds; `undefined` of one that does read some. */
export function truthOf(constraint: ExprId, knowledge: Knowledge): boolean | undefined {
  const { store } = knowledge;
  if (store.isConst(constraint)) return store.lo[constraint] !== 0;
  const known = knowledge.of(constraint);
  return known.support.length > 0 ? undefined : known.holds(noInput);
}

/** Rewrites constraints to simpler ones that mean the same; remembers what it rewrote. */
export class Normaliser {
  readonly #specialised = new Map<string, readonly ExprId[]>();

  constructor(
    readonly builder: Builder,
    readonly knowledge: Knowledge,
  ) {}

  clear(): void {
    this.#specialised.clear();
  }

  negated(constraint: ExprId): ExprId {
    return this.builder.not(constraint);
  }

  /** Constraints that together mean this one, left to right: conjunctions, and words that equal a constant byte by byte. */
  conjuncts(constraint: ExprId): readonly ExprId[] {
    const known = this.knowledge.of(constraint);
    known.conjuncts ??= this.#split(constraint);
    return known.conjuncts;
  }

  #split(constraint: ExprId): readonly ExprId[] {
    const { store } = this.builder;
    const parts: ExprId[] = [];
    const pending = [constraint];
    while (pending.length > 0) {
      const id = pending.pop()!;
      const a = store.a[id];
      const b = store.b[id];
      switch (store.op[id]) {
        case Op.And:
          pending.push(b, a);
          continue;
        case Op.Eq:
          if (store.op[a] === Op.Concat && store.isConst(b)) pending.push(...this.#halves(a, b));
          else if (store.op[b] === Op.Concat && store.isConst(a)) pending.push(...this.#halves(b, a));
          else break;
          continue;
        case Op.Xor:
          if (store.op[a] === Op.Or && store.isConst(b) && store.lo[b] === 1) {
            pending.push(this.negated(store.b[a]), this.negated(store.a[a]));
            continue;
          }
          break;
      }
      parts.push(id);
    }
    return parts;
  }

  /** high ++ low == constant, as two equations. */
  #halves(concat: ExprId, constant: ExprId): ExprId[] {
    const { builder } = this;
    const { store } = builder;
    const [high, low] = [store.a[concat], store.b[concat]];
    const split = store.width[low];
    return [
      builder.binary(Op.Eq, high, builder.extract(constant, split, store.width[high])),
      builder.binary(Op.Eq, low, builder.extract(constant, 0, split)),
    ];
  }

  /** The conjuncts left when some bytes of the input are put in; a false one means there is nothing to satisfy. */
  specialised(constraint: ExprId, isFixed: (variable: VarId) => boolean, input: Uint8Array): readonly ExprId[] {
    const { support } = this.knowledge.of(constraint);
    let key = `${constraint}`;
    for (const variable of support) if (isFixed(variable)) key += ` ${variable}=${input[variable]}`;
    let parts = this.#specialised.get(key);
    if (parts === undefined) {
      const special = specialise(this.builder, [constraint], (variable) => !isFixed(variable), input, specialiseLimit);
      parts = this.conjuncts(special?.[0] ?? constraint);
      if (this.#specialised.size >= memoryLimit) this.#specialised.clear();
      this.#specialised.set(key, parts);
    }
    return parts;
  }
}
