import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { splitCFlags } from '../../src/cli/c-flags.js';
import { main } from '../../src/cli/main.js';
import { leastMemory, parseBytes, parseCount, parseDuration, parseNamedSize } from '../../src/cli/values.js';

const out = mkdtempSync(join(tmpdir(), 'nearmiss-usage-'));
afterAll(() => rmSync(out, { recursive: true }));

async function type(...words: string[]) {
  const said = { out: '', err: '' };
  const code = await main(words, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
}

describe('what is not understood is one sentence and exit code 2', () => {
  test.each([
    [['explore'], /^nearmiss: Name C files or folders, like nearmiss explore parser\.c; or have nearmiss init write/],
    [['explore', 'f.c', '--entri', 'f'], /unknown option '--entri'\n\(Did you mean --entry\?\)/],
    [['explor', 'f.c'], /unknown command 'explor'\n\(Did you mean explore\?\)/],
    [['explore', 'f.c', '--time', 'soon'], /^nearmiss: --time takes a time like 30s, 10m or 2h, not 'soon'\.\n$/],
    [['explore', 'f.c', '--jobs', '0'], /^nearmiss: --jobs takes a whole number from 1 on, not '0'\.\n$/],
    [['explore', 'f.c', '--len', 's'], /^nearmiss: --len takes a parameter and its size/],
    [['explore', 'f.c', '--len', 's=1x'], /^nearmiss: --len s= takes a size like 8/],
    [['explore', 'f.c', '--search', 'bfs'], /^nearmiss: --search takes generational, dfs, random, directed, not 'bfs'/],
    [['explore', 'f.c', '--checkers', 'abortt'], /^nearmiss: There is no checker 'abortt'; did you mean abort\?/],
    [['explore', 'no-such-file.c'], /^nearmiss: There is no file or folder no-such-file\.c\.\n$/],
    [['explore', 'f.c', '--len', 's=3'], /^nearmiss: --len is about the arguments of a function: name it with --entry/],
    [['explore', 'f.c', '--depth', '3'], /^nearmiss: --depth is about the arguments of a function/],
    [['explore', 'f.c', '--nullable'], /^nearmiss: --nullable is about the arguments of a function/],
    [['explore', 'f.c', '--entry', 'f', '--size', '3'], /^nearmiss: --entry calls f itself.*: leave out --size, or/],
    [['explore', 'f.c', '--entry', 'f', '--recv', '3'], /^nearmiss: --entry calls f itself.*: leave out --recv, or/],
    [['explore', 'f.c', '--entry', '--json'], /^nearmiss: --entry takes the name of a function, not '--json'\.\n$/],
    [['explore', 'f.c', '--stdin', '3', '--stdin', '4'], /^nearmiss: --stdin is given twice/],
    [['explore', 'f.c', '--file', 'a=3', '--file', 'a=4'], /^nearmiss: --file a= is given twice/],
    [['explore', 'f.c', '--checkers', ','], /^nearmiss: --checkers takes names, all or none/],
    [['explore', 'f.c', '-O2'], /^nearmiss: -O2: how far .* is chosen with --opt 0 or --opt 1\.\n$/],
    [
      ['explore', 'f.c', '-march=native'],
      /^nearmiss: unknown option '-march=native'; flags of the compiler go after --\.\n$/,
    ],
    [
      ['explore', 'f.wasm', '-DX'],
      /^nearmiss: f\.wasm is compiled already, so -DX comes too late: give it to nearmiss cc/,
    ],
    [['explore', 'f.cpp'], /^nearmiss: There is no file or folder f\.cpp\.\n$/],
    [
      ['explore', 'f.c', '--out', '/proc/x'],
      /^nearmiss: The results can't be written to \/proc\/x \(no folder can be made/,
    ],
    [['explore', 'f.c', '--seed', '/proc/no-such-seed'], /^nearmiss: There is no file or folder \/proc\/no-such-seed/],
    [['explore', 'f.c', '--suppress', 'no-such-list'], /^nearmiss: There is no file no-such-list/],
    [['explore', 'f.c', '-I'], /^nearmiss: -I needs a value\.\n$/],
  ])('%j', async (words, message) => {
    const { code, out, err } = await type(...words);
    expect(err).toMatch(message);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});

test.each([
  ['--size', ['test/cli/sources/harness.c', '--size', '99999999']],
  ['--len', ['test/cli/sources/length.c', '--entry', 'length', '--len', 's=0..99999999']],
  ['--stdin', ['examples/url.c', '--stdin', '99999999']],
])('%s that no memory would hold', async (_, words) => {
  const { code, err } = await type('explore', ...words, '--quiet', '--out', out);
  expect(err).toBe('nearmiss: All inputs together may have at most 1048576 bytes: choose smaller sizes.\n');
  expect(code).toBe(2);
});

test('help is no error and names every flag of the contract', async () => {
  const { code, out } = await type('explore', '--help');
  expect(code).toBe(0);
  const flags =
    '--entry --len --depth --nullable --size --time --max-tests --max-runs --stop-on-first --jobs --solver-time --fuel --memory --rng --out --json --stats --quiet --checkers --search --compiler --opt';
  for (const flag of flags.split(' ')) expect(out).toContain(`  ${flag}`);
});

test("the version is the package's", async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await type('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('checkers: one line each, or JSON', async () => {
  const { code, out } = await type('checkers');
  expect(code).toBe(0);
  expect(out).toMatch(/^division-by-zero +on +CWE-369 /m);
  const rows = JSON.parse((await type('checkers', '--json')).out);
  expect(rows).toHaveLength(out.trim().split('\n').length);
});

test('C flags are told from ours', () => {
  const line =
    'explore a.c -Iinc -I dir --len s=3 -DX=1 -D Y -UZ -std=c99 -include c.h -lm -Llib --entry f -- -O2 --weird';
  expect(splitCFlags(line.split(' '))).toEqual({
    own: 'explore a.c --len s=3 --entry f'.split(' '),
    c: '-Iinc -I dir -DX=1 -D Y -UZ -std=c99 -include c.h -lm -Llib -O2 --weird'.split(' '),
  });
});

test('values', () => {
  expect(['30s', '10m', '2h', '500ms', '7', '0.5s'].map(parseDuration('--time'))).toEqual([
    30_000, 600_000, 7_200_000, 500, 7_000, 500,
  ]);
  expect(() => parseDuration('--time')('0s')).toThrow('--time 0s leaves no time for anything');
  expect(() => parseBytes('--memory', leastMemory)('4')).toThrow(
    '--memory 4 is less than a search needs to begin: give it at least 256m, or 4g if that is meant.',
  );
  expect(() => parseBytes('--memory', leastMemory)('10m')).toThrow('give it at least 256m.');
  expect(['4g', '512m', '1k', '77', '2GB'].map(parseBytes('--memory'))).toEqual([
    4 * 2 ** 30,
    512 * 2 ** 20,
    1024,
    77,
    2 * 2 ** 30,
  ]);
  expect(parseCount('--rng')('0')).toBe(0);
  const once = parseNamedSize('--len')('s=0..4');
  expect([...parseNamedSize('--len')('t=3', once)]).toEqual([
    ['s', { min: 0, max: 4 }],
    ['t', { min: 3, max: 3 }],
  ]);
});
