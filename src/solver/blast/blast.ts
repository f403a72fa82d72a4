import { Op } from '../../expr/ops.js';
import type { ExprStore } from '../../expr/store.js';
import type { ExprId, VarId } from '../../vocabulary/brands.js';
import { type ByteSet, greatestOf, has, leastOf } from '../byteset.js';
import { Arithmetic, type Bits, extend } from './arithmetic.js';
import { Circuit, type Literal, no, yes } from './gates.js';
import { KnownBits } from './known-bits.js';

type Emit = (words: Arithmetic, a: Bits, b: Bits, c: Bits) => Bits;

/** How each operation becomes gates, where the operands' bits and the result's width say it all. */
const emitters: Readonly<Record<number, Emit>> = {
  [Op.Add]: (words, a, b) => words.add(a, b),
  [Op.Sub]: (words, a, b) => words.subtract(a, b),
  [Op.Mul]: (words, a, b) => words.multiply(a, b),
  [Op.UDiv]: (words, a, b) => words.divide(a, b).quotient,
  [Op.URem]: (words, a, b) => words.divide(a, b).remainder,
  [Op.SDiv]: (words, a, b) => words.divideSigned(a, b).quotient,
  [Op.SRem]: (words, a, b) => words.divideSigned(a, b).remainder,
  [Op.And]: (words, a, b) => words.bitwise(a, b, (x, y) => words.circuit.and(x, y)),
  [Op.Or]: (words, a, b) => words.bitwise(a, b, (x, y) => words.circuit.or(x, y)),
  [Op.Xor]: (words, a, b) => words.bitwise(a, b, (x, y) => words.circuit.xor(x, y)),
  [Op.Shl]: (words, a, b) => words.shift(a, b, true, no),
  [Op.LShr]: (words, a, b) => words.shift(a, b, false, no),
  [Op.AShr]: (words, a, b) => words.shift(a, b, false, a[a.length - 1]),
  [Op.RotL]: (words, a, b) => words.rotateLeft(a, b),
  [Op.RotR]: (words, a, b) => words.rotateRight(a, b),
  [Op.Clz]: (words, a) => words.leadingZeros(a),
  [Op.Ctz]: (words, a) => words.trailingZeros(a),
  [Op.Popcnt]: (words, a) => words.populationCount(a),
  [Op.Eq]: (words, a, b) => [words.equal(a, b)],
  [Op.Ult]: (words, a, b) => [words.below(a, b, false)],
  [Op.Ule]: (words, a, b) => [words.below(a, b, true)],
  [Op.Slt]: (words, a, b) => [words.belowSigned(a, b, false)],
  [Op.Sle]: (words, a, b) => [words.belowSigned(a, b, true)],
  [Op.Ite]: (words, a, b, c) => words.mux(a[0], b, c),
  [Op.Concat]: (_words, a, b) => [...b, ...a],
};

const nothing: Bits = [];

/**
 * Turns the constraints of one query into a circuit. A new circuit for each query, filled depth first:
 * gate numbers, and with them the model that SAT finds, depend on the query alone. Gates shared between
 * queries would save little, since emitting clauses costs more than building gates, and their numbers
 * would tell of earlier queries.
 */
export class Blaster {
  readonly circuit = new Circuit();
  readonly #words = new Arithmetic(this.circuit);
  readonly #bits = new Map<ExprId, Bits>();
  /** The eight literals of each input byte met. */
  readonly inputs = new Map<VarId, Bits>();
  readonly #pending: ExprId[] = [];
  readonly #known: KnownBits;

  constructor(readonly store: ExprStore) {
    this.#known = new KnownBits(store);
  }

  clear(): void {
    this.circuit.clear();
    this.#bits.clear();
    this.inputs.clear();
    this.#known.clear();
  }

