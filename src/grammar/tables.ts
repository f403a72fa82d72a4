/** Dynamic-programming tables over grammar symbols and lengths, for counting. */

import { Gap, type SymbolicGrammar, type SymbolicToken } from './symbolic.js';

/** What is counted of derivations: how many, or which numbers of constants they have. */
interface Weights<W> {
  readonly zero: W;
  readonly one: W;
  add(a: W, b: W): W;
  multiply(a: W, b: W): W;
  /** `count` ways to write a token with `length` bytes. */
  token(token: SymbolicToken, length: number, count: bigint): W;
  /** A production was applied; where it does not matter how often, left out. */
  apply?(weight: W): W;
  /** Adding the same again changes nothing: rules that go round without a letter are no trouble. */
  readonly isIdempotent: boolean;
}

/** Numbers of derivations. */
export const derivations: Weights<bigint> = {
  zero: 0n,
  one: 1n,
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  token: (_, __, count) => count,
  isIdempotent: false,
};

/** Numbers of derivations of at most `height` applications, by how many they are. */
export function derivationsWithin(height: number): Weights<readonly bigint[]> {
  const zero: readonly bigint[] = [];
  const orZero = (counts: readonly bigint[]) => (counts.some((count) => count > 0n) ? counts : zero);
  return {
    zero,
    one: [1n],
    add: (a, b) => Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0n) + (b[i] ?? 0n)),
    multiply(a, b) {
      const product = new Array<bigint>(Math.max(0, Math.min(height + 1, a.length + b.length - 1))).fill(0n);
      for (const [i, left] of a.entries()) {
        for (let k = 0; k < b.length && i + k <= height; k++) product[i + k] += left * b[k];
      }
      return orZero(product);
    },
    token: (_, __, count) => [count],
    apply: (counts) => orZero([0n, ...counts].slice(0, height + 1)),
    isIdempotent: false,
  };
}

/** Bit c: some derivation has c symbolic constants. */
export const constantCounts: Weights<bigint> = {
  zero: 0n,
  one: 1n,
  add: (a, b) => a | b,
  multiply(a, b) {
    let sum = 0n;
    for (let shift = 0n, rest = b; rest > 0n; shift++, rest >>= 1n) if (rest & 1n) sum |= a << shift;
    return sum;
  },
  token: (token, length) => (token.kind === 'symbolic' ? 1n << BigInt(length) : 1n),
  isIdempotent: true,
};

/** By (first token's column, last token's row) of what was derived: those decide about separators. */
type Cells<W> = Map<number, W>;

/**
 * Sums over all derivations, by length: for every nonterminal and every rest of a production. Lengths are
 * added one by one and kept.
 */
export class LengthTable<W> {
  /** A rule goes round without a letter, so that some string has endlessly many derivations. */
  readonly isEndless: boolean;
  readonly #columnOf: number[] = [];
  readonly #sizes: Int32Array[] = [];
  readonly #columns: number;
  readonly #empty: W[];
  /** By nonterminal, then length. */
  readonly #cells: Cells<W>[][];
  readonly #rests: Cells<W>[][][];
  readonly #order: readonly number[];
  readonly #byLeft: number[][];
  readonly #tokens: Cells<W>[][];
  readonly #walks: bigint[][];
  #length = 0;

