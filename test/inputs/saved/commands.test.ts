import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { splitWords } from '../../../src/inputs/saved/command-words.js';
import { readCommands, readUnits } from '../../../src/inputs/saved/index.js';
import { UserError } from '../../../src/vocabulary/errors.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const written = (text: string): string => {
  const path = join(folder, `list-${count++}`);
  writeFileSync(path, text);
  return path;
};
const text = (bytes: Uint8Array | undefined) =>
  bytes === undefined ? undefined : Buffer.from(bytes).toString('latin1');
const commands = (lines: string) =>
  readCommands(written(lines)).map(({ args = [], stdin, env }) => ({
    args: args.map(text),
    stdin: text(stdin),
    env: env && Object.fromEntries([...env].map(([name, value]) => [name, text(value)])),
  }));
const only = (line: string) => commands(`${line}\n`)[0];

test('words as a shell has them', () => {
  expect(only(`./tool a 'b c' "d\\"e" f\\ g $'h\\n' '' x'y'z # a comment`).args).toEqual([
    'a',
    'b c',
    'd"e',
    'f g',
    'h\n',
    '',
    'xyz',
  ]);
  expect(only('A=1 B="x y" ./tool -v')).toEqual({ args: ['-v'], stdin: undefined, env: { A: '1', B: 'x y' } });
  expect(only('$ ./tool 2>&1 >/dev/null &>log -x').args).toEqual(['-x']);
  expect(only('./tool a2>b').args).toEqual(['a2']);
});

test('what goes in', () => {
  writeFileSync(join(folder, 'in.txt'), 'file');
  expect(only('./tool < in.txt').stdin).toBe('file');
  expect(only('./tool <<< here').stdin).toBe('here\n');
  expect(only("printf '5\\n%%' | ./tool").stdin).toBe('5\n%');
  expect(only("printf '%s' abc | ./tool").stdin).toBe('abc');
  expect(only('echo -n a b | ./tool').stdin).toBe('a b');
  expect(only('cat in.txt in.txt | ./tool -').stdin).toBe('filefile');
  const [{ files }] = readCommands(written('./tool ./in.txt nothing\n'));
  expect([...(files ?? [])].map(([name, bytes]) => [name, text(bytes)])).toEqual([['in.txt', 'file']]);
});

test('lines that end in a backslash go on; empty ones and comments say nothing', () => {
  expect(commands('\n# one\n./tool a \\\n  b\n\n./tool c\n').map(({ args }) => args)).toEqual([['a', 'b'], ['c']]);
});

test.each([
  ["./tool 'a", 'a quote is not closed'],
  ['./tool && ./other', "'&&' is more shell"],
  ['./tool < nowhere', 'there is no file nowhere'],
  ['sort x | ./tool', 'only echo, printf'],
  ['A=1', 'it names no program'],
])('%s is refused with a sentence', (line, why) => {
  expect(() => commands(`# first\n${line}\n`)).toThrow(UserError);
  expect(() => commands(`# first\n${line}\n`)).toThrow(why);
  expect(() => commands(`# first\n${line}\n`)).toThrow(/list-\d+:2: /);
});

test('any word comes back from between single quotes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }).filter((word) => !/['\n\r]/.test(word))), (words) => {
      const line = words.map((word) => `'${word}'`).join(' ');
      expect(splitWords(line)?.map((word) => word.text)).toEqual(words);
    }),
  );
});

test('unit tests as text and as JSON are the same', () => {
  const asText = readUnits(
    written(`# comments\nset: i=1 x=0; i=0x10, x=-3\nname: s="a;b\\n" c='z' list={1, 2} p=NULL\nset: i=7 x=8\n`),
  );
  const asJson = readUnits(
    written(
      JSON.stringify({
        set: [
          { i: 1, x: 0 },
          { i: 16, x: -3 },
          { i: 7, x: 8 },
        ],
        name: [{ s: 'a;b\\n', c: 122, list: [1, 2], p: null }],
      }),
    ),
  );
  const plain = (units: typeof asText) =>
    units.map(({ function: name, tests }) => [name, tests.map(({ values }) => values)]);
  expect(plain(asText)).toEqual(plain(asJson));
  for (const broken of ['set i=1', 'set: i', 'set: i=one', '{"set": 3}', '[1]', '{broken', '']) {
    expect(() => readUnits(written(broken))).toThrow(UserError);
  }
});

test('unit tests with braces in braces, members by name, and tests in a folder anywhere', () => {
  const [unit] = readUnits(written('draw: p={{1, 2}, {3, {4, 5}}} q={.x = 1, .name = "a}b"} r={} n=7\n'));
  expect(unit.tests[0].values).toEqual({
    p: [
      [1, 2],
      [3, [4, 5]],
    ],
    q: { x: 1, name: 'a}b' },
    r: [],
    n: 7,
  });
  const test = { program: {}, entry: 'set', input: { i: 3 }, bytes: '03000000' };
  const file = written(JSON.stringify(test));
  const [absolute] = readUnits(written(`set: @${file}\n`));
  expect(absolute.tests.map(({ values }) => values)).toEqual([{ i: 3 }]);
  for (const broken of ['f: p={1, {2}', 'f: p={1 2}}', 'f: p={{}'])
    expect(() => readUnits(written(broken))).toThrow(UserError);
});
