import type { Address } from '../vocabulary/brands.js';
import type { Place } from '../vocabulary/place.js';

/**
 * What a host function sees of the program: its memory, and nothing of symbols. Writing replaces values
 * and makes them concrete; an address range the program may not touch fails like any bad access of its own.
 * Sizes are never 0. What `read` returns may be a view: use it before the next call. `write` copies.
 */
export interface Guest {
  read(address: Address, size: number): Uint8Array;
  write(address: Address, bytes: Uint8Array): void;
  readU32(address: Address): number;
  writeU32(address: Address, value: number): void;
  writeU64(address: Address, value: bigint): void;
  /**
   * Called before bytes are read that decide what the host does (a path, an iovec): a guest with symbols
   * records a concretization. Captured output and what goes into files is read without it.
   */
  concretize?(address: Address, size: number): void;

  /**
   * Whether the bytes there are these, as something the host's answer depends on: other answers are other paths.
   * A guest without symbols need not know; the host compares for itself.
   */
  askEqual?(address: Address, bytes: Uint8Array): void;
  /** Whether a symbolic byte there has one of these values, as `askEqual`; undefined when none is symbolic. */
  askAny?(address: Address, size: number, values: readonly number[]): boolean | undefined;

  /** Where the user's code is: asked when it learns something of the world that nobody said. */
  where?(): Place | undefined;

  // Input with symbols: what a guest without them need not know. `origin` comes from `HostConfig.origins`.
  /** As `write`, of bytes that stand at `offset` in an input. */
  writeInput?(address: Address, bytes: Uint8Array, origin: InputOrigin, offset: number): void;
  /** What the host does depends on which of the offsets from `from` up to (not including) `to` lie inside the input. */
  askLength?(origin: InputOrigin, from: number, to: number): void;
  /** As `writeU64`, of the input's length. */
  writeLength?(address: Address, origin: InputOrigin, length: number): void;
  /** The symbols of an input's bytes, for a file that becomes the run's own. */
  inputSymbols?(origin: InputOrigin): ByteSymbols;
  /** The symbols in memory, before they go into a file; undefined when there are none. */
  symbolsAt?(address: Address, size: number): ByteSymbols | undefined;
  /** Gives bytes just written the symbols that stand at `offset` in a file. */
  giveSymbols?(address: Address, size: number, symbols: ByteSymbols, offset: number): void;
}

/** Which bytes of a stretch are symbolic: offset → a number that means something to the guest alone. */
export type ByteSymbols = ReadonlyMap<number, number>;

/** Where the bytes of stdin or of a file come from: places in the flat input. */
export interface InputOrigin {
  /** Where the first byte is. */
  readonly from: number;
  /** Bytes this run's input has. */
  readonly size: number;
  /** Where the length is, when it is symbolic, and what it may be. */
  readonly length?: { readonly from: number; readonly bytes: number; readonly min: number; readonly max: number };
}

/** Thrown by proc_exit: ends the run normally. `code` is what a POSIX parent would see, 0…255. */
export class ProgramExit extends Error {
  constructor(readonly code: number) {
    // Capturing a stack trace would be the most expensive part of a short run, and it is never read.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(`exit ${code}`);
    Error.stackTraceLimit = limit;
  }
}
