import { Supports } from '../../expr/support.js';
import type { RunResult } from '../../runtime/types.js';
import type { SideTasks } from '../beside/side-search.js';
import { wellDefined } from '../confirming/failure-notes.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import { generational } from '../ordering/generational.js';
import type { Harvest } from '../results/recorder.js';
import type { SolverCounts } from '../results/stats.js';
import type { OnRun } from './runner.js';
import { type ExpansionOptions, type SharedHints, TaskExpansion } from './task-expansion.js';

/**
 * The tasks of a side search: what comes of inputs that nobody asked for. It shares paths and hints with the search it
 * is beside, and has a worklist of its own that nobody waits for and no journal knows.
 */
export class SideExplorer implements SideTasks {
  readonly #expansion: TaskExpansion;
  readonly #supports: Supports;

  /** `shared` is the state of the search it is beside. */
  constructor(engine: Engine, shared: SharedState, options: ExpansionOptions, hints: SharedHints, onRun: OnRun) {
    this.#expansion = new TaskExpansion(
      engine,
      shared.sideSearch(),
      { ...options, owner: undefined },
      (pool, targets) => generational(pool, targets, options.rng),
      onRun,
      false,
      hints,
    );
    this.#supports = new Supports(engine.program.store);
  }

  get pending(): number {
    return this.#expansion.tasks.size;
  }

  get counts(): SolverCounts {
    return this.#expansion.expander.counts;
  }

  get executionMs(): number {
    return this.#expansion.runner.executionMs;
  }

  expandOne(): boolean {
    const { tasks, shared } = this.#expansion;
    const row = tasks.pop(false);
    if (!shared.takeRun()) {
      tasks.push(row);
      return false;
    }
    this.#expansion.expand(row);
    return true;
  }

  attempt(input: Uint8Array, isBehind: (variable: number) => boolean): RunResult | undefined {
    const { shared, runner, expander } = this.#expansion;
    if (!shared.takeRun()) return undefined;
    const result = runner.runToExpand(input, 0, 0, 0);
    runner.failures.note(result, 0);
    const { trace } = result;
    let bound = 0;
    const reads = (expr: number) => expr > 0 && this.#supports.supportOf(expr).some(isBehind);
    while (bound < trace.length && !reads(trace.expr[bound])) bound++;
    if (bound < trace.length && this.#expansion.isNewSequence()) {
      expander.ask(bound, this.#expansion, undefined, undefined, wellDefined(result, bound));
      this.#expansion.guess(result, bound);
      runner.seeWitnesses();
    }
    return result;
  }

  harvest(): Harvest {
    return this.#expansion.recorder.harvest();
  }

  coveredLately(): number[] {
    return this.#expansion.recorder.coveredLately();
  }
}
