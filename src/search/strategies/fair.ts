import type { ArmTable } from '../arms.js';
import { randomNumbers } from '../rng.js';
import type { Strategy } from '../strategy.js';
import type { TaskPool } from '../task-pool.js';
import { RowQueue } from './row-queue.js';

interface Group {
  readonly key: number;
  readonly rows: RowQueue;
  /** More turns it gets before the next group's: earned by new coverage. */
  bonus: number;
}

/** Turns in a row that coverage earns at most. */
const mostBonus = 4;

/**
 * Shares the work between groups (the templates of a grammar): every other turn goes to a task made to take an arm
 * that no run took yet, whichever group's; the turns between go round the groups, one each, and a few more where
 * the last runs brought coverage. So a group with a million tasks takes no more than its share.
 */
export function fair(pool: TaskPool, arms: ArmTable, rng: number, groupOf: (input: Uint8Array) => number): Strategy {
  const random = randomNumbers(rng);
  const urgent = new RowQueue();
  const groups = new Map<number, Group>();
  /** Groups that have rows, in the order of their turns. */
  let ring: Group[] = [];
  let turn = 0;
  let isUrgentTurn = false;

  const put = (row: number) => {
    const key = groupOf(pool.input(row));
    let group = groups.get(key);
    if (!group) {
      groups.set(key, (group = { key, rows: new RowQueue(), bonus: 0 }));
      ring.push(group);
    }
    group.rows.push(row);
    if (pool.gain[row] > 0) group.bonus = mostBonus;
  };
  const leave = (group: Group) => {
    groups.delete(group.key);
    const at = ring.indexOf(group);
    ring = [...ring.slice(0, at), ...ring.slice(at + 1)];
    if (turn > at) turn--;
  };
  const takeUrgent = (): number => {
    while (urgent.size > 0) {
      const row = urgent.take(random() % urgent.size);
      if (arms.isNew(pool.arm[row])) return row;
      put(row);
    }
    return -1;
  };
  const takeFair = (): number => {
    if (ring.length === 0) return -1;
    if (turn >= ring.length) turn = 0;
    const group = ring[turn];
    const row = group.rows.take(random() % group.rows.size);
    if (group.bonus > 0) group.bonus--;
    else turn++;
    if (group.rows.size === 0) leave(group);
    return row;
  };
  return {
    push(row) {
      if (arms.isNew(pool.arm[row])) urgent.push(row);
      else put(row);
    },
    pop() {
      isUrgentTurn = !isUrgentTurn;
      const row = isUrgentTurn ? takeUrgent() : takeFair();
      if (row >= 0) return row;
      return isUrgentTurn ? takeFair() : takeUrgent();
    },
    give() {
      if (ring.length === 0) return urgent.shift();
      const group = ring[random() % ring.length];
      const row = group.rows.shift();
      if (group.rows.size === 0) leave(group);
      return row;
    },
  };
}
