import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enumerateStrings } from '../../src/grammar/enumerate.js';
import { readGrammar } from '../../src/grammar/read-grammar.js';
import { symbolicGrammar } from '../../src/grammar/symbolic.js';
import { encodeInput } from '../../src/inputs/encode.js';
import { escapeBytes } from '../../src/vocabulary/escape.js';
import { runAll } from '../support/brute-force.js';
import { openProgram } from '../support/opened.js';
import { write } from './files.js';
import { exploreGrammar, openWithGrammar } from './opened.js';

/** All strings of a grammar, and the paths of running each of them with every byte symbolic. */
async function theoremOf(name: string, program: string, rules: string, maxLength: number) {
  const source = write(`${name}.c`, program);
  const grammar = write(`${name}.ebnf`, rules);
  const plain = await openProgram(source, { size: { min: 0, max: maxLength }, checkers: 'none' });
  const pathsOf = (strings: Iterable<string>): ReadonlySet<string> => {
    const inputs = [...strings].map((one) =>
      encodeInput(plain.plan, { data: escapeBytes(Buffer.from(one, 'latin1')) }),
    );
    return runAll(plain.engine, inputs).paths;
  };
  const concrete = symbolicGrammar(readGrammar(grammar), { concrete: true });
  const valid = [...enumerateStrings(concrete, { maxLength })].map((letters) => String.fromCharCode(...letters));
  const opened = await openWithGrammar({ sources: [source], grammars: [{ grammar }], maxLength, checkers: 'none' });
  const { strings, stats, tally } = exploreGrammar(opened);
  expect(tally.drain()).toEqual([]);
  return { found: pathsOf(strings), every: pathsOf(valid), tests: strings.length, runs: stats.searchRuns };
}

const versions = `
#include <stddef.h>
#include <stdint.h>
int seen;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 7 || data[0] != '2') return 1;
  if (data[6] == '7') return 2;
  switch (data[2]) {
    case 'g': seen = 1; break;
    case 'p': seen = 2; break;
    case 'd': seen = 3; break;
  }
  if (data[6] == '5') seen = 4;
  return 0;
}
`;

test('a path is run once, however many templates take it', async () => {
  const rules = 'line ::= DIGIT " " word " " DIGIT\nword ::= "get" | "put" | "del" | "add"\nDIGIT ::= [0-9]\n';
  const { found, every, tests, runs } = await theoremOf('versions', versions, rules, 7);
  expect(found).toEqual(every);
  // Another version and a seven at the end are the same for all four words; behind them each word has two ways.
  expect(tests).toBe(2 + 4 * 2);
  expect(runs).toBe(tests);
});

/** Decides by bytes here and there, in an order of its own. */
interface Tree {
  readonly at: number;
  readonly byte: string;
  readonly yes?: Tree;
  readonly no?: Tree;
}

const trees = (depth: number): fc.Arbitrary<Tree> =>
  fc.record({
    at: fc.nat(3),
    byte: fc.constantFrom('a', 'b', 'c', 'x', 'y'),
    yes: depth > 0 ? fc.option(trees(depth - 1), { nil: undefined }) : fc.constant(undefined),
    no: depth > 0 ? fc.option(trees(depth - 1), { nil: undefined }) : fc.constant(undefined),
  });

const codeOf = ({ at, byte, yes, no }: Tree): string =>
  `if (data[${at}] == '${byte}') { ${yes ? codeOf(yes) : ''} seen++; } else { ${no ? codeOf(no) : ''} seen--; }`;

test('random programs: the paths of all strings, and none is run twice', { timeout: 120_000 }, async () => {
  const words = fc.uniqueArray(fc.stringMatching(/^[xyC][abxyC][abxy][xyC]$/), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(trees(4), words, async (tree, shapes) => {
      const program = `#include <stddef.h>
#include <stdint.h>
int seen;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size != 4) return 1;
  ${codeOf(tree)}
  return 0;
}
`;
      const spelled = shapes.map((shape) =>
        [...shape].map((letter) => (letter === 'C' ? 'C' : `"${letter}"`)).join(' '),
      );
      const rules = `start ::= ${spelled.join(' | ')}\nC ::= [abc]\n`;
      const { found, every, tests, runs } = await theoremOf('tree', program, rules, 4);
      expect(found).toEqual(every);
      expect(runs).toBe(tests);
    }),
    { numRuns: 8, seed: 5 },
  );
});
