import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BranchTargets, nextLetterTask } from '../../src/search/expanding/branch-targets.js';
import { groupTargets } from '../../src/search/expanding/switches.js';
import { depthFirst } from '../../src/search/ordering/dfs.js';
import { fair } from '../../src/search/ordering/fair.js';
import { generational } from '../../src/search/ordering/generational.js';
import { GroupTurns } from '../../src/search/ordering/group-turns.js';
import { packTasks, unpackTasks } from '../../src/search/ordering/packed-tasks.js';
import { RowQueue } from '../../src/search/ordering/row-queue.js';
import type { Strategy } from '../../src/search/ordering/task-order.js';
import { TaskPool } from '../../src/search/ordering/task-pool.js';
import { Turns } from '../../src/search/ordering/turns.js';
import { KeyTable } from '../../src/search/results/key-table.js';

test('KeyTable is a set that numbers its keys', () => {
  const key = fc.tuple(fc.integer({ min: -4, max: 4 }), fc.constantFrom(0, 1, -1, 0x7fffffff, -0x80000000));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 200 }), (keys) => {
      const table = new KeyTable(1);
      const model = new Map<string, number>();
      for (const [low, high] of keys) {
        const name = `${low},${high}`;
        expect(table.find(low, high)).toBe(model.get(name) ?? -1);
        expect(table.add(low, high)).toBe(!model.has(name));
        if (!model.has(name)) model.set(name, model.size);
      }
      expect(table.size).toBe(model.size);
      for (const [name, index] of model) expect(`${table.low(index)},${table.high(index)}`).toBe(name);
    }),
  );
});

test('RowQueue is a list', () => {
  const step = fc.oneof(
    fc.nat(1000).map((row) => ({ push: row })),
    fc.constantFrom('pop', 'shift'),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const queue = new RowQueue();
      const model: number[] = [];
      for (const each of steps) {
        if (typeof each === 'object') {
          queue.push(each.push);
          model.push(each.push);
        } else expect(queue[each as 'pop']()).toBe(model[each as 'pop']() ?? -1);
        expect(queue.size).toBe(model.length);
      }
    }),
  );
});

const input = fc.uint8Array({ maxLength: 40 });

test('TaskPool gives back what was put in, whatever came and went in between', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(input, fc.nat()), { maxLength: 100 }), (steps) => {
      const pool = new TaskPool();
      const alive = new Map<number, { input: Uint8Array; bound: number }>();
      steps.forEach((step, i) => {
        if (typeof step === 'number') {
          const row = [...alive.keys()][step % Math.max(alive.size, 1)];
          if (row === undefined) return;
          pool.release(row);
          alive.delete(row);
        } else alive.set(pool.add(step, i, i * 3, -i, i + 7, i % 256), { input: step, bound: i });
        expect(pool.size).toBe(alive.size);
        for (const [row, task] of alive) {
          expect(pool.input(row)).toEqual(task.input);
          expect(pool.bound[row]).toBe(task.bound);
          expect(pool.expectedLow[row]).toBe(task.bound * 3);
          expect(pool.target[row]).toBe(task.bound + 7);
        }
      });
    }),
  );
});

test('a packed arrives as it was packed', () => {
  fc.assert(
    fc.property(fc.array(input, { minLength: 1, maxLength: 20 }), (inputs) => {
      const [from, to] = [new TaskPool(), new TaskPool()];
      const rows = inputs.map((each, i) => from.add(each, i, i + 1, i + 2, i + 4, i + 3));
      rows.forEach((row, i) => {
        from.name[row] = i * 2 ** 40;
      });
      const packed = packTasks(from, rows);
      for (const row of rows) from.release(row);
      const got: number[] = [];
      unpackTasks(packed, to, (row) => got.push(row));
      const fields = got.map((row) => [
        to.bound[row],
        to.expectedLow[row],
        to.expectedHigh[row],
        to.gain[row],
        to.target[row],
        to.name[row],
      ]);
      expect(fields).toEqual(inputs.map((_, i) => [i, i + 1, i + 2, i + 3, i + 4, i * 2 ** 40]));
      expect(got.map((row) => to.input(row))).toEqual(inputs);
    }),
  );
});

