import { RowQueue } from './row-queue.js';
import { Turns } from './turns.js';

interface Group {
  readonly steps: Turns;
  readonly rows: Map<number, RowQueue>;
}

/**
 * Shares turns between groups of tasks, and the turns of a group between the steps its tasks were made for. So a
 * loop with a million tasks takes no more than its share, and what is new to a group comes first in it, however often
 * it was done elsewhere.
 */
export class GroupTurns {
  readonly #turns = new Turns();
  readonly #groups = new Map<number, Group>();
  #newest = -1;
  size = 0;

  push(row: number, key: number, step: number): void {
    this.size++;
    let group = this.#groups.get(key);
    if (!group) this.#groups.set(key, (group = { steps: new Turns(), rows: new Map() }));
    let rows = group.rows.get(step);
    if (!rows) group.rows.set(step, (rows = new RowQueue()));
    rows.push(row);
    group.steps.wait(step);
    this.#turns.wait(key);
    this.#newest = key;
  }

  /** A row whose turn it is, drawn by lot; -1 when there is none. */
  take(random: () => number): number {
    return this.#takeFrom(
      () => this.#turns.next(),
      (rows) => rows.take(random() % rows.size),
    );
  }

  /** The newest row of the group that got one last. */
  newest(): number {
    let isFirst = true;
    return this.#takeFrom(
      () => {
        const key = isFirst && this.#newest >= 0 ? this.#newest : this.#turns.next();
        isFirst = false;
        return key;
      },
      (rows) => rows.pop(),
    );
  }

  /** The oldest row of a group that had many turns. */
  oldest(): number {
    return this.#takeFrom(
      () => this.#turns.last(),
      (rows) => rows.shift(),
    );
  }

  #takeFrom(next: () => number, which: (rows: RowQueue) => number): number {
    if (this.size === 0) return -1;
    for (;;) {
      const key = next();
      const group = this.#groups.get(key);
      if (!group || group.steps.size === 0) continue;
      const step = group.steps.next();
      const rows = group.rows.get(step)!;
      const row = which(rows);
      if (rows.size === 0) group.rows.delete(step);
      else group.steps.wait(step);
      if (group.steps.size > 0) this.#turns.wait(key);
      this.size--;
      return row;
    }
  }
}
