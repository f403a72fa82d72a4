import type { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import type { Chain } from '../../src/solver/chain.js';
import { Knowledge } from '../../src/solver/knowledge.js';
import type { ExprId } from '../../src/vocabulary/brands.js';

/**
 * A program of the bench, written against symbolic words: it asks `path.if(condition)` and goes where
 * the input says, as a compiled program does under the engine. So the streams have the shape of real
 * ones (prefixes shared, one branch negated at a time) without needing a compiler.
 */
export type Program = (path: Path) => void;

/** A value of the program: an expression, with arithmetic. Numbers beside it take its width. */
export class Word {
  constructor(
    readonly builder: Builder,
    readonly id: ExprId,
  ) {}

  op(op: Op, other: Word | number): Word {
    const { store } = this.builder;
    const right =
      typeof other === 'number' ? store.constant(store.width[this.id], other, other < 0 ? -1 : 0) : other.id;
    return new Word(this.builder, this.builder.binary(op, this.id, right));
  }
  plus = (other: Word | number) => this.op(Op.Add, other);
  minus = (other: Word | number) => this.op(Op.Sub, other);
  times = (other: Word | number) => this.op(Op.Mul, other);
  and = (other: Word | number) => this.op(Op.And, other);
  or = (other: Word | number) => this.op(Op.Or, other);
  xor = (other: Word | number) => this.op(Op.Xor, other);
  shiftedLeft = (by: number) => this.op(Op.Shl, by);
  shiftedRight = (by: number) => this.op(Op.LShr, by);
  is = (other: Word | number) => this.op(Op.Eq, other);
  below = (other: Word | number) => this.op(Op.Ult, other);
  less = (other: Word | number) => this.op(Op.Slt, other);
  /** `(unsigned)x - from < count`, as compilers write a range test. */
  within = (from: string | number, to: string | number) => {
    const [low, high] = [from, to].map((end) => (typeof end === 'number' ? end : end.charCodeAt(0)));
    return this.minus(low).below(high - low + 1);
  };
  isCharacter = (character: string) => this.is(character.charCodeAt(0));
  bits = (offset: number, width: number) => new Word(this.builder, this.builder.extract(this.id, offset, width));
  extended = (width: number) => new Word(this.builder, this.builder.zext(this.id, width));
}

export class Path {
  readonly conditions: ExprId[] = [];

  constructor(
    readonly builder: Builder,
    readonly input: Uint8Array,
    readonly knowledge: Knowledge,
  ) {}

  number(value: number, width = 32): Word {
    return new Word(this.builder, this.builder.store.constant(width, value, value < 0 ? -1 : 0));
  }
  /** An input byte as `int`; past the end, the NUL that ends a string. */
  byte(index: number): Word {
    if (index >= this.input.length) return this.number(0);
    return new Word(this.builder, this.builder.zext(this.builder.store.variable(index), 32));
  }
  /** `table[index]`, of bytes. */
  lookup(table: Uint8Array, index: Word): Word {
    const id = this.builder.store.table(table, new Int32Array(0));
    return new Word(this.builder, this.builder.zext(this.builder.read(id, index.id, 8), 32));
  }
  /** Takes the branch that the input takes, and notes it. */
  if(condition: Word): boolean {
    const { store } = this.builder;
    if (store.isConst(condition.id)) return store.lo[condition.id] !== 0;
    const taken = this.knowledge.of(condition.id).holds(this.input);
    this.conditions.push(taken ? condition.id : this.builder.not(condition.id));
    return taken;
  }
}

/** Runs the program, negates its branches, runs it on what the chain answers; depth first. Returns the paths run. */
export function explore(program: Program, builder: Builder, chain: Chain, size: number, maxPaths: number): number {
  const knowledge = new Knowledge(builder.store);
  const pending = [{ input: new Uint8Array(size), bound: 0 }];
  let paths = 0;
  while (pending.length > 0 && paths < maxPaths) {
    const { input, bound } = pending.pop()!;
    paths++;
    const path = new Path(builder, input, knowledge);
    program(path);
    const session = chain.session(input);
    path.conditions.forEach((condition, index) => {
      if (index >= bound) {
        const answer = session.check(builder.not(condition));
        if (answer.kind === 'sat') {
          const next = input.slice();
          answer.model.vars.forEach((variable, at) => {
            next[variable] = answer.model.values[at];
          });
          pending.push({ input: next, bound: index + 1 });
        }
      }
      session.assume(condition);
    });
  }
  return paths;
}
