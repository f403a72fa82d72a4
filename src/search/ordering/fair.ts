import { type RootSource, runsPerMiss } from '../contracts/root-source.js';
import type { BranchTargets } from '../expanding/branch-targets.js';
import { randomNumbers } from './rng.js';
import { RowQueue } from './row-queue.js';
import type { Strategy } from './task-order.js';
import type { TaskPool } from './task-pool.js';

interface Group {
  readonly key: number;
  readonly rows: RowQueue;
  /** More turns it gets before the next group's: earned by new coverage. */
  bonus: number;
}

/** Turns in a row that coverage earns at most. */
const mostBonus = 4;

/**
 * Shares the work between groups (the templates of a grammar): every other turn goes to a task made to take a branch target
 * that no run took yet, whichever group's; the turns between go round the groups, one each, and a few more where
 * the last runs brought coverage. So a group with a million tasks takes no more than its share. Misses wait in
 * a queue of their own and get one turn in a hundred.
 */
export function fair(
  pool: TaskPool,
  targets: BranchTargets,
  rng: number,
  source: Pick<RootSource, 'groupOf' | 'isMiss'>,
): Strategy {
  const random = randomNumbers(rng);
  const urgent = new RowQueue();
  /** Made to take a branch target farther on than any run did (progress.ts): urgent where nothing is more so. */
  const farther = new RowQueue();
  const misses = new RowQueue();
  const urgentMisses = new RowQueue();
  let turns = 0;
  let missTurns = 0;
  const groups = new Map<number, Group>();
  /** Groups that have rows, in the order of their turns. */
  let ring: Group[] = [];
  let turn = 0;
  let isUrgentTurn = false;

  const put = (row: number) => {
    const key = source.groupOf(pool.input(row));
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
    for (const queue of [urgent, farther]) {
      while (queue.size > 0) {
        const row = queue.take(random() % queue.size);
        if (targets.isNew(pool.target[row])) return row;
        put(row);
      }
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
  // Rather late than early: a search that is stopped soon has run no miss.
  const isMissTurn = (): boolean => turns > missTurns * runsPerMiss + runsPerMiss;
  const takeMiss = (): number => {
    while (urgentMisses.size > 0) {
      const row = urgentMisses.take(random() % urgentMisses.size);
      if (targets.isNew(pool.target[row])) return row;
      misses.push(row);
    }
    return misses.size > 0 ? misses.shift() : -1;
  };
  return {
    push(row) {
      const isNew = targets.isNew(pool.target[row]);
      if (source.isMiss(pool.input(row))) (isNew ? urgentMisses : misses).push(row);
      else if (isNew) (targets.isTarget(pool.target[row]) ? urgent : farther).push(row);
      else put(row);
    },
    ranFirstInput() {
      turns++;
    },
    isReady: () => ring.length > 0 || urgent.size + farther.size > 0 || isMissTurn(),
    discard() {
      const rows: number[] = [];
      for (const queue of [misses, urgentMisses]) while (queue.size > 0) rows.push(queue.pop());
      return rows;
    },
    pop() {
      turns++;
      if (isMissTurn() || (ring.length === 0 && urgent.size + farther.size === 0)) {
        const row = takeMiss();
        if (row >= 0) {
          missTurns++;
          return row;
        }
      }
      isUrgentTurn = !isUrgentTurn;
      const first = isUrgentTurn ? takeUrgent() : takeFair();
      if (first >= 0) return first;
      // What was urgent and is no longer has joined its group.
      const urgentRow = takeUrgent();
      return urgentRow >= 0 ? urgentRow : takeFair();
    },
    give() {
      if (ring.length === 0) {
        for (const queue of [urgent, farther, misses, urgentMisses]) if (queue.size > 0) return queue.shift();
        return -1;
      }
      const group = ring[random() % ring.length];
      const row = group.rows.shift();
      if (group.rows.size === 0) leave(group);
      return row;
    },
  };
}
