import type { TaskPool } from './task-pool.js';

/** Tasks on their way to another worker, as arrays that are transferred, not copied. */
export interface Gift {
  readonly count: number;
  /** Per task: bound, expected low, expected high, gain, arm, input size. Arms are numbered alike in every worker. */
  readonly rows: Int32Array;
  readonly inputs: Uint8Array;
}

const rowWidth = 6;

export function packTasks(pool: TaskPool, rows: readonly number[]): Gift {
  const packed = new Int32Array(rows.length * rowWidth);
  let bytes = 0;
  for (const row of rows) bytes += pool.inputSize(row);
  const inputs = new Uint8Array(bytes);
  let end = 0;
  rows.forEach((row, i) => {
    const size = pool.inputSize(row);
    inputs.set(pool.input(row), end);
    end += size;
    packed.set(
      [pool.bound[row], pool.expectedLow[row], pool.expectedHigh[row], pool.gain[row], pool.arm[row], size],
      i * rowWidth,
    );
    pool.release(row);
  });
  return { count: rows.length, rows: packed, inputs };
}

/** Puts the tasks of a gift into a pool; gives each new row to `push`. */
export function unpackTasks(gift: Gift, pool: TaskPool, push: (row: number) => void): void {
  let end = 0;
  for (let i = 0; i < gift.count; i++) {
    const [bound, low, high, gain, arm, size] = gift.rows.subarray(i * rowWidth, (i + 1) * rowWidth);
    push(pool.add(gift.inputs.subarray(end, end + size), bound, low, high, arm, gain));
    end += size;
  }
}
