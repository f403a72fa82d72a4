import { checkers } from '../../checkers/index.js';
import { Supports } from '../../expr/support.js';
import { RunGivenUp } from '../../runtime/stop-sign.js';
import type { RunResult } from '../../runtime/types.js';
import { Beside, type BesideSearch } from '../beside/beside.js';
import { Matches } from '../beside/matches.js';
import { FailureNotes, wellDefined } from '../confirming/failure-notes.js';
import { withHang } from '../confirming/hang.js';
import type { Engine } from '../contracts/engine.js';
import { sourcePending } from '../contracts/root-source.js';
import type { SharedState } from '../contracts/shared-state.js';
import { hardArm, isAgain, restArm } from '../expanding/branch-targets.js';
import type { Combination } from '../expanding/combine.js';
import { Expander, type Hints } from '../expanding/expander.js';
import type { ChildSink } from '../expanding/expansion.js';
import { GivenRoots } from '../expanding/given-roots.js';
import { Guesser, guessBound } from '../expanding/guess.js';
import { choiceAt, foldEntry, RollingHash } from '../expanding/path-hash.js';
import { RootSurvey, type SurveyedRoots } from '../expanding/roots.js';
import type { Remainder } from '../journal/journal-entry.js';
import { Ledger, type LedgerPage } from '../journal/ledger.js';
import { fair } from '../ordering/fair.js';
import type { PackedTasks } from '../ordering/packed-tasks.js';
import { randomNumbers } from '../ordering/rng.js';
import { strategies } from '../ordering/strategy.js';
import type { Strategy } from '../ordering/task-order.js';
import { TaskPool } from '../ordering/task-pool.js';
import { Tasks } from '../ordering/tasks.js';
import type { CheckCounts } from '../results/check-counts.js';
import { KeyTable } from '../results/key-table.js';
import { type Harvest, Recorder } from '../results/recorder.js';
import type { SolverCounts } from '../results/stats.js';
import { FirstInputs } from '../templates/first-inputs.js';
import { transplanted } from '../templates/known-runs.js';
import { TemplateMemory } from '../templates/template-memory.js';
import { type ExploreDriver, type ExploreReport, exploreReport } from './explore-driver.js';

/** Expressions kept before store and solver are emptied: memory stays flat however long the search lasts. */
const expressionLimit = 2_000_000;

export interface ExplorerOptions {
  readonly search: 'generational' | 'dfs' | 'directed';
  readonly rng: number;
  readonly stopOnFirst: boolean;
  /** Fingerprints of bugs that are not what it waits for. */
  readonly accepted?: ReadonlySet<string>;
  /** Default: alternativesOfAPin. */
  readonly pinCap?: number;
  /** Default: strong. */
  readonly combine?: Combination;
  /** This worker's number in the journal, if there is one. */
  readonly owner?: number;
  /** It is this worker that takes first inputs from the engine's source. */
  readonly opensRoots?: boolean;
  /** This search is beside another, whose paths and hints it shares; that one wants to know what brought coverage. */
  readonly beside?: Hints & {
    readonly paths: KeyTable;
    /** Gives how much more its children are worth for what the run was the first to match. */
    gained(result: RunResult, points: readonly number[]): number;
  };
}

/** Bytes of inputs kept for what is tried beside a search: then one task goes for each that comes. */
const mostBeside = 16 << 20;

/** Hard questions may take this part of the time while there is anything else to do; */
const hardShare = 0.2;
/** each is expected to take this many milliseconds, as much as a query may by default. */
const hardQuestionMs = 5_000;

/** A directed search asks for this many entries of a run before it looks whether another task is nearer by now. */
const entriesAtOnce = 64;

/**
 * The search proper, of one worker: pops a task, runs it, keeps what it showed, pushes its children. `step` is the
 * loop; `#expand` and `#follow` are what becomes of a task, `#surveyRoots` and `#expandRoot` of several first inputs,
 * `attempt` of an input that nobody asked for. What is expanded how is the Expander's, in which order the Strategy's.
 */
