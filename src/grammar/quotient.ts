/** How can symbols of a grammar that produce the same symbolic strings be merged? */

import type { Production } from './grammar.js';
import type { SymbolicGrammar, SymbolicToken } from './symbolic.js';

/** Rounds of refinement before nonterminals are left as they are: only chains of rules need more. */
const mostRounds = 12;

/**
 * The same symbolic strings from fewer symbols: tokens that are written alike (α for a letter, α for a digit) are
 * one, and so are nonterminals whose productions read alike then. Derivations are counted on this grammar, as the
 * paper counts them.
 */
export function quotient(symbolic: SymbolicGrammar): SymbolicGrammar {
  const { grammar, tokens, gaps } = symbolic;
  const tokenClass = classes(
    tokens.map((token, t) => `${shapeOf(token, t)} ${token.row} ${gaps.map((row) => row[t])}`),
  );
  let nonterminalClass: readonly number[] = grammar.nonterminals.map(() => 0);
  let count = 1;
  for (let round = 0; ; round++) {
    const readsAs: string[][] = grammar.nonterminals.map(() => []);
    for (const { left, right } of grammar.productions) {
      readsAs[left].push(right.map((symbol) => mapped(symbol, tokenClass, nonterminalClass)).join());
    }
    nonterminalClass = classes(
      readsAs.map((list, left) => `${nonterminalClass[left]}:${[...new Set(list)].sort().join(';')}`),
    );
    const found = Math.max(...nonterminalClass) + 1;
    if (found === count) break;
    count = found;
    if (round === mostRounds) {
      nonterminalClass = grammar.nonterminals.map((_, i) => i);
      break;
    }
  }
  const seen = new Set<string>();
  const productions: Production[] = [];
  for (const { left, right } of grammar.productions) {
    const one = {
      left: nonterminalClass[left],
      right: right.map((symbol) => mapped(symbol, tokenClass, nonterminalClass)),
    };
    const key = `${one.left}:${one.right}`;
    if (seen.has(key)) continue;
    seen.add(key);
    productions.push(one);
  }
  const firstOf = (classOf: readonly number[]): number[] => {
    const first: number[] = [];
    classOf.forEach((one, i) => {
      first[one] ??= i;
    });
    return first;
  };
  const keptTokens = firstOf(tokenClass);
  return {
    ...symbolic,
    grammar: {
      ...grammar,
      start: nonterminalClass[grammar.start],
      nonterminals: firstOf(nonterminalClass).map((i) => grammar.nonterminals[i]),
      terminals: keptTokens.map((t) => grammar.terminals[t]),
      productions,
    },
    tokens: keptTokens.map((t) => tokens[t]),
    gaps: gaps.map((row) => Uint8Array.from(keptTokens, (t) => row[t])),
  };
}

function mapped(symbol: number, tokenClass: readonly number[], nonterminalClass: readonly number[]): number {
  return symbol < 0 ? ~tokenClass[~symbol] : nonterminalClass[symbol];
}

function classes(keys: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  return keys.map((key) => {
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = numbers.size));
    return number;
  });
}

function shapeOf({ kind, terminal, accept, edges }: SymbolicToken, t: number): string {
  if (kind === 'text') return `text ${terminal.language.only!.join()}`;
  if (kind === 'listed') return `listed ${t}`;
  return `α ${accept.map(Number).join('')} ${edges.at(-1)!.map(({ to }) => to)}`;
}
