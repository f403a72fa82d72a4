import type { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import type { ExprStore } from '../../src/expr/store.js';

/** Plain evaluation for widths up to 32, independent of the engine's evaluators. */
export function evaluate(store: ExprStore, id: number, input: Uint8Array): number {
  const width = store.width[id];
  const mask = width === 32 ? 0xffffffff : 2 ** width - 1;
  const a = () => evaluate(store, store.a[id], input);
  const b = () => evaluate(store, store.b[id], input);
  const wrap = (value: number) => (width === 32 ? value >>> 0 : value & mask) >>> 0;
  switch (store.op[id]) {
    case Op.Const:
      return store.lo[id] >>> 0;
    case Op.Var:
      return input[store.a[id]];
    case Op.Add:
      return wrap(a() + b());
    case Op.Sub:
      return wrap(a() - b());
    case Op.Mul:
      return wrap(Math.imul(a(), b()));
    case Op.And:
      return (a() & b()) >>> 0;
    case Op.Or:
      return (a() | b()) >>> 0;
    case Op.Xor:
      return (a() ^ b()) >>> 0;
    case Op.Eq:
      return Number(a() === b());
    case Op.Ult:
      return Number(a() < b());
    case Op.Ule:
      return Number(a() <= b());
    case Op.ZExt:
      return a();
    case Op.Extract:
      return wrap(a() >>> store.c[id]);
    case Op.Concat:
      return wrap(a() * 2 ** store.width[store.b[id]] + b());
    case Op.Ite:
      return a() ? b() : evaluate(store, store.c[id], input);
    default:
      throw new Error(`toy evaluator: operation ${store.op[id]}`);
  }
}

export function variablesOf(store: ExprStore, id: number, into: Set<number>): void {
  const op = store.op[id];
  if (op === Op.Const) return;
  if (op === Op.Var) {
    into.add(store.a[id]);
    return;
  }
  variablesOf(store, store.a[id], into);
  if (op >= Op.Add && op <= Op.RotR) variablesOf(store, store.b[id], into);
  if (op >= Op.Eq && op <= Op.Concat) variablesOf(store, store.b[id], into);
  if (op === Op.Ite) variablesOf(store, store.c[id], into);
}

/** A byte-sized or 32-bit value of a toy program: concrete and symbolic side by side. */
export class Sym {
  constructor(
    readonly builder: Builder,
    readonly id: number,
    readonly value: number,
  ) {}

  static constant(builder: Builder, value: number): Sym {
    return new Sym(builder, builder.store.constant(32, value), value >>> 0);
  }

  #lift(other: Sym | number): Sym {
    return typeof other === 'number' ? Sym.constant(this.builder, other) : other;
  }

  add(other: Sym | number): Sym {
    const right = this.#lift(other);
    return new Sym(this.builder, this.builder.binary(Op.Add, this.id, right.id), (this.value + right.value) >>> 0);
  }

  eq(other: Sym | number): Sym {
    const right = this.#lift(other);
    return new Sym(this.builder, this.builder.binary(Op.Eq, this.id, right.id), Number(this.value === right.value));
  }

  lt(other: Sym | number): Sym {
    const right = this.#lift(other);
    return new Sym(this.builder, this.builder.binary(Op.Ult, this.id, right.id), Number(this.value < right.value));
  }
}