export class Explorer implements ExploreDriver, ChildSink, BesideSearch {
  cutShort = false;
  #executionMs = 0;
  readonly #expander: Expander;
  readonly #guesser: Guesser;
  readonly #recorder: Recorder;
  readonly #failures: FailureNotes;
  readonly #tasks: Tasks;
  readonly #ledger: Ledger | undefined;
  readonly #seen = new KeyTable();
  #gain = 0;
  /** What the last run was the first to match, in a search beside another. */
  #matched = 0;
  readonly #began = performance.now();
  /** Spent on hard questions. */
  #hardMs = 0;
  /** First inputs, when there are several; one is a task like any other. */
  #roots = new GivenRoots();
  /** First inputs still to come. */
  #firstInputs: FirstInputs | undefined;
  readonly #memory: TemplateMemory | undefined;
  /** What is tried beside this search, and the search that does it. */
  readonly #beside: Beside | undefined;
  readonly #inner: Explorer | undefined;
  readonly #supports: Supports;

  constructor(
    readonly engine: Engine,
    readonly shared: SharedState,
    readonly options: ExplorerOptions,
  ) {
    const { beside } = options;
    this.#recorder = new Recorder(shared, engine.program.sites, beside?.paths);
    this.#expander = new Expander(engine, this.#recorder.tally, options.pinCap, options.combine, beside);
    this.#supports = new Supports(engine.program.store);
    this.#failures = new FailureNotes(engine, shared, this.#recorder, this.#expander, options, () => this.#tasks.ran());
    this.#guesser = new Guesser(engine, this.#expander.counts);
    const source = engine.source?.();
    const { arms } = this.#expander;
    const order = (pool: TaskPool): Strategy =>
      source && options.search === 'generational'
        ? fair(pool, arms, options.rng, source)
        : strategies[options.search](pool, arms, options.rng);
    const pool = new TaskPool();
    this.#ledger = options.owner === undefined ? undefined : new Ledger(options.owner, pool);
    this.#tasks = new Tasks(pool, order, this.#ledger);
    if (source && options.opensRoots)
      this.#firstInputs = new FirstInputs(source, this.#tasks, shared, () => this.#ledger?.opened());
    if (source && !engine.guide) this.#memory = new TemplateMemory();
    if (source || engine.guide || beside || options.search !== 'generational') return;
    const gained = (result: RunResult, points: readonly number[]): number =>
      this.#beside?.gained(result, points, true) ?? 0;
    const { rarity, progress } = this.#expander;
    this.#inner = new Explorer(engine, shared.sideSearch(), {
      ...options,
      owner: undefined,
      beside: { arms, rarity, progress, paths: this.#recorder.paths, gained },
    });
    this.#beside = new Beside(this.#inner, new Matches(engine.program.store), randomNumbers(options.rng));
  }

  get executionMs(): number {
    return this.#executionMs + (this.#inner?.executionMs ?? 0);
  }

  get pending(): number {
    return this.#tasks.size + this.#roots.left + (this.#firstInputs ? sourcePending : 0);
  }

  get counts(): SolverCounts {
    return this.#expander.counts;
  }

  get besideCounts(): SolverCounts | undefined {
    return this.#inner?.counts;
  }

  get checks(): CheckCounts {
    return { ...this.#expander.checkCounts, ...this.engine.program.checksMet?.() };
  }

  /** A first input. */
  start(input: Uint8Array): void {
    this.#tasks.push(this.#tasks.root(input));
  }

  /** Several first inputs, perhaps some of them expanded by an earlier search. */
  startAll(roots: readonly Uint8Array[], survey?: SurveyedRoots): void {
    if (roots.length === 1) return this.start(roots[0]);
    this.#roots = new GivenRoots(roots, survey);
  }

  /** Goes on where an earlier search ended. */
  restore({ pending, seen, paths, arms, opened }: Remainder): void {
    this.#firstInputs?.skip(opened);
    for (const arm of arms) this.#expander.arms.take(arm);
    this.#expander.arms.takenLately();
    for (let i = 0; i < seen.length; i += 2) this.#seen.add(seen[i], seen[i + 1]);
    this.#recorder.know(paths);
    this.accept(pending);
  }

  step(deadline: number): 'idle' | 'more' | 'stopped' {
    try {
      return this.#work(deadline);
    } catch (error) {
      if (!(error instanceof RunGivenUp)) throw error;
      this.cutShort = true;
      return 'stopped';
    }
  }

  #work(deadline: number): 'idle' | 'more' | 'stopped' {
    if (this.#roots.needsSurvey && !this.#surveyRoots()) return 'stopped';
    while (this.pending > 0) {
      if (this.#roots.left > 0 && this.#roots.ownsNothing) {
        this.#rootDone();
        continue;
      }
      if (this.#firstInputs) this.#open(this.#firstInputs);
      else if (this.#tasks.strategy.isReady?.() === false) this.#tasks.discard();
      if (this.#tasks.size === 0 && this.#roots.left === 0) continue;
      if (this.#roots.left > 0) {
        if (!this.shared.takeRun()) return 'stopped';
        this.#expandRoot();
      } else if (!this.#expandNext()) return 'stopped';
      this.#beside?.turn(this.#tasks.size);
      if (performance.now() > deadline) return 'more';
    }
    return 'idle';
  }

  #open(firstInputs: FirstInputs): void {
    if (!firstInputs.isOver) firstInputs.next();
    if (firstInputs.isOver && firstInputs.row < 0) this.#firstInputs = undefined;
  }

  /** False: a limit came first. */
  #expandNext(): boolean {
    const opened = this.#firstInputs?.row ?? -1;
    const row = opened >= 0 ? opened : this.#tasks.pop(this.#isTurnOfHard());
    if (this.#isKnown(row)) {
      this.#firstInputs?.take();
      return true;
    }
    if (!this.shared.takeRun()) {
      if (opened < 0) this.#tasks.push(row);
      return false;
    }
    if (opened >= 0) {
      this.#firstInputs?.take();
      this.#tasks.strategy.opened?.();
    }
    this.#expand(row);
    if (opened >= 0) this.#firstInputs?.done();
    return true;
  }

  #isTurnOfHard(): boolean {
    return this.#hardMs + hardQuestionMs < hardShare * (performance.now() - this.#began);
  }

  /** Whether a task's run was made through another template: then its children are made from that run's. */
  #isKnown(row: number): boolean {
    const { pool } = this.#tasks;
    const bound = pool.bound[row];
    if (!this.#memory || this.#firstInputs?.isProbe || bound === guessBound || this.shared.stopped) return false;
    if (pool.arm[row] === hardArm) return false;
    const prospect = this.engine.program.prospect?.(pool.input(row));
    if (!prospect) return false;
    const from = Math.max(0, bound - prospect.preamble);
    const known = this.#memory.find(prospect, from);
    if (!known) return false;
    this.#recorder.noteAlike(known, known.pathLow, known.pathHigh, prospect.input);
    for (const child of known.children) {
      if (child.bound <= from) continue;
      const { bound: behind, low, high, arm } = child;
      this.#tasks.add(transplanted(known, child, prospect), behind + prospect.preamble, low, high, arm, 0);
    }
    this.#tasks.drop(row);
    return true;
  }

  expandOne(): boolean {
    return this.#expandNext();
  }

  attempt(input: Uint8Array, isBehind: (variable: number) => boolean): RunResult | undefined {
    if (!this.shared.takeRun()) return undefined;
    const expander = this.#expander;
    const result = this.#runToExpand(input, 0, 0, 0);
    this.#failures.note(result, 0);
    const { trace } = result;
    let bound = 0;
    const reads = (expr: number) => expr > 0 && this.#supports.supportOf(expr).some(isBehind);
    while (bound < trace.length && !reads(trace.expr[bound])) bound++;
    if (bound < trace.length && this.#seen.add(expander.whole.low, expander.whole.high)) {
      expander.ask(bound, this, undefined, undefined, wellDefined(result, bound));
      this.#guess(result, bound);
      this.#seeWitnesses();
    }
    return result;
  }

  child(input: Uint8Array, bound: number, low: number, high: number, arm: number): void {
    if (this.options.beside && this.#tasks.size * input.length > mostBeside) this.#tasks.evict();
    this.#memory?.child(input, bound, low, high, arm);
    const { rarity, nearness, step } = this.#expander;
    this.#tasks.add(input, bound, low, high, arm, this.engine.guide ? nearness : this.#gain, rarity.group, step);
  }

  postpone(input: Uint8Array, bound: number, low: number, high: number): void {
    if (this.options.beside) return;
    this.#memory?.forget();
    this.#tasks.add(input, bound, low, high, hardArm, 0);
  }

  stopped(): boolean {
    if (!this.shared.stopped) return false;
    this.cutShort = true;
    return true;
  }

  accept(packed: PackedTasks): void {
    this.#tasks.accept(packed);
  }

  give(most: number): PackedTasks | undefined {
    const packed = this.#tasks.give(most);
    return packed.count > 0 ? packed : undefined;
  }

  report(): ExploreReport {
    return exploreReport(this, this.engine);
  }

  harvest(): Harvest {
    const harvest = this.#recorder.harvest();
    if (!this.#inner) return harvest;
    const { records, buckets } = this.#inner.harvest();
    return records.count === 0 && buckets.length === 0 ? harvest : { ...harvest, beside: { records, buckets } };
  }

  coveredLately(): number[] {
    return this.#recorder.coveredLately();
  }

  page(): LedgerPage | undefined {
    const arms = this.#expander.arms.takenLately();
    const covered = [...this.#recorder.coveredLately(), ...(this.#inner?.coveredLately() ?? [])];
    return this.#ledger?.page(arms, covered);
  }

  /** All at once, so that a journal has either the whole survey or nothing of it. False: a limit came first. */
  #surveyRoots(): boolean {
    const survey = new RootSurvey(this.engine.program.sites);
    for (const root of this.#roots.inputs) {
      if (!this.shared.takeRun()) {
        this.cutShort = true;
        return false;
      }
      const result = this.#run(root, 0, 0, 0);
      this.#tasks.ran();
      this.#failures.note(result, 0);
      survey.add(result.trace, Math.min(this.#recorder.gain, 255), (expr) => this.engine.evaluate(expr, result.input));
      if (this.engine.program.store.size > expressionLimit) this.engine.clear();
    }
    const surveyed = survey.done();
    this.#roots.surveyed(surveyed);
    this.#ledger?.surveyed(surveyed);
    return true;
  }

  #rootDone(): void {
    this.#roots.done();
    this.#ledger?.expandedRoot();
  }

  /** Its run is on record since the survey. */
  #expandRoot(): void {
    const expander = this.#expander;
    const { input, bound, low, high, gain } = this.#roots.next;
    const start = performance.now();
    const result = expander.run(input, bound, low, high);
    this.#executionMs += performance.now() - start;
    this.#gain = gain;
    expander.rarity.passed(result.coverage);
    if (expander.diverged) this.#failures.divergence(result, bound);
    const isNew = this.#seen.add(expander.whole.low, expander.whole.high);
    const { low: wholeLow, high: wholeHigh } = expander.whole;
    expander.ask(bound, this, this.#roots.claims);
    this.#guess(result, bound);
    this.#seeWitnesses();
    this.#tasks.ran();
    if (isNew) this.#ledger?.saw(wholeLow, wholeHigh);
    this.#rootDone();
    if (this.engine.program.store.size > expressionLimit) this.engine.clear();
  }

  /** Runs the inputs that fail checks beside the path, to see them fail. The last run's trace is gone after this. */
  #seeWitnesses(): void {
    const expander = this.#expander;
    for (const { input, position, low, high, checks } of expander.witnesses) {
      if (!this.shared.takeRun()) {
        this.cutShort = true;
        return;
      }
      const result = this.#run(input, position, low, high);
      this.#tasks.ran();
      if (expander.diverged) this.#failures.divergence(result, position);
      const askedBy = checks.map(({ checker }) => checkers[checker].id);
      this.#failures.note(result, position + 1, false, askedBy);
      for (const { checker } of checks) {
        const { id } = checkers[checker];
        if (result.failures.some((failure) => failure.checker === id)) expander.checkCounts.failed[checker]++;
      }
    }
  }

  /** A run that did not come to an end, or made more expressions than it may, perhaps never would have: a replay looks. */
  #ended(result: RunResult): RunResult {
    if ((result.outcome !== 'fuel' && result.outcome !== 'stopped') || !this.engine.hang) return result;
    this.shared.countReplay();
    this.#tasks.ran();
    return withHang(result, this.engine.hang(result.input, result.outcome === 'fuel'));
  }

  #expand(row: number): void {
    const { pool } = this.#tasks;
    const expander = this.#expander;
    const bound = pool.bound[row];
    this.shared.target = pool.arm[row];
    const isGuess = bound === guessBound;
    const from = isGuess ? 0 : bound;
    const result = this.#runToExpand(pool.input(row), from, pool.expectedLow[row], pool.expectedHigh[row]);
    if (expander.diverged) this.#failures.divergence(result, bound);
    this.#firstInputs?.note(result);
    if (!isAgain(pool.arm[row])) this.#failures.noteOfTask(result, bound);
    if (isGuess) this.#guessed(row);
    else this.#follow(row, result, bound);
    pool.release(row);
    if (this.engine.program.store.size > expressionLimit) this.engine.clear();
  }

  /** Runs an input and keeps what it showed. */
  #run(input: Uint8Array, bound: number, low: number, high: number): RunResult {
    const expander = this.#expander;
    const start = performance.now();
    const ran = expander.run(input, bound, low, high);
    const result = this.#ended(ran);
    this.#executionMs += performance.now() - start;
    this.#recorder.note(result, expander.path);
    const { gain, points } = this.#recorder;
    const passed = gain > 0 ? points : [];
    if (this.options.beside) this.#matched = this.options.beside.gained(result, passed);
    else this.#beside?.gained(result, passed, false);
    return result;
  }

  /** The same for a run whose children are asked for: what they are worth depends on it. */
  #runToExpand(input: Uint8Array, bound: number, low: number, high: number): RunResult {
    const result = this.#run(input, bound, low, high);
    this.#expander.rarity.passed(result.coverage);
    this.#gain = Math.min(this.#recorder.gain + this.#matched, 255);
    return result;
  }

  /** A guess is tried for its failure alone: whatever else lies on its path is somebody's task already, or will be. */
  #guessed(row: number): void {
    this.#tasks.ran();
    this.#ledger?.expanded(row);
  }

  #follow(row: number, result: RunResult, bound: number): void {
    const expander = this.#expander;
    // Every flip of a whole sequence of entries met before belongs to whoever met it first, or to its ancestors.
    // Sequences with pins look alike whatever the values: those are always followed.
    const { low, high } = expander.whole;
    const repaired = expander.diverged ? undefined : expander.repaired(bound);
    const isNew = repaired === undefined && this.#seen.add(low, high);
    if (repaired) {
      const { expectedLow, expectedHigh, arm } = this.#tasks.pool;
      this.child(repaired, bound, expectedLow[row], expectedHigh[row], arm[row]);
    } else if (this.#tasks.pool.arm[row] === hardArm) {
      const start = performance.now();
      expander.askAgain(bound, this);
      this.#hardMs += performance.now() - start;
      this.#seeWitnesses();
    } else if (isNew || expander.hasPins || this.#tasks.pool.arm[row] === restArm) {
      const { length } = result.trace;
      const isRest = this.#tasks.pool.arm[row] === restArm;
      const known = isRest || this.#memory ? length : wellDefined(result, bound);
      const end = this.options.search === 'directed' ? Math.min(length, bound + entriesAtOnce) : known;
      this.#memory?.expect(result, expander.diverged);
      expander.ask(bound, this, undefined, undefined, end);
      if (end < length && !this.cutShort && !this.options.beside) this.#leaveRest(result, end);
      this.#guess(result, bound);
      if (this.cutShort || expander.witnesses.length > 0) this.#memory?.forget();
      this.#memory?.keep(result, bound, expander.path);
      this.#seeWitnesses();
    }
    this.#tasks.ran();
    this.#ledger?.expanded(row);
    if (isNew) this.#ledger?.saw(low, high);
  }

  /** What comes later on a long path waits for its turn: the target may be found before. */
  #leaveRest({ input, trace }: RunResult, end: number): void {
    const { guide, program } = this.engine;
    const prefix = new RollingHash();
    prefix.reset();
    for (let i = 0; i < end; i++) foldEntry(prefix, trace, i, choiceAt(trace, i, program.sites));
    this.#tasks.add(input, end, prefix.low, prefix.high, restArm, guide?.nearnessOfRest(trace, end) ?? 0);
  }

  #guess(result: RunResult, bound: number): void {
    this.#guesser.ask(result, bound, (i) => this.#expander.held(i), {
      found: (input) => {
        this.#memory?.forget();
        this.#tasks.add(input, guessBound, 0, 0, -1, 255);
      },
      undecided: (site) => this.#recorder.tally.count('solver-timeout', site),
      stopped: () => this.stopped(),
    });
  }
}
