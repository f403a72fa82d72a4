import { Opcode } from '../wasm/opcodes.js';
import type { Code } from './code.js';

/**
 * What a run pays with: one unit a turn of a loop or an entry of a recursive function. What takes longer costs
 * more, so that a unit is some nanoseconds whatever the program does, and no program runs forever.
 */
export const FuelPrice = {
  /** A call that leaves the module. */
  hostCall: 16,
  /** A longjmp: exceptions of WebAssembly are slow. */
  jump: 64,
  /** Bytes of bulk memory for one unit, as a power of two. */
  bulkShift: 6,
} as const;

export function chargeFuel(code: Code, fuel: number, units: number): void {
  code.globalGet(fuel);
  code.i32(units);
  code.op(Opcode.I32Sub);
  code.globalSet(fuel);
}

/** For as many bytes as a local says. */
export function chargeBulk(code: Code, fuel: number, size: number): void {
  code.globalGet(fuel);
  code.get(size);
  code.i32(FuelPrice.bulkShift);
  code.op(Opcode.I32ShrU);
  code.op(Opcode.I32Sub);
  code.globalSet(fuel);
}
