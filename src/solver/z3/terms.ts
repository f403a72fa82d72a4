import { Op } from '../../expr/ops.js';
import type { ExprStore } from '../../expr/store.js';
import type { ExprId, VarId } from '../../vocabulary/brands.js';
import type { Z3 } from './module.js';

type Term = number;

const bitVector: Readonly<Record<number, `_Z3_${string}`>> = {
  [Op.Add]: '_Z3_mk_bvadd',
  [Op.Sub]: '_Z3_mk_bvsub',
  [Op.Mul]: '_Z3_mk_bvmul',
  [Op.UDiv]: '_Z3_mk_bvudiv',
  [Op.SDiv]: '_Z3_mk_bvsdiv',
  [Op.URem]: '_Z3_mk_bvurem',
  [Op.SRem]: '_Z3_mk_bvsrem',
  [Op.And]: '_Z3_mk_bvand',
  [Op.Or]: '_Z3_mk_bvor',
  [Op.Xor]: '_Z3_mk_bvxor',
  [Op.Shl]: '_Z3_mk_bvshl',
  [Op.LShr]: '_Z3_mk_bvlshr',
  [Op.AShr]: '_Z3_mk_bvashr',
  [Op.RotL]: '_Z3_mk_ext_rotate_left',
  [Op.RotR]: '_Z3_mk_ext_rotate_right',
  [Op.Concat]: '_Z3_mk_concat',
};

const comparison: Readonly<Record<number, `_Z3_${string}`>> = {
  [Op.Eq]: '_Z3_mk_eq',
  [Op.Ult]: '_Z3_mk_bvult',
  [Op.Ule]: '_Z3_mk_bvule',
  [Op.Slt]: '_Z3_mk_bvslt',
  [Op.Sle]: '_Z3_mk_bvsle',
};

/**
 * Expressions as z3 terms of one context. Width-1 expressions are Booleans where z3 can have them so,
 * bit-vectors where they are computed with.
 */
export class Terms {
  readonly #terms = new Map<ExprId, Term>();
  readonly #conditions = new Map<ExprId, Term>();
  readonly variables = new Map<VarId, Term>();

  constructor(
    readonly z3: Z3,
    readonly context: number,
    readonly store: ExprStore,
  ) {}

