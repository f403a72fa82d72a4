import type { InputRegion } from '../../inputs/plan.js';
import type { RunResult } from '../../runtime/types.js';
import { firstCapacity, grown } from '../../vocabulary/capacity.js';
import type { Failure } from '../../vocabulary/finding.js';
import type { PassedPoints } from './passed-points.js';

export const outcomes = ['returned', 'exited', 'failed', 'assume', 'fuel', 'stack', 'stopped', 'decided'] as const;
export type Outcome = RunResult['outcome'];

/** Where the values of a run's input lie: shared by all runs that laid it out alike. */
export type Layout = readonly InputRegion[];

/** One run worth keeping, unpacked. */
export interface RunRecord {
  readonly pathLow: number;
  readonly pathHigh: number;
  readonly input: Uint8Array;
  readonly layout: Layout;
  readonly outcome: Outcome;
  readonly exitCode: number;
  readonly failures: readonly Failure[];
  readonly passed: PassedPoints;
  /** What it did that others can see, as JSON of `Effects`; undefined where that is not known, or means nothing. */
  readonly effects?: string;
}

/** Runs as typed arrays, which a message to another thread copies at once. Side tables hold what many runs share. */
export interface RecordBatch {
  readonly count: number;
  /** Per run: path low, path high, input end, layout, failures (0 = none), outcome, exit code, points passed, effects (0 = none). */
  readonly rows: Int32Array;
  readonly inputs: Uint8Array;
  readonly layouts: readonly Layout[];
  /** Lists of failures; number n of a row is entry n - 1. */
  readonly failures: readonly (readonly Failure[])[];
  readonly passed: readonly PassedPoints[];
  /** Number n of a row is entry n - 1. */
  readonly effects: readonly string[];
}

export const rowWidth = 9;

/** Collects runs until they are drained as a batch. Writing a run copies its bytes and nine integers. */
export class RecordWriter {
  #rows = new Int32Array(rowWidth * firstCapacity);
  #inputs = new Uint8Array(firstCapacity);
  #inputEnd = 0;
  #count = 0;
  #layouts: Layout[] = [];
  #failures: (readonly Failure[])[] = [];
  readonly #passed = new Map<PassedPoints, number>();
  readonly #effects = new Map<string, number>();

  get count(): number {
    return this.#count;
  }

  add(
    pathLow: number,
    pathHigh: number,
    result: Pick<RunResult, 'input' | 'regions' | 'outcome' | 'exitCode'>,
    failures: readonly Failure[],
    passed: PassedPoints,
    effects?: string,
  ): void {
    const { input } = result;
    while (this.#inputEnd + input.length > this.#inputs.length) this.#inputs = grown(this.#inputs);
    this.#inputs.set(input, this.#inputEnd);
    this.#inputEnd += input.length;
    const at = this.#count++ * rowWidth;
    if (at + rowWidth > this.#rows.length) this.#rows = grown(this.#rows);
    const rows = this.#rows;
    rows[at] = pathLow;
    rows[at + 1] = pathHigh;
    rows[at + 2] = this.#inputEnd;
    rows[at + 3] = this.#layout(result.regions);
    rows[at + 4] = failures.length === 0 ? 0 : this.#failures.push(failures.slice());
    rows[at + 5] = outcomes.indexOf(result.outcome);
    rows[at + 6] = result.exitCode;
    rows[at + 7] = this.#points(passed);
    rows[at + 8] = effects === undefined ? 0 : numberIn(this.#effects, effects);
  }

  drain(): RecordBatch {
    const batch: RecordBatch = {
      count: this.#count,
      rows: this.#rows.slice(0, this.#count * rowWidth),
      inputs: this.#inputs.slice(0, this.#inputEnd),
      layouts: this.#layouts,
      failures: this.#failures,
      passed: [...this.#passed.keys()],
      effects: [...this.#effects.keys()],
    };
    this.#passed.clear();
    this.#effects.clear();
    this.#count = 0;
    this.#inputEnd = 0;
    this.#layouts = [];
    this.#failures = [];
    return batch;
  }

  #points(passed: PassedPoints): number {
    const known = this.#passed.get(passed);
    if (known !== undefined) return known;
    this.#passed.set(passed, this.#passed.size);
    return this.#passed.size - 1;
  }

  #layout(regions: Layout): number {
    const known = this.#layouts;
    // Programs that make their inputs symbolic as they go have many layouts: a repeated one costs less than a long look.
    const oldest = Math.max(0, known.length - 8);
    for (let i = known.length - 1; i >= oldest; i--) if (sameLayout(known[i], regions)) return i;
    return known.push(regions.slice()) - 1;
  }
}

/** The number of a text among those known, from 1 on. */
function numberIn(known: Map<string, number>, text: string): number {
  const number = known.get(text);
  if (number !== undefined) return number;
  known.set(text, known.size + 1);
  return known.size;
}

export function sameLayout(a: Layout, b: Layout): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const one = a[i];
    const other = b[i];
    if (one === other) continue;
    if (one.offset !== other.offset || one.size !== other.size || one.name !== other.name) return false;
    if (one.plan !== other.plan && one.plan.kind !== other.plan.kind) return false;
  }
  return true;
}

export function recordAt(batch: RecordBatch, index: number): RunRecord {
  const { rows } = batch;
  const at = index * rowWidth;
  return {
    pathLow: rows[at],
    pathHigh: rows[at + 1],
    input: batch.inputs.subarray(index === 0 ? 0 : rows[at - rowWidth + 2], rows[at + 2]),
    layout: batch.layouts[rows[at + 3]],
    failures: rows[at + 4] === 0 ? [] : batch.failures[rows[at + 4] - 1],
    outcome: outcomes[rows[at + 5]],
    exitCode: rows[at + 6],
    passed: batch.passed[rows[at + 7]],
    effects: batch.effects[rows[at + 8] - 1],
  };
}
