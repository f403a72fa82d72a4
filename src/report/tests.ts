import type { Exploration } from '../modes/explore.js';
import type { RunRecord } from '../search/results/records.js';
import { fullTestId, shortIdLength, testHash } from '../search/results/test-id.js';
import type { TestTable } from '../search/results/test-table.js';
import type { SearchResult } from '../search/search.js';
import type { SavedRun } from './saved-run.js';

/** Tests there may be: with 28 bits of an id before its number, a key is an exact number. */
const numberSpan = 2 ** 25;

const known = new WeakMap<object, NamedTests>();

/**
 * One test per path, plus one per bug whose path is also taken without failing: only its check tells
 * them apart. Sorted by id.
 */
export function testsOf(result: Pick<SearchResult, 'tests' | 'bugs'>): NamedTests {
  const cached = known.get(result.tests);
  if (cached) return cached;
  const named = new NamedTests(
    result.tests,
    result.bugs.map(({ record }) => record),
  );
  known.set(result.tests, named);
  return named;
}

/** Tests by their names; of a million of them only numbers are kept. */
export class NamedTests {
  /** Bugs' own tests. They are numbered behind those of the table. */
  readonly others: RunRecord[] = [];
  /** Numbers of tests in the order of their ids. */
  readonly #order: Float64Array;

  constructor(
    readonly table: TestTable,
    bugs: readonly RunRecord[],
  ) {
    const ofBugs = new Map(bugs.map((record) => [fullTestId(record), record]));
    // An id has its path in it: only the test of the same path can be the same test.
    for (const [id, record] of ofBugs) if (table.idOfPath(record) !== id) this.others.push(record);
    this.#order = new Float64Array(table.size + this.others.length);
    // Numbers sort many times faster than strings, and take no memory of their own.
    for (let i = 0; i < table.size; i++) this.#order[i] = (table.idHighAt(i) >>> 4) * numberSpan + i;
    this.others.forEach((record, k) => {
      const number = table.size + k;
      this.#order[number] = (testHash(record).high >>> 4) * numberSpan + number;
    });
    this.#order.sort();
    for (let k = 0; k < this.#order.length; k++) this.#order[k] %= numberSpan;
    this.#settleTies();
  }

  get size(): number {
    return this.#order.length;
  }

  *places(): Generator<number> {
    for (let k = 0; k < this.size; k++) yield k;
  }

  /** Twelve digits are enough for names, but for the odd pair among millions. */
  nameAt(k: number): string {
    const id = this.#idAt(k);
    const isShared =
      k > 0 && this.#highAt(k - 1) === this.#highAt(k) && this.#lowAt(k - 1) >>> 16 === this.#lowAt(k) >>> 16;
    return isShared ? id : id.slice(0, shortIdLength);
  }

  recordAt(k: number): RunRecord {
    const number = this.#order[k];
    return number < this.table.size ? this.table.at(number) : this.others[number - this.table.size];
  }

  /** The number in the table of a test; undefined for a bug's own. */
  numberAt(k: number): number | undefined {
    const number = this.#order[k];
    return number < this.table.size ? number : undefined;
  }

  /** The place of the record's test among these. */
  placeOf(record: RunRecord): number {
    return this.placeOfId(fullTestId(record));
  }

  placeOfId(id: string): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#idAt(middle) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The name of a record's test. */
  idOf(record: RunRecord): string {
    return this.nameAt(this.placeOf(record));
  }

  #idAt(k: number): string {
    const number = this.#order[k];
    return number < this.table.size ? this.table.idAt(number) : fullTestId(this.others[number - this.table.size]);
  }

  /** Ids that have their first digits in common stand in the order of their numbers until now. */
  #settleTies(): void {
    const order = this.#order;
    for (let k = 1; k < order.length; k++) {
      for (let j = k; j > 0 && this.#isTie(j) && this.#idAt(j) < this.#idAt(j - 1); j--) {
        [order[j - 1], order[j]] = [order[j], order[j - 1]];
      }
    }
  }

  #isTie(k: number): boolean {
    return this.#highAt(k) >>> 4 === this.#highAt(k - 1) >>> 4;
  }

  #highAt(k: number): number {
    const number = this.#order[k];
    return number < this.table.size
      ? this.table.idHighAt(number)
      : testHash(this.others[number - this.table.size]).high >>> 0;
  }

  #lowAt(k: number): number {
    const number = this.#order[k];
    return number < this.table.size
      ? this.table.idLowAt(number)
      : testHash(this.others[number - this.table.size]).low >>> 0;
  }
}

/** Tests of an exploration with what they need to be run again: those at these places, or all. */
export function* savedRuns(exploration: Exploration, places?: Iterable<number>): Generator<SavedRun> {
  const { plan, recipe } = exploration;
  const tests = testsOf(exploration);
  for (const k of places ?? tests.places()) {
    yield { id: tests.nameAt(k), record: () => tests.recordAt(k), plan, recipe };
  }
}
