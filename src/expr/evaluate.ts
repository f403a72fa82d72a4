/**
 * Evaluates a fixed set of expressions under many assignments: the DAG is laid out once as a tape of
 * instructions over two register arrays (low and high 32 bits, zero-extended), constants are preset,
 * zero-extensions cost nothing (same register). Running allocates nothing.
 */
import type { ExprId } from '../vocabulary/brands.js';
import { isComparison, Op } from './ops.js';
import type { ExprStore } from './store.js';
import { layOut } from './tape-layout.js';
import { computeCount, computeNarrow, computeWide, joinWords, signExtendWord, sliceWord, word } from './words.js';

export class Tape {
  /** Variables the roots read, ascending. */
  readonly variables: Int32Array;
  /** How many instructions a run takes. */
  readonly length: number;

  readonly #registerOf: Map<ExprId, number>;
  readonly #lo: Int32Array;
  readonly #hi: Int32Array;
  /** Instruction i writes register `first + i`. */
  readonly #first: number;
  readonly #code: Uint8Array;
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #c: Int32Array;
  readonly #width: Uint8Array;
  /** Width of the first operand, where it differs from the result's. */
  readonly #operandWidth: Uint8Array;
  readonly #tables: { bytes: Uint8Array; registers: Int32Array }[];
  readonly #rootRegisters: Int32Array;
  /** Instruction after which root i is known. */
  readonly #rootEnds: Int32Array;

  constructor(
    store: ExprStore,
    readonly roots: readonly ExprId[],
  ) {
    const layout = layOut(store, roots);
    const { order, firstOperation } = layout;
    this.#registerOf = layout.registerOf;
    this.variables = layout.variables;
    this.#first = firstOperation;
    this.length = order.length - firstOperation;
    this.#lo = new Int32Array(order.length);
    this.#hi = new Int32Array(order.length);
    this.#code = new Uint8Array(this.length);
    this.#a = new Int32Array(this.length);
    this.#b = new Int32Array(this.length);
    this.#c = new Int32Array(this.length);
    this.#width = new Uint8Array(this.length);
    this.#operandWidth = new Uint8Array(this.length);
    this.#tables = [];
    this.#preset(store, order);
    for (let i = 0; i < this.length; i++) this.#encode(store, order[firstOperation + i], i);
    this.#rootRegisters = Int32Array.from(roots, (root) => this.#registerOf.get(root)!);
    this.#rootEnds = Int32Array.from(layout.rootEnds, (end) => Math.max(0, end - firstOperation));
  }

  /** Evaluates everything; values[v] is the byte of variable v. */
  run(values: Uint8Array): void {
    this.#load(values);
    this.#execute(0, this.length);
  }

  /** Whether all roots (conditions) are true; stops at the first that is not. */
  holds(values: Uint8Array): boolean {
    return this.firstFalse(values) < 0;
  }

  /** The index of the first root (a condition) that is false, or -1. */
  firstFalse(values: Uint8Array): number {
    this.#load(values);
    let done = 0;
    for (let root = 0; root < this.#rootEnds.length; root++) {
      const end = this.#rootEnds[root];
      if (end > done) {
        this.#execute(done, end);
        done = end;
      }
      if (this.#lo[this.#rootRegisters[root]] === 0) return root;
    }
    return -1;
  }

  /** A root's value after `run`, unsigned; exact up to 53 bits (see `low` and `high`). */
  value(root: ExprId): number {
    return this.high(root) * 0x1_0000_0000 + this.low(root);
  }
  low(root: ExprId): number {
    return this.#lo[this.#registerOf.get(root)!] >>> 0;
  }
  high(root: ExprId): number {
    return this.#hi[this.#registerOf.get(root)!] >>> 0;
  }

  #preset(store: ExprStore, order: readonly ExprId[]): void {
    for (let register = this.variables.length; register < this.#first; register++) {
      this.#lo[register] = store.a[order[register]];
      this.#hi[register] = store.b[order[register]];
    }
  }

