import { describe, expect, test } from 'vitest';
import { enumerateStrings } from '../../src/grammar/enumerate.js';
import { readGrammar } from '../../src/grammar/read-grammar.js';
import { symbolicGrammar } from '../../src/grammar/symbolic.js';
import { encodeInput } from '../../src/inputs/encode.js';
import { escapeBytes } from '../../src/vocabulary/escape.js';
import { runAll } from '../support/brute-force.js';
import { exploreHere, type Opened, openProgram } from '../support/opened.js';
import { untrueBytes, untrueEntries } from '../support/trace-truth.js';
import { write } from './files.js';
import { exploreGrammar, openWithGrammar, stringOf } from './opened.js';
import { generate, hasFlexAndBison } from './programs.js';
import { sumsGrammar, sumsProgram } from './sources.js';

/**
 * The paper's theorem: the paths of grammar and concolic execution together, those plain concolic execution
 * takes on valid strings, and those of running every valid string, are the same paths. All are told apart by a
 * run in which every byte of the string is symbolic.
 */
function pathsOf(plain: Opened, strings: Iterable<string>): ReadonlySet<string> {
  const name = plain.plan.kind === 'main' ? 'stdin' : 'data';
  const inputs = [...strings].map((one) =>
    encodeInput(plain.plan, { [name]: escapeBytes(Buffer.from(one, 'latin1')) }),
  );
  return runAll(plain.engine, inputs).paths;
}

const concreteStrings = (grammar: string, tokens: string | undefined, maxLength: number): Set<string> => {
  const symbolic = symbolicGrammar(readGrammar(grammar, tokens), { concrete: true });
  const strings = [...enumerateStrings(symbolic, { maxLength })];
  return new Set(strings.map((letters) => String.fromCharCode(...letters)));
};

test.each([2, 3, 4, 5])('a parser by hand, strings of up to %i bytes', async (maxLength) => {
  const source = write('sums.c', sumsProgram);
  const grammar = write('sums.ebnf', sumsGrammar);
  const valid = concreteStrings(grammar, undefined, maxLength);
  const plain = await openProgram(source, { size: { min: 0, max: maxLength }, checkers: 'none' });
  const templated = await openWithGrammar({ sources: [source], grammars: [{ grammar }], maxLength, checkers: 'none' });
  const { strings, tally, tests } = exploreGrammar(templated);
  expect(tally.drain()).toEqual([]);
  expect(strings.filter((one) => !valid.has(one))).toEqual([]);
  for (let i = 0; i < tests.size; i++) {
    const run = templated.engine.program.run(tests.at(i).input);
    expect([...untrueEntries(templated.engine.program, run), ...untrueBytes(templated.engine.program, run)]).toEqual(
      [],
    );
  }

  const exploration = exploreHere(plain);
  const found: string[] = [];
  for (let i = 0; i < exploration.tests.size; i++) found.push(stringOf(plain, exploration.tests.at(i).input));
  const everyValid = pathsOf(plain, valid);
  expect(pathsOf(plain, strings)).toEqual(everyValid);
  expect(
    pathsOf(
      plain,
      found.filter((one) => valid.has(one)),
    ),
  ).toEqual(everyValid);
});

describe.skipIf(!hasFlexAndBison)('a parser made by flex and bison', () => {
  test('SimpleCalc, strings of up to 2 bytes', async () => {
    const { sources, grammar, tokens } = generate('calc');
    const maxLength = 2;
    const valid = concreteStrings(grammar, tokens, maxLength);
    expect(valid.size).toBe(124);
    const options = { sources, grammars: [{ grammar, tokens }], maxLength, checkers: 'none' } as const;
    const { strings } = exploreGrammar(await openWithGrammar(options));
    const plain = await openWithGrammar({ sources, stdin: { min: 0, max: maxLength }, checkers: 'none' });
    expect(pathsOf(plain, strings)).toEqual(pathsOf(plain, valid));
  });
});
