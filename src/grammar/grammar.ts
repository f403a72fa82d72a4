import type { ByteSet } from './byte-set.js';
import type { Language } from './language.js';
import { grammarError, type TextPlace } from './place.js';

/** A terminal: a token with all strings it may be. */
export interface Terminal {
  readonly name: string;
  readonly language: Language;
  /** Bytes that, right behind it, could make a scanner read on. */
  readonly follow: ByteSet;
}

export interface Production {
  /** Number of a nonterminal. */
  readonly left: number;
  /** Nonterminals by number from 0 on, terminals as `~number`. */
  readonly right: readonly number[];
}

/** A context-free grammar whose terminals are regular languages. Every symbol in it derives some string. */
export interface Grammar {
  readonly file: string;
  readonly start: number;
  readonly nonterminals: readonly string[];
  readonly terminals: readonly Terminal[];
  readonly productions: readonly Production[];
  /** What may be put between two tokens and means nothing. */
  readonly separator: Uint8Array | undefined;
  /** What was left out, one sentence each. */
  readonly notes: readonly string[];
}

interface GrammarDraft extends Grammar {
  /** Where each nonterminal is first defined. */
  readonly places: readonly TextPlace[];
}

/** Leaves out what derives no string and what the start never needs. */
export function trimGrammar(draft: GrammarDraft): Grammar {
  const { places, ...grammar } = draft;
  const isProductive = productive(draft);
  if (!isProductive[draft.start]) {
    throw grammarError(
      places[draft.start],
      `No string at all can be derived from ${draft.nonterminals[draft.start]}: ${
        draft.notes[0] ?? 'each of its rules needs itself again'
      }; add a rule that ends.`,
    );
  }
  const useful = draft.productions.filter(({ left, right }) =>
    [left, ...right].every((symbol) => symbol < 0 || isProductive[symbol]),
  );
  const barren = draft.nonterminals.filter((_, i) => !isProductive[i]);
  const notes = [...draft.notes];
  if (barren.length > 0) notes.push(`no string can be derived from ${some(barren)}: rules with it are left out`);
  return renumber({ ...grammar, productions: useful, notes });
}

export const some = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;

function productive({ nonterminals, productions }: Grammar): Uint8Array {
  const is = new Uint8Array(nonterminals.length);
  const missing = new Int32Array(productions.length);
  const users: number[][] = nonterminals.map(() => []);
  const pending: number[] = [];
  const found = (left: number) => {
    if (is[left]) return;
    is[left] = 1;
    pending.push(left);
  };
  productions.forEach(({ left, right }, p) => {
    const needs = right.filter((symbol) => symbol >= 0);
    missing[p] = needs.length;
    for (const symbol of needs) users[symbol].push(p);
    if (needs.length === 0) found(left);
  });
  while (pending.length > 0) {
    for (const p of users[pending.pop()!]) if (--missing[p] === 0) found(productions[p].left);
  }
  return is;
}

/** Keeps what the start reaches, numbered in the order it is met. */
function renumber(grammar: Grammar): Grammar {
  const byLeft: Production[][] = grammar.nonterminals.map(() => []);
  for (const production of grammar.productions) byLeft[production.left].push(production);
  const nonterminals: number[] = [grammar.start];
  const terminals: number[] = [];
  const numberOf = new Map([[grammar.start, 0]]);
  const terminalOf = new Map<number, number>();
  const productions: Production[] = [];
  const number = (symbol: number): number => {
    const [map, list, one] = symbol < 0 ? [terminalOf, terminals, ~symbol] : [numberOf, nonterminals, symbol];
    let found = map.get(one);
    if (found === undefined) map.set(one, (found = list.push(one) - 1));
    return symbol < 0 ? ~found : found;
  };
  for (let i = 0; i < nonterminals.length; i++) {
    const seen = new Set<string>();
    for (const { right } of byLeft[nonterminals[i]]) {
      const key = right.join();
      if (seen.has(key)) continue;
      seen.add(key);
      productions.push({ left: i, right: right.map(number) });
    }
  }
  return {
    ...grammar,
    start: 0,
    nonterminals: nonterminals.map((i) => grammar.nonterminals[i]),
    terminals: terminals.map((i) => grammar.terminals[i]),
    productions,
  };
}
