import { type Bucket, Buckets } from './buckets.js';
import type { Harvest } from './recorder.js';
import type { RunRecord } from './records.js';
import { Tally } from './tally.js';
import { CollectedFigures } from './test-figures.js';
import type { TestStore } from './test-store.js';
import { TestTable } from './test-table.js';

/** What all workers of a search have to show. */
export class Collected {
  readonly tests: TestTable;
  readonly buckets = new Buckets();
  readonly tally = new Tally();
  readonly figures = new CollectedFigures();
  /** Seen beside the search (search/beside): counts where the search itself does not come. */
  readonly #beside = { tests: new TestTable(), buckets: new Buckets() };

  /** `onPath` is told of each path when it is first taken, `onBug` of each bug when it is first confirmed. */
  constructor(
    readonly onPath?: (record: RunRecord) => void,
    store?: TestStore,
    readonly onBug?: (bucket: Bucket) => void,
  ) {
    this.tests = new TestTable(store);
  }

  /** Bugs seen, by the search and beside it. */
  get suspects(): number {
    return this.buckets.sizeWith(this.#beside.buckets);
  }

  keep({ records, buckets, tally, beside, figures }: Harvest): void {
    if (figures) this.figures.merge(figures);
    this.#tell(() => this.tests.merge(records));
    // Before the journal says that they were found.
    this.tests.store.flush();
    this.buckets.merge(buckets);
    if (this.onBug) for (const bucket of this.buckets.confirmedLately(buckets)) this.onBug(bucket);
    this.tally.merge(tally);
    if (!beside) return;
    this.#beside.tests.merge(beside.records);
    this.#beside.buckets.merge(beside.buckets);
  }

  /** The search is over: what was only seen beside it is taken over. */
  finish(isUnfinished: boolean): void {
    const known = this.tests.size;
    this.#tell(() => this.tests.adopt(this.#beside.tests));
    this.buckets.adopt(this.#beside.buckets);
    // A search that left nothing out came everywhere: if not, it is not what it takes itself for.
    if (!isUnfinished && this.tally.isEmpty && this.tests.size > known) this.tally.count('divergence');
  }

  #tell(merge: () => void): void {
    const known = this.tests.size;
    merge();
    if (this.onPath) for (let i = known; i < this.tests.size; i++) this.onPath(this.tests.at(i));
  }
}
