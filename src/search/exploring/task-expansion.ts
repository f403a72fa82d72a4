import type { RunResult } from '../../runtime/types.js';
import type { StopOnFirst } from '../confirming/failure-notes.js';
import { wellDefined } from '../confirming/failure-notes.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import { type BranchTargets, hardTask, isAgain, restTask } from '../expanding/branch-targets.js';
import type { Combination } from '../expanding/combine.js';
import { Expander, type Hints } from '../expanding/expander.js';
import type { ChildSink } from '../expanding/expansion.js';
import { Guesser, guessBound } from '../expanding/guess.js';
import { choiceAt, foldEntry, RollingHash } from '../expanding/path-hash.js';
import { Ledger } from '../journal/ledger.js';
import type { Strategy } from '../ordering/task-order.js';
import { TaskPool } from '../ordering/task-pool.js';
import { Tasks } from '../ordering/tasks.js';
import { KeyTable } from '../results/key-table.js';
import { Recorder } from '../results/recorder.js';
import { FigureNotes } from '../results/test-figures.js';
import { TemplateMemory } from '../templates/template-memory.js';
import { HardQuestions } from './hard-questions.js';
import { type OnRun, Runner } from './runner.js';

/** Expressions kept before store and solver are emptied: memory stays flat however long the search lasts. */
const expressionLimit = 2_000_000;

/** A directed search asks for this many entries of a run before it looks whether another task is nearer by now. */
const entriesAtOnce = 64;

/** Bytes of inputs that the tasks of a side search keep: then one task goes for each that comes. */
const mostSideBytes = 16 << 20;

export interface ExpansionOptions {
  readonly search: 'generational' | 'dfs' | 'directed';
  readonly rng: number;
  readonly stopOnFirst: StopOnFirst;
  /** Fingerprints of bugs that are not what it waits for. */
  readonly accepted?: ReadonlySet<string>;
  /** Bugs are confirmed as they are seen. */
  readonly isLive?: boolean;
  /** Default: alternativesOfAValue. */
  readonly mostAlternatives?: number;
  /** Default: strong. */
  readonly combine?: Combination;
  /** This worker's number in the journal, if there is one. */
  readonly owner?: number;
  /** Somebody wants the figures of each run. */
  readonly wantsFigures?: boolean;
}

/** What a side search has of the search it is beside. */
export type SharedHints = Hints & { readonly paths: KeyTable };

/**
 * What becomes of a task: its input is run, what that showed is kept, and its children are put on the worklist. What
 * is asked of a run is the Expander's, in which order tasks are taken the Strategy's.
 */
export class TaskExpansion implements ChildSink {
  readonly expander: Expander;
  readonly recorder: Recorder;
  readonly runner: Runner;
  readonly tasks: Tasks;
  readonly ledger: Ledger | undefined;
  readonly hard = new HardQuestions();
  /** Of each run, where somebody wants them. */
  readonly figures: FigureNotes | undefined;
  /** Runs of other templates, where first inputs are templates. */
  readonly memory: TemplateMemory | undefined;
  /** Sequences of entries that were met, of whole runs. */
  readonly #seen = new KeyTable();
  readonly #guesser: Guesser;
  readonly #isSideSearch: boolean;
  #children = 0;

  constructor(
    readonly engine: Engine,
    readonly shared: SharedState,
    readonly options: ExpansionOptions,
    order: (pool: TaskPool, targets: BranchTargets) => Strategy,
    onRun: OnRun,
    hasTemplates: boolean,
    /** Only a side search has them. */
    hints?: SharedHints,
  ) {
    this.#isSideSearch = hints !== undefined;
    this.figures = options.wantsFigures && !this.#isSideSearch ? new FigureNotes() : undefined;
    this.recorder = new Recorder(shared, engine.program.sites, hints?.paths);
    this.expander = new Expander(engine, this.recorder.tally, options.mostAlternatives, options.combine, hints);
    this.#guesser = new Guesser(engine, this.expander.counts);
    const pool = new TaskPool();
    this.ledger = options.owner === undefined ? undefined : new Ledger(options.owner, pool);
    this.tasks = new Tasks(pool, (own) => order(own, this.expander.targets), this.ledger);
    this.runner = new Runner(engine, shared, this.expander, this.recorder, options, () => this.tasks.ran(), onRun);
    if (hasTemplates && !engine.guide) this.memory = new TemplateMemory();
  }

