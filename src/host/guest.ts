import type { Address } from '../vocabulary/brands.js';

/**
 * What a host function sees of the program: its memory, and nothing of symbols. Writing replaces values
 * and makes them concrete; an address range the program may not touch fails like any bad access of its own.
 */
export interface Guest {
  read(address: Address, size: number): Uint8Array;
  write(address: Address, bytes: Uint8Array): void;
  readU32(address: Address): number;
  writeU32(address: Address, value: number): void;
  writeU64(address: Address, value: bigint): void;
}

/** Thrown by proc_exit: ends the run normally. */
export class ProgramExit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}
