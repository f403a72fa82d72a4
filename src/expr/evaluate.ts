/**
 * Evaluates a fixed set of expressions under many assignments: the DAG is laid out once as a tape of
 * instructions over registers (low and high 32 bits, zero-extended), constants are preset,
 * zero-extensions cost nothing (same register). Running allocates nothing; making a tape allocates few
 * arrays, since many a tape is run only a handful of times.
 */
import type { ExprId } from '../vocabulary/brands.js';
import { computeCount, computeNarrow, computeWide } from './compute.js';
import { Op } from './ops.js';
import type { NodeNumbers } from './postorder.js';
import type { ExprStore } from './store.js';
import { layOut } from './tape-layout.js';
import { joinWords, lowMask, signExtendWord, sliceWord, word } from './words.js';

/** Fields of an instruction, in this order, `stride` numbers each. The result goes to the register of the same rank. */
const stride = 5;
const operandA = 1;
const operandB = 2;
/** Ite: third register; Concat: width of the low part; Extract: offset. */
const extra = 3;
/** The result's width and, shifted, the first operand's. */
const widths = 4;
const operandWidthShift = 8;

/** Added to an operation's code when more than 32 bits are involved. */
const wideFlag = 0x40;

interface TapeTable {
  readonly bytes: Uint8Array;
  /** Registers of symbolic bytes, -1 for the others; empty when all are constant. */
  readonly registers: Int32Array;
}

export class Tape {
  /** Variables the roots read, ascending. */
  readonly variables: Int32Array;
  /** How many instructions a run takes. */
  readonly length: number;

  readonly #program: Int32Array;
  /** Low halves, then high halves, of all registers. */
  readonly #registers: Int32Array;
  /** Where the high halves begin. */
  readonly #high: number;
  /** The register of the first instruction. */
  readonly #first: number;
  readonly #tables: TapeTable[] = [];
  readonly #rootRegisters: Int32Array;
  /** Instruction after which root i is known. */
  readonly #rootEnds: Int32Array;

  constructor(
    store: ExprStore,
    readonly roots: readonly ExprId[],
  ) {
    const { order, registers, variables, firstOperation, rootEnds } = layOut(store, roots);
    this.variables = variables;
    this.length = order.length - firstOperation;
    this.#first = firstOperation;
    this.#high = order.length;
    this.#registers = new Int32Array(2 * order.length);
    for (let register = variables.length; register < firstOperation; register++) {
      this.#registers[register] = store.a[order[register]];
      this.#registers[this.#high + register] = store.b[order[register]];
    }
    this.#program = new Int32Array(this.length * stride);
    for (let i = 0; i < this.length; i++) this.#encode(store, registers, order[firstOperation + i], i * stride);
    this.#rootRegisters = new Int32Array(roots.length);
    for (let i = 0; i < roots.length; i++) this.#rootRegisters[i] = registers.get(roots[i], 0);
    this.#rootEnds = rootEnds;
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
      if (this.#registers[this.#rootRegisters[root]] === 0) return root;
    }
    return -1;
  }

  /** A root's value after `run`, unsigned; exact up to 53 bits (see `low` and `high`). */
  value(root: ExprId): number {
    return this.high(root) * 0x1_0000_0000 + this.low(root);
  }
  low(root: ExprId): number {
    return this.#registers[this.#registerOf(root)] >>> 0;
  }
  high(root: ExprId): number {
    return this.#registers[this.#high + this.#registerOf(root)] >>> 0;
  }

