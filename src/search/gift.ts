import type { TaskPool } from './task-pool.js';

/** Tasks on their way to another worker, as few arrays: a message copies them at once. */
export interface Gift {
  readonly count: number;
  /** Per task: bound, expected low, expected high, gain, arm, input size. Arms are numbered alike in every worker. */
  readonly rows: Int32Array;
  readonly inputs: Uint8Array;
  /** What the journal calls them; 0 for none. */
  readonly names: Float64Array;
}

export const emptyGift: Gift = {
  count: 0,
  rows: new Int32Array(0),
  inputs: new Uint8Array(0),
  names: new Float64Array(0),
};

export const rowWidth = 6;

/** Copies tasks; the rows stay whose they are. */
export function packTasks(pool: TaskPool, rows: readonly number[]): Gift {
  const names = new Float64Array(rows.length);
  const packed = new Int32Array(rows.length * rowWidth);
  let bytes = 0;
  for (const row of rows) bytes += pool.inputSize(row);
  const inputs = new Uint8Array(bytes);
  let end = 0;
  rows.forEach((row, i) => {
    const size = pool.inputSize(row);
    inputs.set(pool.input(row), end);
    end += size;
    names[i] = pool.name[row];
    packed.set(
      [pool.bound[row], pool.expectedLow[row], pool.expectedHigh[row], pool.gain[row], pool.arm[row], size],
      i * rowWidth,
    );
  });
  return { count: rows.length, rows: packed, inputs, names };
}

/** Puts the tasks of a gift into a pool; gives each new row to `push`. */
export function unpackTasks(gift: Gift, pool: TaskPool, push: (row: number) => void): void {
  let end = 0;
  for (let i = 0; i < gift.count; i++) {
    const [bound, low, high, gain, arm, size] = gift.rows.subarray(i * rowWidth, (i + 1) * rowWidth);
    const row = pool.add(gift.inputs.subarray(end, end + size), bound, low, high, arm, gain);
    pool.name[row] = gift.names[i];
    push(row);
    end += size;
  }
}

/** One gift out of single tasks of others. */
export function joinTasks(tasks: readonly { readonly gift: Gift; readonly at: number }[]): Gift {
  const rows = new Int32Array(tasks.length * rowWidth);
  const names = new Float64Array(tasks.length);
  const starts = new Map<Gift, Int32Array>();
  let bytes = 0;
  for (const { gift, at } of tasks) {
    bytes += gift.rows[at * rowWidth + rowWidth - 1];
    if (!starts.has(gift)) starts.set(gift, inputStarts(gift));
  }
  const inputs = new Uint8Array(bytes);
  let end = 0;
  tasks.forEach(({ gift, at }, i) => {
    const row = gift.rows.subarray(at * rowWidth, (at + 1) * rowWidth);
    const start = starts.get(gift)![at];
    const size = row[rowWidth - 1];
    rows.set(row, i * rowWidth);
    names[i] = gift.names[at];
    inputs.set(gift.inputs.subarray(start, start + size), end);
    end += size;
  });
  return { count: tasks.length, rows, inputs, names };
}

function inputStarts({ count, rows }: Gift): Int32Array {
  const starts = new Int32Array(count);
  for (let i = 1; i < count; i++) starts[i] = starts[i - 1] + rows[i * rowWidth - 1];
  return starts;
}
