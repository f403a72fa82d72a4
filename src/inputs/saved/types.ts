import type { InputValue } from '../decode.js';
import type { EntryOptions } from '../entry.js';

/**
 * One input somebody saved, whatever it was saved as: what it supplies, before anybody asked what of the
 * program is symbolic. Whoever reads it decides (fit.ts, sizes.ts).
 */
export interface SavedInput {
  /** The path it came from, as it was typed. */
  readonly name: string;
  readonly format: 'raw' | 'folder' | 'ktest' | 'nearmiss' | 'command' | 'unit';
  /** Bytes that don't say which input they are: the program's one input, or its stdin. */
  readonly blob?: Uint8Array;
  /** From argv[1] on. */
  readonly args?: readonly Uint8Array[];
  readonly env?: ReadonlyMap<string, Uint8Array>;
  readonly stdin?: Uint8Array;
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** What came over a connection. */
  readonly recv?: Uint8Array;
  /** Arguments of a function called by itself, by parameter. */
  readonly values?: Readonly<Record<string, InputValue>>;
  /** Named bytes in the order in which the program made them symbolic. */
  readonly objects?: readonly NamedBytes[];
  /** The bytes of what a program made symbolic as it ran, one after another. */
  readonly tail?: Uint8Array;
  /** A test of a function as it lay in the flat input, for a plan that turns out to be the same. */
  readonly flat?: Uint8Array;
  /** That function, where the test itself says. */
  readonly entry?: string;
  /** How its arguments were made. */
  readonly made?: Pick<EntryOptions, 'len' | 'depth' | 'nullable'>;
}

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}
