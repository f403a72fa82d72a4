import type { SurveyedRoots } from '../expanding/roots.js';
import type { PackedTasks } from '../ordering/packed-tasks.js';
import { packTasks } from '../ordering/packed-tasks.js';
import type { TaskPool } from '../ordering/task-pool.js';
import type { TaskLog } from '../ordering/tasks.js';

/**
 * What one worker did since it last told it, such that whoever reads all pages knows what is left to do:
 * a task is named when a page is made and it is still pending; one made and expanded between two pages
 * never needs a name.
 */
export interface LedgerPage {
  readonly runs: number;
  /** Tasks named on earlier pages (of any worker) that were expanded. */
  readonly done: Float64Array;
  /** Tasks named here. */
  readonly made: PackedTasks;
  /** Keys of the sequences of entries met, low and high. */
  readonly seen: Int32Array;
  /** Targets taken for the first time here. */
  readonly targets: Int32Array;
  /** Coverage points passed for the first time. */
  readonly covered: Int32Array;
  /** The survey of several first inputs, on the page of the worker that made it. */
  readonly survey?: SurveyedRoots;
  /** Of those, how many were expanded here. */
  readonly rootsExpanded: number;
  /** First inputs taken from their source. */
  readonly firstInputsTaken: number;
  /** Inputs that the worker's fuzzer kept. */
  readonly fuzzed?: readonly Uint8Array[];
}

/** Tasks a worker can name before its names run into the next worker's. */
const namesOfAWorker = 2 ** 40;

/** Keeps what stands on the next page. */
export class Ledger implements TaskLog {
  #runs = 0;
  #nextName: number;
  #made: number[] = [];
  #done: number[] = [];
  #seen: number[] = [];
  #survey: SurveyedRoots | undefined;
  #rootsExpanded = 0;
  #firstInputsTaken = 0;

  /** `owner`: a number no other worker has, nor had before the search was resumed. */
  constructor(
    owner: number,
    readonly pool: TaskPool,
  ) {
    this.#nextName = owner * namesOfAWorker + 1;
  }

  ran(): void {
    this.#runs++;
  }

  made(row: number): void {
    this.#made.push(row);
  }

  tookFirstInput(): void {
    this.#firstInputsTaken++;
  }

  expanded(row: number): void {
    const name = this.pool.name[row];
    if (name > 0) this.#done.push(name);
  }

  saw(low: number, high: number): void {
    this.#seen.push(low, high);
  }

  surveyed(survey: SurveyedRoots): void {
    this.#survey = survey;
  }

  expandedRoot(): void {
    this.#rootsExpanded++;
  }

  page(targets: readonly number[], covered: readonly number[], fuzzed: readonly Uint8Array[] = []): LedgerPage {
    const { name } = this.pool;
    const alive: number[] = [];
    for (const row of this.#made) {
      // A row used twice since stands here twice: by the second time it has its name.
      if (name[row] !== 0) continue;
      name[row] = this.#nextName++;
      alive.push(row);
    }
    const page: LedgerPage = {
      runs: this.#runs,
      done: Float64Array.from(this.#done),
      made: packTasks(this.pool, alive),
      seen: Int32Array.from(this.#seen),
      targets: Int32Array.from(targets),
      covered: Int32Array.from(covered),
      survey: this.#survey,
      rootsExpanded: this.#rootsExpanded,
      firstInputsTaken: this.#firstInputsTaken,
      ...(fuzzed.length > 0 && { fuzzed }),
    };
    this.#survey = undefined;
    this.#rootsExpanded = 0;
    this.#firstInputsTaken = 0;
    this.#runs = 0;
    this.#made = [];
    this.#done = [];
    this.#seen = [];
    return page;
  }
}
