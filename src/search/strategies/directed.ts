import type { Strategy } from '../strategy.js';
import type { TaskPool } from '../task-pool.js';
import { RowQueue } from './row-queue.js';

/** Nearest to the target first, as the guide judged when the task was made; of equals the newest. */
export function directed(pool: TaskPool): Strategy {
  const buckets = Array.from({ length: 256 }, () => new RowQueue());
  let best = 0;
  return {
    push(row) {
      const nearness = pool.gain[row];
      buckets[nearness].push(row);
      if (nearness > best) best = nearness;
    },
    pop() {
      while (best > 0 && buckets[best].size === 0) best--;
      return buckets[best].pop();
    },
    give() {
      for (const bucket of buckets) if (bucket.size > 0) return bucket.shift();
      return -1;
    },
  };
}
