import type { BranchTargets } from '../expanding/branch-targets.js';
import { RowQueue } from './row-queue.js';
import type { Strategy } from './task-order.js';
import type { TaskPool } from './task-pool.js';

/** Turns that all go to the nearest. */
const straight = 256;
/** Then one turn in so many is for looking around. */
const lookEach = 3;

/**
 * Nearest to the target first, as the guide judged when the task was made. Of equals the newest and the oldest in turn:
 * the newest alone goes round a loop once more each time, the oldest alone never gets deep.
 *
 * A distance may be too short (a helper returns to whoever calls it, also right before the target), and then the
 * nearest are a dead end with no end. So after a while every third turn looks around: at a branch target no run took yet, the
 * nearest, or at the oldest of another distance, each distance in its turn.
 */
export function directed(pool: TaskPool, targets: BranchTargets): Strategy {
  const fresh = new ByNearness();
  const others = new ByNearness();
  let turns = 0;
  let isNewestsTurn = false;
  let isFreshTurn = false;

  const nearest = (): RowQueue => (fresh.best >= others.best ? fresh : others).nearest();
  const takeFresh = (): number => {
    for (;;) {
      const row = fresh.nearest().shift();
      if (row < 0 || targets.isNew(pool.target[row])) return row;
      others.push(row, pool.gain[row]);
    }
  };
  const lookAround = (): number => {
    isFreshTurn = !isFreshTurn;
    const row = isFreshTurn ? takeFresh() : -1;
    return row >= 0 ? row : others.next().shift();
  };
  return {
    push(row) {
      (targets.isNew(pool.target[row]) ? fresh : others).push(row, pool.gain[row]);
    },
    pop() {
      if (++turns > straight && turns % lookEach === 0) {
        const row = lookAround();
        if (row >= 0) return row;
      }
      isNewestsTurn = !isNewestsTurn;
      return isNewestsTurn ? nearest().pop() : nearest().shift();
    },
    give() {
      const row = others.farthest().shift();
      return row >= 0 ? row : fresh.farthest().shift();
    },
  };
}

/** Rows by how near they are, from 0 to 255. */
class ByNearness {
  readonly #queues = Array.from({ length: 256 }, () => new RowQueue());
  #best = 0;
  #around = 0;

  push(row: number, nearness: number): void {
    this.#queues[nearness].push(row);
    if (nearness > this.#best) this.#best = nearness;
  }

  /** Of the nearest row; -1 when there is none. */
  get best(): number {
    const queue = this.nearest();
    return queue.size === 0 ? -1 : this.#best;
  }

  nearest(): RowQueue {
    while (this.#best > 0 && this.#queues[this.#best].size === 0) this.#best--;
    return this.#queues[this.#best];
  }

  farthest(): RowQueue {
    return this.#queues.find(({ size }) => size > 0) ?? this.#queues[0];
  }

  /** The queue that is farther than the last one asked for, and has rows; behind the farthest comes the nearest. */
  next(): RowQueue {
    const { best } = this;
    do this.#around = this.#around <= 0 ? best : this.#around - 1;
    while (this.#around > 0 && this.#queues[this.#around].size === 0);
    return this.#queues[Math.max(0, this.#around)];
  }
}
