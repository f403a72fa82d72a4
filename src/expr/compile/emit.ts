/**
 * Writes the Wasm code of expressions. A node used once is written where it is used; others, and those
 * an operation must look at twice, go to a local. Values are zero-extended: i32 up to width 32, i64 above.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { arity, Op } from '../ops.js';
import { appendPostorder, NodeNumbers } from '../postorder.js';
import type { ExprStore } from '../store.js';
import { highMask, lowMask } from '../words.js';
import { Code, type Instruction, type Machine, machineOf } from './code.js';

/** Operations that are one instruction and, for odd widths, a mask. */
const plain: Partial<Record<number, Instruction>> = {
  [Op.Add]: 'add',
  [Op.Sub]: 'sub',
  [Op.Mul]: 'mul',
  [Op.And]: 'and',
  [Op.Or]: 'or',
  [Op.Xor]: 'xor',
  [Op.Eq]: 'eq',
  [Op.Ult]: 'lt_u',
  [Op.Ule]: 'le_u',
};
const growing: readonly number[] = [Op.Add, Op.Sub, Op.Mul];
/** Operations whose operands are read more than once. */
const rereading: readonly number[] = [
  Op.UDiv,
  Op.SDiv,
  Op.URem,
  Op.SRem,
  Op.Shl,
  Op.LShr,
  Op.AShr,
  Op.RotL,
  Op.RotR,
  Op.Read,
];
/** Trees written in one go are no higher than this, so that writing them recurses no deeper. */
const heightLimit = 64;
/** Zeros after a table, so that the longest read at its end stays in. */
const padding = 8;

export interface Emitted {
  readonly code: readonly number[];
  /** How many i32 and i64 locals. */
  readonly locals: readonly [number, number];
  /** Variable of each byte at the start of memory. */
  readonly variables: readonly number[];
  /** Tables, to be copied into memory before the first call. */
  readonly data: readonly { readonly address: number; readonly bytes: Uint8Array }[];
  readonly memorySize: number;
}

export function emitConditions(store: ExprStore, roots: readonly ExprId[]): Emitted {
  return new Emitter(store).emit(roots);
}

/** Per node, reused from one emission to the next. */
const seen = new NodeNumbers();
const uses = new NodeNumbers();
const heights = new NodeNumbers();
/** Local of a node that has one: 2n + machine. Locals of each machine width are numbered apart until the end. */
const locals = new NodeNumbers();

function heightAbove(child: ExprId): number {
  return locals.has(child) ? 0 : 1 + heights.get(child, 0);
}

class Emitter {
  readonly #code = new Code();
  readonly #localCount: [number, number] = [0, 0];
  readonly #variableAddress = new Map<ExprId, number>();
  readonly #tableAddress = new Map<number, number>();
  readonly #data: { address: number; bytes: Uint8Array }[] = [];
  #memorySize = 0;
  #i32Locals = 0;

  constructor(readonly store: ExprStore) {}

  emit(roots: readonly ExprId[]): Emitted {
    const perRoot = this.#plan(roots);
    for (let index = 0; index < roots.length; index++) {
      for (const id of perRoot[index]) {
        if (this.store.op[id] === Op.Read) this.#fillTable(this.store.b[id]);
        if (!locals.has(id)) continue;
        this.#tree(id);
        this.#code.set(this.#localIndex(id));
      }
      this.#value(roots[index]);
      this.#code.returnIfFalse();
    }
    this.#code.constant(0, 1);
    return {
      code: this.#code.bytes,
      locals: this.#localCount,
      variables: [...this.#variableAddress.keys()].map((id) => this.store.a[id]),
      data: this.#data,
      memorySize: this.#memorySize,
    };
  }

  /** Counts uses, gives locals and addresses; the nodes new with each root, children first. */
  #plan(roots: readonly ExprId[]): ExprId[][] {
    const { store } = this;
    for (const numbers of [seen, uses, heights, locals]) numbers.reset(store);
    const perRoot = roots.map((root) => {
      const fresh: ExprId[] = [];
      appendPostorder(store, root, seen, fresh);
      for (const id of fresh) {
        const op = store.op[id];
        if (op === Op.Var) this.#variableAddress.set(id, this.#memorySize++);
        this.#countUses(id, rereading.includes(op) ? 2 : 1);
      }
      uses.set(root, uses.get(root, 0) + 1);
      return fresh;
    });
    for (const fresh of perRoot) for (const id of fresh) this.#giveLocal(id);
    this.#i32Locals = this.#localCount[0];
    for (const fresh of perRoot) {
      for (const id of fresh) if (store.op[id] === Op.Read) this.#placeTable(store.b[id]);
    }
    return perRoot;
  }

