import type { Command } from 'commander';
import type { GrammarFor, GrammarOptions } from '../library/grammar.js';
import { UserError } from '../library/terminal.js';
import { collect, parseCount } from './values.js';

/** Strings of a grammar as input. */
export interface GrammarFlags {
  grammar?: string;
  tokens?: string;
  grammarFor?: readonly GrammarFor[];
  height?: number;
  maxLength?: number;
  keep?: readonly string[];
  abstract?: readonly string[];
  maxToken?: number;
  loose?: boolean;
  concrete?: boolean;
}

export function grammarFlags(command: Command): Command {
  return command
    .option('--grammar <file>', 'the input is a string of this grammar: a yacc file, or an .ebnf')
    .option('--tokens <file>', 'the lex file of a yacc file')
    .option(
      '--grammar-for <input=grammar,tokens>',
      'a grammar for one of several inputs: stdin=a.y,a.l (repeatable)',
      parseGrammarFor,
    )
    .option('--height <h>', 'strings of up to this many applications of rules', parseCount('--height', 1))
    .option('--max-length <n>', 'strings of up to this many bytes', parseCount('--max-length', 1))
    .option('--keep <token>', 'write out every string of this token (repeatable)', collect)
    .option('--abstract <token>', 'make this token symbolic (repeatable)', collect)
    .option('--max-token <n>', 'maximum length of tokens whose pattern sets none', parseCount('--max-token', 1))
    .option('--loose', 'symbolic constants may be any bytes, not only their tokens')
    .option('--concrete', 'no symbolic constants: every string of the grammar by itself');
}

/** The flags as options of the library. */
export function grammarOptions(flags: GrammarFlags): GrammarOptions {
  const { grammar, tokens, grammarFor = [], height, maxLength, keep, abstract, maxToken, loose, concrete } = flags;
  if (grammar === undefined && tokens !== undefined) {
    throw new UserError('--tokens says what the tokens of a grammar are: give the grammar with --grammar.');
  }
  const grammars = [...(grammar === undefined ? [] : [{ grammar, tokens }]), ...grammarFor];
  return { grammars, height, maxLength, keep, abstract, maxToken, loose, concrete };
}

function parseGrammarFor(text: string, before: readonly GrammarFor[] = []): readonly GrammarFor[] {
  const [, input, grammar, tokens] = /^([^=]+)=([^,]+)(?:,(.+))?$/.exec(text) ?? [];
  if (input === undefined) {
    throw new UserError(`--grammar-for takes an input and its files, like stdin=calc.y,calc.l, not '${text}'.`);
  }
  return [...before, { input, grammar, tokens }];
}
