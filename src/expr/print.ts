import type { ExprId, VarId } from '../vocabulary/brands.js';
import { arity, Op, opNames } from './ops.js';
import { appendPostorder, NodeNumbers } from './postorder.js';
import type { ExprStore } from './store.js';

export type NameOf = (variable: VarId) => string;

const defaultName: NameOf = (variable) => `in[${variable}]`;

/**
 * A readable s-expression: `(ult (add in[0] -48) 10)`. Parts used more than once are named first, so
 * that the text is no longer than the expression: `(let ((t0 …)) (add t0 t0))`.
 */
export function print(store: ExprStore, root: ExprId, nameOf: NameOf = defaultName): string {
  const order: ExprId[] = [];
  const seen = new NodeNumbers();
  seen.reset(store);
  appendPostorder(store, root, seen, order);
  const uses = countUses(store, order);
  const texts = new Map<ExprId, string>();
  const bindings: string[] = [];
  for (const id of order) {
    let text = printNode(store, id, nameOf, (child) => texts.get(child)!);
    if (uses.get(id, 0) > 1 && arity(store.op[id]) > 0) {
      const name = `t${bindings.length}`;
      bindings.push(`(${name} ${text})`);
      text = name;
    }
    texts.set(id, text);
  }
  const body = texts.get(root)!;
  return bindings.length === 0 ? body : `(let (${bindings.join(' ')}) ${body})`;
}

/** How often each node is an operand. */
export function countUses(store: ExprStore, order: readonly ExprId[]): NodeNumbers {
  const uses = new NodeNumbers();
  uses.reset(store);
  const use = (child: ExprId): void => uses.set(child, uses.get(child, 0) + 1);
  for (const id of order) {
    const children = arity(store.op[id]);
    if (children > 0) use(store.a[id]);
    if (children > 1) use(store.b[id]);
    if (children > 2) use(store.c[id]);
    if (store.op[id] === Op.Read) for (const byte of store.tables[store.b[id]].ids) if (byte !== 0) use(byte);
  }
  return uses;
}

function printNode(store: ExprStore, id: ExprId, nameOf: NameOf, text: (child: ExprId) => string): string {
  const { op, width, a, b, c } = store;
  const name = opNames[op[id]];
  switch (op[id]) {
    case Op.Const:
      return printConstant(width[id], a[id], b[id]);
    case Op.Var:
      return nameOf(a[id]);
    case Op.Extract:
      return `(extract ${c[id]}:${c[id] + width[id]} ${text(a[id])})`;
    case Op.ZExt:
    case Op.SExt:
      return `(${name} ${width[id]} ${text(a[id])})`;
    case Op.Read:
      return `(read ${width[id]} table${b[id]} ${text(a[id])})`;
  }
  if (op[id] === Op.Xor && width[id] === 1 && op[b[id]] === Op.Const) return `(not ${text(a[id])})`;
  const operands = [a[id], b[id], c[id]].slice(0, arity(op[id]));
  return `(${name} ${operands.map(text).join(' ')})`;
}

/** Small numbers as people write them, negative ones too; others in hexadecimal. */
function printConstant(width: number, lo: number, hi: number): string {
  const value = (BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0);
  const signed = BigInt.asIntN(width, value);
  if (width > 1 && signed < 0n && signed > -1000n) return signed.toString();
  return value < 1000n ? value.toString() : `0x${value.toString(16)}`;
}
