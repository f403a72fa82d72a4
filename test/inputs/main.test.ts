import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { blobOf, decodeInput } from '../../src/inputs/decode.js';
import { encodeInput } from '../../src/inputs/encode.js';
import { flatSize, layoutOf } from '../../src/inputs/layout.js';
import { mainPlan } from '../../src/inputs/main-plan.js';
import type { InputPlan } from '../../src/inputs/plan.js';
import { type PlanOptions, refuseContradictions } from '../../src/modes/choose-plan.js';
import { fromRecipe, recipeOf } from '../../src/modes/recipe.js';

const two = { min: 2, max: 2 };
const upTo3 = { min: 0, max: 3 };

describe('what is symbolic of a program with main', () => {
  test('without any flag: standard input of 0..16', () => {
    expect(mainPlan({})).toEqual({ kind: 'main', stdin: { min: 0, max: 16 }, args: [], env: [], files: [] });
  });

  test('with one flag: that alone', () => {
    expect(mainPlan({ args: [two] }).stdin).toBeUndefined();
    expect(mainPlan({ files: new Map([['a', two]]) }).stdin).toBeUndefined();
  });

  test.each<[PlanOptions, RegExp]>([
    [{ entry: 'f', stdin: two }, /^--entry calls f itself, without main: leave out --stdin, or --entry\.$/],
    [{ entry: 'f', env: new Map([['A', two]]) }, /leave out --env/],
    [{ size: two, args: [two] }, /^--size is for fuzz harnesses and --arg for programs with main/],
  ])('contradictions are refused', (options, message) => {
    expect(() => refuseContradictions(options)).toThrow(message);
  });

  test('names that exclude each other and sizes beyond reason are refused', () => {
    const files = new Map([
      ['a', two],
      ['a/b', two],
    ]);
    expect(() => mainPlan({ files })).toThrow(/another file or folder at the place of `a\/b`/);
    expect(() => mainPlan({ stdin: { min: 0, max: 2 ** 30 } })).toThrow(/choose smaller sizes/);
  });

  test('a saved test makes the same plan again', () => {
    const options = {
      sources: ['a.c'],
      stdin: upTo3,
      args: [two, upTo3],
      env: new Map([['HOME', two]]),
      files: new Map([['a.cfg', upTo3]]),
    };
    const again = fromRecipe(JSON.parse(JSON.stringify(recipeOf(options))));
    expect(mainPlan(again)).toEqual(mainPlan(options));
  });
});

describe('as people read it', () => {
  const plan: InputPlan = {
    kind: 'main',
    stdin: upTo3,
    args: [two, upTo3],
    env: [{ name: 'HOME', size: two }],
    files: [{ name: 'a.cfg', size: two }],
  };
  const values = { argv: ['-v', 'abc'], env: { HOME: '/' }, stdin: 'x\\n', files: { 'a.cfg': { hex: 'ff00' } } };

  test('by kind and name, text where it is text', () => {
    const flat = encodeInput(plan, values);
    expect(flat).toHaveLength(flatSize(plan));
    expect([...flat]).toEqual([
      ...Buffer.from('-v'),
      ...[3, ...Buffer.from('abc')],
      ...Buffer.from('/\0'),
      ...[2, ...Buffer.from('x\n\0')],
      ...[255, 0],
    ]);
    expect(decodeInput(plan, flat)).toEqual(values);
  });

  test('regions have the names of the inputs', () => {
    expect(layoutOf(plan).map(({ name }) => name)).toEqual([
      'argv[1]',
      'argv[2] length',
      'argv[2]',
      'environment HOME',
      'stdin length',
      'stdin',
      'file a.cfg',
    ]);
  });

  test('bytes of fixed size keep their zeros, strings lose those at the end', () => {
    const flat = new Uint8Array(flatSize(plan));
    expect(decodeInput(plan, flat)).toEqual({
      argv: ['', ''],
      env: { HOME: '' },
      stdin: '',
      files: { 'a.cfg': '\\0\\0' },
    });
  });
});

test('standard input or a file alone is one blob', () => {
  const flat = Uint8Array.of(2, 7, 8, 9);
  expect(blobOf(mainPlan({ stdin: upTo3 }), flat)).toEqual(Uint8Array.of(7, 8));
  expect(blobOf(mainPlan({ files: new Map([['a', two]]) }), flat)).toEqual(Uint8Array.of(2, 7));
  expect(blobOf(mainPlan({ stdin: upTo3, args: [two] }), flat)).toBeUndefined();
  expect(blobOf(mainPlan({ args: [two] }), flat)).toBeUndefined();
});

test.each([
  [['--arg', '3..1'], /^nearmiss: --arg takes a size like 8 \(exactly\) or 0\.\.16 \(up to\), not '3\.\.1'\.\n$/],
  [['--stdin', 'x'], /^nearmiss: --stdin takes a size/],
  [['--file', 'a'], /^nearmiss: --file takes a name and its size, like a\.cfg=0\.\.16, not 'a'\.\n$/],
  [['--env', '=4'], /^nearmiss: --env takes a name and its size/],
  [['--entry', 'f', '--arg', '3'], /^nearmiss: --entry calls f itself, without main/],
])('on the command line: %j', async (flags, message) => {
  let error = '';
  const code = await main(['explore', 'f.c', ...flags], {
    stdout: { write: () => true },
    stderr: { write: (text: string) => (error += text) },
  });
  expect(error).toMatch(message);
  expect(code).toBe(2);
});