  constructor(
    readonly symbolic: SymbolicGrammar,
    readonly weights: Weights<W>,
  ) {
    const { grammar, tokens, gaps, separator } = symbolic;
    const columnNumbers = new Map<string, number>();
    tokens.forEach((_, t) => {
      const key = gaps.map((row) => row[t]).join();
      if (!columnNumbers.has(key)) columnNumbers.set(key, columnNumbers.size);
      this.#columnOf.push(columnNumbers.get(key)!);
    });
    this.#columns = columnNumbers.size;
    this.#sizes = gaps.map((row) => {
      const sizes = new Int32Array(this.#columns);
      this.#columnOf.forEach((column, t) => {
        sizes[column] = row[t] === Gap.Forbidden ? -1 : row[t] === Gap.Separator ? separator.length : 0;
      });
      return sizes;
    });
    this.#byLeft = grammar.nonterminals.map(() => []);
    grammar.productions.forEach(({ left }, p) => {
      this.#byLeft[left].push(p);
    });
    const { order, isCyclic } = unitOrder(symbolic);
    this.#order = order;
    this.#empty = grammar.nonterminals.map(() => weights.zero);
    this.isEndless = isCyclic;
    this.#cells = grammar.nonterminals.map(() => [new Map()]);
    this.#tokens = tokens.map(() => [new Map()]);
    this.#walks = tokens.map(({ accept }) => accept.map((_, state) => (state === 0 ? 1n : 0n)));
    this.#rests = grammar.productions.map(() => []);
    this.#countEmpty();
    grammar.productions.forEach(({ right }, p) => {
      // At length 0 a rest is nothing but what derives nothing.
      const rests: Cells<W>[][] = Array.from({ length: right.length + 1 }, () => [new Map()]);
      let weight = weights.one;
      rests[right.length][0].set(nothing, weight);
      for (let dot = right.length - 1; dot >= 0; dot--) {
        weight = weights.multiply(weight, right[dot] < 0 ? weights.zero : this.#empty[right[dot]]);
        if (weight === weights.zero) break;
        rests[dot][0].set(nothing, weight);
      }
      this.#rests[p] = rests;
    });
  }

  /** The sum over all derivations of strings of exactly this length. */
  total(length: number): W {
    const { start } = this.symbolic.grammar;
    if (length === 0) return this.#empty[start];
    while (this.#length < length) this.#addLength();
    let sum = this.weights.zero;
    for (const weight of this.#cells[start][length].values()) sum = this.weights.add(sum, weight);
    return sum;
  }

  #countEmpty(): void {
    const { weights } = this;
    const { productions } = this.symbolic.grammar;
    for (let isNew = true; isNew; ) {
      isNew = false;
      for (const left of this.#order) {
        let sum = weights.zero;
        for (const p of this.#byLeft[left]) {
          let product = weights.one;
          for (const symbol of productions[p].right) {
            product = symbol < 0 ? weights.zero : weights.multiply(product, this.#empty[symbol]);
            if (product === weights.zero) break;
          }
          if (product !== weights.zero) sum = weights.add(sum, weights.apply?.(product) ?? product);
        }
        if (sum === this.#empty[left]) continue;
        this.#empty[left] = sum;
        // Without a cycle everything needed came before in the order.
        isNew = weights.isIdempotent;
      }
    }
  }

  #addLength(): void {
    const length = ++this.#length;
    this.symbolic.tokens.forEach((token, t) => {
      this.#tokens[t][length] = this.#tokenCells(token, t, length);
    });
    for (const cells of this.#cells) cells[length] = new Map();
    const { isIdempotent } = this.weights;
    for (let isNew = true; isNew; ) {
      isNew = false;
      for (const left of this.#order) {
        const sum: Cells<W> = new Map();
        for (const p of this.#byLeft[left]) {
          this.#extend(p, length);
          for (const [key, weight] of this.#rests[p][0][length]) {
            this.#addTo(sum, key, this.weights.apply?.(weight) ?? weight);
          }
        }
        const before = this.#cells[left][length];
        const isSame = sum.size === before.size && [...sum].every(([key, weight]) => before.get(key) === weight);
        this.#cells[left][length] = sum;
        if (!isSame && isIdempotent && this.isEndless) isNew = true;
      }
    }
    // What stands behind a first symbol was looked at before all nonterminals of this length were known.
    for (let p = 0; p < this.#rests.length; p++) this.#extend(p, length);
  }

  #tokenCells(token: SymbolicToken, t: number, length: number): Cells<W> {
    const before = this.#walks[t];
    const after = before.map(() => 0n);
    let count = 0n;
    token.edges.forEach((list, state) => {
      if (before[state] === 0n) return;
      for (const { to } of list) after[to] += before[state];
    });
    this.#walks[t] = after;
    token.accept.forEach((is, state) => {
      if (is) count += after[state];
    });
    const cells: Cells<W> = new Map();
    if (count > 0n) cells.set(this.#columnOf[t] * 256 + token.row, this.weights.token(token, length, count));
    return cells;
  }

  /** All rests of a production at this length. */
  #extend(p: number, length: number): void {
    const { right } = this.symbolic.grammar.productions[p];
    const { weights } = this;
    const rests = this.#rests[p];
    rests[right.length][length] = new Map();
    for (let dot = right.length - 1; dot >= 0; dot--) {
      const symbol = right[dot];
      const sum: Cells<W> = new Map();
      const empty = symbol < 0 ? weights.zero : this.#empty[symbol];
      if (empty !== weights.zero) {
        for (const [key, weight] of rests[dot + 1][length]) this.#addTo(sum, key, weights.multiply(weight, empty));
      }
      const own = symbol < 0 ? this.#tokens[~symbol] : this.#cells[symbol];
      for (let taken = 1; taken <= length; taken++) {
        for (const [first, weight] of own[taken] ?? []) this.#join(sum, first, weight, rests[dot + 1], length - taken);
      }
      rests[dot][length] = sum;
    }
  }

  #join(sum: Cells<W>, first: number, weight: W, rest: readonly Cells<W>[], left: number): void {
    const { weights } = this;
    if (left === 0) {
      const end = rest[0].get(nothing);
      if (end !== undefined) this.#addTo(sum, first, weights.multiply(weight, end));
      return;
    }
    const sizes = this.#sizes[first & 255];
    for (const size of new Set(sizes)) {
      if (size < 0 || size >= left) continue;
      for (const [second, other] of rest[left - size]) {
        if (sizes[second >> 8] !== size) continue;
        this.#addTo(sum, (first & ~255) | (second & 255), weights.multiply(weight, other));
      }
    }
  }

  #addTo(cells: Cells<W>, key: number, weight: W): void {
    const before = cells.get(key);
    cells.set(key, before === undefined ? weight : this.weights.add(before, weight));
  }
}

