import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { explore, predict, replay, tests, UserError } from '../../src/index.js';
import { openPack } from '../../src/inputs/saved/pack.js';

/** All tests of a run stand in one file, which everybody reads who reads tests. */
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-pack-'));
afterAll(() => rmSync(folder, { recursive: true }));
const source = join(folder, 'bits.c');
const out = join(folder, 'out');
const pack = join(out, 'tests.pack');
const bits = 9;

async function type(...words: string[]) {
  const said = { out: '', err: '' };
  const code = await main(words, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
}

beforeAll(async () => {
  writeFileSync(
    source,
    `int bits(const unsigned char *s) { int n = 0; for (int i = 0; i < ${bits}; i++) if (s[i] > 'a') n += i + 1; return n; }\n`,
  );
  expect(await explore({ sources: [source], entry: 'bits', len: { s: bits }, out })).toMatchObject({
    complete: true,
    tests: 2 ** bits,
  });
});

test('a file for a few, a line for all; the index leads to each', () => {
  expect(readdirSync(join(out, 'tests')).length).toBeLessThan(5);
  const reader = openPack(pack);
  const all = [...reader.tests()];
  expect(all).toHaveLength(2 ** bits);
  expect(reader.size).toBe(2 ** bits);
  for (const line of [all[0], all[255], all[256], all[300], all.at(-1)!]) expect(reader.find(line.id)).toEqual(line);
  expect(reader.find('zz')).toBeUndefined();
});

test('listed, extracted, replayed together and one by one', async () => {
  const listed = await type('tests', out);
  expect(listed.out.trim().split('\n')).toHaveLength(2 ** bits);
  expect(JSON.parse((await type('tests', out, '--json')).out).results).toHaveLength(2 ** bits);
  const files = join(folder, 'files');
  expect((await type('tests', out, '--extract', files)).out).toBe(`${2 ** bits} tests in ${files}\n`);
  const [kept] = readdirSync(join(out, 'tests'));
  expect(JSON.parse(readFileSync(join(files, kept), 'utf8'))).toEqual(
    JSON.parse(readFileSync(join(out, 'tests', kept), 'utf8')),
  );
  const replayed = await replay([out]);
  expect(replayed).toHaveLength(2 ** bits);
  expect(replayed.every(({ isAsRecorded }) => isAsRecorded)).toBe(true);
  const [{ id }] = tests(out);
  expect((await replay([`${pack}:${id}`])).map(({ test: { id: ran } }) => ran)).toEqual([id]);
});

test('seeds and tests of predict', async () => {
  const seeded = await explore({ sources: [source], entry: 'bits', len: { s: bits }, seeds: [pack] });
  expect(seeded).toMatchObject({ complete: true, paths: 2 ** bits });
  const { suite } = await predict({ sources: [source], entry: 'bits', tests: [out] });
  expect(suite).toHaveLength(2 ** bits);
});

test('--update rewrites the pack and the files beside it', async () => {
  const few = join(folder, 'few.c');
  const text = (step: number) => `int few(int a, int b) { return (a > 3 ? ${step} : 0) + (b > 5 ? 2 : 1); }\n`;
  writeFileSync(few, text(4));
  const kept = join(folder, 'few-out');
  await explore({ sources: [few], entry: 'few', out: kept });
  writeFileSync(few, text(5));
  expect((await type('replay', kept, '--quiet')).code).toBe(1);
  expect((await type('replay', kept, '--quiet', '--update')).code).toBe(0);
  expect((await type('replay', kept, '--quiet')).code).toBe(0);
  expect((await type('replay', join(kept, 'tests'), '--quiet')).code).toBe(0);
  expect(openPack(join(kept, 'tests.pack')).size).toBe(4);
});

test('what is no pack, or was cut or changed, is a sentence or a shorter pack', async () => {
  const broken = join(folder, 'tests.pack');
  const text = readFileSync(pack, 'utf8');
  writeFileSync(broken, 'hello\n');
  expect(await type('replay', broken)).toMatchObject({ code: 2, err: expect.stringMatching(/is no pack of tests/) });
  writeFileSync(broken, text.slice(0, text.length / 2));
  const half = [...openPack(broken).tests()].length;
  expect(half).toBeGreaterThan(100);
  expect(half).toBeLessThan(2 ** bits);
  writeFileSync(broken, text.replace(/^\{"program".*\n/m, ''));
  expect(await type('replay', broken)).toMatchObject({ code: 2, err: expect.stringMatching(/is damaged/) });
});

test('a path that leads through a file is no test, and that is said', () => {
  const through = join(fileURLToPath(import.meta.url), 'tests');
  expect(() => [...tests(through)]).toThrow(new UserError(`There is no test ${through}.`));
});
