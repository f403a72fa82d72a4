import type { Expander } from '../expanding/expander.js';
import type { ChildSink } from '../expanding/expansion.js';

/** Hard questions may take this part of the time while there is anything else to do; */
const share = 0.2;
/** each is expected to take this many milliseconds, as much as a query may by default. */
const expectedMs = 5_000;

/** When the questions that were given up at the first try are asked again, with all the time a query may take. */
export class HardQuestions {
  readonly #began = performance.now();
  #spentMs = 0;

  /** Whether one may be asked before easier tasks. */
  get isTheirTurn(): boolean {
    return this.#spentMs + expectedMs < share * (performance.now() - this.#began);
  }

  /** What stands at entry `bound` of the last run. */
  ask(expander: Expander, bound: number, sink: ChildSink): void {
    const start = performance.now();
    expander.askAgain(bound, sink);
    this.#spentMs += performance.now() - start;
  }
}
