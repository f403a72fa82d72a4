import type { Code } from './code.js';

/** Offsets in an instrumented module, ascending, and the address of the original code each belongs to (-1: none). */
export interface Positions {
  readonly positions: Int32Array;
  readonly addresses: Int32Array;
}

/** From the marks made while writing and where each body came to lie. */
export function positionsOf(codes: readonly Code[], codeStarts: readonly number[]): Positions {
  const positions: number[] = [];
  const addresses: number[] = [];
  codes.forEach(({ marks }, i) => {
    positions.push(codeStarts[i]);
    addresses.push(-1);
    for (let j = 0; j < marks.length; j += 2) {
      positions.push(codeStarts[i] + marks[j]);
      addresses.push(marks[j + 1]);
    }
  });
  return { positions: Int32Array.from(positions), addresses: Int32Array.from(addresses) };
}
