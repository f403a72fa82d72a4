import { nearest } from '../vocabulary/nearest.js';
import { buildAutomaton, languageOf } from './automaton.js';
import { ByteSet } from './byte-set.js';
import { type Grammar, type Production, some, type Terminal, trimGrammar } from './grammar.js';
import { describeLanguage, type Language } from './language.js';
import { readLexFile } from './lex-file.js';
import { makeLexer } from './lexer.js';
import { grammarError } from './place.js';
import { literal } from './regex.js';
import { readYaccFile, type YaccFile, type YaccSymbol, type YaccToken } from './yacc-file.js';

/** The grammar of a yacc file whose tokens a lex file describes. */
export function grammarOfYacc(yaccName: string, lexName: string | undefined): Grammar {
  const yacc = readYaccFile(yaccName);
  const lex = lexName === undefined ? undefined : readLexFile(lexName);
  const start = yacc.start ?? yacc.rules[0]?.left;
  if (!start) {
    throw grammarError({ file: yacc.file, line: 1, column: 1 }, 'This file has no rules: they go below the first %%.');
  }
  const builder = new Builder(yacc);
  const lexer =
    lex &&
    makeLexer(
      lex,
      new Map(
        [...yacc.tokens.keys()].flatMap((name) => [
          [name, name],
          [yacc.prefix + name, name],
        ]),
      ),
    );
  const terminals: (Terminal | undefined)[] = builder.terminals.map(({ name, alias, place }) => {
    const found = lexer?.token(name);
    if (found) return { name, ...found };
    if (lexer && !name.startsWith('"')) return undefined;
    const text = name.startsWith("'") || name.startsWith('"') ? name.slice(1, -1) : alias;
    if (text === undefined) {
      throw grammarError(place, `The text of the token ${name} is unknown: give the lex file too.`);
    }
    return { name, language: languageOfText(text), follow: new ByteSet() };
  });
  const never = builder.terminals.filter((_, i) => !terminals[i]).map(({ name }) => name);
  const isReturned = ({ right }: Production) => right.every((symbol) => symbol >= 0 || terminals[~symbol]);
  return trimGrammar({
    file: yacc.file,
    start: builder.start(start),
    nonterminals: builder.nonterminals,
    terminals: terminals as Terminal[],
    productions: builder.productions.filter(isReturned),
    separator: lexer?.separator,
    notes: never.length > 0 ? [`no rule of ${lexName} returns ${some(never)}: rules with it are left out`] : [],
    places: builder.places,
  });
}

function languageOfText(text: string): Language {
  return describeLanguage(languageOf(buildAutomaton([literal(text)]), new Set([0])));
}

class Builder {
  readonly nonterminals: string[] = [];
  readonly places: YaccSymbol['place'][] = [];
  readonly productions: Production[] = [];
  readonly terminals: { name: string; alias?: string; place: YaccSymbol['place'] }[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #terminalNumbers = new Map<string, number>();
  readonly #aliases = new Map<string, YaccToken>();

  constructor(readonly yacc: YaccFile) {
    for (const token of yacc.tokens.values()) if (token.alias !== undefined) this.#aliases.set(token.alias, token);
    for (const { left } of yacc.rules) {
      if (this.#numbers.has(left.name)) continue;
      this.#numbers.set(left.name, this.nonterminals.push(left.name) - 1);
      this.places.push(left.place);
      if (yacc.tokens.has(left.name)) {
        throw grammarError(left.place, `${left.name} is declared as a token and has a rule: rename one of them.`);
      }
    }
    for (const { left, right } of yacc.rules) {
      const symbols = right.flatMap((symbol) => this.#symbol(symbol));
      this.productions.push({ left: this.#numbers.get(left.name)!, right: symbols });
    }
  }

  start({ name, place }: YaccSymbol): number {
    const number = this.#numbers.get(name);
    if (number === undefined) throw grammarError(place, `The start ${name} has no rule.`);
    return number;
  }

  /** The end of the input is no text: it takes no place in a rule. */
  #symbol({ name, place }: YaccSymbol): number[] {
    const rule = this.#numbers.get(name);
    if (rule !== undefined) return [rule];
    const token = name.startsWith('"') ? this.#aliases.get(name.slice(1, -1)) : this.yacc.tokens.get(name);
    if (token?.isEnd || name === 'YYEOF') return [];
    if (token) return [this.#terminal(token.name, place, token.alias)];
    if (name.startsWith("'") || name.startsWith('"')) return [this.#terminal(name, place)];
    const meant = nearest(name, [...this.#numbers.keys(), ...this.yacc.tokens.keys()]);
    throw grammarError(
      place,
      `${name} has no rule and is not a token: ${meant ? `did you mean ${meant}?` : 'add a rule, or declare it with %token.'}`,
    );
  }

  #terminal(name: string, place: YaccSymbol['place'], alias?: string): number {
    let number = this.#terminalNumbers.get(name);
    if (number === undefined) {
      number = this.terminals.push({ name, alias, place }) - 1;
      this.#terminalNumbers.set(name, number);
    }
    return ~number;
  }
}
