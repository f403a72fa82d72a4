import { compareInputs } from '../../inputs/order.js';
import { toLatin1 } from '../../platform/bytes.js';
import { grown } from '../../vocabulary/capacity.js';
import type { Failure } from '../../vocabulary/finding.js';
import { KeyTable } from './key-table.js';
import type { PassedPoints } from './passed-points.js';
import {
  type Layout,
  outcomes,
  type RecordBatch,
  RecordWriter,
  type RunRecord,
  recordAt,
  rowWidth,
  sameLayout,
} from './records.js';

/**
 * One test per path, out of all runs that took it: preferably one that fails nothing, then the input a
 * person would rather see. The choice is a function of the set of runs, not of their order. Eight
 * integers and the input's bytes per test.
 */
export class TestTable {
  readonly #paths = new KeyTable(1 << 12);
  #rows = new Int32Array(rowWidth << 12);
  #inputs = new Uint8Array(1 << 16);
  #inputEnd = 0;
  readonly #layouts: Layout[] = [];
  readonly #failures: (readonly Failure[])[] = [];
  /** What tests pass, by content: batches of several workers bring the same again and again. */
  readonly #passed: PassedPoints[] = [];
  readonly #passedAt = new Map<string, number>();
  #start = new Int32Array(1 << 12);

  get size(): number {
    return this.#paths.size;
  }

  merge(batch: RecordBatch): void {
    const tables = this.#tables(batch);
    for (let i = 0; i < batch.count; i++) {
      const low = batch.rows[i * rowWidth];
      const high = batch.rows[i * rowWidth + 1];
      if (this.#paths.add(low, high)) this.#put(this.#paths.size - 1, batch, i, tables);
      else {
        const index = this.#paths.find(low, high);
        if (isBetter(recordAt(batch, i), this.at(index))) this.#put(index, batch, i, tables);
      }
    }
  }

  /** Takes over the tests of paths that have none here. */
  adopt(others: TestTable): void {
    const writer = new RecordWriter();
    for (let i = 0; i < others.size; i++) {
      const record = others.at(i);
      if (this.#paths.find(record.pathLow, record.pathHigh) >= 0) continue;
      write(writer, record);
    }
    this.merge(writer.drain());
  }

  /** Where every run of a path fails, its test is the run that is shown for the bug, not another that fails alike. */
  show(record: RunRecord): void {
    const index = this.#paths.find(record.pathLow, record.pathHigh);
    if (index < 0 || this.at(index).failures.length === 0) return;
    const writer = new RecordWriter();
    write(writer, record);
    const batch = writer.drain();
    this.#put(index, batch, 0, this.#tables(batch));
  }

  /** What the tests pass, each set once. */
  passed(): PassedPoints[] {
    const used = new Set<number>();
    for (let i = 0; i < this.size; i++) used.add(this.#rows[i * rowWidth + 7]);
    return Array.from(used, (index) => this.#passed[index]);
  }

  at(index: number): RunRecord {
    const rows = this.#rows;
    const at = index * rowWidth;
    return {
      pathLow: rows[at],
      pathHigh: rows[at + 1],
      input: this.#inputs.subarray(this.#start[index], rows[at + 2]),
      layout: this.#layouts[rows[at + 3]],
      failures: rows[at + 4] === 0 ? [] : this.#failures[rows[at + 4] - 1],
      outcome: outcomes[rows[at + 5]],
      exitCode: rows[at + 6],
      passed: this.#passed[rows[at + 7]],
    };
  }

  /** Numbers here for what the rows of a batch call by its own. */
  #tables(batch: RecordBatch): Tables {
    return {
      layouts: batch.layouts.map((layout) => this.#layout(layout)),
      passed: batch.passed.map((points) => this.#points(points)),
    };
  }

  #put(index: number, batch: RecordBatch, i: number, { layouts, passed }: Tables): void {
    const from = i * rowWidth;
    const inputFrom = i === 0 ? 0 : batch.rows[from - rowWidth + 2];
    const size = batch.rows[from + 2] - inputFrom;
    while (this.#inputEnd + size > this.#inputs.length) this.#inputs = grown(this.#inputs);
    while ((index + 1) * rowWidth > this.#rows.length) this.#rows = grown(this.#rows);
    while (index >= this.#start.length) this.#start = grown(this.#start);
    // Byte by byte: most inputs are too small for a view and a block copy to pay.
    for (let k = 0; k < size; k++) this.#inputs[this.#inputEnd + k] = batch.inputs[inputFrom + k];
    this.#start[index] = this.#inputEnd;
    this.#inputEnd += size;
    const at = index * rowWidth;
    for (let k = 0; k < rowWidth; k++) this.#rows[at + k] = batch.rows[from + k];
    this.#rows[at + 2] = this.#inputEnd;
    this.#rows[at + 3] = layouts[batch.rows[from + 3]];
    this.#rows[at + 7] = passed[batch.rows[from + 7]];
    const failures = batch.rows[from + 4];
    this.#rows[at + 4] = failures === 0 ? 0 : this.#failures.push(batch.failures[failures - 1]);
  }

  #points(points: PassedPoints): number {
    const key = toLatin1(points);
    let index = this.#passedAt.get(key);
    if (index === undefined) this.#passedAt.set(key, (index = this.#passed.push(points) - 1));
    return index;
  }

  #layout(layout: Layout): number {
    const known = this.#layouts;
    const oldest = Math.max(0, known.length - 8);
    for (let i = known.length - 1; i >= oldest; i--) if (sameLayout(known[i], layout)) return i;
    return known.push(layout) - 1;
  }
}

interface Tables {
  readonly layouts: readonly number[];
  readonly passed: readonly number[];
}

function write(writer: RecordWriter, record: RunRecord): void {
  const { pathLow, pathHigh, failures, passed } = record;
  writer.add(pathLow, pathHigh, { ...record, regions: record.layout }, failures, passed);
}

function isBetter(a: RunRecord, b: RunRecord): boolean {
  const order = Number(a.failures.length > 0) - Number(b.failures.length > 0);
  return order < 0 || (order === 0 && compareInputs(a, b) < 0);
}
