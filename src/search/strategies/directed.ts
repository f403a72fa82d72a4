import type { Strategy } from '../strategy.js';
import type { TaskPool } from '../task-pool.js';
import { RowQueue } from './row-queue.js';

/**
 * Nearest to the target first, as the guide judged when the task was made. Of equals the newest and the oldest in turn:
 * the newest alone goes round a loop once more each time, the oldest alone never gets deep.
 */
export function directed(pool: TaskPool): Strategy {
  const buckets = Array.from({ length: 256 }, () => new RowQueue());
  let best = 0;
  let isNewestsTurn = false;
  return {
    push(row) {
      const nearness = pool.gain[row];
      buckets[nearness].push(row);
      if (nearness > best) best = nearness;
    },
    pop() {
      while (best > 0 && buckets[best].size === 0) best--;
      isNewestsTurn = !isNewestsTurn;
      return isNewestsTurn ? buckets[best].pop() : buckets[best].shift();
    },
    give() {
      for (const bucket of buckets) if (bucket.size > 0) return bucket.shift();
      return -1;
    },
  };
}
