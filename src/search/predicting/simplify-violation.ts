import { smallSum } from '../../expr/c-sums.js';
import { isText, printNegatedC, valueText } from '../../expr/c-text.js';
import { Op } from '../../expr/ops.js';
import { appendPostorder, NodeNumbers } from '../../expr/postorder.js';
import { Supports } from '../../expr/support.js';
import type { ParameterByte } from '../../inputs/c-objects.js';
import type { ExprId } from '../../vocabulary/brands.js';
import type { Engine } from '../contracts/engine.js';

/** A condition on a function's arguments, and its negation in C where that can be said. */
export interface Literal {
  readonly expr: ExprId;
  readonly negation: string | undefined;
}

/** A C object among the arguments, with its expression. */
interface Argument {
  readonly name: string;
  readonly bits: number;
  readonly signed: boolean;
  readonly expr: ExprId;
}

/** With more objects in it, a condition's bounds are not looked for. */
const mostArguments = 8;

/**
 * Says a violation as people would: the range of each argument in place of the conditions that make it, and nothing
 * that follows from the rest. Every step is an equivalence shown by the solver; what it can't decide stays.
 */
export class ViolationSimplifier {
  readonly #zeros: Uint8Array;

  constructor(
    readonly engine: Engine,
    readonly bytes: readonly (ParameterByte | undefined)[],
  ) {
    this.#zeros = new Uint8Array(bytes.length);
  }

  /** Undefined when it can't happen. */
  simplify(literals: readonly ExprId[]): Literal[] | undefined {
    const { store } = this.engine.program;
    const distinct = [...new Set(literals)].filter((each) => !store.isConst(each));
    if (literals.some((each) => store.isConst(each) && store.a[each] === 0)) return undefined;
    const whole = this.#all(distinct);
    const model = this.#model(whole);
    if (model === 'unsat') return undefined;
    const own = distinct.map((expr) => ({ expr, negation: printNegatedC(store, expr, (v) => this.bytes[v]) }));
    if (model === undefined) return own;
    const ranges = this.#argumentsOf(whole).flatMap((argument) => this.#range(whole, argument, model));
    // First what the ranges say already, the longest first; then what of the ranges the rest says.
    let kept: Literal[] = [...own, ...ranges];
    const byLength = [...own].sort((a, b) => (b.negation?.length ?? 1e9) - (a.negation?.length ?? 1e9));
    for (const literal of [...byLength, ...ranges]) {
      const rest = kept.filter((each) => each !== literal);
      if (this.#implies(rest, literal.expr)) kept = rest;
    }
    return kept;
  }

  /** A conjunction without what it need not say because one of the others holds where it would be wider. */
  without(literals: Literal[], others: readonly (readonly Literal[])[]): Literal[] {
    const { builder } = this.engine.program;
    const elsewhere = others.map((other) => builder.not(this.conjunction(other)));
    let kept = literals;
    for (const literal of literals) {
      const rest = kept.filter((each) => each !== literal);
      if (rest.length === 0) continue;
      const wider = this.#all([...rest.map(({ expr }) => expr), builder.not(literal.expr), ...elsewhere]);
      if (this.#model(wider) === 'unsat') kept = rest;
    }
    return kept;
  }

  /** Whether one conjunction implies another. */
  covers(wider: readonly Literal[], narrower: readonly Literal[]): boolean {
    const { builder } = this.engine.program;
    const all = this.#all(wider.map(({ expr }) => expr));
    return this.#model(this.#all([...narrower.map(({ expr }) => expr), builder.not(all)])) === 'unsat';
  }

  conjunction(literals: readonly Literal[]): ExprId {
    return this.#all(literals.map(({ expr }) => expr));
  }

  #all(exprs: readonly ExprId[]): ExprId {
    const { builder, store } = this.engine.program;
    return exprs.reduce((all, each) => builder.binary(Op.And, all, each), store.constant(1, 1));
  }

  #implies(rest: readonly Literal[], expr: ExprId): boolean {
    const { builder } = this.engine.program;
    return this.#model(this.#all([...rest.map((each) => each.expr), builder.not(expr)])) === 'unsat';
  }

  /** An input with this condition; undefined when nobody knows. */
  #model(condition: ExprId): Uint8Array | 'unsat' | undefined {
    const { store } = this.engine.program;
    if (store.isConst(condition)) return store.a[condition] === 0 ? 'unsat' : this.#zeros;
    const answer = this.engine.open(this.#zeros).check(condition);
    if (answer.kind !== 'sat') return answer.kind === 'unsat' ? 'unsat' : undefined;
    const input = this.#zeros.slice();
    answer.model.vars.forEach((variable, k) => {
      input[variable] = answer.model.values[k];
    });
    return input;
  }

