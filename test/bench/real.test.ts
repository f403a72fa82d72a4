import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readOptions } from '../../bench/real/options.js';
import { recipes } from '../../bench/real/recipes.js';
import { type Row, Rows } from '../../bench/real/rows.js';
import { tableOf } from '../../bench/real/table.js';

const bench = fileURLToPath(new URL('../../bench/', import.meta.url));
const names = recipes.map(({ name }) => name);

const row = (tool: Row['tool'], start: Row['start'], rng: number, branches: number, more: Partial<Row> = {}): Row => ({
  ...{ library: 'cjson', tool, start, rng, seconds: 60, used: 50, branches, total: 900, bugs: [], runs: 500 },
  ...{ memory: 100, inputs: 9, died: 0, version: '1', by: 'x', ...more },
});

test('twenty libraries, each with a harness and three inputs that fit', () => {
  expect(new Set(names).size).toBe(20);
  expect(recipes.filter(({ afl }) => afl).length).toBeGreaterThanOrEqual(8);
  for (const { name, seeds, size } of recipes) {
    expect(existsSync(join(bench, 'real/harnesses', `${name}.c`)), name).toBe(true);
    expect(new Set(seeds.map(String)).size, name).toBe(3);
    for (const seed of seeds) expect(seed.length, name).toBeLessThanOrEqual(size);
  }
});

test('the table in bench/README.md is what the rows say', () => {
  const text = readFileSync(join(bench, 'README.md'), 'utf8');
  const [, stands] = /<!-- bench:real begins -->\n([\s\S]*)<!-- bench:real ends -->/.exec(text) ?? [];
  const rows = new Rows(join(bench, 'real/rows')).all();
  expect(stands).toBe(`${tableOf(rows, 60, names)}\n`);
});

describe('a table', () => {
  const line = (rows: readonly Row[]): string[] =>
    tableOf(rows, 60, names)
      .split('\n')
      .filter((each) => each.startsWith('| cjson'))
      .flatMap((each) => each.split('|').map((cell) => cell.trim()));

  test('has medians, and rows of its own length of time and of both engines alone', () => {
    const rows = [
      ...[100, 300, 200].map((branches, i) => row('nearmiss', 'nothing', i + 1, branches, { bugs: ['one'] })),
      row('nearmiss', 'nothing', 1, 899, { seconds: 10 }),
      row('nearmiss', 'nothing', 1, 898, { engine: 'fuzz' }),
      row('libfuzzer', 'nothing', 1, 160, { used: 5, memory: 30 }),
    ];
    expect(line(rows).slice(1, 15)).toEqual([
      ...['cjson', '900', '200', '160', '1.25 ×', '–', '–', '–', '–', '–', '1 / 0', '10 / 100', '100 / 30', '3 / 0'],
    ]);
  });

  test('counts within 1 % as equal', () => {
    const libraries = { cjson: 101, jansson: 99, lua: 102, mujs: 80 };
    const rows = Object.entries(libraries).flatMap(([library, branches]) => [
      row('nearmiss', 'seeds', 1, branches, { library }),
      row('libfuzzer', 'seeds', 1, 100, { library }),
    ]);
    expect(tableOf(rows, 60, names)).toContain(
      'With seeds: ahead on 1, equal (within 1 %) on 2, behind on 1 of 4; geometric mean 0.95 ×, smallest 0.80 ×.',
    );
    expect(tableOf(rows, 60, names)).toContain('From nothing: not measured.');
  });
});

test('a row takes the place of one of the same question, and of no other', () => {
  const rows = new Rows(mkdtempSync(join(tmpdir(), 'nearmiss-rows-')));
  const [first, again, other] = [1, 2, 3].map((branches) => row('afl', 'seeds', branches === 3 ? 2 : 1, branches));
  for (const each of [first, other, again]) rows.keep(each);
  expect(rows.all()).toEqual([again, other]);
  expect(rows.find(first)).toEqual(again);
  expect(rows.find({ ...first, seconds: 10 })).toBeUndefined();
});

test('words that are none are refused', () => {
  expect(readOptions(['lua', '--seconds', '5', '--seeds', '4']).rngs).toEqual([4]);
  expect(() => readOptions(['--starts', 'anything'])).toThrow('anything is none of nothing, seeds');
  expect(() => readOptions(['--minutes', '5'])).toThrow(/minutes/);
});