  /** The Boolean of a width-1 expression. */
  condition(root: ExprId): Term {
    const { z3, context, store } = this;
    const known = this.#conditions.get(root);
    if (known !== undefined) return known;
    const op = store.op[root];
    let term: Term;
    if (op in comparison && store.width[store.a[root]] > 1) {
      term = z3[comparison[op]](context, this.term(store.a[root]), this.term(store.b[root]));
    } else if (op === Op.Xor && store.isConst(store.b[root]) && store.lo[store.b[root]] === 1) {
      term = z3._Z3_mk_not(context, this.condition(store.a[root]));
    } else term = z3._Z3_mk_eq(context, this.term(root), this.#number(1, 1));
    this.#conditions.set(root, term);
    return term;
  }

  term(root: ExprId): Term {
    const pending = [root];
    while (pending.length > 0) {
      const id = pending[pending.length - 1];
      const missing = this.#terms.has(id) ? [] : this.#operands(id).filter((operand) => !this.#terms.has(operand));
      if (missing.length > 0) {
        pending.push(...missing);
        continue;
      }
      pending.pop();
      if (!this.#terms.has(id)) this.#terms.set(id, this.#make(id));
    }
    return this.#terms.get(root)!;
  }

  #operands(id: ExprId): ExprId[] {
    const { store } = this;
    const op = store.op[id];
    if (op === Op.Const || op === Op.Var) return [];
    if (op === Op.Read) return [store.a[id], ...store.tables[store.b[id]].ids.filter((entry) => entry !== 0)];
    const operands = [store.a[id]];
    if (store.b[id] !== 0) operands.push(store.b[id]);
    if (op === Op.Ite) operands.push(store.c[id]);
    return operands;
  }

  #make(id: ExprId): Term {
    const { z3, context, store } = this;
    const op = store.op[id];
    const width = store.width[id];
    const a = this.#terms.get(store.a[id])!;
    const b = this.#terms.get(store.b[id])!;
    if (op in bitVector) return z3[bitVector[op]](context, a, b);
    if (op in comparison) {
      const holds = z3[comparison[op]](context, a, b);
      return z3._Z3_mk_ite(context, holds, this.#number(1, 1), this.#number(1, 0));
    }
    switch (op) {
      case Op.Const:
        return this.#number(width, store.lo[id], store.hi[id]);
      case Op.Var:
        return this.#variable(store.a[id]);
      case Op.Ite:
        return z3._Z3_mk_ite(context, this.condition(store.a[id]), b, this.#terms.get(store.c[id])!);
      case Op.Extract:
        return z3._Z3_mk_extract(context, store.c[id] + width - 1, store.c[id], a);
      case Op.ZExt:
        return z3._Z3_mk_zero_ext(context, width - store.width[store.a[id]], a);
      case Op.SExt:
        return z3._Z3_mk_sign_ext(context, width - store.width[store.a[id]], a);
      case Op.Read:
        return this.#read(id, a);
      case Op.Clz:
        return this.#firstBit(a, width, (i) => width - 1 - i);
      case Op.Ctz:
        return this.#firstBit(a, width, (i) => i);
      case Op.Popcnt: {
        let sum = this.#number(width, 0);
        for (let i = 0; i < width; i++) {
          const bit = z3._Z3_mk_extract(context, i, i, a);
          sum = z3._Z3_mk_bvadd(context, sum, width > 1 ? z3._Z3_mk_zero_ext(context, width - 1, bit) : bit);
        }
        return sum;
      }
      default:
        throw new Error(`no z3 term for operation ${op}`);
    }
  }

  /** How many bits come, in the given order, before the first that is set. */
  #firstBit(a: Term, width: number, at: (index: number) => number): Term {
    const { z3, context } = this;
    let count = this.#number(width, width);
    for (let i = width - 1; i >= 0; i--) {
      const bit = z3._Z3_mk_extract(context, at(i), at(i), a);
      const isSet = z3._Z3_mk_eq(context, bit, this.#number(1, 1));
      count = z3._Z3_mk_ite(context, isSet, this.#number(width, i), count);
    }
    return count;
  }

  #read(id: ExprId, offset: Term): Term {
    const { z3, context, store } = this;
    const { bytes, ids } = store.tables[store.b[id]];
    const width = store.width[id];
    const byte = (index: number): Term => {
      if (index >= bytes.length) return this.#number(8, 0);
      return ids.length > 0 && ids[index] !== 0 ? this.#terms.get(ids[index])! : this.#number(8, bytes[index]);
    };
    const leaf = (index: number): Term => {
      let value = byte(index);
      for (let k = 1; k < width >> 3; k++) value = z3._Z3_mk_concat(context, byte(index + k), value);
      return value;
    };
    const zero = this.#number(width, 0);
    let level = Array.from(bytes, (_, index) => leaf(index));
    let stage = 0;
    for (; level.length > 1; stage++) {
      const bit = z3._Z3_mk_extract(context, stage, stage, offset);
      const isSet = z3._Z3_mk_eq(context, bit, this.#number(1, 1));
      const next: Term[] = [];
      for (let i = 0; i < level.length; i += 2) {
        const high = level[i + 1] ?? zero;
        next.push(high === level[i] ? high : z3._Z3_mk_ite(context, isSet, high, level[i]));
      }
      level = next;
    }
    const length = this.#number(store.width[store.a[id]], bytes.length);
    return z3._Z3_mk_ite(context, z3._Z3_mk_bvult(context, offset, length), level[0] ?? zero, zero);
  }

  #variable(variable: VarId): Term {
    let term = this.variables.get(variable);
    if (term === undefined) {
      const { z3, context } = this;
      term = z3._Z3_mk_const(context, z3._Z3_mk_int_symbol(context, variable), z3._Z3_mk_bv_sort(context, 8));
      this.variables.set(variable, term);
    }
    return term;
  }

  #number(width: number, low: number, high = 0): Term {
    const value = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
    return this.z3._Z3_mk_unsigned_int64(this.context, value, this.z3._Z3_mk_bv_sort(this.context, width));
  }
}