describe('strategies', () => {
  const sites = Array.from({ length: 4 }, () => ({ kind: 'branch', function: 0, place: undefined }) as const);
  const source = {
    groupOf: (input: Uint8Array) => input[0] % 5,
    isMiss: (input: Uint8Array) => input[0] > 200,
  };
  const make = (name: 'generational' | 'dfs' | 'fair') => {
    const pool = new TaskPool();
    const targets = new BranchTargets(sites);
    const strategy: Strategy =
      name === 'dfs' ? depthFirst() : name === 'fair' ? fair(pool, targets, 7, source) : generational(pool, targets, 7);
    const push = (target: number, gain: number) => {
      const row = pool.add(Uint8Array.of(gain * 37), 0, 0, 0, target, gain);
      strategy.push(row);
      return row;
    };
    return { targets, strategy, push };
  };

  test.each(['generational', 'dfs', 'fair'] as const)('%s: each row comes out once, popped or given', (name) => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(7), fc.nat(255)), { maxLength: 60 }),
        fc.array(fc.boolean()),
        (tasks, give) => {
          const { strategy, push, targets } = make(name);
          const rows = tasks.map(([target, gain]) => push(target, gain)).sort((a, b) => a - b);
          const out: number[] = [];
          for (let i = 0; out.length < rows.length; i++) {
            if (i % 3 === 0) targets.take(i % 8);
            out.push(give[i] ? strategy.give() : strategy.pop());
          }
          expect(out.sort((a, b) => a - b)).toEqual(rows);
          expect(strategy.pop()).toBe(-1);
          expect(strategy.give()).toBe(-1);
        },
      ),
    );
  });

  test('generational: a new target first, then in turns what brought most and whose group had fewest turns', () => {
    const { strategy, push, targets } = make('generational');
    targets.take(0);
    const dull = push(0, 0);
    const gainful = push(0, 9);
    const fresh = push(1, 0);
    const stale = push(2, 1);
    targets.take(2);
    expect([strategy.pop(), strategy.pop(), strategy.pop(), strategy.pop()]).toEqual([fresh, gainful, dull, stale]);
  });

  test('generational: the next letter of a word comes before a new target, and a failure as early as that', () => {
    const { strategy, push, targets } = make('generational');
    const fresh = push(1, 0);
    const letter = push(nextLetterTask, 0);
    targets.take(0);
    const dull = push(0, 63);
    expect(strategy.pop()).toBe(letter);
    expect(strategy.pop()).toBe(fresh);
    const failing = push(targets.failure(0), 0);
    expect(strategy.pop()).toBe(failing);
    expect(strategy.pop()).toBe(dull);
  });

  test('groups take turns, and steps within a group: a loop with a thousand tasks takes no more than its share', () => {
    const groups = new GroupTurns();
    for (let row = 0; row < 1000; row++) groups.push(row, 1, 5);
    groups.push(1000, 1, 6);
    groups.push(1001, 2, 5);
    const taken = Array.from({ length: 4 }, () => groups.take(() => 0));
    expect(taken).toContain(1000);
    expect(taken).toContain(1001);
    // One that comes late is not owed all the turns it missed.
    for (let i = 0; i < 500; i++) groups.take(() => 0);
    for (let row = 2000; row < 2100; row++) groups.push(row, 3, 5);
    const later = Array.from({ length: 20 }, () => groups.take(() => 0));
    expect(later[0]).toBe(2000);
    expect(later.filter((row) => row < 2000).length).toBeGreaterThan(5);
  });

  test('who waits comes out once for each time it waited', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.boolean()), { maxLength: 80 }), (moves) => {
        const turns = new Turns();
        const waiting = new Set<number>();
        for (const [key, isNext] of moves) {
          if (!isNext) {
            turns.wait(key);
            waiting.add(key);
            continue;
          }
          const next = turns.next();
          if (waiting.size === 0) expect(next).toBe(-1);
          else expect(waiting.delete(next)).toBe(true);
        }
        expect(turns.size).toBe(waiting.size);
      }),
    );
  });
});

test('the targets of a switch partition the indices', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }), fc.nat(20), (targets, index) => {
      const takers = groupTargets(targets).filter(({ ranges }) =>
        ranges.some(([from, to]) => from <= index && index <= to),
      );
      expect(takers.map(({ target }) => target)).toEqual([targets[Math.min(index, targets.length - 1)]]);
    }),
  );
});

test('a million pending tasks of 64 bytes fit in 200 MB', () => {
  const before = process.memoryUsage().arrayBuffers;
  const pool = new TaskPool();
  const bytes = new Uint8Array(65);
  for (let i = 0; i < 1_000_000; i++) pool.add(bytes, i, i, i, i, 0);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 2 ** 20);
  expect(pool.size).toBe(1_000_000);
});
