import { Opcode } from './opcodes.js';
import { type Instr, instr, ValueType } from './types.js';

/**
 * What an address of 64 bits becomes that is 2^31 or more, or negative, by its sign: addresses that nothing lies at (a
 * program has less than 1 GB), on the same side of all objects, with room behind them for an instruction's own offset.
 */
export const wildAddress = { above: 0x7fff_0000, below: -0x1000_0000 } as const;

const lastAddress = 0x7fff_ffffn;

/** The same of a number that is known. */
export const addressOf = (value: bigint): number => {
  if (BigInt.asUintN(64, value) <= lastAddress) return Number(value);
  return BigInt.asIntN(64, value) < 0n ? wildAddress.below : wildAddress.above;
};

/** A block type that gives one value is that value's type, read as a signed number. */
const givesI32 = ValueType.i32 - 0x80;

/**
 * `Lowered.Address` as plain instructions: takes an i64, which it keeps in a local meanwhile, and gives an i32. A branch
 * that is never taken costs less than a choice, on which every access would wait.
 */
export const addressInstructions = (scratch: number): readonly Instr[] => [
  instr(Opcode.LocalTee, scratch),
  instr(Opcode.I64Const, 0, 0, undefined, lastAddress),
  instr(Opcode.I64GtU),
  instr(Opcode.If, givesI32),
  instr(Opcode.I32Const, wildAddress.below),
  instr(Opcode.I32Const, wildAddress.above),
  instr(Opcode.LocalGet, scratch),
  instr(Opcode.I64Const, 0, 0, undefined, 0n),
  instr(Opcode.I64LtS),
  instr(Opcode.Select),
  instr(Opcode.Else),
  instr(Opcode.LocalGet, scratch),
  instr(Opcode.I32WrapI64),
  instr(Opcode.End),
];