  #encode(store: ExprStore, id: ExprId, i: number): void {
    const register = (child: ExprId): number => this.#registerOf.get(child)!;
    const op = store.op[id] as Op;
    const a = store.a[id];
    this.#width[i] = store.width[id];
    this.#operandWidth[i] = store.width[a];
    this.#a[i] = register(a);
    this.#code[i] = op;
    const wide = store.width[id] > 32 || store.width[a] > 32;
    if (op === Op.Read) {
      const table = store.tables[store.b[id]];
      this.#b[i] = this.#tables.length;
      this.#tables.push({
        bytes: table.bytes,
        registers: Int32Array.from(table.ids, (byte) => (byte === 0 ? -1 : register(byte))),
      });
      return;
    }
    if (op === Op.Extract) this.#c[i] = store.c[id];
    else if (op === Op.Ite) {
      this.#b[i] = register(store.b[id]);
      this.#c[i] = register(store.c[id]);
    } else if (op === Op.Concat) {
      this.#b[i] = register(store.b[id]);
      this.#c[i] = store.width[store.b[id]];
    } else if (store.b[id] !== 0) {
      this.#b[i] = register(store.b[id]);
    }
    if (wide) this.#code[i] |= wideFlag;
  }

  #load(values: Uint8Array): void {
    const variables = this.variables;
    const lo = this.#lo;
    for (let i = 0; i < variables.length; i++) lo[i] = values[variables[i]];
  }

  #execute(from: number, to: number): void {
    const code = this.#code;
    const lo = this.#lo;
    const aOf = this.#a;
    const bOf = this.#b;
    const widthOf = this.#width;
    const first = this.#first;
    for (let i = from; i < to; i++) {
      const a = lo[aOf[i]];
      const width = widthOf[i];
      let result: number;
      switch (code[i]) {
        case Op.Add:
          result = (a + lo[bOf[i]]) & mask(width);
          break;
        case Op.Sub:
          result = (a - lo[bOf[i]]) & mask(width);
          break;
        case Op.Mul:
          result = Math.imul(a, lo[bOf[i]]) & mask(width);
          break;
        case Op.And:
          result = a & lo[bOf[i]];
          break;
        case Op.Or:
          result = a | lo[bOf[i]];
          break;
        case Op.Xor:
          result = a ^ lo[bOf[i]];
          break;
        case Op.Eq:
          result = a === lo[bOf[i]] ? 1 : 0;
          break;
        case Op.Ult:
          result = a >>> 0 < lo[bOf[i]] >>> 0 ? 1 : 0;
          break;
        case Op.Ule:
          result = a >>> 0 <= lo[bOf[i]] >>> 0 ? 1 : 0;
          break;
        case Op.Ite:
          result = lo[a !== 0 ? bOf[i] : this.#c[i]];
          break;
        case Op.Concat:
          result = (a << this.#c[i]) | lo[bOf[i]];
          break;
        case Op.Extract:
          result = (a >>> this.#c[i]) & mask(width);
          break;
        case Op.SExt: {
          const unused = 32 - this.#operandWidth[i];
          result = ((a << unused) >> unused) & mask(width);
          break;
        }
        case Op.Clz:
        case Op.Ctz:
        case Op.Popcnt:
          result = computeCount(code[i] as Op, width, a, 0);
          break;
        case Op.Read:
          this.#read(i, a);
          continue;
        case Op.UDiv:
        case Op.SDiv:
        case Op.URem:
        case Op.SRem:
        case Op.Shl:
        case Op.LShr:
        case Op.AShr:
        case Op.RotL:
        case Op.RotR:
        case Op.Slt:
        case Op.Sle:
          result = computeNarrow(code[i] as Op, this.#operandWidth[i], a, lo[bOf[i]]);
          break;
        default:
          this.#executeWide(i, a);
          continue;
      }
      lo[first + i] = result;
    }
  }

  /** An instruction that reads or writes more than 32 bits. */
  #executeWide(i: number, alo: number): void {
    const lo = this.#lo;
    const hi = this.#hi;
    const op = (this.#code[i] & ~wideFlag) as Op;
    const ahi = hi[this.#a[i]];
    const b = this.#b[i];
    switch (op) {
      case Op.Ite: {
        const arm = alo !== 0 ? b : this.#c[i];
        word[0] = lo[arm];
        word[1] = hi[arm];
        break;
      }
      case Op.Concat:
        joinWords(alo, ahi, lo[b], hi[b], this.#c[i]);
        break;
      case Op.Extract:
        sliceWord(alo, ahi, this.#c[i], this.#width[i]);
        break;
      case Op.SExt:
        signExtendWord(alo, ahi, this.#operandWidth[i], this.#width[i]);
        break;
      case Op.Clz:
      case Op.Ctz:
      case Op.Popcnt:
        word[0] = computeCount(op, this.#width[i], alo, ahi);
        word[1] = 0;
        break;
      default:
        computeWide(op, this.#operandWidth[i], alo, ahi, lo[b], hi[b]);
    }
    lo[this.#first + i] = word[0];
    hi[this.#first + i] = isComparison(op) ? 0 : word[1];
  }

  #read(i: number, offset: number): void {
    const { bytes, registers } = this.#tables[this.#b[i]];
    const start = offset >>> 0;
    const end = Math.min(start + this.#width[i] / 8, bytes.length);
    let low = 0;
    let high = 0;
    for (let index = start; index < end; index++) {
      const register = registers.length === 0 ? -1 : registers[index];
      const byte = register < 0 ? bytes[index] : this.#lo[register];
      if (index - start < 4) low |= byte << (8 * (index - start));
      else high |= byte << (8 * (index - start - 4));
    }
    this.#lo[this.#first + i] = low;
    this.#hi[this.#first + i] = high;
  }
}

/** Added to an operation's code when more than 32 bits are involved. */
const wideFlag = 0x40;

function mask(width: number): number {
  return -1 >>> (32 - width);
}
