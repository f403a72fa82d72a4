import { RowQueue } from './row-queue.js';
import type { Strategy } from './task-order.js';

/** Last in, first out: the frontier stays as small as the tree is deep. Given away are the oldest, whose subtrees are largest. */
export function depthFirst(): Strategy {
  const queue = new RowQueue();
  return {
    push: (row) => queue.push(row),
    pop: () => queue.pop(),
    give: () => queue.shift(),
  };
}
