import { expect, test } from 'vitest';
import type { Site } from '../../src/abi/site.js';
import { Entry, type Trace } from '../../src/abi/trace.js';
import { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import { ExprStore } from '../../src/expr/store.js';
import { Progress } from '../../src/search/expanding/progress.js';

const store = new ExprStore();
const build = new Builder(store);
const site = { kind: 'branch', place: { file: 'f.c', line: 1, column: 1, function: 'f' } } as Site;

/** One branch, met once for each letter of the input: the letters it compares with, and whether each matched. */
function traceOf(word: string, matched: readonly boolean[]): Trace {
  const expr = matched.map((isSame, i) => {
    const letter = store.constant(8, word.charCodeAt(i));
    const equal = build.binary(Op.Eq, store.variable(i), letter);
    return isSame ? equal : build.not(equal);
  });
  const { length } = expr;
  return {
    length,
    kind: new Uint8Array(length).fill(Entry.Branch),
    expr: Int32Array.from(expr),
    site: new Int32Array(length),
    value: Int32Array.from(matched, Number),
  } as unknown as Trace;
}

function nextLetter(word: string, matched: readonly boolean[], bound: number): number {
  const trace = traceOf(word, matched);
  const progress = new Progress([site], store);
  progress.start({ trace, regions: [] });
  matched.forEach((isSame, i) => {
    progress.at(trace, i, Number(isSame));
  });
  progress.end(trace);
  return progress.nextLetter(trace, bound);
}

test('a run made to match a letter of a word goes on where the next does not match', () => {
  expect(nextLetter('pool', [true, false], 1)).toBe(1);
  expect(nextLetter('pool', [true, true, true, false], 1)).toBe(3);
});

test('a run made not to match, or one that matches to its end, has no next letter', () => {
  expect(nextLetter('pool', [false, false], 1)).toBe(-1);
  expect(nextLetter('pool', [true, true], 1)).toBe(-1);
  expect(nextLetter('pool', [true, false], 0)).toBe(-1);
});

test('a loop that compares with the same thing always is no word', () => {
  expect(nextLetter('    ', [true, true, false], 1)).toBe(-1);
});
