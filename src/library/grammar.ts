import { type CountBounds, countInSteps, countStrings, type LengthCount } from '../grammar/count.js';
import { type EnumerationBounds, enumerateStrings } from '../grammar/enumerate.js';
import { emptyBecause } from '../grammar/measures.js';
import { describeGrammar, formatGrammar, formatLetters } from '../grammar/print.js';
import { readGrammar } from '../grammar/read-grammar.js';
import { type SymbolicOptions, symbolicGrammar } from '../grammar/symbolic.js';
import { checkOptions, checkValue } from './options/check.js';
import { text } from './options/kinds.js';
import { tableFor, tokenRows } from './options/rows.js';

export type { SymbolicOptions } from '../grammar/symbolic.js';
export type { GrammarFor } from '../modes/grammar-for.js';
export type { GrammarOptions } from '../modes/grammars.js';

/** A symbolic grammar, to look at. */
export interface GrammarView {
  /** Its tokens and productions. */
  show(): ReturnType<typeof describeGrammar>;
  /** How many strings it has, by length; within a height, if one is given. */
  count(maxLength?: number, height?: number): LengthCount[];
  /** Its symbolic strings, fewest symbolic constants first. Lazy: there may be millions. */
  enumerate(bounds: EnumerationBounds): Iterable<string>;
}

/** The same with what only the command needs. */
interface GrammarCommand extends GrammarView {
  /** What `show` gives, for people. */
  text(): string;
  /** Counts with a pause now and then: it may take long. */
  countInSteps(bounds: CountBounds): Iterator<unknown, LengthCount[]>;
  /** Why no string is within these bounds, where that is so. */
  emptyBecause(bounds: EnumerationBounds): string | undefined;
}

const optionTable = tableFor<SymbolicOptions>()(tokenRows);

/** Reads a yacc file and its lex file, or one .ebnf. */
export function grammar(file: string, tokens?: string, options: SymbolicOptions = {}): GrammarView {
  checkValue('grammar', text('the path of a yacc file or an .ebnf'), file);
  if (tokens !== undefined) checkValue('grammar', text('the path of a lex file second'), tokens);
  checkOptions('grammar', optionTable, options);
  return openGrammar(file, tokens, options);
}

export function openGrammar(file: string, tokens?: string, options: SymbolicOptions = {}): GrammarCommand {
  const read = readGrammar(file, tokens);
  const symbolic = symbolicGrammar(read, options);
  return {
    show: () => describeGrammar(symbolic),
    count: (maxLength, height) => countStrings(read, symbolic, { maxLength, height }),
    *enumerate(bounds) {
      for (const letters of enumerateStrings(symbolic, bounds)) yield formatLetters(letters);
    },
    text: () => formatGrammar(symbolic),
    countInSteps: (bounds) => countInSteps(read, symbolic, bounds, options),
    emptyBecause: (bounds) => emptyBecause(symbolic, bounds),
  };
}
