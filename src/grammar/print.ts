import { escapeBytes } from '../vocabulary/escape.js';
import type { Letters } from './enumerate.js';
import { longest, shortest } from './language.js';
import { alpha, type SymbolicGrammar, type SymbolicToken } from './symbolic.js';

const subscripts = '₀₁₂₃₄₅₆₇₈₉';

/** A symbolic string as people read it: `α₁+α₂`. */
export function formatLetters(letters: Letters): string {
  let text = '';
  let bytes: number[] = [];
  let constants = 0;
  const flush = () => {
    if (bytes.length > 0) text += escapeBytes(Uint8Array.from(bytes));
    bytes = [];
  };
  for (const letter of letters) {
    if (letter < alpha) {
      bytes.push(letter);
      continue;
    }
    flush();
    text += `α${[...String(++constants)].map((digit) => subscripts[Number(digit)]).join('')}`;
  }
  flush();
  return text;
}

/** The grammar as JSON: what became of each token, and the productions. */
export function describeGrammar({ grammar, tokens }: SymbolicGrammar) {
  return {
    start: grammar.nonterminals[grammar.start],
    tokens: tokens.map((token) => ({
      name: token.name,
      symbolic: token.kind === 'symbolic',
      language: token.terminal.language.isFinite ? 'finite' : 'infinite',
      text: token.kind === 'text' ? textOf(token) : undefined,
      lengths: lengthsOf(token),
    })),
    productions: grammar.productions.map(({ left, right }) => ({
      left: grammar.nonterminals[left],
      right: right.map((symbol) => (symbol < 0 ? tokens[~symbol].name : grammar.nonterminals[symbol])),
    })),
    separator: grammar.separator && escapeBytes(grammar.separator),
    notes: grammar.notes,
  };
}

export function formatGrammar(symbolic: SymbolicGrammar): string {
  const { start, tokens, productions, separator, notes } = describeGrammar(symbolic);
  const width = Math.max(...tokens.map(({ name }) => name.length));
  const lines = [`start ${start}`];
  for (const { name, symbolic: isSymbolic, text, lengths, language } of tokens) {
    const size = lengths.longest === null ? `${lengths.shortest} or more` : range(lengths.shortest, lengths.longest);
    const what = text !== undefined ? `'${text}'` : `${isSymbolic ? 'symbolic' : 'listed'}, ${language}, ${size} bytes`;
    lines.push(`token ${name.padEnd(width)}  ${what}`);
  }
  if (separator !== undefined) lines.push(`between tokens that would otherwise merge: '${separator}'`);
  for (const { left, right } of productions) lines.push(`${left} → ${right.join(' ') || 'ε'}`);
  for (const note of notes) lines.push(`note: ${note}`);
  return `${lines.join('\n')}\n`;
}

const range = (low: number, high: number): string => (low === high ? String(low) : `${low}–${high}`);

const textOf = ({ terminal }: SymbolicToken): string => escapeBytes(terminal.language.only!);

function lengthsOf({ terminal: { language } }: SymbolicToken): { shortest: number; longest: number | null } {
  const most = longest(language.lengths);
  return { shortest: shortest(language.lengths), longest: most === Infinity ? null : most };
}
