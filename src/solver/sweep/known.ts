import type { ExprStore } from '../../expr/store.js';
import { type ByteSet, membersInOrder } from '../byteset.js';
import { type Lanes, laneLimit } from '../lanes/kernels.js';
import { compileStep, runLanes } from '../lanes/program.js';
import type { Stage } from './stages.js';

/** Different things that can be known after a stage, at most, and combinations looked at on the way there. */
const knownLimit = 2048;
const combinationLimit = 1 << 17;
/** Operations times combinations of all stages together: a few milliseconds. */
const workLimit = 4_000_000;

const slots = new Int32Array(knownLimit * 2);
const left: Lanes[] = [];
const members = new Int32Array(256);

/**
 * All that the bytes so far may have come to, as far as it matters later: one row for each combination of values of
 * the frontier, with the last byte that led there and the row before it. Bytes that lead to the same row are no
 * different from there on, so one of them stands for all; the plainest.
 */
export class Known {
  /** Where the same was computed before: what follows a stage, by what the stage was. */
  readonly next = new Map<string, Known | 'too much'>();

  private constructor(
    readonly previous: Known | undefined,
    /** One per expression of the frontier. */
    readonly columns: readonly Lanes[],
    readonly count: number,
    readonly from: Int32Array,
    readonly bytes: Uint8Array,
    readonly work: number,
  ) {}

  /** Nothing was read, and nothing is needed of it. */
  static start(): Known {
    return new Known(undefined, [], 1, new Int32Array(1), new Uint8Array(1), 0);
  }

  /** After one more byte. `isLast`: one row is enough. */
  after(store: ExprStore, stage: Stage, set: ByteSet, rank: number, frontier: Stage['frontier']): Known | 'too much' {
    const classes = classesOf(store, stage, set, rank);
    const combinations = this.count * classes.count;
    if (combinations > combinationLimit) return 'too much';
    const inputs = [...frontier, ...stage.ownUsed];
    const results = [...stage.constraints, ...stage.frontier];
    const program = compileStep(store, stage.mixed, inputs, results);
    const work = this.work + combinations * (program.steps.length + inputs.length);
    if (work > workLimit) return 'too much';
    while (left.length < inputs.length) left.push(new Int32Array(laneLimit));
    const rows = new Rows(stage.frontier.length);
    for (let start = 0; start < combinations; start += laneLimit) {
      const n = Math.min(laneLimit, combinations - start);
      for (let column = 0; column < inputs.length; column++) {
        const isEarlier = column < frontier.length;
        const source = isEarlier ? this.columns[column] : classes.columns[column - frontier.length];
        fill(left[column], source, start, n, classes.count, isEarlier);
      }
      runLanes(program, left, n);
      const outputs = program.results.map((register) => program.low[register]);
      const conditions = outputs.splice(0, stage.constraints.length);
      for (let lane = 0; lane < n; lane++) {
        if (!conditions.every((condition) => condition[lane] !== 0)) continue;
        const at = start + lane;
        const row = Math.floor(at / classes.count);
        if (!rows.add(outputs, lane, row, classes.bytes[at - row * classes.count])) return 'too much';
      }
      if (stage.frontier.length === 0 && rows.count > 0) break;
    }
    return new Known(this, rows.columns(), rows.count, rows.from, rows.bytes, work);
  }

  /** The bytes that led to a row. */
  bytesTo(row: number): Uint8Array {
    const bytes: number[] = [];
    for (let known: Known = this; known.previous !== undefined; known = known.previous) {
      bytes.push(known.bytes[row]);
      row = known.from[row];
    }
    return Uint8Array.from(bytes.reverse());
  }
}

/** Rows that differ, in the order they were met. */
class Rows {
  count = 0;
  from = new Int32Array(16);
  bytes = new Uint8Array(16);
  readonly #columns: Int32Array[];

  constructor(width: number) {
    this.#columns = Array.from({ length: width }, () => new Int32Array(16));
    slots.fill(0);
  }

  /** False if they have become too many. */
  add(values: readonly Lanes[], lane: number, from: number, byte: number): boolean {
    let hash = 0x9e3779b1;
    for (const column of values) {
      hash = Math.imul(hash ^ column[lane], 0x85ebca6b);
      hash ^= hash >>> 13;
    }
    let slot = hash & (slots.length - 1);
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      if (this.#isRow(slots[slot] - 1, values, lane)) return true;
    }
    if (this.count === knownLimit) return false;
    if (this.count === this.from.length) this.#grow();
    const row = this.count++;
    slots[slot] = row + 1;
    for (let column = 0; column < values.length; column++) this.#columns[column][row] = values[column][lane];
    this.from[row] = from;
    this.bytes[row] = byte;
    return true;
  }

  columns(): Lanes[] {
    return this.#columns;
  }

  #isRow(row: number, values: readonly Lanes[], lane: number): boolean {
    for (let column = 0; column < values.length; column++) {
      if (this.#columns[column][row] !== values[column][lane]) return false;
    }
    return true;
  }

  #grow(): void {
    const bigger = <T extends Int32Array | Uint8Array>(old: T, to: T): T => {
      to.set(old);
      return to;
    };
    const size = this.count * 2;
    this.from = bigger(this.from, new Int32Array(size));
    this.bytes = bigger(this.bytes, new Uint8Array(size));
    this.#columns.forEach((column, index) => {
      this.#columns[index] = bigger(column, new Int32Array(size));
    });
  }
}

/** Values of one byte that differ in what others look at, with what that is. */
interface Classes {
  readonly count: number;
  readonly bytes: Uint8Array;
  readonly columns: readonly Lanes[];
}

function classesOf(store: ExprStore, { own, ownUsed }: Stage, set: ByteSet, rank: number): Classes {
  const count = membersInOrder(set, rank, members);
  if (own.length === 0) return { count: 1, bytes: Uint8Array.of(members[0]), columns: [] };
  const byte = own[0];
  const program = compileStep(store, own, [byte], ownUsed);
  runLanes(program, [members], count);
  const outputs = program.results.map((register) => program.low[register]);
  const rows = new Rows(outputs.length);
  for (let lane = 0; lane < count; lane++) rows.add(outputs, lane, 0, members[lane]);
  return { count: rows.count, bytes: rows.bytes, columns: rows.columns() };
}

/** All combinations from `start` on of rows and classes, the classes of one row side by side: one column of them. */
function fill(out: Lanes, source: Lanes, start: number, n: number, classes: number, isEarlier: boolean): void {
  let row = Math.floor(start / classes);
  let at = start - row * classes;
  for (let lane = 0; lane < n; lane++) {
    out[lane] = source[isEarlier ? row : at];
    if (++at === classes) {
      at = 0;
      row++;
    }
  }
}
