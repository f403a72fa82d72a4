import { RunGivenUp } from '../../runtime/stop-sign.js';
import type { RunResult } from '../../runtime/types.js';
import { type EngineName, FuzzTurns } from '../beside/fuzz-turns.js';
import { Matches } from '../beside/matches.js';
import { SideSearch } from '../beside/side-search.js';
import type { WorkState } from '../contracts/driver.js';
import type { Engine } from '../contracts/engine.js';
import { sourcePending } from '../contracts/root-source.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { SurveyedRoots } from '../expanding/roots.js';
import type { Remainder } from '../journal/journal-entry.js';
import type { LedgerPage } from '../journal/ledger.js';
import { fair } from '../ordering/fair.js';
import type { PackedTasks } from '../ordering/packed-tasks.js';
import { randomNumbers } from '../ordering/rng.js';
import { strategies } from '../ordering/strategy.js';
import type { CheckCounts } from '../results/check-counts.js';
import type { Harvest } from '../results/recorder.js';
import type { SolverCounts } from '../results/stats.js';
import { FirstInputs } from '../templates/first-inputs.js';
import { type ExploreDriver, type ExploreReport, exploreReport } from './explore-driver.js';
import { isKnownTask } from './known-tasks.js';
import { SeveralRoots } from './several-roots.js';
import { SideExplorer } from './side-explorer.js';
import { type ExpansionOptions, TaskExpansion } from './task-expansion.js';

export interface ExplorerOptions extends ExpansionOptions {
  /** It is this worker that takes first inputs from the engine's source. */
  readonly takesFirstInputs?: boolean;
  /** Default: both. */
  readonly engine?: EngineName;
}

/** A search that does nothing but fuzz ends after so many runs of the fuzzer for each run it may make with symbols. */
const mostFuzzRuns = 100;

/**
 * The search proper, of one worker: takes the next task, has it expanded (task-expansion.ts), and gives the side
 * search its turn. First inputs come from the tasks, from a list (several-roots.ts) or from a source (first-inputs.ts).
 */
export class Explorer implements ExploreDriver {
  readonly #expansion: TaskExpansion;
  /** First inputs, when several are given; one is a task like any other. */
  #roots: SeveralRoots;
  /** First inputs still to come from a source. */
  #firstInputs: FirstInputs | undefined;
  #sideSearch: SideSearch | undefined;
  #sideExplorer: SideExplorer | undefined;
  #fuzzing: FuzzTurns | undefined;
  /** First inputs of a search that does nothing but fuzz. */
  readonly #fuzzedFirst: Uint8Array[] = [];

  constructor(
    readonly engine: Engine,
    readonly shared: SharedState,
    readonly options: ExplorerOptions,
  ) {
    const { search, rng, takesFirstInputs } = options;
    const source = engine.source?.();
    const expansion = new TaskExpansion(
      engine,
      shared,
      options,
      (pool, targets) =>
        source && search === 'generational' ? fair(pool, targets, rng, source) : strategies[search](pool, targets, rng),
      (result, points) => {
        this.#sideSearch?.ran(result, points, false);
        this.#fuzzing?.ran(result, points);
        return 0;
      },
      source !== undefined,
    );
    this.#expansion = expansion;
    this.#roots = new SeveralRoots(expansion, []);
    if (source && takesFirstInputs) {
      this.#firstInputs = new FirstInputs(source, expansion.tasks, shared, () => expansion.ledger?.tookFirstInput());
    }
    if (!source && !engine.guide && search === 'generational') this.#openSideSearch();
  }

