import { strings } from './enumerate.js';
import type { Grammar } from './grammar.js';
import { measure } from './measures.js';
import { quotient } from './quotient.js';
import { type SymbolicGrammar, type SymbolicOptions, symbolicGrammar } from './symbolic.js';
import { derivations, derivationsWithin, LengthTable } from './tables.js';
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

/** What is counted; one of them at least. */
export interface CountBounds {
  readonly maxLength?: number;
  /** Applications of rules. */
  readonly height?: number;
}

export function countStrings(grammar: Grammar, symbolic: SymbolicGrammar, bounds: CountBounds): LengthCount[] {
  const steps = countInSteps(grammar, symbolic, bounds);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same with pauses, so that the caller can be interrupted: counting may take long. */
export function* countInSteps(
  grammar: Grammar,
  symbolic: SymbolicGrammar,
  { maxLength = Infinity, height = Infinity }: CountBounds,
  options: Pick<SymbolicOptions, 'maxToken'> = {},
): Generator<void, LengthCount[]> {
  const small = quotient(symbolic);
  const bounds = { length: maxLength, height };
  const distinct = yield* distinctByLength(small, bounds);
  const plainer = quotient(symbolicGrammar(grammar, { ...options, concrete: true }));
  const concrete = yield* concreteByLength(plainer, bounds);
  const ways = derivationCounter(small, height);
  const rows: LengthCount[] = [];
  const longest = Number.isFinite(maxLength) ? maxLength : Math.max(distinct.length, concrete.length) - 1;
  let derived = ways.of(0);
  let sum = distinct[0] ?? 0;
  let plain = concrete[0] ?? 0n;
  for (let length = 1; length <= longest; length++) {
    derived += ways.of(length);
    sum += distinct[length] ?? 0;
    plain += concrete[length] ?? 0n;
    const count = ways.isEndless ? null : Number(derived);
    rows.push({ length, distinct: sum, derivations: count, concrete: Number(plain) });
  }
  return rows;
}

/** Derivations of a length, of as many applications as there may be. */
function derivationCounter(symbolic: SymbolicGrammar, height: number) {
  if (height === Infinity) {
    const table = new LengthTable(symbolic, derivations);
    return { isEndless: table.isEndless, of: (length: number) => table.total(length) };
  }
  const table = new LengthTable(symbolic, derivationsWithin(height));
  const of = (length: number) => table.total(length).reduce((sum, count) => sum + count, 0n);
  return { isEndless: table.isEndless, of };
}

interface Within {
  readonly length: number;
  readonly height: number;
}

/** Strings between two pauses. */
const pauseAfter = 5000;

function* distinctByLength(symbolic: SymbolicGrammar, within: Within): Generator<void, number[]> {
  const counts: number[] = [];
  const walk = new Walk(symbolic, { ...within, constants: Infinity });
  let met = 0;
  const count = (letters: readonly number[]): boolean => {
    counts[letters.length] = (counts[letters.length] ?? 0) + 1;
    return ++met % pauseAfter === 0;
  };
  for (const _ of strings(walk, count)) yield;
  return counts;
}

/** Bytes that lead to the same are walked once and counted together. */
function* concreteByLength(symbolic: SymbolicGrammar, within: Within): Generator<void, bigint[]> {
  const counts: bigint[] = [];
  const walk = new Walk(symbolic, { ...within, constants: Infinity }, measure(symbolic));
  const stack: { readonly sets: number[][]; readonly ways: bigint }[] = [];
  const enter = (ways: bigint) => {
    if (walk.top.isComplete) counts[stack.length] = (counts[stack.length] ?? 0n) + ways;
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
