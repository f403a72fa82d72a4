import type { RunResult } from '../../runtime/types.js';
import type { CheckCounts } from './check-counts.js';

/** What one run and all that was asked about it came to: a row of the paper's figure 5. */
export interface TestFigures {
  /** The path it took. */
  readonly low: number;
  readonly high: number;
  readonly instructions: number;
  /** Bytes of the input. */
  readonly inputSize: number;
  /** Conditions of the path. */
  readonly constraints: number;
  /** By the checker's place in the table, conditions put in and those of them that some input meets. */
  readonly injected: readonly number[];
  readonly solved: readonly number[];
  /** Inputs that were made from it. */
  readonly children: number;
}

/** Rows that are kept; of a longer search the first are told. */
const mostRows = 20_000;

/** Notes the figures of runs, where somebody wants them. */
export class FigureNotes {
  #rows: TestFigures[] = [];
  #count = 0;

  /** `ask` asks what there is to ask about the run, and gives how many inputs came of it. */
  note(
    { instructions = 0, input, trace }: RunResult,
    { low, high }: { readonly low: number; readonly high: number },
    counts: CheckCounts,
    ask: () => number,
  ): TestFigures {
    // The next run overwrites both.
    const [inputSize, constraints] = [input.length, trace.length];
    const before = { injected: counts.injected.slice(), solved: counts.solved.slice() };
    const children = ask();
    const since = (column: 'injected' | 'solved') => counts[column].map((count, i) => count - before[column][i]);
    const [injected, solved] = [since('injected'), since('solved')];
    const row = { low, high, instructions, inputSize, constraints, injected, solved, children };
    if (this.#count++ < mostRows) this.#rows.push(row);
    return row;
  }

  drain(): readonly TestFigures[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}

/** One row a path: what was asked about a later run of it, or about the same run later, is added. */
export class CollectedFigures {
  readonly #rows = new Map<string, TestFigures>();

  merge(rows: readonly TestFigures[]): void {
    for (const row of rows) {
      const key = `${row.low},${row.high}`;
      const known = this.#rows.get(key);
      this.#rows.set(key, known ? sum(known, row) : row);
    }
  }

  get all(): readonly TestFigures[] {
    return [...this.#rows.values()];
  }
}

function sum(a: TestFigures, b: TestFigures): TestFigures {
  const both = (column: 'injected' | 'solved') => a[column].map((count, i) => count + b[column][i]);
  return { ...a, injected: both('injected'), solved: both('solved'), children: a.children + b.children };
}
