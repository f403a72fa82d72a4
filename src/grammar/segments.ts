/** As which tokens can the symbolic bytes of a template be read? */

import type { Letters } from './enumerate.js';
import { measure } from './measures.js';
import { alpha, type Edge, type SymbolicGrammar, type SymbolicToken } from './symbolic.js';
import { Walk } from './walk.js';

/** A stretch of a symbolic string that is one of these tokens. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** Numbers of symbolic tokens that may stand here, for one another. */
  readonly tokens: readonly number[];
}

interface Readings {
  readonly readings: readonly (readonly Segment[])[];
  readonly isExact: boolean;
}

/** Readings of one symbolic string beyond this many are thrown together. */
const mostReadings = 64;

/** All ways to read symbolic strings as tokens. */
export class Segmenter {
  /** Tokens that may stand for one another everywhere, by the number of the first. */
  readonly #groups = new Map<number, number[]>();
  readonly #refined: SymbolicGrammar;
  readonly #measures;

  constructor(readonly symbolic: SymbolicGrammar) {
    const { tokens } = symbolic;
    const leaders = interchangeable(symbolic);
    leaders.forEach((leader, t) => {
      this.#groups.set(leader, [...(this.#groups.get(leader) ?? []), t]);
    });
    this.#refined = { ...symbolic, tokens: tokens.map((token, t) => refined(token, leaders[t])) };
    this.#measures = measure(this.#refined);
  }

  /**
   * The readings of a string, each the list of its symbolic stretches. With more than can be told apart, one
   * reading for all: every byte by itself, `isExact` false. No reading: it is no string of the grammar.
   */
  read(letters: Letters): Readings {
    const readings = this.#read(letters, false);
    return readings.readings.length > 0 ? readings : this.#read(letters, true);
  }

  /** `anyByte`: a byte may also stand where a symbolic constant does, as one that was given its value. */
  #read(letters: Letters, anyByte: boolean): Readings {
    const bounds = { length: letters.length, constants: Infinity, height: Infinity };
    const walk = new Walk(this.#refined, bounds, this.#measures);
    const readings: Segment[][] = [];
    const path: number[] = [];
    const options: number[][] = [];
    const next = () => {
      const letter = letters[path.length];
      options.push(
        letter === undefined
          ? []
          : walk.letters().filter((one) => one === letter || (one > alpha && (anyByte || letter === alpha))),
      );
      if (letter === undefined && walk.top.isComplete) readings.push(this.#segments(path));
    };
    next();
    while (options.length > 0 && readings.length < mostReadings) {
      const letter = options[options.length - 1].pop();
      if (letter === undefined) {
        options.pop();
        if (path.length > 0) walk.pop();
        path.pop();
      } else if (walk.push(letter)) {
        path.push(letter);
        next();
      }
    }
    return { readings, isExact: readings.length < mostReadings };
  }

  #segments(path: readonly number[]): Segment[] {
    const segments: { from: number; to: number; tokens: readonly number[] }[] = [];
    path.forEach((letter, i) => {
      if (letter < alpha) return;
      const { token, isFirst } = meaningOf(letter);
      if (isFirst) segments.push({ from: i, to: i + 1, tokens: this.#groups.get(token)! });
      else segments[segments.length - 1].to = i + 1;
    });
    return segments;
  }
}

/** Letters that say which token an α belongs to and whether it begins one. */
const letterFor = (token: number, isFirst: boolean): number => alpha + 1 + 2 * token + Number(isFirst);
const meaningOf = (letter: number) => ({
  token: (letter - alpha - 1) >> 1,
  isFirst: ((letter - alpha - 1) & 1) === 1,
});

function refined(token: SymbolicToken, leader: number): SymbolicToken {
  if (token.kind !== 'symbolic') return token;
  const shifted = (list: readonly Edge[], isFirst: boolean): Edge[] =>
    list.map(({ to }) => ({ letter: letterFor(leader, isFirst), to: to + 1 }));
  return {
    ...token,
    // A start of its own: a loop may lead back to the old one.
    edges: [shifted(token.edges[0], true), ...token.edges.map((list) => shifted(list, false))],
    accept: [false, ...token.accept],
    toGo: [token.toGo[0], ...token.toGo],
  };
}

/** For each token the first one that stands exactly where it may stand and is written alike. */
function interchangeable({ grammar, tokens, gaps }: SymbolicGrammar): number[] {
  const contexts: Set<string>[] = tokens.map(() => new Set());
  for (const { left, right } of grammar.productions) {
    right.forEach((symbol, i) => {
      if (symbol >= 0 || tokens[~symbol].kind !== 'symbolic') return;
      contexts[~symbol].add(`${left}:${right.slice(0, i)}_${right.slice(i + 1)}`);
    });
  }
  const leaders = new Map<string, number>();
  return tokens.map(({ kind, accept, edges, row }, t) => {
    if (kind !== 'symbolic') return t;
    const shape = `${accept.map(Number).join('')} ${edges.at(-1)!.map(({ to }) => to)} ${row} ${gaps.map((one) => one[t])}`;
    const key = `${shape} ${[...contexts[t]].sort().join(';')}`;
    if (!leaders.has(key)) leaders.set(key, t);
    return leaders.get(key)!;
  });
}
