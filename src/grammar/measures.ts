/** What is the shortest (and otherwise least) string that a symbol can produce? */

import { Gap, type SymbolicGrammar } from './symbolic.js';

/**
 * The least a symbol can do, three ways: bytes (separators included, by the row of the token before), symbolic
 * constants, and applications of productions. What the walk needs to know to never start what it can't end.
 */
export interface Measures {
  readonly rows: number;
  /** Where a production's first dot is; `dotsOf[p] + dot`. */
  readonly dots: Int32Array;
  /** Least bytes of the rest of a production from a dot on, by dot × row before. */
  readonly restLength: Float64Array;
  readonly restConstants: Float64Array;
  /** Least applications, those of the production itself not counted. */
  readonly restHeight: Float64Array;
  /** By nonterminal: applications to derive nothing at all; Infinity when it can't. */
  readonly emptyHeight: Float64Array;
  readonly byLeft: readonly (readonly number[])[];
}

/** Rows beyond this are thrown together: bounds get weaker, answers stay right. */
const mostRows = 12;

export function measure(symbolic: SymbolicGrammar): Measures {
  const { grammar, tokens, gaps, separator } = symbolic;
  const { productions, nonterminals } = grammar;
  const rows = gaps.length <= mostRows ? gaps.length : 1;
  const rowOf = (t: number): number => (rows === 1 ? 0 : tokens[t].row);
  const square = rows * rows;
  // Least bytes by nonterminal, row before and row behind.
  const length = new Float64Array(nonterminals.length * square).fill(Infinity);
  const constants = new Float64Array(nonterminals.length).fill(Infinity);
  const height = new Float64Array(nonterminals.length).fill(Infinity);
  const emptyHeight = new Float64Array(nonterminals.length).fill(Infinity);
  const byLeft: number[][] = nonterminals.map(() => []);
  const users: number[][] = nonterminals.map(() => []);
  const dots = new Int32Array(productions.length + 1);
  productions.forEach(({ left, right }, p) => {
    byLeft[left].push(p);
    dots[p + 1] = dots[p] + right.length + 1;
    for (const symbol of new Set(right)) if (symbol >= 0) users[symbol].push(p);
  });
  const least = tokens.map(({ toGo }) => toGo[0]);

  /** From the bytes needed to get to each row, those with one more symbol. */
  const after = (from: Float64Array, symbol: number): Float64Array => {
    const to = new Float64Array(rows).fill(Infinity);
    for (let before = 0; before < rows; before++) {
      if (from[before] === Infinity) continue;
      if (symbol < 0) {
        const gap = rows === 1 ? Gap.Nothing : gaps[before][~symbol];
        if (gap === Gap.Forbidden) continue;
        const bytes = from[before] + least[~symbol] + (gap === Gap.Separator ? separator.length : 0);
        const row = rowOf(~symbol);
        if (bytes < to[row]) to[row] = bytes;
        continue;
      }
      for (let row = 0; row < rows; row++) {
        const bytes = from[before] + length[symbol * square + before * rows + row];
        if (bytes < to[row]) to[row] = bytes;
      }
    }
    return to;
  };
  const constantsOf = (symbol: number): number => {
    if (symbol >= 0) return constants[symbol];
    return tokens[~symbol].kind === 'symbolic' ? least[~symbol] : 0;
  };

  const isPending = new Uint8Array(productions.length).fill(1);
  const pending = [...productions.keys()];
  for (let i = 0; i < pending.length; i++) {
    const p = pending[i];
    isPending[p] = 0;
    const { left, right } = productions[p];
    let isBetter = false;
    for (let before = 0; before < rows; before++) {
      let reached: Float64Array = new Float64Array(rows).fill(Infinity);
      reached[before] = 0;
      for (const symbol of right) reached = after(reached, symbol);
      for (let row = 0; row < rows; row++) {
        const at = left * square + before * rows + row;
        if (reached[row] >= length[at]) continue;
        length[at] = reached[row];
        isBetter = true;
      }
    }
    let sumConstants = 0;
    let sumHeight = 1;
    let sumEmpty = 1;
    for (const symbol of right) {
      sumConstants += constantsOf(symbol);
      sumHeight += symbol < 0 ? 0 : height[symbol];
      sumEmpty += symbol < 0 ? Infinity : emptyHeight[symbol];
    }
    if (sumConstants < constants[left]) [constants[left], isBetter] = [sumConstants, true];
    if (sumHeight < height[left]) [height[left], isBetter] = [sumHeight, true];
    if (sumEmpty < emptyHeight[left]) [emptyHeight[left], isBetter] = [sumEmpty, true];
    if (!isBetter) continue;
    for (const user of users[left]) {
      if (isPending[user]) continue;
      isPending[user] = 1;
      pending.push(user);
    }
  }

  const total = dots[productions.length];
  const restLength = new Float64Array(total * rows);
  const restConstants = new Float64Array(total);
  const restHeight = new Float64Array(total);
  productions.forEach(({ right }, p) => {
    const end = dots[p] + right.length;
    for (let dot = right.length - 1; dot >= 0; dot--) {
      const at = dots[p] + dot;
      const symbol = right[dot];
      restConstants[at] = restConstants[at + 1] + constantsOf(symbol);
      restHeight[at] = restHeight[at + 1] + (symbol < 0 ? 0 : height[symbol]);
      for (let before = 0; before < rows; before++) {
        const from = new Float64Array(rows).fill(Infinity);
        from[before] = 0;
        const reached = after(from, symbol);
        let bytes = Infinity;
        for (let row = 0; row < rows; row++) {
          bytes = Math.min(bytes, reached[row] + (at + 1 === end ? 0 : restLength[(at + 1) * rows + row]));
        }
        restLength[at * rows + before] = bytes;
      }
    }
  });
  return { rows, dots, restLength, restConstants, restHeight, emptyHeight, byLeft };
}

/** Why no string lies within bounds, where that is so; undefined where it can't be told. */
export function emptyBecause(
  symbolic: SymbolicGrammar,
  { maxLength = Infinity, height = Infinity }: { readonly maxLength?: number; readonly height?: number },
): string | undefined {
  const { rows, dots, restLength, restHeight, byLeft } = measure(symbolic);
  const starts = byLeft[symbolic.grammar.start];
  const shortest = Math.min(...starts.map((p) => restLength[dots[p] * rows]));
  const lowest = Math.min(...starts.map((p) => 1 + restHeight[dots[p]]));
  if (shortest > maxLength) {
    return `No string has ${maxLength} ${maxLength === 1 ? 'byte' : 'bytes'} or fewer: the shortest has ${shortest}, so give --max-length ${shortest} or more.`;
  }
  if (lowest > height) {
    return `No string takes ${height} ${height === 1 ? 'application' : 'applications'} of rules or fewer: the least is ${lowest}, so give --height ${lowest} or more.`;
  }
  return undefined;
}
