/** Constraints as SMT-LIB 2 text, for other solvers and for looking at. Logic QF_BV, conditions are bit-vectors of width 1. */
import type { ExprId, VarId } from '../vocabulary/brands.js';
import { arity, isComparison, Op } from './ops.js';
import { appendPostorder, NodeNumbers } from './postorder.js';
import { countUses, type NameOf } from './print.js';
import type { ExprStore } from './store.js';

const defaultName: NameOf = (variable) => `in${variable}`;

/** What SMT-LIB calls the operations it has. */
const names: Partial<Record<number, string>> = {
  [Op.Add]: 'bvadd',
  [Op.Sub]: 'bvsub',
  [Op.Mul]: 'bvmul',
  [Op.UDiv]: 'bvudiv',
  [Op.SDiv]: 'bvsdiv',
  [Op.URem]: 'bvurem',
  [Op.SRem]: 'bvsrem',
  [Op.And]: 'bvand',
  [Op.Or]: 'bvor',
  [Op.Xor]: 'bvxor',
  [Op.Shl]: 'bvshl',
  [Op.LShr]: 'bvlshr',
  [Op.AShr]: 'bvashr',
  [Op.Eq]: '=',
  [Op.Ult]: 'bvult',
  [Op.Ule]: 'bvule',
  [Op.Slt]: 'bvslt',
  [Op.Sle]: 'bvsle',
  [Op.Concat]: 'concat',
};

/** A script that declares the input bytes and asserts every constraint (width 1); who uses it adds `(check-sat)`. */
export function smtlib(store: ExprStore, constraints: readonly ExprId[], nameOf: NameOf = defaultName): string {
  const order: ExprId[] = [];
  const seen = new NodeNumbers();
  seen.reset(store);
  for (const constraint of constraints) appendPostorder(store, constraint, seen, order);
  const uses = countUses(store, order);
  const texts = new Map<ExprId, string>();
  const text = (id: ExprId): string => texts.get(id)!;
  const variables = order.filter((id) => store.op[id] === Op.Var).map((id): VarId => store.a[id]);
  const lines = ['(set-logic QF_BV)'];
  for (const variable of variables.sort((left, right) => left - right)) {
    lines.push(`(declare-const ${nameOf(variable)} (_ BitVec 8))`);
  }
  let named = 0;
  for (const id of order) {
    let term = termOf(store, id, nameOf, text);
    if (arity(store.op[id]) > 0 && (uses.get(id, 0) > 1 || needsName(store, id))) {
      const name = `t${named++}`;
      lines.push(`(define-fun ${name} () (_ BitVec ${store.width[id]}) ${term})`);
      term = name;
    }
    texts.set(id, term);
  }
  for (const constraint of constraints) lines.push(`(assert (= ${text(constraint)} #b1))`);
  return `${lines.join('\n')}\n`;
}

/** Every operation gets a name: terms then stay short and nothing nests deeper than a parser likes. */
function needsName(store: ExprStore, id: ExprId): boolean {
  return store.op[id] !== Op.ZExt && store.op[id] !== Op.Extract;
}

function literal(width: number, value: bigint): string {
  return `(_ bv${BigInt.asUintN(width, value)} ${width})`;
}

function termOf(store: ExprStore, id: ExprId, nameOf: NameOf, text: (child: ExprId) => string): string {
  const { op, width, a, b, c } = store;
  const operation = op[id];
  const size = width[id];
  const name = names[operation];
  if (name !== undefined) {
    const term = `(${name} ${text(a[id])} ${text(b[id])})`;
    return isComparison(operation) ? `(ite ${term} #b1 #b0)` : term;
  }
  switch (operation) {
    case Op.Const:
      return literal(size, (BigInt(b[id] >>> 0) << 32n) | BigInt(a[id] >>> 0));
    case Op.Var:
      return nameOf(a[id]);
    case Op.Ite:
      return `(ite (= ${text(a[id])} #b1) ${text(b[id])} ${text(c[id])})`;
    case Op.Extract:
      return `((_ extract ${c[id] + size - 1} ${c[id]}) ${text(a[id])})`;
    case Op.ZExt:
      return `((_ zero_extend ${size - width[a[id]]}) ${text(a[id])})`;
    case Op.SExt:
      return `((_ sign_extend ${size - width[a[id]]}) ${text(a[id])})`;
    case Op.RotL:
      return rotation('bvshl', 'bvlshr', size, text(a[id]), text(b[id]));
    case Op.RotR:
      return rotation('bvlshr', 'bvshl', size, text(a[id]), text(b[id]));
    case Op.Read:
      return lookup(store, id, text);
    default:
      return counting(operation, size, text(a[id]));
  }
}

/** SMT-LIB rotates by constants only. Shifting back by the whole width gives 0, so a whole turn comes out right. */
function rotation(there: string, back: string, width: number, value: string, by: string): string {
  const amount = `(bvurem ${by} ${literal(width, BigInt(width))})`;
  if (width === 1) return value;
  return `(bvor (${there} ${value} ${amount}) (${back} ${value} (bvsub ${literal(width, BigInt(width))} ${amount})))`;
}

function counting(operation: number, width: number, value: string): string {
  const bit = (index: number): string => `((_ extract ${index} ${index}) ${value})`;
  if (operation === Op.Popcnt) {
    const bits = Array.from({ length: width }, (_, index) =>
      width === 1 ? bit(index) : `((_ zero_extend ${width - 1}) ${bit(index)})`,
    );
    return bits.reduce((sum, next) => `(bvadd ${sum} ${next})`);
  }
  // Innermost is the bit looked at last.
  let term = literal(width, BigInt(width));
  for (let zeros = width - 1; zeros >= 0; zeros--) {
    const index = operation === Op.Clz ? width - 1 - zeros : zeros;
    term = `(ite (= ${bit(index)} #b1) ${literal(width, BigInt(zeros))} ${term})`;
  }
  return term;
}

function lookup(store: ExprStore, id: ExprId, text: (child: ExprId) => string): string {
  const { bytes, ids } = store.tables[store.b[id]];
  const size = store.width[id];
  const offset = text(store.a[id]);
  const byteAt = (index: number): string => {
    if (index >= bytes.length) return literal(8, 0n);
    return ids[index] ? text(ids[index]) : literal(8, BigInt(bytes[index]));
  };
  let term = literal(size, 0n);
  for (let start = bytes.length - 1; start >= 0; start--) {
    let entry = byteAt(start);
    for (let i = 1; i < size / 8; i++) entry = `(concat ${byteAt(start + i)} ${entry})`;
    term = `(ite (= ${offset} ${literal(32, BigInt(start))}) ${entry} ${term})`;
  }
  return term;
}
