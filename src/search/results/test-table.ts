import { compareInputs } from '../../inputs/order.js';
import { toLatin1 } from '../../platform/bytes.js';
import { grown } from '../../vocabulary/capacity.js';
import { KeyTable } from './key-table.js';
import type { PassedPoints } from './passed-points.js';
import { type Layout, outcomes, type RecordBatch, type RunRecord, recordAt, rowWidth, sameLayout } from './records.js';
import { testHash, testName } from './test-id.js';
import { inputOfLine, layoutLine, layoutName, passedLine, passedName, readTestLine, testLine } from './test-line.js';
import { MemoryStore, type TestStore } from './test-store.js';

/** Among the flags of a test, beside the number of its outcome: it fails something. */
const fails = 0x80;

/**
 * One test per path, out of all runs that took it: preferably one that fails nothing, then the input a
 * person would rather see. The choice is a function of the set of runs, not of their order. What a test says lies in a
 * store, a file if there is one; here are some fifty bytes of it.
 */
export class TestTable {
  readonly #paths = new KeyTable(1 << 12);
  /** Of each test: where its line begins, how long it is, its id, what it passes, how it ended. */
  #start = new Float64Array(1 << 12);
  #length = new Int32Array(1 << 12);
  #ids = new Int32Array(2 << 12);
  #passedOf = new Int32Array(1 << 12);
  #layoutOf = new Int32Array(1 << 12);
  #flags = new Uint8Array(1 << 12);
  /** What tests share, by content: batches of several workers bring the same again and again. */
  readonly #passed: { readonly points: PassedPoints; readonly name: string; plainest: Plainest }[] = [];
  readonly #passedAt = new Map<string, number>();
  readonly #layouts: { readonly layout: Layout; readonly name: string }[] = [];
  readonly #layoutAt = new Map<string, number>();

  constructor(readonly store: TestStore = new MemoryStore()) {}

  get size(): number {
    return this.#paths.size;
  }

