import { hardTask } from '../expanding/branch-targets.js';
import { RollingHash } from '../expanding/path-hash.js';
import { type PackedTasks, packTasks, unpackTasks } from './packed-tasks.js';
import type { Strategy } from './task-order.js';
import type { TaskPool } from './task-pool.js';

/** Who is told what becomes of tasks: the journal, where one is kept. */
export interface TaskLog {
  made(row: number): void;
  expanded(row: number): void;
  ran(): void;
}

/** The worklist of one worker: tasks, the order they are taken in, and who is told of them. */
export class Tasks {
  readonly strategy: Strategy;
  readonly #hard: number[] = [];

  constructor(
    readonly pool: TaskPool,
    order: (pool: TaskPool) => Strategy,
    readonly log?: TaskLog,
  ) {
    this.strategy = order(pool);
  }

  get size(): number {
    return this.pool.size;
  }

  add(
    input: Uint8Array,
    bound: number,
    low: number,
    high: number,
    target: number,
    gain: number,
    group = target,
    step = target,
  ): void {
    const row = this.pool.add(input, bound, low, high, target, gain);
    this.pool.group[row] = group;
    this.pool.step[row] = step;
    this.push(row);
    this.log?.made(row);
  }

  push(row: number): void {
    if (this.pool.target[row] === hardTask) this.#hard.push(row);
    else this.strategy.push(row);
  }

  /** The next row, -1 when there is none. Hard ones come last, or when it is their turn. */
  pop(isTurnOfHard: boolean): number {
    const row = isTurnOfHard && this.#hard.length > 0 ? -1 : this.strategy.pop();
    return row >= 0 ? row : (this.#hard.shift() ?? -1);
  }

  /** A first input: everything about it may be changed. It is the caller's to push or to expand. */
  root(input: Uint8Array): number {
    const empty = new RollingHash();
    empty.reset();
    const row = this.pool.add(input, 0, empty.low, empty.high, -1, 0);
    this.log?.made(row);
    return row;
  }

  /** Done without a run, or not to be done at all. */
  drop(row: number): void {
    this.log?.expanded(row);
    this.pool.release(row);
  }

  /** Makes room by giving up one that nobody will miss. */
  evict(): void {
    const row = this.strategy.give();
    if (row >= 0) this.drop(row);
  }

  /** Nothing is left but what was to be done beside other work. */
  discard(): void {
    for (const row of this.strategy.discard?.() ?? []) this.drop(row);
  }

  ran(): void {
    this.log?.ran();
  }

  accept(packed: PackedTasks): void {
    unpackTasks(packed, this.pool, (row) => this.push(row));
  }

  give(most: number): PackedTasks {
    const rows: number[] = [];
    while (rows.length < most) {
      let row = this.strategy.give();
      if (row < 0) row = this.#hard.pop() ?? -1;
      if (row < 0) break;
      rows.push(row);
    }
    const packed = packTasks(this.pool, rows);
    for (const row of rows) this.pool.release(row);
    return packed;
  }
}
