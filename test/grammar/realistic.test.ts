import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { enumerateStrings } from '../../src/grammar/enumerate.js';
import { describeGrammar } from '../../src/grammar/print.js';
import { readGrammar } from '../../src/grammar/read-grammar.js';
import { symbolicGrammar } from '../../src/grammar/symbolic.js';
import { fromYacc, list } from './files.js';

const file = (name: string): string => fileURLToPath(new URL(`./realistic/${name}`, import.meta.url));

function* strings(names: readonly [string, string?], maxLength: number, most: number): Generator<string> {
  const [grammar, tokens] = names;
  const symbolic = symbolicGrammar(readGrammar(file(grammar), tokens && file(tokens)), { concrete: true });
  let left = most;
  for (const letters of enumerateStrings(symbolic, { maxLength })) {
    yield String.fromCharCode(...letters);
    if (--left === 0) return;
  }
}

test('JSON: start conditions, %code, aliases, named references: every string is JSON', () => {
  const all = [...strings(['json.y', 'json.l'], 3, Infinity)];
  for (const text of all) expect(() => JSON.parse(text)).not.toThrow();
  const by = (pattern: RegExp) => all.filter((text) => pattern.test(text)).length;
  // Digits, numbers of two and three bytes with signs, points and exponents: 0.0 … 9.9, 0e0 … 9E9, -10 … -99.
  expect(by(/^\d$/)).toBe(10);
  expect(by(/^-/)).toBe(10 + 90);
  expect(by(/^\d\.\d$/)).toBe(100);
  expect(by(/^\d[eE]\d$/)).toBe(200);
  expect(by(/^"/)).toBe(1 + 256 - 34);
  expect(all).toContain('{}');
  for (const text of strings(['json.y', 'json.l'], 12, 20_000)) JSON.parse(text);
});

test('a C-like expression language: tokens a function of the scanner chooses, trailing context, quotes in patterns', () => {
  const { notes, tokens } = describeGrammar(symbolicGrammar(readGrammar(file('expr.y'), file('expr.l'))));
  expect(tokens.map(({ name }) => name)).toContain('IDENTIFIER');
  // Letters by themselves are identifiers: a rule that wants them as characters is never met.
  expect(notes.join('\n')).toMatch(/no rule of .*expr\.l returns 'i', 'f'/);
  for (const text of strings(['expr.y', 'expr.l'], 6, 5_000)) {
    const bare = text
      .replace(/'(\\[\s\S]|[^\\'])+'/g, '1')
      .replaceAll('<%', '{')
      .replaceAll('%>', '}');
    expect(bare).toMatch(/^[\w\s;{}()+\-<=?:,]*$/);
  }
});

test('an HTTP request line', () => {
  const line =
    /^([A-Z]+|[!#$%&'*+.^_`|~0-9A-Za-z-]+) (\*|\/([A-Za-z0-9._~/-]|%[0-9A-F]{2})*(\?[A-Za-z0-9=&]*)?) HTTP\/\d\.\d\r\n$/;
  for (const text of strings(['http.ebnf'], 15, 20_000)) expect(text).toMatch(line);
  expect([...strings(['http.ebnf'], 13, 1)]).toEqual([]);
});

test('dates in two orders', () => {
  const all = new Set(strings(['date.bnf'], 10, 20_000));
  const date = /^(\d{4}-(0[1-9]|1[012])-(0[1-9]|[12]\d|3[01])|(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[012])\.\d{4})$/;
  for (const text of all) expect(text).toMatch(date);
  expect(all.size).toBe(20_000);
});

test('INI: tokens of start conditions that others enter', () => {
  const all = [...strings(['ini.y', 'ini.l'], 4, 20_000)];
  for (const text of all) expect(text).toMatch(/^(\[[a-z ]+\]\n|[a-z][a-z0-9_]*[ \t]*=[ \t]*[^\n]+\n|\n)+$/);
  expect(all).toContain('a=b\n');
  expect(all).toContain('[a]\n');
});

test('what a scanner’s functions return is what its rules return', () => {
  const yacc = '%token IF NAME NUMBER\n%%\ns: IF | NAME | NUMBER;';
  const lexOf = (code: string): string => `%%\n[a-z] return word(yytext);\n[0-9] { return(NUMBER); }\n%%\n${code}`;
  const names = (code: string) =>
    describeGrammar(symbolicGrammar(fromYacc(yacc, lexOf(code)))).tokens.map(({ name }) => name);
  expect(
    names('int word(char *text) { return keyword(text); }\nint keyword(char *t) { return *t ? IF : NAME; }'),
  ).toEqual(['IF', 'NAME', 'NUMBER']);
  // One that calls itself says no more than it does.
  expect(names('int word(char *text)\n{\n  if (*text) return NAME;\n  return word(text + 1);\n}')).toEqual([
    'NAME',
    'NUMBER',
  ]);
  expect(list(fromYacc(yacc, lexOf('')), { maxLength: 1 })).toEqual(['α₁']);
});