  #openSideSearch(): void {
    const { engine, shared, options } = this;
    const { targets, rarity, progress } = this.#expansion.expander;
    const { paths } = this.#expansion.recorder;
    const onRun = (result: RunResult, points: readonly number[]): number => {
      this.#fuzzing?.ran(result, points);
      return this.#sideSearch?.ran(result, points, true) ?? 0;
    };
    this.#sideExplorer = new SideExplorer(engine, shared, options, { targets, rarity, progress, paths }, onRun);
    const matches = new Matches(engine.program.store);
    this.#sideSearch = new SideSearch(this.#sideExplorer, matches, randomNumbers(options.rng));
    if (engine.fuzzed && options.engine !== 'symbolic') {
      this.#fuzzing = new FuzzTurns(engine.fuzzed, this.#sideExplorer, options.rng);
    }
  }

  /** A first input. */
  start(input: Uint8Array): void {
    const { tasks } = this.#expansion;
    tasks.push(tasks.root(input));
  }

  /** Several first inputs, perhaps some of them expanded by an earlier search. */
  startAll(roots: readonly Uint8Array[], survey?: SurveyedRoots): void {
    if (this.options.engine === 'fuzz') this.#fuzzedFirst.push(...roots);
    if (roots.length === 1) this.start(roots[0]);
    else this.#roots = new SeveralRoots(this.#expansion, roots, survey);
  }

  /** Goes on where an earlier search ended. */
  restore({ pending, seen, paths, targets, firstInputsTaken, fuzzed }: Remainder): void {
    const { expander, recorder } = this.#expansion;
    this.#firstInputs?.skip(firstInputsTaken);
    for (const target of targets) expander.targets.take(target);
    expander.targets.takenLately();
    this.#expansion.knowSequences(seen);
    recorder.know(paths);
    this.accept(pending);
    this.#fuzzing?.know(fuzzed);
  }

  step(deadline: number): WorkState {
    try {
      return this.#fuzzing && this.options.engine === 'fuzz' ? this.#fuzz(deadline) : this.#work(deadline);
    } catch (error) {
      if (!(error instanceof RunGivenUp)) throw error;
      this.#expansion.runner.cutShort = true;
      return 'stopped';
    }
  }

  #work(deadline: number): WorkState {
    const { tasks } = this.#expansion;
    if (this.#roots.needsSurvey && !this.#roots.survey()) return 'stopped';
    while (this.pending > 0) {
      this.#roots.skip();
      if (this.#firstInputs) this.#takeFirstInput(this.#firstInputs);
      else if (tasks.strategy.isReady?.() === false) tasks.discard();
      if (tasks.size === 0 && this.#roots.left === 0) continue;
      const isDone = this.#roots.left > 0 ? this.#roots.expandNext() : this.#expandNext();
      if (!isDone) return 'stopped';
      this.#sideSearch?.turn(tasks.size);
      this.#fuzzing?.turn(tasks.size, this.#expansion.hard.doneMs + (this.#sideExplorer?.doneMs ?? 0));
      if (performance.now() > deadline) return 'more';
    }
    return 'idle';
  }

  /** Nothing but fuzzing: the tree is left as it is, first inputs are what the fuzzer begins with. */
  #fuzz(deadline: number): WorkState {
    const fuzzing = this.#fuzzing!;
    for (let root = this.#fuzzedFirst.shift(); root; root = this.#fuzzedFirst.shift()) {
      if (!fuzzing.begin(root)) return 'stopped';
    }
    do {
      if (fuzzing.runs > mostFuzzRuns * this.shared.limits.maxRuns) this.shared.stop('run-limit');
      if (this.shared.stopped) return 'stopped';
      fuzzing.workAlone();
    } while (performance.now() < deadline);
    return 'more';
  }

  #takeFirstInput(firstInputs: FirstInputs): void {
    if (!firstInputs.isOver) firstInputs.next();
    if (firstInputs.isOver && firstInputs.row < 0) this.#firstInputs = undefined;
  }

  /** The first input that was taken from the source, or the next task. False: a limit came first. */
  #expandNext(): boolean {
    const { tasks, hard } = this.#expansion;
    const firstInputs = this.#firstInputs;
    const first = firstInputs?.row ?? -1;
    const row = first >= 0 ? first : tasks.pop(hard.isTheirTurn);
    if (!firstInputs?.isProbe && isKnownTask(this.#expansion, row)) {
      firstInputs?.take();
      return true;
    }
    if (!this.shared.takeRun()) {
      if (first < 0) tasks.push(row);
      return false;
    }
    if (first >= 0) {
      firstInputs?.take();
      tasks.strategy.ranFirstInput?.();
    }
    this.#expansion.expand(row, (result) => firstInputs?.note(result));
    if (first >= 0) firstInputs?.done();
    return true;
  }

  get pending(): number {
    const pending = this.#expansion.tasks.size + this.#roots.left + (this.#firstInputs ? sourcePending : 0);
    // Fuzzing has no end.
    return this.options.engine === 'fuzz' ? Math.max(1, pending) : pending;
  }

  get cutShort(): boolean {
    return this.#expansion.runner.cutShort;
  }

  get fuzzRuns(): number {
    return this.#fuzzing?.runs ?? 0;
  }

  accept(packed: PackedTasks): void {
    this.#expansion.tasks.accept(packed);
  }

  give(most: number): PackedTasks | undefined {
    if (this.options.engine === 'fuzz') return undefined;
    const packed = this.#expansion.tasks.give(most);
    return packed.count > 0 ? packed : undefined;
  }

  report(): ExploreReport {
    return exploreReport(this, this.engine);
  }

  harvest(): Harvest {
    const figures = this.#expansion.figures?.drain();
    const harvest = { ...this.#expansion.recorder.harvest(), ...(figures && { figures }) };
    if (!this.#sideExplorer) return harvest;
    const { records, buckets } = this.#sideExplorer.harvest();
    return records.count === 0 && buckets.length === 0 ? harvest : { ...harvest, beside: { records, buckets } };
  }

  page(): LedgerPage | undefined {
    const { expander, recorder, ledger } = this.#expansion;
    const targets = expander.targets.takenLately();
    const covered = [...recorder.coveredLately(), ...(this.#sideExplorer?.coveredLately() ?? [])];
    return ledger?.page(targets, covered, this.#fuzzing?.keptLately());
  }

  get counts(): SolverCounts {
    return this.#expansion.expander.counts;
  }

  get besideCounts(): SolverCounts | undefined {
    return this.#sideExplorer?.counts;
  }

  get checks(): CheckCounts {
    return { ...this.#expansion.expander.checkCounts, ...this.engine.program.checksMet?.() };
  }

  get executionMs(): number {
    return this.#expansion.runner.executionMs + (this.#sideExplorer?.executionMs ?? 0);
  }
}
