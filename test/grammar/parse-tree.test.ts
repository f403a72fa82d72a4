import { expect, test } from 'vitest';
import { enumerateStrings } from '../../src/grammar/enumerate.js';
import { type ParseTree, parseTree } from '../../src/grammar/parse-tree.js';
import { readGrammar } from '../../src/grammar/read-grammar.js';
import { symbolicGrammar } from '../../src/grammar/symbolic.js';

const calc = symbolicGrammar(readGrammar('examples/grammar/calc/calc.y', 'examples/grammar/calc/calc.l'), {
  concrete: true,
  maxToken: 2,
});

/** The tokens of a tree, in order. */
const leaves = ({ parts, from, to }: ParseTree): [number, number][] => (parts ? parts.flatMap(leaves) : [[from, to]]);

test('every string of a grammar is read by it, and its tokens are the string', () => {
  let count = 0;
  for (const letters of enumerateStrings(calc, { maxLength: 3 })) {
    if (++count > 400) break;
    const text = Uint8Array.from(letters);
    const tree = parseTree(calc, text);
    expect(tree, Buffer.from(text).toString('latin1')).toBeDefined();
    let at = 0;
    for (const [from, to] of leaves(tree!)) {
      expect(from).toBe(at);
      at = to;
    }
    expect(at).toBe(text.length);
  }
  expect(count).toBeGreaterThan(100);
});

test('what is not of the language is not read', () => {
  expect(parseTree(calc, Buffer.from('1+'))).toBeUndefined();
  expect(parseTree(calc, Buffer.from('??'))).toBeUndefined();
});
