import { type Measures, measure } from './measures.js';
import { quotient } from './quotient.js';
import { alpha, type SymbolicGrammar } from './symbolic.js';
import { constantCounts, LengthTable } from './tables.js';
import { Walk } from './walk.js';

/** A symbolic string: bytes, and α (256) where a symbolic constant stands. */
export type Letters = readonly number[];

export interface EnumerationBounds {
  readonly maxLength?: number;
  readonly height?: number;
}

/**
 * The symbolic strings within the bounds, each once: fewest symbolic constants first, then (by length) the shorter
 * first, then in the order of their letters, α last. Lazy; what is kept is one path through the letters.
 */
export function* enumerateStrings(symbolic: SymbolicGrammar, bounds: EnumerationBounds): Generator<Letters> {
  const small = quotient(symbolic);
  const measures = measure(small);
  if (bounds.height !== undefined) yield* byHeight(small, measures, bounds.height, bounds.maxLength);
  else if (bounds.maxLength !== undefined) yield* byLength(small, measures, 0, bounds.maxLength);
}

/** Strings of more than `above` and at most `most` bytes. */
export function* byLength(
  symbolic: SymbolicGrammar,
  measures: Measures,
  above: number,
  most: number,
  table = new LengthTable(symbolic, constantCounts),
): Generator<Letters> {
  const counts: bigint[] = [];
  let all = 0n;
  for (let length = above === 0 ? 0 : above + 1; length <= most; length++) all |= counts[length] = table.total(length);
  for (let constants = 0; all >> BigInt(constants) > 0n; constants++) {
    for (const [length, mask] of counts.entries()) {
      if (mask === undefined || ((mask >> BigInt(constants)) & 1n) === 0n) continue;
      const walk = new Walk(symbolic, { length, constants, height: Infinity }, measures);
      yield* strings(walk, (letters) => letters.length === length && walk.top.constants === constants);
    }
  }
}

function* byHeight(
  symbolic: SymbolicGrammar,
  measures: Measures,
  height: number,
  length = Infinity,
): Generator<Letters> {
  for (let constants = 0, isCut = true; isCut; constants++) {
    const walk = new Walk(symbolic, { length, constants, height }, measures);
    yield* strings(walk, () => walk.top.constants === constants);
    isCut = walk.isCutByConstants;
  }
}

/** All strings of a walk, in the order of their letters, shorter ones before those they begin. */
export function* strings(walk: Walk, isWanted: (letters: readonly number[]) => boolean): Generator<Letters> {
  const letters: number[] = [];
  if (walk.top.isComplete && isWanted(letters)) yield [];
  const choices: { list: readonly number[]; next: number }[] = [{ list: walk.letters(), next: 0 }];
  while (choices.length > 0) {
    const choice = choices[choices.length - 1];
    if (choice.next === choice.list.length) {
      choices.pop();
      if (letters.length > 0) walk.pop();
      letters.pop();
      continue;
    }
    const letter = choice.list[choice.next++];
    if (!walk.push(letter)) continue;
    letters.push(letter);
    if (walk.top.isComplete && isWanted(letters)) yield letters.slice();
    choices.push({ list: walk.letters(), next: 0 });
  }
}

export const constantsIn = (letters: Letters): number => letters.reduce((sum, one) => sum + Number(one === alpha), 0);
