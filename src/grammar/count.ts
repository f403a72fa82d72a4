import { strings } from './enumerate.js';
import type { Grammar } from './grammar.js';
import { measure } from './measures.js';
import { quotient } from './quotient.js';
import { type SymbolicGrammar, symbolicGrammar } from './symbolic.js';
import { derivations, LengthTable } from './tables.js';
import { Walk } from './walk.js';

/** How many strings have at most this many bytes. */
export interface LengthCount {
  readonly length: number;
  /** Symbolic strings. */
  readonly distinct: number;
  /** Ways to derive them; null where rules go round without a letter and there is no end of ways. */
  readonly derivations: number | null;
  /** Strings of the concrete language. */
  readonly concrete: number;
}

export function countStrings(grammar: Grammar, symbolic: SymbolicGrammar, maxLength: number): LengthCount[] {
  const small = quotient(symbolic);
  const table = new LengthTable(small, derivations);
  const distinct = distinctByLength(small, maxLength);
  const concrete = concreteByLength(quotient(symbolicGrammar(grammar, { concrete: true })), maxLength);
  const rows: LengthCount[] = [];
  let ways = table.total(0);
  let sum = distinct[0];
  let plain = concrete[0];
  for (let length = 1; length <= maxLength; length++) {
    ways += table.total(length);
    sum += distinct[length];
    plain += concrete[length];
    rows.push({
      length,
      distinct: sum,
      derivations: table.isEndless ? null : Number(ways),
      concrete: Number(plain),
    });
  }
  return rows;
}

function distinctByLength(symbolic: SymbolicGrammar, length: number): number[] {
  const counts = new Array<number>(length + 1).fill(0);
  const walk = new Walk(symbolic, { length, constants: Infinity, height: Infinity });
  const count = (letters: readonly number[]): boolean => {
    counts[letters.length]++;
    return false;
  };
  strings(walk, count).next();
  return counts;
}

/** Bytes that lead to the same are walked once and counted together. */
function concreteByLength(symbolic: SymbolicGrammar, length: number): bigint[] {
  const counts = new Array<bigint>(length + 1).fill(0n);
  const walk = new Walk(symbolic, { length, constants: Infinity, height: Infinity }, measure(symbolic));
  const visit = (depth: number, ways: bigint): void => {
    if (walk.top.isComplete) counts[depth] += ways;
    for (const set of walk.letterSets()) {
      if (!walk.push(set[0])) continue;
      visit(depth + 1, ways * BigInt(set.length));
      walk.pop();
    }
  };
  visit(0, 1n);
  return counts;
}
