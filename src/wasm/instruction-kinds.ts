import { Opcode } from './opcodes.js';

/** What `closes` ends: block, loop, if, try. */
export const opens = (op: number): boolean =>
  op === Opcode.Block || op === Opcode.Loop || op === Opcode.If || op === Opcode.Try;

export const closes = (op: number): boolean => op === Opcode.End || op === Opcode.Delegate;

/** The next part of a block that is open: else, catch, catch_all. */
export const beginsArm = (op: number): boolean => op === Opcode.Else || op === Opcode.Catch || op === Opcode.CatchAll;

/** Control flow of any kind but calls (and nop): behind anything else the next instruction follows. */
export const isControl = (op: number): boolean =>
  op <= Opcode.Return || op === Opcode.Delegate || op === Opcode.CatchAll;

export const isCall = (op: number): boolean => op === Opcode.Call || op === Opcode.CallIndirect;

/** local.set and local.tee. */
export const setsLocal = (op: number): boolean => op === Opcode.LocalSet || op === Opcode.LocalTee;

export const isLoad = (op: number): boolean => op >= Opcode.I32Load && op <= Opcode.I64Load32U;
export const isStore = (op: number): boolean => op >= Opcode.I32Store && op <= Opcode.I64Store32;

/** Quotients and remainders of integers. */
export const isDivision = (op: number): boolean =>
  (op >= Opcode.I32DivS && op <= Opcode.I32RemU) || (op >= Opcode.I64DivS && op <= Opcode.I64RemU);

/** From a float to an integer that it may not fit; the saturating ones don't trap. */
export const isTrappingConversion = (op: number): boolean =>
  (op >= Opcode.I32TruncF32S && op <= Opcode.I32TruncF64U) || (op >= Opcode.I64TruncF32S && op <= Opcode.I64TruncF64U);