  /**
   * A literal that is true when the byte is in the set: a decision tree over its bits. Of what is built from here on it
   * is taken to be true: who asks for it puts it into the query.
   */
  member(variable: VarId, set: ByteSet): Literal {
    this.#known.byteIs(variable, leastOf(set), greatestOf(set));
    let level: Literal[] = Array.from({ length: 256 }, (_, value) => (has(set, value) ? yes : no));
    for (const bit of this.input(variable)) {
      const next: Literal[] = [];
      for (let i = 0; i < level.length; i += 2) next.push(this.circuit.mux(bit, level[i + 1], level[i]));
      level = next;
    }
    return level[0];
  }

  input(variable: VarId): Bits {
    let bits = this.inputs.get(variable);
    if (bits === undefined) {
      bits = Array.from({ length: 8 }, () => this.circuit.input());
      this.inputs.set(variable, bits);
    }
    return bits;
  }

  /** The literal of a width-1 expression. */
  constraint(root: ExprId): Literal {
    return this.bits(root)[0];
  }

  /** Depth-first without recursion: paths through loops make expressions deeper than the stack. */
  bits(root: ExprId): Bits {
    const pending = this.#pending;
    pending.push(root);
    while (pending.length > 0) {
      const id = pending[pending.length - 1];
      if (this.#bits.has(id)) {
        pending.pop();
        continue;
      }
      const before = pending.length;
      this.#pushOperands(id);
      if (pending.length > before) continue;
      pending.pop();
      this.#bits.set(id, this.#known.replaced(id, this.#make(id)));
    }
    return this.#bits.get(root)!;
  }

  #pushOperands(id: ExprId): void {
    const { store } = this;
    const op = store.op[id];
    if (op === Op.Const || op === Op.Var) return;
    const push = (operand: ExprId) => {
      if (!this.#bits.has(operand)) this.#pending.push(operand);
    };
    if (op === Op.Read) for (const entry of store.tables[store.b[id]].ids) if (entry !== 0) push(entry);
    if (op === Op.Ite) push(store.c[id]);
    if (op !== Op.Read && store.b[id] !== 0) {
      push(store.b[id]);
    }
    push(store.a[id]);
  }

  #make(id: ExprId): Bits {
    const { store } = this;
    const op = store.op[id];
    const width = store.width[id];
    switch (op) {
      case Op.Const:
        return this.#words.constant(width, store.lo[id], store.hi[id]);
      case Op.Var:
        return this.input(store.a[id]);
      case Op.Extract:
        return this.#bits.get(store.a[id])!.slice(store.c[id], store.c[id] + width);
      case Op.ZExt:
        return extend(this.#bits.get(store.a[id])!, width);
      case Op.SExt: {
        const bits = this.#bits.get(store.a[id])!;
        return extend(bits, width, bits[bits.length - 1]);
      }
      case Op.Read:
        return this.#read(id);
    }
    return emitters[op](
      this.#words,
      this.#bits.get(store.a[id])!,
      this.#bits.get(store.b[id]) ?? nothing,
      op === Op.Ite ? this.#bits.get(store.c[id])! : nothing,
    );
  }

  #read(id: ExprId): Bits {
    const { store } = this;
    const { bytes, ids } = store.tables[store.b[id]];
    const size = store.width[id] >> 3;
    const at = (index: number): Bits => {
      if (index >= bytes.length) return this.#words.constant(8, 0, 0);
      const entry = ids.length > 0 ? ids[index] : 0;
      return entry !== 0 ? this.#bits.get(entry)! : this.#words.constant(8, bytes[index], 0);
    };
    const leaves: Bits[] = [];
    for (let index = 0; index < bytes.length; index++) {
      const leaf: Bits = [];
      for (let k = 0; k < size; k++) leaf.push(...at(index + k));
      leaves.push(leaf);
    }
    if (leaves.length === 0) return this.#words.constant(store.width[id], 0, 0);
    return this.#words.select(leaves, this.#bits.get(store.a[id])!);
  }
}
