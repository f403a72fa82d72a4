import type { RunResult } from '../../runtime/types.js';
import type { Expander } from '../expanding/expander.js';
import type { ChildSink } from '../expanding/expansion.js';

/** Hard questions may take this part of the work while there is anything else to do; */
const share = 0.2;
/** each is expected to take this much, as much as a query may by default. */
const expectedMs = 5_000;

/** About what a run, a turn of its loops, an entry of its trace, a byte of input and a query take, in milliseconds of an idle machine. */
const runMs = 0.1;
const iterationMs = 1e-5;
const entryMs = 0.002;
const byteMs = 1e-4;
const queryMs = 0.05;

/**
 * When the questions that were given up at the first try are asked again, with all the time a query may take. What
 * time there was is told by what was done, and not by the clock: a search that is slower today meets its questions in
 * the same order.
 */
export class HardQuestions {
  #doneMs = 0;
  #spentMs = 0;
  #queries = 0;
  #solverMs: number | undefined;

  /** What was done so far, in milliseconds of an idle machine. */
  get doneMs(): number {
    return this.#doneMs;
  }

  /** Whether one may be asked before easier tasks. */
  get isTheirTurn(): boolean {
    return this.#spentMs + expectedMs < share * this.#doneMs;
  }

  /** A task's run was made. */
  did({ iterations, trace, input }: Pick<RunResult, 'iterations' | 'trace' | 'input'>): void {
    this.#doneMs += runMs + iterationMs * iterations + entryMs * trace.length + byteMs * input.length;
  }

  /** What was asked since this was told last. */
  asked(expander: Expander): number {
    const { queries } = expander.counts;
    const solverMs = expander.engine.solverWorkMs?.() ?? 0;
    const took = queryMs * (queries - this.#queries) + solverMs - (this.#solverMs ?? solverMs);
    this.#queries = queries;
    this.#solverMs = solverMs;
    this.#doneMs += took;
    return took;
  }

  /** What stands at entry `bound` of the last run. */
  ask(expander: Expander, bound: number, sink: ChildSink): void {
    this.asked(expander);
    expander.askAgain(bound, sink);
    this.#spentMs += this.asked(expander);
  }
}
