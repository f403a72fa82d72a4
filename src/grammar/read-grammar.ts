import { UserError } from '../vocabulary/errors.js';
import { grammarOfEbnf } from './ebnf-grammar.js';
import type { Grammar } from './grammar.js';
import { grammarOfYacc } from './yacc-grammar.js';

/** A grammar from its files: a yacc file (with a lex file for its tokens), or one EBNF file. */
export function readGrammar(file: string, tokens?: string): Grammar {
  if (!/\.(ebnf|bnf|grammar)$/.test(file)) return grammarOfYacc(file, tokens);
  if (tokens === undefined) return grammarOfEbnf(file);
  throw new UserError(`${file} defines its own tokens: leave out ${tokens}.`);
}