const nothing = -1;

/** Nonterminals such that who may derive another and nothing else comes after it; and whether that goes round. */
function unitOrder({ grammar: { productions, nonterminals } }: SymbolicGrammar): {
  order: number[];
  isCyclic: boolean;
} {
  const isEmpty = new Uint8Array(nonterminals.length);
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { left, right } of productions) {
      if (isEmpty[left] || !right.every((symbol) => symbol >= 0 && isEmpty[symbol])) continue;
      isEmpty[left] = 1;
      isNew = true;
    }
  }
  const needs: number[][] = nonterminals.map(() => []);
  for (const { left, right } of productions) {
    right.forEach((symbol, i) => {
      if (symbol < 0) return;
      if (right.every((other, k) => k === i || (other >= 0 && isEmpty[other]))) needs[left].push(symbol);
    });
  }
  const state = new Uint8Array(nonterminals.length);
  const order: number[] = [];
  let isCyclic = false;
  for (let root = 0; root < nonterminals.length; root++) {
    if (state[root] !== 0) continue;
    state[root] = 1;
    const stack = [{ at: root, next: 0 }];
    while (stack.length > 0) {
      const frame = stack[stack.length - 1];
      const symbol = needs[frame.at][frame.next++];
      if (symbol === undefined) {
        state[frame.at] = 2;
        order.push(frame.at);
        stack.pop();
      } else if (state[symbol] === 1) isCyclic = true;
      else if (state[symbol] === 0) {
        state[symbol] = 1;
        stack.push({ at: symbol, next: 0 });
      }
    }
  }
  return { order, isCyclic };
}
