import fc from 'fast-check';
import { expect, test } from 'vitest';
import { constantsIn, enumerateStrings } from '../../src/grammar/enumerate.js';
import { readGrammar } from '../../src/grammar/read-grammar.js';
import { symbolicGrammar } from '../../src/grammar/symbolic.js';
import { nightly } from '../support/cases.js';
import { example, fromEbnf, fromYacc, list } from './files.js';

test('a token with one string stays, a finite one becomes its lengths, an infinite one α*', () => {
  const grammar = fromEbnf('s ::= ONE | FEW | MANY\n ONE ::= "if"\n FEW ::= [ab] | [ab][cd][ef]\n MANY ::= [0-9]+');
  expect(list(grammar, { maxLength: 4 })).toEqual(['if', 'α₁', 'α₁α₂', 'α₁α₂α₃', 'α₁α₂α₃α₄']);
  expect(list(grammar, { maxLength: 2 }, { keep: ['FEW'] })).toEqual(['a', 'b', 'if', 'α₁', 'α₁α₂']);
  expect(list(grammar, { maxLength: 2 }, { abstract: ['ONE'] })).toEqual(['α₁', 'α₁α₂']);
});

test('finite or infinite is decided on the automaton, not on the text', () => {
  // The star repeats nothing that can be repeated: (ab){0,3} written with a star that never applies.
  const grammar = fromEbnf('s ::= T\n T ::= /x()*y/ | /x(a{0})+y/');
  expect(list(grammar, { maxLength: 9 })).toEqual(['xy']);
});

test('height is the number of applications of rules', () => {
  const grammar = readGrammar(example('calc/calc.y'), example('calc/calc.l'));
  expect(list(grammar, { height: 2 })).toEqual(['α₁']);
  expect(list(grammar, { height: 3 })).toEqual(['(α₁)', '-α₁', 'α₁']);
  expect(list(grammar, { height: 4, maxLength: 3 })).toEqual([
    '(α₁)',
    '--α₁',
    '-α₁',
    'α₁',
    ...['%', '&', '*', '+', '-', '/', '|'].map((operator) => `α₁${operator}α₂`),
  ]);
});

test('tokens that would run together are kept apart by what the scanner skips', () => {
  const lex = `%%
"if"  return IF;
[a-z]+ return NAME;
[0-9]+ return NUMBER;
[ \\t\\n]+ ;
. return yytext[0];
`;
  const grammar = fromYacc("%token IF NAME NUMBER\n%%\ns: IF NAME '=' NUMBER ;", lex);
  expect(list(grammar, { maxLength: 6 })).toEqual(['if α₁=α₂']);
});

test('without anything to put between, two texts that read as a third are no neighbours', () => {
  const lex = '%%\n"-" return \'-\';\n"--" return DECREMENT;\n[a-z] return NAME;\n';
  const grammar = fromYacc("%token NAME DECREMENT\n%%\ne: '-' e | DECREMENT e | NAME ;", lex);
  expect(list(grammar, { maxLength: 4 })).toEqual(['α₁', '-α₁', '--α₁', '---α₁']);
});

/** Grammars of up to three nonterminals over two texts, a class and an endless token. */
const symbols = ['A', 'B', 'C', '"x"', '"yz"', '[ab]', 'NUM'];
const right = fc.array(fc.constantFrom(...symbols), { maxLength: 3 });
const rules = fc.tuple(...['A', 'B', 'C'].map(() => fc.array(right, { minLength: 1, maxLength: 3 })));

test('every string once, none missing, fewest constants first: as derived by brute force', () => {
  fc.assert(
    fc.property(rules, ([a, b, c]) => {
      const most = 4;
      const expected = derive([a, b, c], most);
      const body = (list: readonly (readonly string[])[]) => list.map((one) => one.join(' ') || '""').join(' | ');
      const text = `A ::= ${body(a)}\nB ::= ${body(b)}\nC ::= ${body(c)}\nNUM ::= [0-9]+`.replace(
        /\b[ABC]\b/g,
        (name) => `r${name}`,
      );
      if (expected.size === 0) {
        return;
      }
      const letters = [...enumerateStrings(symbolicGrammar(fromEbnf(text)), { maxLength: most })];
      const found = letters.map((one) =>
        one.map((letter) => (letter === 256 ? 'α' : String.fromCharCode(letter))).join(''),
      );
      expect(found.length).toBe(new Set(found).size);
      expect(new Set(found)).toEqual(expected);
      const constants = letters.map(constantsIn);
      expect(constants).toEqual([...constants].sort((x, y) => x - y));
    }),
    { numRuns: 150 },
  );
});

/** All strings of the first nonterminal up to a length, by growing sets until nothing is new. */
function derive(rules: readonly (readonly (readonly string[])[])[], most: number): Set<string> {
  const sets = new Map(['A', 'B', 'C'].map((name) => [name, new Set<string>()]));
  const texts: Record<string, string[]> = {
    '"x"': ['x'],
    '"yz"': ['yz'],
    '[ab]': ['α'],
    NUM: Array.from({ length: most }, (_, i) => 'α'.repeat(i + 1)),
  };
  for (let size = -1, now = 0; now !== size; ) {
    size = now;
    ['A', 'B', 'C'].forEach((name, i) => {
      for (const symbolsOf of rules[i]) {
        let strings = [''];
        for (const symbol of symbolsOf) {
          const next = sets.get(symbol) ?? texts[symbol];
          strings = strings.flatMap((one) => [...next].map((two) => one + two)).filter((one) => one.length <= most);
        }
        for (const one of strings) sets.get(name)!.add(one);
      }
    });
    now = [...sets.values()].reduce((sum, set) => sum + set.size, 0);
  }
  return sets.get('A')!;
}

const many = nightly(1_000_000, 250_000);

test(`${many} strings in memory that does not grow`, { timeout: 120_000 }, () => {
  const symbolic = symbolicGrammar(readGrammar(example('calc/calc.y'), example('calc/calc.l')));
  const before = process.memoryUsage.rss();
  let count = 0;
  let largest = 0;
  for (const _ of enumerateStrings(symbolic, { maxLength: 14 })) {
    if (++count === many) break;
    if (count % 10_000 === 0) largest = Math.max(largest, process.memoryUsage.rss());
  }
  expect(count).toBe(many);
  expect(largest - before).toBeLessThan(200e6);
});