  #argumentsOf(condition: ExprId): Argument[] {
    const { store, builder } = this.engine.program;
    const found = new Map<string, Argument>();
    for (const variable of new Supports(store).supportOf(condition)) {
      const byte = this.bytes[variable];
      if (!byte || found.has(byte.name)) continue;
      const first = variable - byte.byte;
      const variables = Array.from({ length: byte.size }, (_, k) => first + k);
      const expr = builder.fromBytes(
        variables.map((each) => store.variable(each)),
        byte.size,
      );
      found.set(byte.name, { name: byte.name, bits: 8 * byte.size, signed: byte.signed, expr });
    }
    return found.size > mostArguments ? [] : [...found.values(), ...this.#sumsIn(condition)];
  }

  /** Sums of short arguments, the largest only: `i + step` where an array is indexed with it. */
  #sumsIn(condition: ExprId): Argument[] {
    const { store } = this.engine.program;
    const order: ExprId[] = [];
    const seen = new NodeNumbers();
    seen.reset(store);
    appendPostorder(store, condition, seen, order);
    const sums = new Map<ExprId, Argument>();
    for (const id of order) {
      if (store.op[id] !== Op.Add && store.op[id] !== Op.Sub) continue;
      const sum = smallSum(store, id, (variable) => this.bytes[variable]);
      if (!sum) continue;
      sums.delete(store.a[id]);
      sums.delete(store.b[id]);
      sums.set(id, { name: sum.text, bits: 32, signed: true, expr: id });
    }
    return sums.size > mostArguments ? [] : [...sums.values()];
  }

  /** The smallest range that holds all values an argument can have under the condition; nothing where it has no bound. */
  #range(condition: ExprId, argument: Argument, model: Uint8Array): Literal[] {
    const { bits, signed, name, expr } = argument;
    const least = signed ? -(1n << BigInt(bits - 1)) : 0n;
    const most = signed ? (1n << BigInt(bits - 1)) - 1n : (1n << BigInt(bits)) - 1n;
    const start = this.#valueIn(argument, model);
    const low = this.#extreme(condition, argument, start, least, -1n);
    const high = this.#extreme(condition, argument, start, most, 1n);
    const character = bits === 8 && isText({ name, size: 1, signed });
    const said = (value: bigint) => valueText(value, bits, signed, character).text;
    const { builder } = this.engine.program;
    if (low === high && low !== undefined) {
      const equal = builder.binary(Op.Eq, expr, this.#constant(bits, low));
      return [{ expr: equal, negation: `${name} != ${said(low)}` }];
    }
    const literals: Literal[] = [];
    const order = signed ? Op.Sle : Op.Ule;
    if (low !== undefined && low !== least) {
      literals.push({
        expr: builder.binary(order, this.#constant(bits, low), expr),
        negation: `${name} < ${said(low)}`,
      });
    }
    if (high !== undefined && high !== most) {
      literals.push({
        expr: builder.binary(order, expr, this.#constant(bits, high)),
        negation: high === -1n ? `${name} >= 0` : `${name} > ${said(high)}`,
      });
    }
    return literals;
  }

  /** The furthest value in a direction, by halving; undefined when the solver does not know. */
  #extreme(
    condition: ExprId,
    argument: Argument,
    start: bigint,
    limit: bigint,
    direction: 1n | -1n,
  ): bigint | undefined {
    const { builder } = this.engine.program;
    const { bits, signed, expr } = argument;
    const order = signed ? Op.Sle : Op.Ule;
    let best = start;
    let end = limit;
    while (best !== end) {
      const distance = (end - best) * direction;
      const middle = best + ((distance + 1n) / 2n) * direction;
      const bound = this.#constant(bits, middle);
      const beyond = direction > 0n ? builder.binary(order, bound, expr) : builder.binary(order, expr, bound);
      const model = this.#model(builder.binary(Op.And, condition, beyond));
      if (model === undefined) return undefined;
      if (model === 'unsat') end = middle - direction;
      else best = this.#valueIn(argument, model);
    }
    return best;
  }

  #valueIn({ expr, bits, signed }: Argument, model: Uint8Array): bigint {
    const value = this.engine.evaluate(expr, model);
    return signed ? BigInt.asIntN(bits, value) : value;
  }

  #constant(bits: number, value: bigint): ExprId {
    const raw = BigInt.asUintN(bits, value);
    return this.engine.program.store.constant(bits, Number(raw & 0xffffffffn) | 0, Number(raw >> 32n) | 0);
  }
}
