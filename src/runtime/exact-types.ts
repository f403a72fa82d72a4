import type { Place } from '../vocabulary/place.js';
import type { ProgramOptions } from './program-options.js';
import type { StringCalls } from './string-calls.js';
import type { Replannable, RunResult } from './types.js';

/** One input, run with every access judged by the object its pointer came from. */
export interface ExactRun
  extends Pick<RunResult, 'outcome' | 'exitCode' | 'failures' | 'output' | 'regions' | 'input' | 'iterations'> {
  /** Addresses of code where an access could not be judged so, as nobody knows which object was meant → `f.c:12`. */
  readonly approximate: ReadonlyMap<number, string>;
  /** Addresses of code that compute with an address as with a number: where objects lie decides what comes of it. */
  readonly addresses: ReadonlyMap<number, Place | undefined>;
  /** By address of code: arrays inside structures that accesses there went through. */
  readonly members: ReadonlyMap<number, readonly Stretch[]>;
  readonly stringCalls: StringCalls;
}

export interface Stretch {
  readonly start: number;
  readonly size: number;
}

export interface ExactProgram extends Replannable {
  run(input: Uint8Array): ExactRun;
  /** An exported function with integers: for oracles and for measuring. */
  call(name: string, args: readonly number[]): ExactRun & { readonly value: number };
}

export interface ExactOptions extends ProgramOptions {
  /** Whether to remember where blocks were asked for and given back: words for who reads them. */
  readonly placesBlocks?: boolean;
}
