import type { Letters } from './enumerate.js';
import { alpha, Gap, type SymbolicGrammar } from './symbolic.js';

/**
 * Short strings that together use every production, and every production below every other that can hold it:
 * what a search should see before it works through all combinations. Each a list of letters with the number of
 * applications it takes; the same string may come more than once.
 */
export function* coveringStrings(symbolic: SymbolicGrammar): Generator<{ letters: Letters; height: number }> {
  const { grammar, tokens } = symbolic;
  const { productions, nonterminals } = grammar;
  const words = tokens.map((_, t) => shortestWord(symbolic, t));
  const { best, length } = shortestProductions(symbolic, words);
  const byLeft: number[][] = nonterminals.map(() => []);
  productions.forEach(({ left }, p) => {
    byLeft[left].push(p);
  });
  const context = shortestContexts(symbolic, length, words);
  /** A string whose derivation uses `p`, with `child` (if any) at position `at` of it. */
  const through = (p: number, at: number, child: number): { letters: Letters; height: number } | undefined => {
    // From the start down to p: which productions to use on the way, and where.
    const way: { production: number; at: number }[] = [];
    for (let symbol = productions[p].left; symbol !== grammar.start; symbol = productions[way[0].production].left) {
      way.unshift(context[symbol]!);
    }
    way.push({ production: p, at });
    if (child >= 0) way.push({ production: child, at: -1 });
    let height = 0;
    const sequence: number[] = [];
    const expand = (symbol: number): void => {
      // Shortest derivations are shallow but for chains of rules: a stack of our own takes any depth.
      const stack = [symbol];
      while (stack.length > 0) {
        const top = stack.pop()!;
        if (top < 0) sequence.push(~top);
        else {
          height++;
          stack.push(...[...productions[best[top]].right].reverse());
        }
      }
    };
    const tails: (readonly number[])[] = [];
    way.forEach(({ production, at: hole }, i) => {
      const { right } = productions[production];
      height++;
      const end = i === way.length - 1 ? right.length : hole;
      for (const symbol of right.slice(0, end)) expand(symbol);
      if (i < way.length - 1) tails.push(right.slice(hole + 1));
    });
    for (const tail of tails.reverse()) for (const symbol of tail) expand(symbol);
    const letters = spell(symbolic, sequence, words);
    return letters && { letters, height };
  };
  for (let p = 0; p < productions.length; p++) {
    const string = through(p, -1, -1);
    if (string) yield string;
  }
  for (let p = 0; p < productions.length; p++) {
    for (let at = 0; at < productions[p].right.length; at++) {
      const symbol = productions[p].right[at];
      if (symbol < 0) continue;
      for (const child of byLeft[symbol]) {
        const string = through(p, at, child);
        if (string) yield string;
      }
    }
  }
}

/** Tokens one after the other, apart where they have to be; undefined where they can't be neighbours. */
function spell(
  { tokens, gaps, separator }: SymbolicGrammar,
  sequence: readonly number[],
  words: readonly Letters[],
): Letters | undefined {
  const letters: number[] = [];
  let row = 0;
  for (const t of sequence) {
    const gap = gaps[row][t];
    if (gap === Gap.Forbidden) return undefined;
    if (gap === Gap.Separator) letters.push(...separator);
    letters.push(...words[t]);
    row = tokens[t].row;
  }
  return letters;
}

function shortestWord({ tokens }: SymbolicGrammar, t: number): Letters {
  const { edges, toGo, kind } = tokens[t];
  if (kind === 'symbolic') return new Array<number>(toGo[0]).fill(alpha);
  const letters: number[] = [];
  for (let state = 0, left = toGo[0]; left > 0; left--) {
    const edge = edges[state].find(({ to }) => toGo[to] === left - 1)!;
    letters.push(edge.letter);
    state = edge.to;
  }
  return letters;
}

/** By nonterminal, the production that leads to a shortest string, and how short (separators not counted). */
function shortestProductions({ grammar }: SymbolicGrammar, words: readonly Letters[]) {
  const { productions, nonterminals } = grammar;
  const length = new Float64Array(nonterminals.length).fill(Infinity);
  const best = new Int32Array(nonterminals.length).fill(-1);
  const users: number[][] = nonterminals.map(() => []);
  productions.forEach(({ right }, p) => {
    for (const symbol of new Set(right)) if (symbol >= 0) users[symbol].push(p);
  });
  const pending = [...productions.keys()];
  const isPending = new Uint8Array(productions.length).fill(1);
  for (let i = 0; i < pending.length; i++) {
    const p = pending[i];
    isPending[p] = 0;
    const { left, right } = productions[p];
    // An application costs a little: of two equally short ways the one with fewer rules, and never round and round.
    let sum = 1 / 1024;
    for (const symbol of right) sum += symbol < 0 ? words[~symbol].length : length[symbol];
    if (sum >= length[left]) continue;
    length[left] = sum;
    best[left] = p;
    for (const user of users[left]) {
      if (isPending[user]) continue;
      isPending[user] = 1;
      pending.push(user);
    }
  }
  return { best, length };
}

/** By nonterminal, the production and the place in it through which the start reaches it with fewest letters. */
function shortestContexts({ grammar }: SymbolicGrammar, length: Float64Array, words: readonly Letters[]) {
  const { productions, nonterminals, start } = grammar;
  const around = new Float64Array(nonterminals.length).fill(Infinity);
  const context: ({ production: number; at: number } | undefined)[] = nonterminals.map(() => undefined);
  const byLeft: number[][] = nonterminals.map(() => []);
  productions.forEach(({ left }, p) => {
    byLeft[left].push(p);
  });
  around[start] = 0;
  const pending = [start];
  const isPending = new Uint8Array(nonterminals.length);
  for (let i = 0; i < pending.length; i++) {
    const left = pending[i];
    isPending[left] = 0;
    for (const p of byLeft[left]) {
      const { right } = productions[p];
      let sum = around[left] + 1 / 1024;
      for (const symbol of right) sum += symbol < 0 ? words[~symbol].length : length[symbol];
      right.forEach((symbol, at) => {
        if (symbol < 0 || symbol === start || sum - length[symbol] >= around[symbol]) return;
        around[symbol] = sum - length[symbol];
        context[symbol] = { production: p, at };
        if (isPending[symbol]) return;
        isPending[symbol] = 1;
        pending.push(symbol);
      });
    }
  }
  return context;
}
