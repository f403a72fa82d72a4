import { UserError } from '../vocabulary/errors.js';
import { statOf } from '../vocabulary/given-files.js';
import { grammarOfEbnf } from './ebnf-grammar.js';
import type { Grammar } from './grammar.js';
import { grammarOfYacc } from './yacc-grammar.js';

/** A grammar from its files: a yacc file (with a lex file for its tokens), or one EBNF file. */
export function readGrammar(file: string, tokens?: string): Grammar {
  requireFiles(file, tokens);
  if (!/\.(ebnf|bnf|grammar)$/.test(file)) return grammarOfYacc(file, tokens);
  if (tokens === undefined) return grammarOfEbnf(file);
  throw new UserError(`${file} defines its own tokens: leave out ${tokens}.`);
}

/** That a file is missing is said before anything else that may be wrong. */
export function requireFiles(file: string, tokens: string | undefined): void {
  const missing = [file, tokens].find((path) => path !== undefined && !statOf(path));
  if (missing !== undefined)
    throw new UserError(
      `There is no file ${missing}, which should be ${missing === file ? 'a grammar' : 'the tokens of a grammar'}.`,
    );
}
