import type { TaskPool } from './task-pool.js';

/** Tasks on their way to another worker, as few arrays: a message copies them at once. */
export interface PackedTasks {
  readonly count: number;
  /** Per task: bound, expected low, expected high, gain, target, input size. Targets are numbered alike in every worker. */
  readonly rows: Int32Array;
  readonly inputs: Uint8Array;
  /** What the journal calls them; 0 for none. */
  readonly names: Float64Array;
}

export const rowWidth = 6;

/** Copies tasks; the rows stay whose they are. */
export function packTasks(pool: TaskPool, rows: readonly number[]): PackedTasks {
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
      [pool.bound[row], pool.expectedLow[row], pool.expectedHigh[row], pool.gain[row], pool.target[row], size],
      i * rowWidth,
    );
  });
  return { count: rows.length, rows: packed, inputs, names };
}

/** Puts packed tasks into a pool; gives each new row to `push`. */
export function unpackTasks(packed: PackedTasks, pool: TaskPool, push: (row: number) => void): void {
  let end = 0;
  for (let i = 0; i < packed.count; i++) {
    const [bound, low, high, gain, target, size] = packed.rows.subarray(i * rowWidth, (i + 1) * rowWidth);
    const row = pool.add(packed.inputs.subarray(end, end + size), bound, low, high, target, gain);
    pool.name[row] = packed.names[i];
    push(row);
    end += size;
  }
}

/** Packs single tasks of several packs. */
export function joinTasks(tasks: readonly { readonly packed: PackedTasks; readonly at: number }[]): PackedTasks {
  const rows = new Int32Array(tasks.length * rowWidth);
  const names = new Float64Array(tasks.length);
  const starts = new Map<PackedTasks, Int32Array>();
  let bytes = 0;
  for (const { packed, at } of tasks) {
    bytes += packed.rows[at * rowWidth + rowWidth - 1];
    if (!starts.has(packed)) starts.set(packed, inputStarts(packed));
  }
  const inputs = new Uint8Array(bytes);
  let end = 0;
  tasks.forEach(({ packed, at }, i) => {
    const row = packed.rows.subarray(at * rowWidth, (at + 1) * rowWidth);
    const start = starts.get(packed)![at];
    const size = row[rowWidth - 1];
    rows.set(row, i * rowWidth);
    names[i] = packed.names[at];
    inputs.set(packed.inputs.subarray(start, start + size), end);
    end += size;
  });
  return { count: tasks.length, rows, inputs, names };
}

function inputStarts({ count, rows }: PackedTasks): Int32Array {
  const starts = new Int32Array(count);
  for (let i = 1; i < count; i++) starts[i] = starts[i - 1] + rows[i * rowWidth - 1];
  return starts;
}
