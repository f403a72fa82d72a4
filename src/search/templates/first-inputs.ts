import type { RunResult } from '../../runtime/types.js';
import { type RootSource, sourcePending } from '../contracts/root-source.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { Tasks } from '../ordering/tasks.js';

/** Of so many first inputs from a source one has a miss beside it. */
const rootsPerMiss = 8;

/** Takes first inputs from a source as the search goes, between the runs that were made from earlier ones. */
export class FirstInputs {
  /** Nothing is left in the source. */
  isOver = false;
  isProbe = false;
  /** The first input taken last, as long as it has not run: -1 for none. */
  row = -1;
  #turn = 0;
  #rootTurn = 0;
  #isDry = false;
  #taken = 0;
  #behaviour = 0;

  constructor(
    readonly source: RootSource,
    readonly tasks: Tasks,
    readonly shared: SharedState,
    /** One was taken from the source. */
    readonly onTaken?: () => void,
  ) {}

  /** Those an earlier search took. */
  skip(count: number): void {
    for (let i = 0; i < count; i++) this.source.next();
  }

  /** Every so often a run is a new first input's, as long as there are any; more are made when others have nothing to do. */
  next(): void {
    const { source, tasks } = this;
    const { strategy } = tasks;
    const isReady = tasks.size > 0 && (strategy.isReady?.() ?? true);
    if (this.row < 0 && (this.#turn++ % source.runsPerRoot === 0 || !isReady)) {
      const probe = this.#rootTurn++ % 2 === 0 ? source.nextProbe?.() : undefined;
      this.isProbe = probe !== undefined;
      this.row = probe ? tasks.root(probe) : this.#fromSource();
    }
    if (this.shared.hungry > 0) {
      while (!this.#isDry && tasks.size < sourcePending) {
        const row = this.#fromSource();
        if (row >= 0) strategy.push(row);
      }
    }
  }

  /** The one to run now is no longer kept here. */
  take(): number {
    const { row } = this;
    this.row = -1;
    return row;
  }

  /** How the program took it decides what is probed next. */
  note(result: RunResult): void {
    if (this.isProbe) this.#behaviour = behaviourOf(result);
  }

  done(): void {
    if (this.isProbe) this.source.tellProbe?.(this.#behaviour);
    this.isProbe = false;
  }

  #fromSource(): number {
    const { source, tasks } = this;
    const input = this.#isDry ? undefined : source.next();
    if (input) {
      this.onTaken?.();
      const miss = this.#taken++ % rootsPerMiss === 0 ? source.miss(input) : undefined;
      if (miss) tasks.strategy.push(tasks.root(miss));
      return tasks.root(input);
    }
    this.#isDry = true;
    const probe = source.nextProbe?.();
    this.isProbe = probe !== undefined;
    if (probe) return tasks.root(probe);
    this.isOver = true;
    return -1;
  }
}

/** What a run covered and how it ended, as one number. */
function behaviourOf({ coverage, outcome, exitCode, failures }: RunResult): number {
  let hash = Math.imul(exitCode ^ failures.length, 0x01000193) ^ outcome.length;
  for (let i = 0; i < coverage.length; i++) if (coverage[i] !== 0) hash = Math.imul(hash ^ i, 0x01000193);
  return hash;
}
