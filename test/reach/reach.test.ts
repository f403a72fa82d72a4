import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseSize } from '../../src/inputs/size.js';
import { goalOf, reachOnce } from '../support/reach.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'sources');
const path = (name: string): string => relative('', join(folder, name));

/** The line of a source that holds a text, so that tests say what they mean. */
function lineOf(name: string, text: string, nth = 1): string {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n');
  const found = lines.flatMap((line, i) => (line.includes(text) ? [i + 1] : []))[nth - 1];
  if (found === undefined) throw new Error(`${text} is not in ${name}`);
  return `${path(name)}:${found}`;
}

const program = (name: string, entry: string, flags: string[] = []) => ({ sources: [path(name)], entry, flags });

describe('the example of the thesis', () => {
  const target = lineOf('detour.c', 'arrived');

  test('is reached, and in fewer runs than by a search that follows no graph', async () => {
    const walk = program('detour.c', 'walk');
    const guided = await reachOnce(walk, goalOf(target), { search: 'directed' });
    const depthFirst = await reachOnce(walk, goalOf(target), { search: 'dfs' });
    for (const summary of [guided, depthFirst]) {
      expect(summary.verdict).toBe('reached');
      expect(Number(summary.input?.turn)).toBeLessThan(0);
      expect(Number(summary.input?.left)).toBeGreaterThanOrEqual(0);
    }
    // Each count with the replay that stopped the search.
    expect(guided.runsToDecide).toBe(3);
    expect(depthFirst.runsToDecide).toBe(4);
    expect(guided.cut).toEqual({ runs: 1, branches: 0 });
    // Without the graph depth first goes round the loop, and asks for another number of rounds each time.
    const unguided = await reachOnce(walk, goalOf(target), { search: 'dfs', isGuided: false, maxRuns: 6, fuel: 60 });
    expect(unguided.verdict).toBe('unknown');
    expect(unguided.runsToDecide).toBe(6);
  });

  test('is infeasible and complete where the height is never above', async () => {
    const summary = await reachOnce(program('detour.c', 'walk', ['-DBELOW=-5']), goalOf(target));
    expect(summary.verdict).toBe('infeasible');
    expect(summary.complete).toBe(true);
    expect(summary.incomplete).toEqual([]);
    expect(summary.cut?.runs).toBe(3);
    expect(summary.runsToDecide).toBe(3);
  });

  test('a limit reached first is unknown, with the nearest point', async () => {
    const summary = await reachOnce(program('detour.c', 'walk'), goalOf(target), { maxRuns: 1 });
    expect(summary.verdict).toBe('unknown');
    expect(summary.incomplete).toEqual([{ reason: 'run-limit', count: 1 }]);
    expect(summary.nearest?.at).toBe(lineOf('detour.c', 'turn >= 0'));
  });
});

test('a helper that is also called right before the target is no way there', async () => {
  const options = { ...program('helper.c', 'option'), len: new Map([['s', parseSize('12', 's')]]) };
  const summary = await reachOnce(options, goalOf(lineOf('helper.c', 'arrived')));
  expect(summary.verdict).toBe('reached');
  expect(summary.runsToDecide).toBeLessThan(100);
});

describe('arithmetic as the machine does it', () => {
  const cases: [entry: string, target: string, holds: (input: Record<string, number>) => boolean][] = [
    ['wraps', lineOf('numbers.c', 'return 1;', 1), ({ i }) => i === 2147483647],
    ['casts', lineOf('numbers.c', 'return 1;', 2), ({ i }) => (i! << 24) >> 24 === -123 && i! > 1000],
    ['mixes', lineOf('numbers.c', 'return 1;', 3), ({ i, j }) => i! + j! === -200 && j! >= -128 && i! > -90],
    [
      'divides',
      lineOf('numbers.c', 'return 1;', 4),
      ({ dividend, divisor }) => Math.trunc(dividend! / divisor!) === -7 && dividend! % divisor! === 3,
    ],
    ['frames', lineOf('numbers.c', 'return 1;', 5), ({ i }) => ((2 * i! + 1) | 0) === ((i! - 40) | 0)],
    [
      'pointers',
      lineOf('numbers.c', 'return (int)which;'),
      ({ which, n }) => (which === 2 ? n === 4 : which === 0 && n === 2),
    ],
  ];
  test.each(cases)('%s', async (entry, target, holds) => {
    const summary = await reachOnce(program('numbers.c', entry), goalOf(target));
    expect(summary.verdict).toBe('reached');
    if (summary.input) expect(holds(summary.input as Record<string, number>), JSON.stringify(summary.input)).toBe(true);
  });
});

