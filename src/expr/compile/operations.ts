/** Operations Wasm has only at 32 and 64 bits, or with traps and masked amounts: written out for every width. */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { Instruction, Machine } from './code.js';
import type { Emitter } from './emit.js';

export function writeCount(emitter: Emitter, id: ExprId, machine: Machine): void {
  const { code, store } = emitter;
  const operation = store.op[id];
  const width = store.width[id];
  const unused = (machine === 0 ? 32 : 64) - width;
  emitter.value(store.a[id]);
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

export function writeShift(emitter: Emitter, id: ExprId, machine: Machine): void {
  const { code, store } = emitter;
  const { op, width, a, b } = store;
  const isWithin = (): void => {
    emitter.value(b[id]);
    code.constant(machine, width[id]);
    code.op(machine, 'lt_u');
  };
  if (op[id] === Op.AShr) {
    emitter.signed(a[id]);
    // At or above the width everything is sign.
    emitter.value(b[id]);
    code.constant(machine, width[id] - 1);
    isWithin();
    code.select();
    code.op(machine, 'shr_s');
  } else {
    emitter.value(a[id]);
    emitter.value(b[id]);
    code.op(machine, op[id] === Op.Shl ? 'shl' : 'shr_u');
    code.constant(machine, 0);
    isWithin();
    code.select();
  }
  if (op[id] !== Op.LShr) emitter.mask(width[id]);
}

export function writeRotation(emitter: Emitter, id: ExprId, machine: Machine): void {
  const { code, store } = emitter;
  const { op, width, a, b } = store;
  const size = width[id];
  const isLeft = op[id] === Op.RotL;
  if (size === 32 || size === 64) {
    emitter.value(a[id]);
    emitter.value(b[id]);
    code.op(machine, isLeft ? 'rotl' : 'rotr');
    return;
  }
  const amount = (): void => {
    emitter.value(b[id]);
    code.constant(machine, size);
    code.op(machine, 'rem_u');
  };
  // There by the amount and back by the rest; without an amount the way back is out of the mask or all zeros.
  const [there, back]: Instruction[] = isLeft ? ['shl', 'shr_u'] : ['shr_u', 'shl'];
  emitter.value(a[id]);
  amount();
  code.op(machine, there);
  emitter.value(a[id]);
  code.constant(machine, size);
  amount();
  code.op(machine, 'sub');
  code.op(machine, back);
  code.op(machine, 'or');
  emitter.mask(size);
}

const divisions: Partial<Record<number, Instruction>> = {
  [Op.UDiv]: 'div_u',
  [Op.SDiv]: 'div_s',
  [Op.URem]: 'rem_u',
  [Op.SRem]: 'rem_s',
};

/** Never traps: the divisor is replaced by 1 where Wasm would, and the result by what it is defined to be. */
export function writeDivision(emitter: Emitter, id: ExprId, machine: Machine): void {
  const { code, store } = emitter;
  const { op, width, a, b } = store;
  const operation = op[id];
  const isSigned = operation === Op.SDiv || operation === Op.SRem;
  const push = (operand: ExprId): void => (isSigned ? emitter.signed(operand) : emitter.value(operand));
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
  code.op(machine, divisions[operation]!);
  // `select` keeps the first of two values, the quotient, if the condition after them holds.
  if (operation === Op.SDiv) {
    code.constant(machine, 0);
    push(a[id]);
    code.op(machine, 'sub');
    divisorIs(-1);
    code.op(0, 'eqz');
    code.select();
  }
  writeQuotientByZero(emitter, id, machine);
  push(b[id]);
  code.op(machine, 'eqz');
  code.op(0, 'eqz');
  code.select();
  emitter.mask(width[id]);
}

function writeQuotientByZero(emitter: Emitter, id: ExprId, machine: Machine): void {
  const { code, store } = emitter;
  switch (store.op[id]) {
    case Op.UDiv:
      code.constant(machine, -1, -1);
      return;
    case Op.SDiv:
      code.constant(machine, 1);
      code.constant(machine, -1, -1);
      emitter.signed(store.a[id]);
      code.constant(machine, 0);
      code.op(machine, 'lt_s');
      code.select();
      return;
    default:
      emitter.value(store.a[id]);
  }
}
