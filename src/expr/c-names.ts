import type { VarId } from '../vocabulary/brands.js';

/** The C object whose byte an input variable is. */
export interface CByte {
  /** An expression without operators that bind looser than a call: `i`, `p->size`, `s[3]`. */
  readonly name: string;
  /** Which of its bytes, the lowest first. */
  readonly byte: number;
  readonly size: 1 | 2 | 4 | 8;
  readonly signed: boolean;
}

export type CNames = (variable: VarId) => CByte | undefined;
