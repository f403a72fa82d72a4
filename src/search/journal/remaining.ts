import type { SurveyedRoots } from '../expanding/roots.js';
import type { PackedTasks } from '../ordering/packed-tasks.js';
import { joinTasks } from '../ordering/packed-tasks.js';
import type { WorkerStats } from '../results/stats.js';
import type { TestTable } from '../results/test-table.js';
import type { JournalEntry, Resumed } from './journal-entry.js';

/** Reads the entries of a journal in order and knows at the end what is left to do. */
export class Remaining {
  /** Where a pending task stands: the packed tasks that named it, and its place there. */
  readonly #pending = new Map<number, { readonly packed: PackedTasks; readonly at: number }>();
  readonly #seen: Int32Array[] = [];
  readonly #targets: Int32Array[] = [];
  readonly #stats = new Map<number, WorkerStats>();
  #runs = 0;
  #entries = 0;
  #survey: SurveyedRoots | undefined;
  #firstInputsTaken = 0;
  readonly #fuzzed: Uint8Array[] = [];

  add({ owner, page, stats }: JournalEntry): void {
    this.#entries++;
    for (const name of page.done) this.#pending.delete(name);
    page.made.names.forEach((name, at) => {
      this.#pending.set(name, { packed: page.made, at });
    });
    this.#seen.push(page.seen);
    this.#targets.push(page.targets);
    this.#stats.set(owner, stats);
    this.#runs += page.runs;
    this.#firstInputsTaken += page.firstInputsTaken;
    if (page.fuzzed) this.#fuzzed.push(...page.fuzzed);
    this.#survey ??= page.survey;
    if (this.#survey) this.#survey = { ...this.#survey, expanded: this.#survey.expanded + page.rootsExpanded };
  }

  /** Nothing, if the journal ends before the first entry: then the search begins at its beginning. */
  resumed(tests: TestTable): Resumed | undefined {
    if (this.#entries === 0) return undefined;
    const paths = new Int32Array(tests.size * 2);
    for (let i = 0; i < tests.size; i++) {
      const { pathLow, pathHigh } = tests.pathAt(i);
      paths[i * 2] = pathLow;
      paths[i * 2 + 1] = pathHigh;
    }
    return {
      remainder: {
        pending: joinTasks([...this.#pending.values()]),
        seen: joined(this.#seen),
        targets: joined(this.#targets),
        paths,
        survey: this.#survey,
        firstInputsTaken: this.#firstInputsTaken,
        fuzzed: this.#fuzzed,
      },
      runs: this.#runs,
      stats: [...this.#stats.values()],
      owners: Math.max(...this.#stats.keys()) + 1,
    };
  }
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}
