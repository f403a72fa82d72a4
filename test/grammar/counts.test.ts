import { expect, test } from 'vitest';
import { countStrings } from '../../src/grammar/count.js';
import { readGrammar } from '../../src/grammar/read-grammar.js';
import { symbolicGrammar } from '../../src/grammar/symbolic.js';
import { example, fromEbnf, list } from './files.js';

const count = (grammar: ReturnType<typeof fromEbnf>, length: number) =>
  countStrings(grammar, symbolicGrammar(grammar), { maxLength: length });

test('SimpleCalc has the strings the paper counts', () => {
  const rows = count(readGrammar(example('calc/calc.y'), example('calc/calc.l')), 5);
  expect(rows.map(({ distinct }) => distinct)).toEqual([1, 2, 11, 28, 124]);
  expect(rows.map(({ derivations }) => derivations)).toEqual([1, 2, 11, 35, 201]);
  expect(rows.slice(0, 3).map(({ concrete }) => concrete)).toEqual([62, 124, 27156]);
});

test('the same grammar with letters and numbers as rules of their own', () => {
  const rows = count(
    fromEbnf(`
      e ::= "(" e ")" | e "*" e | e "/" e | e "%" e | e "+" e | e "-" e | e "|" e | e "&" e | "-" e | l | n
      l ::= [a-zA-Z]
      n ::= [0-9]`),
    4,
  );
  expect(rows.at(-1)).toMatchObject({ distinct: 28, derivations: 35 });
  expect(rows[2].concrete).toBe(27156);
});

test('concrete strings are counted as strings, not as derivations', () => {
  // "aa" is two letters and a keyword; [ab] and [bc] share a letter.
  const grammar = fromEbnf('s ::= "aa" | x x\n x ::= [ab] | [bc]');
  expect(count(grammar, 2).at(-1)).toMatchObject({ concrete: 9 });
  for (const length of [1, 2, 3]) {
    const listed = list(grammar, { maxLength: length }, { concrete: true });
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.length).toBe(count(grammar, length).at(-1)!.concrete);
  }
});

test('balanced brackets: one derivation each, as many as Catalan says', () => {
  const rows = count(fromEbnf('s ::= "(" s ")" s | ""'), 8);
  expect(rows.map(({ distinct }) => distinct)).toEqual([1, 2, 2, 4, 4, 9, 9, 23]);
  expect(rows.map(({ derivations }) => derivations)).toEqual([1, 2, 2, 4, 4, 9, 9, 23]);
});

test('rules that go round without a letter have no end of derivations', () => {
  expect(count(fromEbnf('s ::= s | "a"'), 2)).toEqual([
    { length: 1, distinct: 1, derivations: null, concrete: 1 },
    { length: 2, distinct: 1, derivations: null, concrete: 1 },
  ]);
});

test('within a height: as many as are listed, and derivations of no more applications', () => {
  const grammar = fromEbnf('e ::= e "+" e | "-" e | d\n d ::= [01]');
  for (const height of [2, 3, 4, 5, 6]) {
    const rows = countStrings(grammar, symbolicGrammar(grammar), { height });
    expect(rows.at(-1)?.distinct ?? 0).toBe(list(grammar, { height }).length);
    expect(rows.at(-1)?.concrete ?? 0).toBe(list(grammar, { height }, { concrete: true }).length);
  }
  // Two applications make a digit, three put a minus before it, five are the least for a sum.
  const derivations = (height: number) =>
    countStrings(grammar, symbolicGrammar(grammar), { height }).at(-1)?.derivations;
  expect([2, 3, 4, 5].map(derivations)).toEqual([1, 2, 3, 5]);
  const bounded = countStrings(grammar, symbolicGrammar(grammar), { height: 5, maxLength: 2 });
  expect(bounded.map(({ length, distinct }) => [length, distinct])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
