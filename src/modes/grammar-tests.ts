import { enumerateStrings } from '../grammar/enumerate.js';
import { emptyBecause } from '../grammar/measures.js';
import { readGrammar, requireFiles } from '../grammar/read-grammar.js';
import { symbolicGrammar } from '../grammar/symbolic.js';
import type { SavedInput } from '../inputs/saved/index.js';
import { UserError } from '../vocabulary/errors.js';
import { escapeBytes } from '../vocabulary/escape.js';
import { type GrammarOptions, readGrammars } from './grammars.js';

/** Strings that are tests when nobody says how many. */
const mostByDefault = 200;
/** Longest token, where its pattern and the user set none: most programs treat a longer one the same. */
const tokenByDefault = 2;

/** The strings of a grammar as tests, shortest first. */
export function testsFromGrammar(options: GrammarOptions, most = mostByDefault): SavedInput[] {
  const { grammars = [], height, maxLength, keep, abstract, maxToken, loose } = options;
  if (grammars.length === 0) {
    // Says so where a flag is about a grammar and there is none.
    readGrammars(options, true);
    return [];
  }
  for (const { grammar, tokens } of grammars) requireFiles(grammar, tokens);
  if (grammars.length > 1)
    throw new UserError('Strings of one grammar can be tests: leave out the other --grammar-for.');
  if (keep || abstract || loose) {
    const flag = keep ? '--keep' : abstract ? '--abstract' : '--loose';
    throw new UserError(`${flag} is about symbolic strings, and tests have none: predict makes their bytes symbolic.`);
  }
  if (maxLength === undefined && height === undefined) {
    throw new UserError('A grammar may have infinitely many strings: give --max-length or --height.');
  }
  const [{ grammar: file, tokens, input }] = grammars;
  const language = symbolicGrammar(readGrammar(file, tokens), { concrete: true, maxToken: maxToken ?? tokenByDefault });
  const bounds = { maxLength, height };
  const reason = emptyBecause(language, bounds);
  if (reason) throw new UserError(`${file}: ${reason}`);
  const tests: SavedInput[] = [];
  for (const letters of enumerateStrings(language, bounds)) {
    if (tests.length === most) break;
    const bytes = Uint8Array.from(letters);
    tests.push({ name: `"${escapeBytes(bytes)}"`, format: 'raw', ...partOf(input, bytes) });
  }
  return tests;
}

/** The input that the string is. */
function partOf(input: string | undefined, bytes: Uint8Array): Partial<SavedInput> {
  if (input === undefined) return { blob: bytes };
  if (input === 'stdin' || input === 'recv') return { [input]: bytes };
  if (/^arg(v\[)?1\]?$/.test(input)) return { args: [bytes] };
  if (/^arg/.test(input)) throw new UserError(`--grammar-for ${input}: a test made from a grammar has one argument.`);
  return { files: new Map([[input, bytes]]) };
}
