import { type BranchTargets, nextLetterTask } from '../expanding/branch-targets.js';
import { guessBound } from '../expanding/guess.js';
import { ByGain } from './by-gain.js';
import { GroupTurns } from './group-turns.js';
import { randomNumbers } from './rng.js';
import { RowQueue } from './row-queue.js';
import type { Strategy } from './task-order.js';
import type { TaskPool } from './task-pool.js';

/** Above this many pending tasks the newest goes first, which keeps the frontier from growing further. */
const crowded = 1 << 19;

/**
 * SAGE's generational search, with one run per path: a task is scored when it is made.
 *
 * First comes the next letter of a word that is being matched (progress.ts), then what was made to take a branch target that
 * no run took yet, or to fail where none failed. The rest takes turns: what was made to match something new; a branch target
 * farther on than any run took it; the coverage the parent's run brought, most first; and the group that had fewest
 * turns (rarity.ts), which is where tasks end up when what they were made for has been done. Equals are drawn by lot: oldest-first floods
 * memory, newest-first gets stuck in the last bytes of long inputs.
 */
export function generational(pool: TaskPool, targets: BranchTargets, rng: number): Strategy {
  const random = randomNumbers(rng);
  const letters = new RowQueue();
  const urgent = new ByGain();
  const matches = new ByGain();
  const farther = new ByGain();
  const gainful = new ByGain();
  const groups = new GroupTurns();
  let size = 0;
  let turn = 0;

  // A guess is one run that leaves no tasks behind, and found for its failure: no loop's next turn is worth more.
  const isGuess = (row: number) => pool.bound[row] === guessBound;
  const isWorthIt = (row: number) => isGuess(row) || targets.isNew(pool.target[row]);
  const queueOf = (row: number): ByGain => {
    const target = pool.target[row];
    return isGuess(row) || targets.isUrgent(target) ? urgent : targets.isMatch(target) ? matches : farther;
  };
  const putBack = (row: number): void => {
    if (pool.gain[row] > 0) gainful.push(row, pool.gain[row]);
    else groups.push(row, pool.group[row], pool.step[row]);
  };
  const takeFrom = (queue: ByGain): number => {
    while (queue.size > 0) {
      const row = queue.take(random);
      if (isWorthIt(row)) return row;
      putBack(row);
    }
    return -1;
  };
  const inTurn = [
    () => takeFrom(matches),
    () => takeFrom(farther),
    () => gainful.take(random),
    () => groups.take(random),
  ];
  const next = (): number => {
    if (letters.size > 0) return letters.pop();
    if (size > crowded && groups.size > 0) return groups.newest();
    const first = takeFrom(urgent);
    if (first >= 0) return first;
    for (let tries = 0; tries < 2 * inTurn.length; tries++) {
      const row = inTurn[turn++ % inTurn.length]();
      if (row >= 0) return row;
    }
    return -1;
  };
  return {
    push(row) {
      size++;
      if (pool.target[row] === nextLetterTask) letters.push(row);
      else if (isWorthIt(row)) queueOf(row).push(row, pool.gain[row]);
      else putBack(row);
    },
    pop() {
      const row = next();
      if (row >= 0) size--;
      return row;
    },
    give() {
      let row = groups.oldest();
      for (const queue of [gainful, farther, matches, urgent, letters]) if (row < 0) row = queue.shift();
      if (row >= 0) size--;
      return row;
    },
  };
}
