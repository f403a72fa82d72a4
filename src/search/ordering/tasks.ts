import { RollingHash } from '../expanding/path-hash.js';
import { Ledger } from '../journal/ledger.js';
import { hardArm } from './branch-targets.js';
import { type PackedTasks, packTasks, unpackTasks } from './packed-tasks.js';
import type { Strategy } from './strategy.js';
import { TaskPool } from './task-pool.js';

/** What one worker has still to do: tasks, the order they are taken in, and what the journal is told of them. */
export class Tasks {
  readonly pool = new TaskPool();
  readonly strategy: Strategy;
  readonly ledger: Ledger | undefined;
  readonly #hard: number[] = [];

  /** `owner`: the worker's number in the journal, if there is one. */
  constructor(order: (pool: TaskPool) => Strategy, owner: number | undefined) {
    this.strategy = order(this.pool);
    if (owner !== undefined) this.ledger = new Ledger(owner, this.pool);
  }

  get size(): number {
    return this.pool.size;
  }

  add(
    input: Uint8Array,
    bound: number,
    low: number,
    high: number,
    arm: number,
    gain: number,
    group = arm,
    step = arm,
  ): void {
    const row = this.pool.add(input, bound, low, high, arm, gain);
    this.pool.group[row] = group;
    this.pool.step[row] = step;
    this.push(row);
    this.ledger?.made(row);
  }

  push(row: number): void {
    if (this.pool.arm[row] === hardArm) this.#hard.push(row);
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
    this.ledger?.made(row);
    return row;
  }

  /** Done without a run, or not to be done at all. */
  drop(row: number): void {
    this.ledger?.expanded(row);
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
    if (this.ledger) this.ledger.runs++;
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