  #countUses(id: ExprId, count: number): void {
    const { op, a, b, c, tables } = this.store;
    const children = arity(op[id]);
    if (children > 0) uses.set(a[id], uses.get(a[id], 0) + count);
    if (children > 1) uses.set(b[id], uses.get(b[id], 0) + count);
    if (children > 2) uses.set(c[id], uses.get(c[id], 0) + count);
    // Bytes of a table are written to it once, but where it is first read: not in another tree.
    if (op[id] === Op.Read) for (const byte of tables[b[id]].ids) if (byte !== 0) uses.set(byte, 2);
  }

  #giveLocal(id: ExprId): void {
    const { op, width, a, b, c } = this.store;
    if (op[id] === Op.Const) return;
    const children = arity(op[id]);
    let height = 0;
    if (children > 0) height = heightAbove(a[id]);
    if (children > 1) height = Math.max(height, heightAbove(b[id]));
    if (children > 2) height = Math.max(height, heightAbove(c[id]));
    heights.set(id, height);
    if (uses.get(id, 0) < 2 && height < heightLimit) return;
    const machine = machineOf(width[id]);
    locals.set(id, 2 * this.#localCount[machine]++ + machine);
  }

  #localIndex(id: ExprId): number {
    const local = locals.get(id, 0);
    return (local & 1) === 0 ? local >> 1 : this.#i32Locals + (local >> 1);
  }

  #placeTable(table: number): void {
    if (this.#tableAddress.has(table)) return;
    const { bytes } = this.store.tables[table];
    this.#tableAddress.set(table, this.#memorySize);
    this.#data.push({ address: this.#memorySize, bytes });
    this.#memorySize += bytes.length + padding;
  }

  readonly #filled = new Set<number>();

  #fillTable(table: number): void {
    const { ids } = this.store.tables[table];
    if (ids.length === 0 || this.#filled.has(table)) return;
    this.#filled.add(table);
    for (let i = 0; i < ids.length; i++) {
      if (ids[i] === 0) continue;
      this.#code.constant(0, 0);
      this.#value(ids[i]);
      this.#code.store8(this.#tableAddress.get(table)! + i);
    }
  }

  /** Pushes a node's value: its local if it has one. */
  #value(id: ExprId): void {
    if (locals.has(id)) this.#code.get(this.#localIndex(id));
    else this.#tree(id);
  }

  /** Pushes a value sign-extended to its machine width. */
  #signed(id: ExprId): void {
    this.#value(id);
    this.#code.signExtend(machineOf(this.store.width[id]), this.store.width[id]);
  }

  #mask(width: number): void {
    const machine = machineOf(width);
    if (width === 32 || width === 64) return;
    this.#code.constant(machine, lowMask(width), highMask(width));
    this.#code.op(machine, 'and');
  }

  #tree(id: ExprId): void {
    const code = this.#code;
    const { op, width, a, b, c } = this.store;
    const operation = op[id];
    const machine = machineOf(width[id]);
    const operandMachine = machineOf(width[a[id]]);
    const instruction = plain[operation];
    if (instruction !== undefined) {
      this.#value(a[id]);
      this.#value(b[id]);
      code.op(operandMachine, instruction);
      if (growing.includes(operation)) this.#mask(width[id]);
      return;
    }
    switch (operation) {
      case Op.Const:
        code.constant(machine, a[id], b[id]);
        return;
      case Op.Var:
        code.constant(0, 0);
        code.load8(this.#variableAddress.get(id)!);
        return;
      case Op.Slt:
      case Op.Sle:
        this.#signed(a[id]);
        this.#signed(b[id]);
        code.op(operandMachine, operation === Op.Slt ? 'lt_s' : 'le_s');
        return;
      case Op.Ite:
        this.#value(b[id]);
        this.#value(c[id]);
        this.#value(a[id]);
        code.select();
        return;
      case Op.Concat:
        this.#value(a[id]);
        if (machine !== operandMachine) code.extend();
        code.constant(machine, width[b[id]]);
        code.op(machine, 'shl');
        this.#value(b[id]);
        if (machine !== machineOf(width[b[id]])) code.extend();
        code.op(machine, 'or');
        return;
      case Op.Extract:
        this.#value(a[id]);
        if (c[id] !== 0) {
          code.constant(operandMachine, c[id]);
          code.op(operandMachine, 'shr_u');
        }
        if (machine !== operandMachine) code.wrap();
        if (c[id] + width[id] < width[a[id]]) this.#mask(width[id]);
        return;
      case Op.ZExt:
        this.#value(a[id]);
        if (machine !== operandMachine) code.extend();
        return;
      case Op.SExt:
        this.#value(a[id]);
        if (machine !== operandMachine) code.extend();
        code.signExtend(machine, width[a[id]]);
        this.#mask(width[id]);
        return;
      case Op.Clz:
      case Op.Ctz:
      case Op.Popcnt:
        this.#count(operation, id, machine);
        return;
      case Op.Read:
        this.#read(id);
        return;
      case Op.Shl:
      case Op.LShr:
      case Op.AShr:
        this.#shift(operation, id, machine);
        return;
      case Op.RotL:
      case Op.RotR:
        this.#rotate(operation, id, machine);
        return;
      default:
        this.#divide(operation, id, machine);
    }
  }

  #count(operation: number, id: ExprId, machine: Machine): void {
    const code = this.#code;
    const width = this.store.width[id];
    const unused = (machine === 0 ? 32 : 64) - width;
    this.#value(this.store.a[id]);
    if (operation === Op.Ctz && unused > 0) {
      // A bit just above the value stops the count at the width.
      code.constant(machine, width < 32 ? 1 << width : 0, width < 32 ? 0 : 1 << (width - 32));
      code.op(machine, 'or');
    }
    code.op(machine, operation === Op.Clz ? 'clz' : operation === Op.Ctz ? 'ctz' : 'popcnt');
    if (operation === Op.Clz && unused > 0) {
      code.constant(machine, unused);
      code.op(machine, 'sub');
    }
  }

  #read(id: ExprId): void {
    const code = this.#code;
    const { width, a, b, tables } = this.store;
    const { length } = tables[b[id]].bytes;
    // Past the end: read the padding.
    this.#value(a[id]);
    code.constant(0, length);
    this.#value(a[id]);
    code.constant(0, length);
    code.op(0, 'lt_u');
    code.select();
    const address = this.#tableAddress.get(b[id])!;
    if (width[id] === 8) {
      code.load8(address);
    } else {
      code.load(machineOf(width[id]), address);
      this.#mask(width[id]);
    }
  }

  #shift(operation: number, id: ExprId, machine: Machine): void {
    const code = this.#code;
    const { width, a, b } = this.store;
    if (operation === Op.AShr) {
      this.#signed(a[id]);
      // At or above the width everything is sign.
      this.#value(b[id]);
      code.constant(machine, width[id] - 1);
      this.#value(b[id]);
      code.constant(machine, width[id]);
      code.op(machine, 'lt_u');
      code.select();
      code.op(machine, 'shr_s');
    } else {
      this.#value(a[id]);
      this.#value(b[id]);
      code.op(machine, operation === Op.Shl ? 'shl' : 'shr_u');
      code.constant(machine, 0);
      this.#value(b[id]);
      code.constant(machine, width[id]);
      code.op(machine, 'lt_u');
      code.select();
    }
    if (operation !== Op.LShr) this.#mask(width[id]);
  }

  #rotate(operation: number, id: ExprId, machine: Machine): void {
    const code = this.#code;
    const { width, a, b } = this.store;
    const size = width[id];
    if (size === 32 || size === 64) {
      this.#value(a[id]);
      this.#value(b[id]);
      code.op(machine, operation === Op.RotL ? 'rotl' : 'rotr');
      return;
    }
    const amount = (): void => {
      this.#value(b[id]);
      code.constant(machine, size);
      code.op(machine, 'rem_u');
    };
    // The other way round by the rest; a whole turn shifts everything out, which or puts right.
    const [there, back]: Instruction[] = operation === Op.RotL ? ['shl', 'shr_u'] : ['shr_u', 'shl'];
    this.#value(a[id]);
    amount();
    code.op(machine, there);
    this.#value(a[id]);
    code.constant(machine, size);
    amount();
    code.op(machine, 'sub');
    code.op(machine, back);
    code.op(machine, 'or');
    this.#mask(size);
  }

  /** Division never traps: the divisor is replaced by 1 where Wasm would, and the result by what it is defined to be. */
  #divide(operation: number, id: ExprId, machine: Machine): void {
    const code = this.#code;
    const { width, a, b } = this.store;
    const size = width[id];
    const isSigned = operation === Op.SDiv || operation === Op.SRem;
    const push = (operand: ExprId): void => (isSigned ? this.#signed(operand) : this.#value(operand));
    const divisorIs = (value: number): void => {
      push(b[id]);
      code.constant(machine, value, value >> 31);
      code.op(machine, 'eq');
    };
    push(a[id]);
    code.constant(machine, 1);
    push(b[id]);
    divisorIs(0);
    if (isSigned) {
      divisorIs(-1);
      code.op(0, 'or');
    }
    code.select();
    const names: Record<number, Instruction> = {
      [Op.UDiv]: 'div_u',
      [Op.SDiv]: 'div_s',
      [Op.URem]: 'rem_u',
      [Op.SRem]: 'rem_s',
    };
    code.op(machine, names[operation]);
    // The quotient is on the stack; `select` wants the other value after it and takes the first if the condition holds.
    if (operation === Op.SDiv) {
      code.constant(machine, 0);
      push(a[id]);
      code.op(machine, 'sub');
      divisorIs(-1);
      code.op(0, 'eqz');
      code.select();
    }
    this.#byZero(operation, id, machine);
    push(b[id]);
    code.op(machine, 'eqz');
    code.op(0, 'eqz');
    code.select();
    this.#mask(size);
  }

  #byZero(operation: number, id: ExprId, machine: Machine): void {
    const code = this.#code;
    if (operation === Op.URem || operation === Op.SRem) {
      this.#value(this.store.a[id]);
    } else if (operation === Op.UDiv) {
      code.constant(machine, -1, -1);
    } else {
      code.constant(machine, 1);
      code.constant(machine, -1, -1);
      this.#signed(this.store.a[id]);
      code.constant(machine, 0);
      code.op(machine, 'lt_s');
      code.select();
    }
  }
}
