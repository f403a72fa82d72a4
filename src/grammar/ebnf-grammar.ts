import { nearest } from '../vocabulary/nearest.js';
import { buildAutomaton, languageOf, TooLarge } from './automaton.js';
import { ByteSet } from './byte-set.js';
import { type EbnfExpression, type EbnfRule, readEbnfFile } from './ebnf-file.js';
import { type Grammar, type Production, type Terminal, trimGrammar } from './grammar.js';
import { describeLanguage } from './language.js';
import { grammarError, type TextPlace } from './place.js';
import { choice, type Regex, repeat, sequence } from './regex.js';

/**
 * The grammar of an EBNF file. A rule whose name is in capitals and that needs nothing but such rules is a
 * token; everything else is grammar. Nothing is put between tokens: what is written is what is meant.
 */
export function grammarOfEbnf(file: string): Grammar {
  const rules = readEbnfFile(file);
  if (rules.length === 0) throw grammarError({ file, line: 1, column: 1 }, 'This file has no rules.');
  return new Builder(rules).grammar(file);
}

class Builder {
  readonly nonterminals: string[] = [];
  readonly places: TextPlace[] = [];
  readonly productions: Production[] = [];
  readonly terminals: Terminal[] = [];
  readonly #rules = new Map<string, EbnfRule>();
  readonly #numbers = new Map<string, number>();
  readonly #terminalNumbers = new Map<string, number>();
  readonly #open = new Set<string>();

  constructor(readonly rules: readonly EbnfRule[]) {
    for (const rule of rules) {
      const before = this.#rules.get(rule.name);
      if (before) {
        const body: EbnfExpression = { kind: 'choice', items: [before.body, rule.body], place: before.place };
        this.#rules.set(rule.name, { ...before, body });
      } else this.#rules.set(rule.name, rule);
    }
  }

  grammar(file: string): Grammar {
    for (const { name, place } of this.#rules.values()) {
      this.#numbers.set(name, this.nonterminals.push(name) - 1);
      this.places.push(place);
    }
    for (const { name, body } of this.#rules.values()) this.#define(this.#numbers.get(name)!, body, name);
    return trimGrammar({
      file,
      start: 0,
      nonterminals: this.nonterminals,
      terminals: this.terminals,
      productions: this.productions,
      separator: undefined,
      notes: [],
      places: this.places,
    });
  }

  #define(left: number, body: EbnfExpression, name: string): void {
    const token = isTokenName(name) ? this.#regular(body) : undefined;
    if (token) {
      this.productions.push({ left, right: [this.#terminal(name, token, body.place)] });
      return;
    }
    for (const item of body.kind === 'choice' ? body.items : [body]) {
      const items = item.kind === 'sequence' ? item.items : [item];
      this.productions.push({ left, right: items.flatMap((one) => this.#symbols(one, name)) });
    }
  }

  #symbols(expression: EbnfExpression, within: string): number[] {
    switch (expression.kind) {
      case 'name': {
        const { name, place } = expression;
        const rule = this.#rules.get(name);
        if (!rule) throw this.#undefined(name, place);
        const token = isTokenName(name) ? this.#regular(rule.body) : undefined;
        return [token ? this.#terminal(name, token, place) : this.#numbers.get(name)!];
      }
      case 'pattern':
        return isEmpty(expression.pattern)
          ? []
          : [this.#terminal(expression.text, expression.pattern, expression.place)];
      case 'sequence':
        return expression.items.flatMap((item) => this.#symbols(item, within));
      case 'choice':
        return [this.#helper(within, expression, (left) => this.#define(left, expression, ''))];
      case 'repeat': {
        const { item, min, max } = expression;
        return [
          this.#helper(within, expression, (left) => {
            const one = this.#symbols(item, within);
            if (min === 0) this.productions.push({ left, right: [] });
            else this.productions.push({ left, right: one });
            this.productions.push({ left, right: max === 1 ? one : [...one, left] });
          }),
        ];
      }
    }
  }

  #helper(within: string, { place }: EbnfExpression, define: (left: number) => void): number {
    const left = this.nonterminals.push(`${within} at ${place.line}:${place.column}`) - 1;
    this.places.push(place);
    define(left);
    return left;
  }

  /** The expression as one pattern, unless it needs a rule that is no token, or itself. */
  #regular(expression: EbnfExpression): Regex | undefined {
    switch (expression.kind) {
      case 'pattern':
        return expression.pattern;
      case 'name': {
        const rule = this.#rules.get(expression.name);
        if (!rule) throw this.#undefined(expression.name, expression.place);
        if (!isTokenName(expression.name) || this.#open.has(expression.name)) return undefined;
        this.#open.add(expression.name);
        const regex = this.#regular(rule.body);
        this.#open.delete(expression.name);
        return regex;
      }
      case 'repeat': {
        const item = this.#regular(expression.item);
        return item && repeat(item, expression.min, expression.max);
      }
      default: {
        const items = expression.items.map((item) => this.#regular(item));
        if (items.some((item) => !item)) return undefined;
        return (expression.kind === 'choice' ? choice : sequence)(items as Regex[]);
      }
    }
  }

  #undefined(name: string, place: TextPlace) {
    const meant = nearest(name, this.#rules.keys());
    return grammarError(place, `${name} has no rule: ${meant ? `did you mean ${meant}?` : 'add one.'}`);
  }

  /** A terminal; or, where its pattern matches nothing too, a nonterminal that is the terminal or nothing. */
  #terminal(name: string, pattern: Regex, place: TextPlace): number {
    const known = this.#terminalNumbers.get(name);
    if (known !== undefined) return known;
    try {
      const language = describeLanguage(languageOf(buildAutomaton([pattern]), new Set([0])));
      let symbol = ~(this.terminals.push({ name, language, follow: new ByteSet() }) - 1);
      if (language.lengths.has[0]) {
        const optional = this.nonterminals.push(`${name} or nothing`) - 1;
        this.places.push(place);
        this.productions.push({ left: optional, right: [] }, { left: optional, right: [symbol] });
        symbol = optional;
      }
      this.#terminalNumbers.set(name, symbol);
      return symbol;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      throw grammarError(place, `The pattern of ${name} needs too large an automaton: use smaller repetitions.`);
    }
  }
}

const isTokenName = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name);

const isEmpty = (pattern: Regex): boolean => pattern.kind === 'sequence' && pattern.items.length === 0;
