import { Entry } from '../../abi/trace.js';
import { Supports } from '../../expr/support.js';
import type { RunResult } from '../../runtime/types.js';
import type { FuzzTasks } from '../beside/fuzz-turns.js';
import type { SideTasks } from '../beside/side-search.js';
import { wellDefined } from '../confirming/failure-notes.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { Question } from '../expanding/expansion.js';
import { generational } from '../ordering/generational.js';
import type { Harvest } from '../results/recorder.js';
import type { SolverCounts } from '../results/stats.js';
import type { OnRun } from './runner.js';
import { type ExpansionOptions, type SharedHints, TaskExpansion } from './task-expansion.js';

/** Of one question of which inputs of a fuzzer are the reason. */
const mostTimes = 4;

/**
 * The tasks of a side search: what comes of inputs that nobody asked for. It shares paths and hints with the search it
 * is beside, and has a worklist of its own that nobody waits for and no journal knows.
 */
export class SideExplorer implements SideTasks, FuzzTasks {
  readonly #expansion: TaskExpansion;
  /** How often a check of a site, and a target, were asked for because a fuzzer's input came by. */
  readonly #checksAsked = new Map<number, number>();
  readonly #targetsAsked = new Map<number, number>();
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

  consider(input: Uint8Array, isExpanded: boolean): RunResult | undefined {
    const { shared, runner, expander, hard, recorder } = this.#expansion;
    if (!shared.takeRun()) return undefined;
    const result = runner.runToExpand(input, 0, 0, 0);
    const { gain } = recorder;
    hard.did(result);
    runner.failures.note(result, 0);
    if (isExpanded && gain > 0 && result.outcome !== 'assume' && this.#expansion.isNewSequence()) {
      expander.askSome(this.#expansion, this.#neighbours(result), wellDefined(result, 0));
      runner.seeWitnesses();
    }
    hard.asked(expander);
    this.#expansion.clearIfLarge();
    return result;
  }

  /** Targets nobody took yet, and checks of places, each a few times: what can't be had is asked for by each input that comes near. */
  #neighbours({ trace }: RunResult): Question {
    const { targets } = this.#expansion.expander;
    const isAsked = (asked: Map<number, number>, key: number): boolean => {
      const times = asked.get(key) ?? 0;
      asked.set(key, times + 1);
      return times < mostTimes;
    };
    return (entry, choice) => {
      if (entry < 0) return isAsked(this.#checksAsked, ~choice);
      const kind = trace.kind[entry];
      if (kind === Entry.Check) return isAsked(this.#checksAsked, trace.site[entry]);
      if (kind !== Entry.Branch && kind !== Entry.Switch) return false;
      const target = targets.of(trace.site[entry], choice);
      return targets.isNew(target) && isAsked(this.#targetsAsked, target);
    };
  }

  get doneMs(): number {
    return this.#expansion.hard.doneMs;
  }

  harvest(): Harvest {
    return this.#expansion.recorder.harvest();
  }

  coveredLately(): number[] {
    return this.#expansion.recorder.coveredLately();
  }
}