  merge(batch: RecordBatch): void {
    for (let i = 0; i < batch.count; i++) {
      const low = batch.rows[i * rowWidth];
      const high = batch.rows[i * rowWidth + 1];
      if (this.#paths.add(low, high)) this.#put(this.#paths.size - 1, recordAt(batch, i));
      else this.#choose(this.#paths.find(low, high), recordAt(batch, i));
    }
  }

  #choose(index: number, record: RunRecord): void {
    // Most that come again are the same, or fail where there is one that does not.
    const hasFailed = record.failures.length > 0;
    if (hasFailed && !this.failsAt(index)) return;
    const { low, high } = testHash(record);
    if (hasFailed === this.failsAt(index) && this.#ids[index * 2] === high && this.#ids[index * 2 + 1] === low) return;
    const order = hasFailed === this.failsAt(index) ? compareInputs(record, this.#inputAt(index)) : -1;
    if (order < 0) this.#put(index, record);
  }

  /** Takes over the tests of paths that have none here. */
  adopt(others: TestTable): void {
    for (let i = 0; i < others.size; i++) {
      const { pathLow, pathHigh } = others.pathAt(i);
      if (this.#paths.add(pathLow, pathHigh)) this.#put(this.#paths.size - 1, others.at(i));
    }
  }

  /** Where every run of a path fails, its test is the run that is shown for the bug, not another that fails alike. */
  show(record: RunRecord): void {
    const index = this.#paths.find(record.pathLow, record.pathHigh);
    if (index >= 0 && this.failsAt(index)) this.#put(index, record);
  }

  /** What the tests pass, each set once. */
  passed(): PassedPoints[] {
    return Array.from(this.#used(), (number) => this.#passed[number].points);
  }

  #used(): Set<number> {
    const used = new Set<number>();
    for (let i = 0; i < this.size; i++) used.add(this.#passedOf[i]);
    return used;
  }

  /** Lines of what the tests share, in an order that depends on nothing but themselves. */
  sharedLines(): string[] {
    const passed = Array.from(this.#used(), (number) => this.#passed[number]);
    return [
      ...passed.map(({ points, name }) => passedLine(points, name)),
      ...this.#layouts.map(({ layout, name }) => layoutLine(layout, name)),
    ].sort();
  }

  /** Of each set of points that tests pass, the test a person would rather see: its number, best first. */
  plainest(): number[] {
    const used = this.#used();
    this.#lookUp(new Set([...used].filter((number) => this.#passed[number].plainest === 'unknown')));
    const all = Array.from(used, (number) => this.#passed[number].plainest as Exclude<Plainest, 'unknown' | undefined>);
    return all.sort((a, b) => (isBetter(a.record, b.record) ? -1 : 1)).map(({ index }) => index);
  }

  #lookUp(sets: ReadonlySet<number>): void {
    for (const number of sets) this.#passed[number].plainest = undefined;
    for (let index = 0; sets.size > 0 && index < this.size; index++) {
      if (!sets.has(this.#passedOf[index])) continue;
      const set = this.#passed[this.#passedOf[index]];
      const record = this.at(index);
      const known = set.plainest as Exclude<Plainest, 'unknown'>;
      if (!known || isBetter(record, known.record)) set.plainest = { index, record };
    }
  }

  /** Only what decides which of two is shown. */
  #inputAt(index: number): Pick<RunRecord, 'input' | 'layout'> {
    return { input: inputOfLine(this.lineAt(index)), layout: this.#layouts[this.#layoutOf[index]].layout };
  }

  at(index: number): RunRecord {
    const { input, outcome, exitCode, failures, effects } = readTestLine(this.lineAt(index));
    return {
      ...this.pathAt(index),
      input,
      layout: this.#layouts[this.#layoutOf[index]].layout,
      outcome,
      exitCode,
      failures,
      passed: this.passedAt(index),
      effects,
    };
  }

  pathAt(index: number): Pick<RunRecord, 'pathLow' | 'pathHigh'> {
    return { pathLow: this.#paths.low(index), pathHigh: this.#paths.high(index) };
  }

  passedAt(index: number): PassedPoints {
    return this.#passed[this.#passedOf[index]].points;
  }

  /** The test as it is saved; valid until the next is asked for. */
  lineAt(index: number): Uint8Array {
    return this.store.read(this.#start[index], this.#length[index]);
  }

  idAt(index: number): string {
    return testName(this.#ids[index * 2], this.#ids[index * 2 + 1]);
  }

  /** The first 32 bits of the id, and the others. */
  idHighAt(index: number): number {
    return this.#ids[index * 2] >>> 0;
  }

  idLowAt(index: number): number {
    return this.#ids[index * 2 + 1] >>> 0;
  }

  /** The id of the path's test. */
  idOfPath({ pathLow, pathHigh }: Pick<RunRecord, 'pathLow' | 'pathHigh'>): string | undefined {
    const index = this.#paths.find(pathLow, pathHigh);
    return index < 0 ? undefined : this.idAt(index);
  }

  failsAt(index: number): boolean {
    return (this.#flags[index] & fails) !== 0;
  }

  outcomeAt(index: number): RunRecord['outcome'] {
    return outcomes[this.#flags[index] & ~fails];
  }

  #put(index: number, record: RunRecord): void {
    if (index >= this.#start.length) {
      this.#start = grown(this.#start);
      this.#length = grown(this.#length);
      this.#ids = grown(this.#ids);
      this.#passedOf = grown(this.#passedOf);
      this.#layoutOf = grown(this.#layoutOf);
      this.#flags = grown(this.#flags);
    }
    const before = this.#length[index] === 0 ? -1 : this.#passedOf[index];
    const passed = this.#points(record.passed);
    const layout = this.#layout(record.layout);
    const { low, high } = testHash(record);
    const names = { passed: this.#passed[passed].name, layout: this.#layouts[layout].name };
    const line = testLine(record, names, testName(high, low));
    this.#start[index] = this.store.append(line);
    this.#length[index] = this.store.end - this.#start[index];
    this.#ids[index * 2] = high;
    this.#ids[index * 2 + 1] = low;
    this.#passedOf[index] = passed;
    this.#layoutOf[index] = layout;
    this.#flags[index] = outcomes.indexOf(record.outcome) | (record.failures.length > 0 ? fails : 0);
    this.#notePlainest(index, record, passed, before);
  }

  #notePlainest(index: number, record: RunRecord, passed: number, before: number): void {
    const was = before < 0 ? undefined : this.#passed[before].plainest;
    // The plainest gave its place to something else: which of the rest is next is looked up if somebody asks.
    if (was && was !== 'unknown' && was.index === index && !(before === passed && isBetter(record, was.record))) {
      this.#passed[before].plainest = 'unknown';
    }
    const set = this.#passed[passed];
    if (set.plainest === 'unknown' || (set.plainest && !isBetter(record, set.plainest.record))) return;
    set.plainest = { index, record: { ...record, input: record.input.slice() } };
  }

  #points(points: PassedPoints): number {
    const key = toLatin1(points);
    let number = this.#passedAt.get(key);
    if (number === undefined) {
      const name = passedName(points);
      this.#passedAt.set(key, (number = this.#passed.push({ points, name, plainest: undefined }) - 1));
      this.store.append(passedLine(points, name));
    }
    return number;
  }

  #layout(layout: Layout): number {
    const known = this.#layouts;
    const oldest = Math.max(0, known.length - 8);
    for (let i = known.length - 1; i >= oldest; i--) if (sameLayout(known[i].layout, layout)) return i;
    const name = layoutName(layout);
    let number = this.#layoutAt.get(name);
    if (number === undefined) {
      this.#layoutAt.set(name, (number = known.push({ layout, name }) - 1));
      this.store.append(layoutLine(layout, name));
    }
    return number;
  }
}

/** Unknown: the one that was is no longer a test. */
type Plainest = { readonly index: number; readonly record: RunRecord } | 'unknown' | undefined;

function isBetter(a: RunRecord, b: RunRecord): boolean {
  const order = Number(a.failures.length > 0) - Number(b.failures.length > 0);
  return order < 0 || (order === 0 && compareInputs(a, b) < 0);
}