  #registerOf(root: ExprId): number {
    const index = this.roots.indexOf(root);
    if (index < 0) throw new Error(`expression ${root} is no root of this tape`);
    return this.#rootRegisters[index];
  }

  #encode(store: ExprStore, registers: NodeNumbers, id: ExprId, at: number): void {
    const program = this.#program;
    const op = store.op[id];
    const a = store.a[id];
    const b = store.b[id];
    const width = store.width[id];
    program[at] = op !== Op.Read && (width > 32 || store.width[a] > 32) ? op | wideFlag : op;
    program[at + operandA] = registers.get(a, 0);
    program[at + widths] = width | (store.width[a] << operandWidthShift);
    if (op === Op.Read) {
      const table = store.tables[b];
      program[at + operandB] = this.#tables.length;
      const bytes = Int32Array.from(table.ids, (byte) => (byte === 0 ? -1 : registers.get(byte, 0)));
      this.#tables.push({ bytes: table.bytes, registers: bytes });
      return;
    }
    if (b !== 0) program[at + operandB] = registers.get(b, 0);
    if (op === Op.Ite) program[at + extra] = registers.get(store.c[id], 0);
    else if (op === Op.Concat) program[at + extra] = store.width[b];
    else program[at + extra] = store.c[id];
  }

  #load(values: Uint8Array): void {
    const variables = this.variables;
    const registers = this.#registers;
    for (let i = 0; i < variables.length; i++) registers[i] = values[variables[i]];
  }

  #execute(from: number, to: number): void {
    const program = this.#program;
    const registers = this.#registers;
    let target = this.#first + from;
    for (let at = from * stride; at < to * stride; at += stride, target++) {
      const code = program[at];
      const a = registers[program[at + operandA]];
      let result: number;
      switch (code) {
        case Op.Add:
          result = (a + registers[program[at + operandB]]) & lowMask(program[at + widths] & 0xff);
          break;
        case Op.Sub:
          result = (a - registers[program[at + operandB]]) & lowMask(program[at + widths] & 0xff);
          break;
        case Op.Mul:
          result = Math.imul(a, registers[program[at + operandB]]) & lowMask(program[at + widths] & 0xff);
          break;
        case Op.And:
          result = a & registers[program[at + operandB]];
          break;
        case Op.Or:
          result = a | registers[program[at + operandB]];
          break;
        case Op.Xor:
          result = a ^ registers[program[at + operandB]];
          break;
        case Op.Eq:
          result = a === registers[program[at + operandB]] ? 1 : 0;
          break;
        case Op.Ult:
          result = a >>> 0 < registers[program[at + operandB]] >>> 0 ? 1 : 0;
          break;
        case Op.Ule:
          result = a >>> 0 <= registers[program[at + operandB]] >>> 0 ? 1 : 0;
          break;
        case Op.Ite:
          result = registers[program[a !== 0 ? at + operandB : at + extra]];
          break;
        case Op.Concat:
          result = (a << program[at + extra]) | registers[program[at + operandB]];
          break;
        case Op.Extract:
          result = (a >>> program[at + extra]) & lowMask(program[at + widths] & 0xff);
          break;
        case Op.SExt: {
          const unused = 32 - (program[at + widths] >> operandWidthShift);
          result = ((a << unused) >> unused) & lowMask(program[at + widths] & 0xff);
          break;
        }
        case Op.Clz:
        case Op.Ctz:
        case Op.Popcnt:
          result = computeCount(code, program[at + widths] & 0xff, a, 0);
          break;
        case Op.Read:
          this.#read(at, target, a);
          continue;
        default:
          if (code >= wideFlag) {
            this.#executeWide(at, target, a);
            continue;
          }
          result = computeNarrow(
            code as Op,
            program[at + widths] >> operandWidthShift,
            a,
            registers[program[at + operandB]],
          );
      }
      registers[target] = result;
    }
  }

  /** An instruction that reads or writes more than 32 bits. */
  #executeWide(at: number, target: number, alo: number): void {
    const program = this.#program;
    const registers = this.#registers;
    const op = (program[at] & ~wideFlag) as Op;
    const ahi = registers[this.#high + program[at + operandA]];
    const b = program[at + operandB];
    const c = program[at + extra];
    const width = program[at + widths] & 0xff;
    const operandWidth = program[at + widths] >> operandWidthShift;
    switch (op) {
      case Op.Ite: {
        const arm = alo !== 0 ? b : c;
        word[0] = registers[arm];
        word[1] = registers[this.#high + arm];
        break;
      }
      case Op.Concat:
        joinWords(alo, ahi, registers[b], registers[this.#high + b], c);
        break;
      case Op.Extract:
        sliceWord(alo, ahi, c, width);
        break;
      case Op.SExt:
        signExtendWord(alo, ahi, operandWidth, width);
        break;
      case Op.Clz:
      case Op.Ctz:
      case Op.Popcnt:
        word[0] = computeCount(op, width, alo, ahi);
        word[1] = 0;
        break;
      default:
        computeWide(op, operandWidth, alo, ahi, registers[b], registers[this.#high + b]);
    }
    registers[target] = word[0];
    registers[this.#high + target] = word[1];
  }

  #read(at: number, target: number, offset: number): void {
    const { bytes, registers } = this.#tables[this.#program[at + operandB]];
    const start = offset >>> 0;
    const end = Math.min(start + (this.#program[at + widths] & 0xff) / 8, bytes.length);
    let low = 0;
    let high = 0;
    for (let index = start; index < end; index++) {
      const register = registers.length === 0 ? -1 : registers[index];
      const byte = register < 0 ? bytes[index] : this.#registers[register];
      if (index - start < 4) low |= byte << (8 * (index - start));
      else high |= byte << (8 * (index - start - 4));
    }
    this.#registers[target] = low;
    this.#registers[this.#high + target] = high;
  }
}
