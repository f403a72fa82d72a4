import type { ArmTable } from '../arms.js';
import { guessBound } from '../guess.js';
import { randomNumbers } from '../rng.js';
import type { Strategy } from '../strategy.js';
import type { TaskPool } from '../task-pool.js';
import { RowQueue } from './row-queue.js';

/** Above this many pending tasks the newest goes first, which keeps the frontier from growing further. */
const crowded = 1 << 19;
const gainLimit = 63;
/** Added where the arm was not yet taken so far on (progress.ts): above all that a parent's coverage can give. */
const fartherOn = gainLimit + 1;
/** Added where no run has taken the arm yet. */
const newArm = 2 * fartherOn;

/**
 * SAGE's generational search, with one run per path: a task is scored when it is made, by whether it
 * was made to take an arm that no run took yet, or took so far on, then by the new coverage its parent's run brought.
 * (SAGE runs each child first to score it, and again to expand it.) A task whose arm was taken in the
 * meantime falls back to its parent's score. Equal scores are drawn by lot: oldest-first floods memory,
 * newest-first gets stuck in the last bytes of long inputs.
 */
export function generational(pool: TaskPool, arms: ArmTable, rng: number): Strategy {
  const buckets = Array.from({ length: newArm + gainLimit + 1 }, () => new RowQueue());
  const random = randomNumbers(rng);
  let size = 0;
  let best = 0;

  const inherited = (row: number) => Math.min(pool.gain[row], gainLimit);
  const insert = (row: number, score: number) => {
    buckets[score].push(row);
    if (score > best) best = score;
  };
  // A guess is one run that leaves no tasks behind, and found for its failure: no loop's next turn is worth more.
  const isGuess = (row: number) => pool.bound[row] === guessBound;
  const promise = (row: number) => {
    const arm = pool.arm[row];
    if (!arms.isNew(arm)) return isGuess(row) ? fartherOn : 0;
    return arms.isArm(arm) ? newArm : fartherOn;
  };
  return {
    push(row) {
      size++;
      insert(row, inherited(row) + promise(row));
    },
    pop() {
      if (size === 0) return -1;
      for (;;) {
        const bucket = buckets[best];
        if (bucket.size === 0) {
          best--;
          continue;
        }
        const row = size > crowded ? bucket.pop() : bucket.take(random() % bucket.size);
        if (best >= fartherOn && !arms.isNew(pool.arm[row]) && !isGuess(row)) {
          insert(row, inherited(row));
          continue;
        }
        size--;
        return row;
      }
    },
    give() {
      for (const bucket of buckets) {
        if (bucket.size === 0) continue;
        size--;
        return bucket.shift();
      }
      return -1;
    },
  };
}
