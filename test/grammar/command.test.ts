import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { type ListedTest, type Summary, tests } from '../../src/index.js';
import { write } from './files.js';
import { sumsGrammar, sumsProgram } from './sources.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-grammar-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const source = write('sums.c', sumsProgram);
const grammar = write('sums.ebnf', sumsGrammar);

async function type(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const code = await main(words, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
}

async function explore(name: string, ...words: string[]): Promise<Summary> {
  const { out, err } = await type('explore', ...words, '--quiet', '--json', '--out', join(folder, name));
  if (!out) throw new Error(err);
  return JSON.parse(out) as Summary;
}

const corpus = (name: string): string[] =>
  Array.from(tests(join(folder, name)), ({ input }) => String(Object.values(input)[0])).sort();

const result = ({ paths, tests, complete, coverage }: Summary) => ({ paths, tests, complete, coverage });

test('any number of workers, and interrupted ones, come to the same strings; saved tests do again what they did', async () => {
  const words = [source, '--grammar', grammar, '--max-length', '5', '--checkers', 'none'];
  const one = await explore('one', ...words, '--jobs', '1');
  expect(one.complete).toBe(true);
  expect(result(await explore('two', ...words, '--jobs', '2'))).toEqual(result(one));
  expect(corpus('two')).toEqual(corpus('one'));
  expect(corpus('one').filter((string) => !/^[0-3()+-]+$/.test(string))).toEqual([]);
  await explore('cut', ...words, '--jobs', '1', '--max-runs', '7');
  await explore('cut', ...words, '--jobs', '1', '--max-runs', '20', '--resume');
  expect(result(await explore('cut', ...words, '--jobs', '2', '--resume'))).toEqual(result(one));
  expect(corpus('cut')).toEqual(corpus('one'));
  expect((await type('replay', join(folder, 'one', 'tests'), '--quiet')).code).toBe(0);
});

test('a grammar for each of several inputs', async () => {
  const program = write(
    'two.c',
    `#include <stdio.h>
     #include <string.h>
     int main(int argc, char **argv) {
       char line[8] = "";
       if (argc < 2 || !fgets(line, sizeof line, stdin)) return 1;
       if (strcmp(argv[1], "-n") && strcmp(argv[1], "-v")) return 2;
       if (line[0] < 'a' || line[0] > 'c') return 3;
       return line[0] == 'b' && argv[1][1] == 'v' ? 4 : 0;
     }`,
  );
  const options = write('options.ebnf', 'option ::= "-n" | "-v"');
  const lines = write('lines.ebnf', 'line ::= [a-c] "!"?');
  const summary = await explore(
    'several',
    ...[program, '--arg', '1..4', '--grammar-for', `arg1=${options}`, '--grammar-for', `stdin=${lines}`],
    ...['--max-length', '2', '--checkers', 'none'],
  );
  expect(summary.complete).toBe(true);
  const saved = [...tests(join(folder, 'several'))] as (ListedTest & { input: { argv: string[]; stdin: string } })[];
  const seen = saved.map(({ input, exitCode }) => `${input.argv[0]} ${input.stdin} ${exitCode}`);
  expect(seen.filter((one) => !/^-[nv] [abc]!? [04]$/.test(one))).toEqual([]);
  expect(new Set(saved.map(({ input }) => `${input.argv[0]} ${input.stdin.length}`)).size).toBe(4);
  expect(seen.some((one) => one.endsWith(' 4'))).toBe(true);
});

test('reach: a line behind the parser, or a proof that no string is long enough', async () => {
  const line = sumsProgram.split('\n').findIndex((text) => text.includes('seen = 2;')) + 1;
  const words = ['reach', source, '--to', `sums.c:${line}`, '--grammar', grammar, '--quiet', '--json'];
  const verdict = async (length: string) => {
    const { out, err } = await type(...words, '--max-length', length, '--out', join(folder, `reach-${length}`));
    if (!out) throw new Error(err);
    return (JSON.parse(out) as { verdict: string }).verdict;
  };
  expect(await verdict('3')).toBe('reached');
  expect(await verdict('2')).toBe('infeasible');
});

test('a byte that is no token is no time of the solver, unless --loose', async () => {
  const words = [source, '--grammar', grammar, '--max-length', '1', '--checkers', 'none'];
  await explore('strict', ...words);
  await explore('loose', ...words, '--loose');
  expect(corpus('strict').every((string) => /^[0-3]$/.test(string))).toBe(true);
  expect(corpus('loose').some((string) => !/^[0-3]$/.test(string))).toBe(true);
});

test('--concrete and --keep write out strings, --abstract makes one a symbol, --height bounds derivations', async () => {
  const words = [source, '--grammar', grammar, '--max-length', '3', '--checkers', 'none'];
  const { out } = await type('grammar', 'enumerate', grammar, '--max-length', '3', '--concrete');
  const every = out.trim().split('\n').sort();
  expect(every.length).toBe(4 + 4 + 2 * 16);
  // The parser looks at every byte, so that each string is a path of its own.
  for (const [name, ...flags] of [
    ['concrete', '--concrete'],
    ['keep', '--keep', 'DIGIT'],
  ] as const) {
    expect((await explore(name, ...words, ...flags)).complete).toBe(true);
    expect(corpus(name)).toEqual(every);
  }
  const plain = await explore('plain', ...words);
  expect(plain.tests).toBeLessThan(every.length);
  expect(result(await explore('abstract', ...words, '--abstract', '+'))).toEqual(result(plain));
  const low = await explore('low', source, '--grammar', grammar, '--height', '2', '--checkers', 'none');
  expect(low.complete).toBe(true);
  expect(corpus('low').filter((string) => !/^[0-3]$/.test(string))).toEqual([]);
});

test.each([
  [['--grammar', grammar], 'A grammar may have infinitely many strings: give --max-length, --height or --time.'],
  [['--tokens', 'x.l'], '--tokens says what the tokens of a grammar are: give the grammar with --grammar.'],
  [['--max-length', '3'], '--max-length is about a grammar: give one with --grammar.'],
  [
    ['--grammar', grammar, '--max-length', '3', '--keep', 'DIGITS'],
    '--keep: sums.ebnf has no token DIGITS; did you mean DIGIT?',
  ],
  [
    ['--grammar', grammar, '--height', '1'],
    'sums.ebnf: No string takes 1 application of rules or fewer: the least is 2, so give --height 2 or more.',
  ],
  [['--grammar', 'none.y', '--max-length', '3'], 'There is no file none.y, which should be a grammar.'],
  [
    ['--grammar-for', 'stdin', '--max-length', '3'],
    "--grammar-for takes an input and its files, like stdin=calc.y,calc.l, not 'stdin'.",
  ],
  [['--grammar-for', `text=${grammar}`, '--max-length', '3'], 'There is no input text for a grammar: there are data.'],
  [
    ['--grammar', grammar, '--time', '1s', '--search', 'random'],
    '--search random makes inputs without a grammar: leave out --grammar, or --search random.',
  ],
])('%j is answered in a sentence', async (words, sentence) => {
  const { code, err } = await type('explore', source, ...words, '--quiet', '--out', join(folder, 'refused'));
  expect(code).toBe(2);
  expect(err.replaceAll(/\S*\/(?=sums\.ebnf)/g, '')).toBe(`nearmiss: ${sentence}\n`);
});

test('grammar count, as JSON', async () => {
  const { out } = await type('grammar', 'count', grammar, '--max-length', '2', '--json');
  expect(JSON.parse(out)).toEqual({
    lengths: [
      { length: 1, distinct: 1, derivations: 1, concrete: 4 },
      { length: 2, distinct: 1, derivations: 1, concrete: 4 },
    ],
  });
});