  /** `onResult`: the task's own run. */
  expand(row: number, onResult?: (result: RunResult) => void): void {
    const { expander, runner } = this;
    const { pool } = this.tasks;
    const bound = pool.bound[row];
    this.shared.target = pool.target[row];
    const isGuess = bound === guessBound;
    const from = isGuess ? 0 : bound;
    const result = runner.runToExpand(pool.input(row), from, pool.expectedLow[row], pool.expectedHigh[row]);
    if (expander.diverged) runner.failures.divergence(result, bound);
    this.hard.did(result);
    onResult?.(result);
    if (!isAgain(pool.target[row])) {
      runner.failures.noteOfTask(result, bound, pool.expectedLow[row], pool.expectedHigh[row]);
    }
    // A guess is tried for its failure alone: whatever else lies on its path is somebody's task already, or will be.
    if (!isGuess) this.asking(result, () => this.#follow(row, result, bound));
    else this.#done(row);
    this.hard.asked(expander);
    pool.release(row);
    this.clearIfLarge();
  }

  /** Asks what there is to ask about the last run, and notes what came of it. */
  asking(result: RunResult, ask: () => void): void {
    const { figures, expander } = this;
    if (!figures) return ask();
    const before = this.#children;
    figures.note(result, expander.path, expander.checkCounts, () => {
      ask();
      return this.#children - before;
    });
  }

  /** Whether the entries of the last run, all of them, were met for the first time. */
  isNewSequence(): boolean {
    const { low, high } = this.expander.whole;
    return this.#seen.add(low, high);
  }

  /** Sequences that an earlier search met: low, high… */
  knowSequences(keys: Int32Array): void {
    for (let i = 0; i < keys.length; i += 2) this.#seen.add(keys[i], keys[i + 1]);
  }

  #follow(row: number, result: RunResult, bound: number): void {
    const { expander, tasks, memory, runner } = this;
    const { pool } = tasks;
    const target = pool.target[row];
    // Every flip of a whole sequence of entries met before belongs to whoever met it first, or to its ancestors.
    // Sequences with concretizations look alike whatever the values: those are always followed.
    const { low, high } = expander.whole;
    const repaired = expander.diverged ? undefined : expander.repaired(bound);
    const isNew = repaired === undefined && this.isNewSequence();
    if (repaired) {
      this.child(repaired, bound, pool.expectedLow[row], pool.expectedHigh[row], target);
    } else if (target === hardTask) {
      this.hard.ask(expander, bound, this);
      runner.seeWitnesses();
    } else if (isNew || expander.hasConcretizations || target === restTask) {
      const end = this.#endOf(result, bound, target === restTask);
      memory?.expect(result, expander.diverged);
      expander.ask(bound, this, undefined, undefined, end);
      if (end < result.trace.length && !runner.cutShort && !this.#isSideSearch) this.#leaveRest(result, end);
      this.guess(result, bound);
      if (runner.cutShort || expander.witnesses.length > 0) memory?.forget();
      memory?.keep(result, bound, expander.path, this.recorder.passedBy(result));
      runner.seeWitnesses();
    }
    this.#done(row);
    if (isNew) this.ledger?.saw(low, high);
  }

  #done(row: number): void {
    this.tasks.ran();
    this.ledger?.expanded(row);
  }

  /** Where to stop asking for now; what comes later on the path waits for its turn. */
  #endOf(result: RunResult, bound: number, isRest: boolean): number {
    const { length } = result.trace;
    if (this.options.search === 'directed') return Math.min(length, bound + entriesAtOnce);
    return isRest || this.memory ? length : wellDefined(result, bound);
  }

  /** What comes later on a long path: the target may be found before. */
  #leaveRest({ input, trace }: RunResult, end: number): void {
    const { guide, program } = this.engine;
    const prefix = new RollingHash();
    prefix.reset();
    for (let i = 0; i < end; i++) foldEntry(prefix, trace, i, choiceAt(trace, i, program.sites));
    this.tasks.add(input, end, prefix.low, prefix.high, restTask, guide?.nearnessOfRest(trace, end) ?? 0);
  }

  /** Inputs that may fail behind the last run's path: tried, and believed when they fail. */
  guess(result: RunResult, bound: number): void {
    this.#guesser.ask(result, bound, (i) => this.expander.held(i), {
      found: (input) => {
        this.memory?.forget();
        this.tasks.add(input, guessBound, 0, 0, -1, 255);
      },
      undecided: (site) => this.recorder.tally.count('solver-timeout', site),
      stopped: () => this.stopped(),
    });
  }

  child(input: Uint8Array, bound: number, low: number, high: number, target: number): void {
    this.#children++;
    if (this.#isSideSearch && this.tasks.size * input.length > mostSideBytes) this.tasks.evict();
    this.memory?.child(input, bound, low, high, target);
    const { rarity, nearness, step } = this.expander;
    const worth = this.engine.guide ? nearness : this.runner.worth;
    this.tasks.add(input, bound, low, high, target, worth, rarity.group, step);
  }

  /** A side search has no time for what is hard. */
  postpone(input: Uint8Array, bound: number, low: number, high: number): void {
    if (this.#isSideSearch) return;
    this.memory?.forget();
    this.tasks.add(input, bound, low, high, hardTask, 0);
  }

  stopped(): boolean {
    if (!this.shared.stopped) return false;
    this.runner.cutShort = true;
    return true;
  }

  clearIfLarge(): void {
    if (this.engine.program.store.size > expressionLimit) this.engine.clear();
  }
}
