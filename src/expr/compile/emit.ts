/**
 * Writes the Wasm code of expressions. A node used once is written where it is used; others, and those
 * an operation must look at twice, go to a local. Values are zero-extended: i32 up to width 32, i64 above.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { ExprStore } from '../store.js';
import { highMask, lowMask } from '../words.js';
import { Code, type Instruction, machineOf } from './code.js';
import { writeCount, writeDivision, writeRotation, writeShift } from './operations.js';
import { Plan } from './plan.js';

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

/** The body of a function () -> i32 that gives 1 if all roots (conditions) are true. */
export function emitConditions(store: ExprStore, roots: readonly ExprId[]): { code: readonly number[]; plan: Plan } {
  const plan = new Plan(store, roots);
  return { code: new Emitter(store, plan).emit(roots), plan };
}

export class Emitter {
  readonly code = new Code();
  readonly #filled = new Set<number>();

  constructor(
    readonly store: ExprStore,
    readonly plan: Plan,
  ) {}

  emit(roots: readonly ExprId[]): readonly number[] {
    for (let index = 0; index < roots.length; index++) {
      for (const id of this.plan.perRoot[index]) {
        if (this.store.op[id] === Op.Read) this.#fillTable(this.store.b[id]);
        if (!this.plan.hasLocal(id)) continue;
        this.#tree(id);
        this.code.set(this.plan.localOf(id));
      }
      this.value(roots[index]);
      this.code.returnIfFalse();
    }
    this.code.constant(0, 1);
    return this.code.bytes;
  }

  /** Pushes a node's value: its local if it has one. */
  value(id: ExprId): void {
    if (this.plan.hasLocal(id)) this.code.get(this.plan.localOf(id));
    else this.#tree(id);
  }

  /** Pushes a value sign-extended to its machine width. */
  signed(id: ExprId): void {
    this.value(id);
    this.code.signExtend(machineOf(this.store.width[id]), this.store.width[id]);
  }

  /** Cuts the value on the stack to a width. */
  mask(width: number): void {
    const machine = machineOf(width);
    if (width === 32 || width === 64) return;
    this.code.constant(machine, lowMask(width), highMask(width));
    this.code.op(machine, 'and');
  }

  #fillTable(table: number): void {
    const { ids } = this.store.tables[table];
    if (ids.length === 0 || this.#filled.has(table)) return;
    this.#filled.add(table);
    for (let i = 0; i < ids.length; i++) {
      if (ids[i] === 0) continue;
      this.code.constant(0, 0);
      this.value(ids[i]);
      this.code.store8(this.plan.tableAddress.get(table)! + i);
    }
  }

  #tree(id: ExprId): void {
    const { code } = this;
    const { op, width, a, b, c } = this.store;
    const operation = op[id];
    const machine = machineOf(width[id]);
    const operandMachine = machineOf(width[a[id]]);
    const instruction = plain[operation];
    if (instruction !== undefined) {
      this.value(a[id]);
      this.value(b[id]);
      code.op(operandMachine, instruction);
      if (growing.includes(operation)) this.mask(width[id]);
      return;
    }
    switch (operation) {
      case Op.Const:
        code.constant(machine, a[id], b[id]);
        return;
      case Op.Var:
        code.constant(0, 0);
        code.load8(this.plan.variableAddress.get(a[id])!);
        return;
      case Op.Slt:
      case Op.Sle:
        this.signed(a[id]);
        this.signed(b[id]);
        code.op(operandMachine, operation === Op.Slt ? 'lt_s' : 'le_s');
        return;
      case Op.Ite:
        this.value(b[id]);
        this.value(c[id]);
        this.value(a[id]);
        code.select();
        return;
      case Op.Concat:
        this.value(a[id]);
        if (machine !== operandMachine) code.extend();
        code.constant(machine, width[b[id]]);
        code.op(machine, 'shl');
        this.value(b[id]);
        if (machine !== machineOf(width[b[id]])) code.extend();
        code.op(machine, 'or');
        return;
      case Op.Extract:
        this.value(a[id]);
        if (c[id] !== 0) {
          code.constant(operandMachine, c[id]);
          code.op(operandMachine, 'shr_u');
        }
        if (machine !== operandMachine) code.wrap();
        if (c[id] + width[id] < width[a[id]]) this.mask(width[id]);
        return;
      case Op.ZExt:
        this.value(a[id]);
        if (machine !== operandMachine) code.extend();
        return;
      case Op.SExt:
        this.value(a[id]);
        if (machine !== operandMachine) code.extend();
        code.signExtend(machine, width[a[id]]);
        this.mask(width[id]);
        return;
      case Op.Clz:
      case Op.Ctz:
      case Op.Popcnt:
        writeCount(this, id, machine);
        return;
      case Op.Read:
        this.#read(id);
        return;
      case Op.Shl:
      case Op.LShr:
      case Op.AShr:
        writeShift(this, id, machine);
        return;
      case Op.RotL:
      case Op.RotR:
        writeRotation(this, id, machine);
        return;
      default:
        writeDivision(this, id, machine);
    }
  }

  #read(id: ExprId): void {
    const { code } = this;
    const { width, a, b, tables } = this.store;
    const { length } = tables[b[id]].bytes;
    // Past the end: read the padding.
    this.value(a[id]);
    code.constant(0, length);
    this.value(a[id]);
    code.constant(0, length);
    code.op(0, 'lt_u');
    code.select();
    const address = this.plan.tableAddress.get(b[id])!;
    if (width[id] === 8) {
      code.load8(address);
    } else {
      code.load(machineOf(width[id]), address);
      this.mask(width[id]);
    }
  }
}
