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
  const steps = countInSteps(grammar, symbolic, maxLength);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same with pauses, so that the caller can be interrupted: counting may take long. */
export function* countInSteps(
  grammar: Grammar,
  symbolic: SymbolicGrammar,
  maxLength: number,
): Generator<void, LengthCount[]> {
  const small = quotient(symbolic);
  const table = new LengthTable(small, derivations);
  const distinct = yield* distinctByLength(small, maxLength);
  const concrete = yield* concreteByLength(quotient(symbolicGrammar(grammar, { concrete: true })), maxLength);
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

/** Strings between two pauses. */
const pauseAfter = 5000;

function* distinctByLength(symbolic: SymbolicGrammar, length: number): Generator<void, number[]> {
  const counts = new Array<number>(length + 1).fill(0);
  const walk = new Walk(symbolic, { length, constants: Infinity, height: Infinity });
  let met = 0;
  const count = (letters: readonly number[]): boolean => {
    counts[letters.length]++;
    return ++met % pauseAfter === 0;
  };
  for (const _ of strings(walk, count)) yield;
  return counts;
}

/** Bytes that lead to the same are walked once and counted together. */
function* concreteByLength(symbolic: SymbolicGrammar, length: number): Generator<void, bigint[]> {
  const counts = new Array<bigint>(length + 1).fill(0n);
  const walk = new Walk(symbolic, { length, constants: Infinity, height: Infinity }, measure(symbolic));
  const stack: { readonly sets: number[][]; readonly ways: bigint }[] = [];
  const enter = (ways: bigint) => {
    if (walk.top.isComplete) counts[stack.length] += ways;
    stack.push({ sets: walk.letterSets(), ways });
  };
  enter(1n);
  for (let met = 1; stack.length > 0; met++) {
    const { sets, ways } = stack[stack.length - 1];
    const set = sets.pop();
    if (set) {
      if (walk.push(set[0])) enter(ways * BigInt(set.length));
    } else {
      stack.pop();
      if (stack.length > 0) walk.pop();
    }
    if (met % pauseAfter === 0) yield;
  }
  return counts;
}