describe('ways', () => {
  const one = lineOf('ways.c', 'note(1)');
  const two = lineOf('ways.c', 'note(2)');
  const three = lineOf('ways.c', 'note(3)');

  test('are passed in order', async () => {
    const both = await reachOnce(program('ways.c', 'rounds'), goalOf(three, { via: [one, two] }));
    expect(both.verdict).toBe('reached');
    expect(Number(both.input?.a) & 3).toBe(1);
    const turned = await reachOnce(program('ways.c', 'rounds'), goalOf(three, { via: [two, one] }));
    expect(Number(turned.input?.a) & 3).toBe(2);
    const tooMany = await reachOnce(program('ways.c', 'rounds'), goalOf(three, { via: [one, two, one] }));
    expect(tooMany.verdict).toBe('infeasible');
  });

  test('are avoided', async () => {
    const summary = await reachOnce(program('ways.c', 'rounds'), goalOf(three, { avoid: [two] }));
    expect(summary.verdict).toBe('reached');
    expect(Number(summary.input?.a) & 3).toBe(3);
    const neither = await reachOnce(program('ways.c', 'rounds'), goalOf(three, { avoid: [one, two] }));
    expect(neither.verdict).toBe('infeasible');
  });

  test('may be one side of a branch, of the whole condition', async () => {
    const branch = lineOf('ways.c', 'b > 5');
    const yes = await reachOnce(
      program('ways.c', 'rounds'),
      goalOf(lineOf('ways.c', 'return seen'), { via: [`${branch}:true`] }),
    );
    expect(Math.abs(Number(yes.input?.b))).toBeGreaterThan(5);
    const no = await reachOnce(program('ways.c', 'rounds'), goalOf(three, { via: [`${branch}:false`] }));
    expect(no.verdict).toBe('infeasible');
  });

  test('lead through longjmp, and end at exit', async () => {
    const caught = await reachOnce(program('ways.c', 'jumps'), goalOf(lineOf('ways.c', 'note(4)')));
    expect(Number(caught.input?.code)).toBeGreaterThan(100);
    const behind = await reachOnce(
      program('ways.c', 'jumps'),
      goalOf(lineOf('ways.c', 'note(5)'), { when: 'code > 100' }),
    );
    expect(behind.verdict).toBe('infeasible');
    const ended = await reachOnce(program('ways.c', 'ends'), goalOf(lineOf('ways.c', 'note(6)')));
    expect(ended.verdict).toBe('infeasible');
  });
});

describe('predicates', () => {
  const sum = lineOf('ways.c', 'total += n');
  const options = program('ways.c', 'predicates');

  test('are C over what is in scope, before a statement that is a whole body', async () => {
    const summary = await reachOnce(options, goalOf(sum, { when: "total == 12 && item->name[1] == ';'" }));
    expect(summary.verdict).toBe('reached');
    expect(summary.input?.item).toMatchObject({ size: 4 });
    const impossible = await reachOnce(options, goalOf(sum, { when: 'total == 12 && n <= 0' }));
    expect(impossible.verdict).toBe('infeasible');
  });

  test('that fail themselves leave it open', async () => {
    const walk = lineOf('ways.c', 'count += 2');
    const open = await reachOnce(program('ways.c', 'lists'), goalOf(walk, { when: 'other->size == 5 && n == 9' }));
    expect(open.verdict).toBe('unknown');
    expect(open.incomplete.map(({ reason }) => reason)).toEqual(['divergence']);
    const guarded = await reachOnce(
      program('ways.c', 'lists'),
      goalOf(walk, { when: 'other && other->size == 5 && other->size == 9' }),
    );
    expect(guarded.verdict).toBe('infeasible');
  });

  test('stand before a declaration too', async () => {
    const summary = await reachOnce(
      program('numbers.c', 'frames'),
      goalOf(lineOf('numbers.c', 'int less'), { when: 'twice == 9' }),
    );
    expect(summary.input).toEqual({ i: 4 });
  });

  test('with names that are not there get what clang says of them', async () => {
    await expect(reachOnce(options, goalOf(sum, { when: 'totla > 1' }))).rejects.toThrow(
      /^--when:1:1: error: use of undeclared identifier 'totla'/,
    );
  });

  test('may not change anything, and are one expression', async () => {
    for (const when of ['n = 3', 'n++ > 2', 'rounds(1, 2) == 3']) {
      await expect(reachOnce(options, goalOf(sum, { when })), when).rejects.toThrow(
        `--when '${when}' has side effects: only look at values, without calls or assignments.`,
      );
    }
    for (const when of ['1); n = 3; (1', '', 'n > 1)']) {
      await expect(reachOnce(options, goalOf(sum, { when })), when).rejects.toThrow('--when takes one C expression');
    }
  });

  test('have no place before a label or inside a statement', async () => {
    await expect(reachOnce(options, goalOf(lineOf('ways.c', 'else', 2), { when: 'n > 1' }))).rejects.toThrow(
      /has no code|No statement begins on line/,
    );
  });
});

describe('failures as targets', () => {
  const store = lineOf('ways.c', 'table[index] = 1');
  const divide = lineOf('ways.c', '100 / (flag - 9)');

  test('are reached by failing there, not by coming there', async () => {
    const stores = program('ways.c', 'stores');
    const overflow = await reachOnce(stores, { ...goalOf(store), fails: ['array-overflow'] });
    expect(overflow.verdict).toBe('reached');
    expect(Number(overflow.input?.index)).toBeGreaterThan(3);
    const underflow = await reachOnce(stores, { ...goalOf(store), fails: ['array-underflow'] });
    expect(underflow.verdict).toBe('infeasible');
    const division = await reachOnce(stores, { ...goalOf(divide), fails: ['division-by-zero'] });
    expect(division.input).toMatchObject({ flag: 9 });
    const elsewhere = await reachOnce(stores, { ...goalOf(store), fails: ['division-by-zero'] });
    expect(elsewhere.verdict).toBe('infeasible');
  });
});
