import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BranchTargets } from '../../src/search/expanding/branch-targets.js';
import { directed } from '../../src/search/ordering/directed.js';
import type { TaskPool } from '../../src/search/ordering/task-pool.js';

const poolOf = (gain: number[], target: number[]) => ({ gain, target }) as unknown as TaskPool;
const armsWith = (isNew: (target: number) => boolean) => ({ isNew }) as unknown as BranchTargets;

describe('the directed search', () => {
  test('pops or gives away every row once, whatever becomes known meanwhile', () => {
    const row = fc.record({ gain: fc.integer({ min: 0, max: 255 }), target: fc.integer({ min: 0, max: 5 }) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 900 }), fc.integer({ min: 1, max: 7 }), (rows, each) => {
        const known = new Set<number>();
        const pool = poolOf(
          rows.map(({ gain }) => gain),
          rows.map(({ target }) => target),
        );
        const strategy = directed(
          pool,
          armsWith((target) => !known.has(target)),
        );
        const seen: number[] = [];
        rows.forEach((_, i) => {
          strategy.push(i);
          if (i % each !== 0) return;
          const next = i % 5 === 0 ? strategy.give() : strategy.pop();
          if (next < 0) return;
          known.add(pool.target[next]);
          seen.push(next);
        });
        for (let next = strategy.pop(); next >= 0; next = strategy.pop()) seen.push(next);
        expect(seen.sort((a, b) => a - b)).toEqual(rows.map((_, i) => i));
      }),
    );
  });

  test('takes the nearest first', () => {
    const strategy = directed(
      poolOf([3, 200, 7], [0, 0, 0]),
      armsWith(() => false),
    );
    for (const row of [0, 1, 2]) strategy.push(row);
    expect([strategy.pop(), strategy.pop(), strategy.pop()]).toEqual([1, 2, 0]);
  });

  test('comes to what is far, though the near never end', () => {
    const gain = [10, 20];
    const target = [1, 0];
    const strategy = directed(
      poolOf(gain, target),
      armsWith((each) => each === 1),
    );
    strategy.push(0);
    strategy.push(1);
    let turns = 0;
    for (let row = -1; row !== 0 && row !== 1 && turns < 2_000; turns++) {
      strategy.push(gain.push(250) - 1);
      target.push(0);
      row = strategy.pop();
    }
    expect(turns).toBeLessThan(300);
  });
});
