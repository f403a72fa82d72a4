import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { explore, type Summary, tests } from '../../src/index.js';

const source = fileURLToPath(new URL('./sources/calc.c', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-determinism-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** All that an exploration says and writes; not times, cache hits (which worker asked first) and the seed it repeats. */
async function everything(name: string, options: Partial<Parameters<typeof explore>[0]>) {
  const out = join(folder, name);
  const len = new Map([['s', { min: 4, max: 4 }]]);
  const summary = await explore({ sources: [source], entry: 'calc', len, out, ...options });
  const { rng, ...told } = summary;
  expect(rng).toBe(options.rng ?? 1);
  const { compileMs, solverMs, execMs, wallMs, cacheHits, ...stats } = told.stats;
  const files = readdirSync(join(out, 'tests')).sort();
  const pack = readFileSync(join(out, 'tests.pack'), 'utf8');
  const texts = [pack, ...files.map((file) => readFileSync(join(out, 'tests', file), 'utf8'))];
  return {
    summary: { ...told, stats } as Omit<Summary, 'stats' | 'rng'> & { stats: typeof stats },
    ids: Array.from(tests(out), ({ id }) => id),
    files,
    texts,
  };
}

test('the same for one worker and for two, for either strategy and any seed', async () => {
  const one = await everything('one', { jobs: 1 });
  expect(one.summary).toMatchObject({ complete: true, verified: expect.not.arrayContaining(['division-by-zero']) });
  expect(one.ids.length).toBe(one.summary.tests);
  expect(one.files.length).toBeLessThan(one.ids.length);
  expect(new Set(one.summary.findings.map(({ line }) => line)).size).toBe(2);
  expect(await everything('two', { jobs: 2 })).toEqual(one);
  expect(await everything('deep', { jobs: 1, search: 'dfs' })).toEqual(one);
  expect(await everything('seed', { jobs: 2, rng: 99 })).toEqual(one);
});

test('a limited run with one worker repeats itself', async () => {
  const options = { jobs: 1, maxRuns: 300 };
  const first = await everything('first', options);
  expect(first.summary).toMatchObject({ complete: false, incomplete: [{ reason: 'run-limit', count: 1 }] });
  expect(await everything('again', options)).toEqual(first);
});

test('what is tried beside a search leaves no trace in what it says when it is done', async () => {
  const many = { sources: [fileURLToPath(new URL('../programs/lines-counted.c', import.meta.url))], entry: undefined };
  const options = { ...many, len: undefined, stdin: { min: 12, max: 12 } };
  const one = await everything('beside-one', { ...options, jobs: 1 });
  expect(one.summary).toMatchObject({ complete: true, paths: 4096, stats: { runs: 4096 } });
  expect(await everything('beside-two', { ...options, jobs: 2 })).toEqual(one);
  expect(await everything('beside-deep', { ...options, jobs: 1, search: 'dfs' })).toEqual(one);
});

/** Programs with a main: stdin, a file, arguments. */
const programs = fileURLToPath(new URL('../programs/', import.meta.url));

test.each([
  ['stdin', { sources: [`${programs}main-commands.c`], stdin: { min: 0, max: 4 } }],
  ['a file', { sources: [`${programs}main-config.c`], files: new Map([['app.cfg', { min: 0, max: 4 }]]) }],
])(
  'a limited run of a program that reads %s repeats itself, and a whole one is the same for two workers',
  async (name, input) => {
    const main = { ...input, entry: undefined, len: undefined };
    const limited = { ...main, jobs: 1, maxRuns: 20 };
    const first = await everything(`${name}-first`, limited);
    expect(first.ids.length).toBeGreaterThan(3);
    expect(await everything(`${name}-again`, limited)).toEqual(first);
    const whole = await everything(`${name}-whole`, { ...main, jobs: 1 });
    if (whole.summary.complete) expect(await everything(`${name}-two`, { ...main, jobs: 2 })).toEqual(whole);
  },
);
