import { countStrings, type LengthCount } from '../grammar/count.js';
import { type EnumerationBounds, enumerateStrings } from '../grammar/enumerate.js';
import { describeGrammar, formatLetters } from '../grammar/print.js';
import { readGrammar } from '../grammar/read-grammar.js';
import { type SymbolicOptions, symbolicGrammar } from '../grammar/symbolic.js';

/** A symbolic grammar, to look at. */
export interface GrammarView {
  /** Its tokens and productions. */
  show(): ReturnType<typeof describeGrammar>;
  /** How many strings it has, by length. */
  count(maxLength: number): LengthCount[];
  /** Its symbolic strings, fewest symbolic constants first. Lazy: there may be millions. */
  enumerate(bounds: EnumerationBounds): Iterable<string>;
}

/** Reads a yacc file and its lex file, or one .ebnf. */
export function grammar(file: string, tokens?: string, options: SymbolicOptions = {}): GrammarView {
  const read = readGrammar(file, tokens);
  const symbolic = symbolicGrammar(read, options);
  return {
    show: () => describeGrammar(symbolic),
    count: (maxLength) => countStrings(read, symbolic, maxLength),
    *enumerate(bounds) {
      for (const letters of enumerateStrings(symbolic, bounds)) yield formatLetters(letters);
    },
  };
}
