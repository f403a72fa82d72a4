import { checkerIndex, checkers } from '../checkers/index.js';
import { Entry } from '../runtime/trace.js';
import type { RunResult, TemplateRun } from '../runtime/types.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { fingerprintOf } from '../vocabulary/fingerprint.js';
import type { SolverCounts } from './asker.js';
import type { Board } from './board.js';
import type { CheckCounts } from './check-counts.js';
import type { Combination } from './combine.js';
import { confirms } from './confirm.js';
import type { Engine } from './engine.js';
import { Expander } from './expander.js';
import type { ChildSink } from './expansion.js';
import { type Gift, packTasks, unpackTasks } from './gift.js';
import { Guesser, guessBound } from './guess.js';
import { withHang } from './hang.js';
import type { Remainder } from './journal.js';
import { KeyTable } from './key-table.js';
import { type KnownChild, KnownRuns, transplanted, valuesOf } from './known-runs.js';
import { Ledger, type LedgerPage } from './ledger.js';
import { choiceAt, foldEntry, RollingHash } from './path-hash.js';
import { type Harvest, Recorder } from './recorder.js';
import { type RootSource, sourcePending } from './root-source.js';
import { Claims, RootSurvey, rowWidth, type SurveyedRoots } from './roots.js';
import { fair } from './strategies/fair.js';
import { type Strategy, strategies } from './strategy.js';
import { TaskPool } from './task-pool.js';

/** Expressions kept before store and solver are emptied: memory stays flat however long the search lasts. */
const expressionLimit = 2_000_000;

/** Of so many first inputs from a source one has a miss beside it. */
const rootsPerMiss = 8;

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
}

/** What drives one worker: given time, it works; asked, it tells or gives away. */
export interface Driver {
  /** Works until `deadline` (performance.now). `idle`: nothing left here; `more`: time is up; `stopped`: a limit was reached. */
  step(deadline: number): 'idle' | 'more' | 'stopped';
  readonly pending: number;
  /** An expansion was given up half way: something is left to do although nothing is pending. */
  readonly cutShort: boolean;
  readonly counts: SolverCounts;
  readonly checks: CheckCounts;
  readonly executionMs: number;
  accept(gift: Gift): void;
  give(most: number): Gift;
  harvest(): Harvest;
  /** What was done since the last page; none where no journal is kept. */
  page(): LedgerPage | undefined;
}

/** A directed search asks for this many entries of a run before it looks whether another task is nearer by now. */
const entriesAtOnce = 64;
/** In the place of an arm: the task is the rest of one that was expanded in part. */
const restArm = -2;

/** The search proper, of one worker: pops a task, runs it, keeps what it showed, pushes its children. */
export class Explorer implements Driver, ChildSink {
  cutShort = false;
  executionMs = 0;
  readonly #expander: Expander;
  readonly #guesser: Guesser;
  readonly #recorder: Recorder;
  readonly #pool = new TaskPool();
  readonly #strategy: Strategy;
  readonly #seen = new KeyTable();
  readonly #ledger: Ledger | undefined;
  #gain = 0;
  /** First inputs, when there are several; one is a task like any other. */
  #roots: readonly Uint8Array[] = [];
  #survey: SurveyedRoots | undefined;
  #claims: Claims | undefined;
  #rootsExpanded = 0;
  /** First inputs still to come. */
  #source: RootSource | undefined;
  #turn = 0;
  #rootTurn = 0;
  /** A first input just taken from the source, not run yet: -1 for none. */
  #opened = -1;
  #isProbe = false;
  #behaviour = 0;
  #sourceIsDry = false;
  #rootsOpened = 0;
  /** Where first inputs are templates: runs that others of them need not make again. */
  readonly #known: KnownRuns | undefined;
  /** Children of the run that is being expanded, if it is to be known. */
  #children: KnownChild[] | undefined;
  #expecting: TemplateRun | undefined;

  constructor(
    readonly engine: Engine,
    readonly board: Board,
    readonly options: ExplorerOptions,
  ) {
    this.#recorder = new Recorder(board, engine.program.sites);
    this.#expander = new Expander(engine, this.#recorder.tally, options.pinCap, options.combine);
    this.#guesser = new Guesser(engine, this.#expander.counts);
    const source = engine.source?.();
    const { arms } = this.#expander;
    if (options.opensRoots) this.#source = source;
    if (source && !engine.guide) this.#known = new KnownRuns();
    this.#strategy =
      source && options.search === 'generational'
        ? fair(this.#pool, arms, options.rng, source)
        : strategies[options.search](this.#pool, arms, options.rng);
    if (options.owner !== undefined) this.#ledger = new Ledger(options.owner, this.#pool);
  }

  get pending(): number {
    return this.#pool.size + this.#roots.length - this.#rootsExpanded + (this.#source ? sourcePending : 0);
  }

  get counts(): SolverCounts {
    return this.#expander.counts;
  }

  get checks(): CheckCounts {
    return { ...this.#expander.checkCounts, ...this.engine.program.checksMet?.() };
  }

  /** A first input: everything about it may be changed. */
  start(input: Uint8Array): void {
    const empty = new RollingHash();
    empty.reset();
    this.#push(this.#pool.add(input, 0, empty.low, empty.high, -1, 0));
  }

  /** Several first inputs, perhaps some of them expanded by an earlier search. */
  startAll(roots: readonly Uint8Array[], survey?: SurveyedRoots): void {
    if (roots.length === 1) return this.start(roots[0]);
    this.#roots = roots;
    this.#survey = survey;
    this.#rootsExpanded = survey?.expanded ?? 0;
    if (survey) this.#claims = new Claims(survey);
  }

  /** Goes on where an earlier search ended. */
  restore({ pending, seen, paths, arms, opened }: Remainder): void {
    for (let i = 0; i < opened; i++) this.#source?.next();
    for (const arm of arms) this.#expander.arms.take(arm);
    this.#expander.arms.takenLately();
    for (let i = 0; i < seen.length; i += 2) this.#seen.add(seen[i], seen[i + 1]);
    this.#recorder.know(paths);
    this.accept(pending);
  }

  step(deadline: number): 'idle' | 'more' | 'stopped' {
    if (this.#roots.length > 0 && !this.#survey && !this.#surveyRoots()) return 'stopped';
    while (this.pending > 0) {
      if (this.#rootsExpanded < this.#roots.length && this.#ownsNothing()) {
        this.#rootDone();
        continue;
      }
      if (this.#source) this.#openRoots(this.#source);
      else if (this.#strategy.isReady?.() === false) this.#discard();
      if (this.#pool.size === 0 && this.#rootsExpanded === this.#roots.length) continue;
      if (this.#rootsExpanded < this.#roots.length) {
        if (!this.board.takeRun()) return 'stopped';
        this.#expandRoot();
      } else if (!this.#expandNext()) return 'stopped';
      if (performance.now() > deadline) return 'more';
    }
    return 'idle';
  }

  /** False: a limit came first. */
  #expandNext(): boolean {
    const isOpened = this.#opened >= 0;
    const row = isOpened ? this.#opened : this.#strategy.pop();
    if (this.#isKnown(row)) {
      this.#opened = -1;
      return true;
    }
    if (!this.board.takeRun()) {
      if (!isOpened) this.#strategy.push(row);
      return false;
    }
    if (isOpened) this.#expandOpened();
    else this.#expand(row);
    return true;
  }

  /** Whether a task's run was made through another template: then its children are made from that run's. */
  #isKnown(row: number): boolean {
    const pool = this.#pool;
    const bound = pool.bound[row];
    if (!this.#known || this.#isProbe || bound === guessBound || this.board.stopped) return false;
    const prospect = this.engine.program.prospect?.(pool.input(row));
    const known = prospect && this.#known.find(prospect);
    const from = prospect ? Math.max(0, bound - prospect.preamble) : 0;
    if (!prospect || !known || known.from > from) return false;
    this.#recorder.noteAlike(known, known.pathLow, known.pathHigh, prospect.input);
    for (const child of known.children) {
      if (child.bound <= from) continue;
      const { bound: behind, low, high, arm } = child;
      this.#push(pool.add(transplanted(known, child, prospect), behind + prospect.preamble, low, high, arm, 0));
    }
    this.#ledger?.expanded(row);
    pool.release(row);
    return true;
  }

  /**
   * A run that is to be known, before it is expanded. One that failed something, approximated something or strayed
   * is for every template to make again: what it showed is told with the input that showed it.
   */
  #expectChildren(result: RunResult): void {
    const { template, failures, approximations, outcome } = result;
    const isPlain = failures.length === 0 && approximations.length === 0 && outcome !== 'assume';
    if (this.#known && template?.looked && isPlain && !this.#expander.diverged) {
      this.#children = [];
      this.#expecting = template;
    } else this.#children = undefined;
  }

  /** What another template that comes to the same run need not ask again. */
  #keep({ template, regions, outcome, exitCode }: RunResult, bound: number): void {
    const children = this.#children;
    this.#children = undefined;
    if (!children || !template?.looked || this.cutShort || this.#expander.witnesses.length > 0) return;
    const { low: pathLow, high: pathHigh } = this.#expander.path;
    const from = Math.max(0, bound - template.preamble);
    this.#known?.add({ looked: template.looked, from, children, pathLow, pathHigh, regions, outcome, exitCode });
  }

  child(input: Uint8Array, bound: number, low: number, high: number, arm: number): void {
    if (this.#children && this.#expecting?.looked) {
      const { looked, preamble } = this.#expecting;
      this.#children.push({ values: valuesOf(looked, input), bound: bound - preamble, low, high, arm });
    }
    const gain = this.engine.guide ? this.#expander.nearness : this.#gain;
    this.#push(this.#pool.add(input, bound, low, high, arm, gain));
  }

  stopped(): boolean {
    if (!this.board.stopped) return false;
    this.cutShort = true;
    return true;
  }

  accept(gift: Gift): void {
    unpackTasks(gift, this.#pool, (row) => this.#strategy.push(row));
  }

  give(most: number): Gift {
    const rows: number[] = [];
    while (rows.length < most) {
      const row = this.#strategy.give();
      if (row < 0) break;
      rows.push(row);
    }
    const gift = packTasks(this.#pool, rows);
    for (const row of rows) this.#pool.release(row);
    return gift;
  }

  harvest(): Harvest {
    return this.#recorder.harvest();
  }

  page(): LedgerPage | undefined {
    const arms = this.#expander.arms.takenLately();
    const covered = this.#recorder.coveredLately();
    return this.#ledger?.page(arms, covered);
  }

  #push(row: number): void {
    this.#strategy.push(row);
    this.#ledger?.made(row);
  }

  /** Every so often a run is a new first input's, as long as there are any; more are made when others have nothing to do. */
  #openRoots(source: RootSource): void {
    const isReady = this.#pool.size > 0 && (this.#strategy.isReady?.() ?? true);
    if (this.#opened < 0 && (this.#turn++ % source.runsPerRoot === 0 || !isReady)) {
      const probe = this.#rootTurn++ % 2 === 0 ? source.nextProbe?.() : undefined;
      this.#isProbe = probe !== undefined;
      this.#opened = probe ? this.#task(probe) : this.#open(source);
    }
    if (this.board.hungry > 0) {
      while (!this.#sourceIsDry && this.#pool.size < sourcePending) {
        const row = this.#open(source);
        if (row >= 0) this.#strategy.push(row);
      }
    }
  }

  /** Nothing is left but what was to be done beside other work. */
  #discard(): void {
    for (const row of this.#strategy.discard?.() ?? []) {
      this.#ledger?.expanded(row);
      this.#pool.release(row);
    }
  }

  /** A task for the next first input; it is the caller's to push or to expand. */
  #open(source: RootSource): number {
    const input = this.#sourceIsDry ? undefined : source.next();
    if (input) {
      this.#ledger?.opened();
      const miss = this.#rootsOpened++ % rootsPerMiss === 0 ? source.miss(input) : undefined;
      if (miss) this.#strategy.push(this.#task(miss));
      return this.#task(input);
    }
    this.#sourceIsDry = true;
    const probe = source.nextProbe?.();
    this.#isProbe = probe !== undefined;
    if (probe) return this.#task(probe);
    this.#source = undefined;
    return -1;
  }

  #task(input: Uint8Array): number {
    const empty = new RollingHash();
    empty.reset();
    const row = this.#pool.add(input, 0, empty.low, empty.high, -1, 0);
    this.#ledger?.made(row);
    return row;
  }

  #expandOpened(): void {
    const row = this.#opened;
    this.#opened = -1;
    this.#strategy.opened?.();
    this.#expand(row);
    if (this.#isProbe) this.#source?.tellProbe?.(this.#behaviour);
    this.#isProbe = false;
  }

  /** All at once, so that a journal has either the whole survey or nothing of it. False: a limit came first. */
  #surveyRoots(): boolean {
    const expander = this.#expander;
    const survey = new RootSurvey(this.engine.program.sites);
    for (const root of this.#roots) {
      if (!this.board.takeRun()) {
        this.cutShort = true;
        return false;
      }
      const start = performance.now();
      const ran = expander.run(root, 0, 0, 0);
      const result = this.#ended(ran);
      this.executionMs += performance.now() - start;
      if (this.#ledger) this.#ledger.runs++;
      this.#recorder.note(result, expander.path);
      this.#noteFailures(result, 0);
      survey.add(result.trace, Math.min(this.#recorder.gain, 255), (expr) => this.engine.evaluate(expr, result.input));
      if (this.engine.program.store.size > expressionLimit) this.engine.clear();
    }
    this.#survey = survey.done();
    this.#claims = new Claims(this.#survey);
    this.#ledger?.surveyed(this.#survey);
    return true;
  }

  #ownsNothing(): boolean {
    return this.#survey!.rows[this.#rootsExpanded * rowWidth] < 0;
  }

  #rootDone(): void {
    this.#rootsExpanded++;
    this.#ledger?.expandedRoot();
  }

  /** Its run is on record since the survey. */
  #expandRoot(): void {
    const expander = this.#expander;
    const at = this.#rootsExpanded * rowWidth;
    const [bound, low, high, gain] = this.#survey!.rows.subarray(at, at + rowWidth);
    const start = performance.now();
    const result = expander.run(this.#roots[this.#rootsExpanded], bound, low, high);
    this.executionMs += performance.now() - start;
    this.#gain = gain;
    if (expander.diverged) this.#noteDivergence(result, bound);
    const isNew = this.#seen.add(expander.whole.low, expander.whole.high);
    const { low: wholeLow, high: wholeHigh } = expander.whole;
    expander.ask(bound, this, this.#claims);
    this.#guess(result, bound);
    this.#seeWitnesses();
    if (this.#ledger) {
      this.#ledger.runs++;
      if (isNew) this.#ledger.saw(wholeLow, wholeHigh);
    }
    this.#rootDone();
    if (this.engine.program.store.size > expressionLimit) this.engine.clear();
  }

  /** Runs the inputs that fail checks beside the path, to see them fail. The last run's trace is gone after this. */
  #seeWitnesses(): void {
    const expander = this.#expander;
    for (const { input, position, low, high, checks } of expander.witnesses) {
      if (!this.board.takeRun()) {
        this.cutShort = true;
        return;
      }
      const start = performance.now();
      const ran = expander.run(input, position, low, high);
      const result = this.#ended(ran);
      this.executionMs += performance.now() - start;
      if (this.#ledger) this.#ledger.runs++;
      this.#recorder.note(result, expander.path);
      if (expander.diverged) this.#noteDivergence(result, position);
      const askedBy = checks.map(({ checker }) => checkers[checker].id);
      this.#noteFailures(result, position + 1, false, askedBy);
      for (const { checker } of checks) {
        const { id } = checkers[checker];
        if (result.failures.some((failure) => failure.checker === id)) expander.checkCounts.failed[checker]++;
      }
    }
  }

  #noteDivergence({ trace }: RunResult, bound: number): void {
    this.#recorder.tally.count('divergence', trace.length > 0 ? trace.site[Math.min(bound, trace.length) - 1] : -1);
  }

  #noteFailures(result: RunResult, bound: number, isGuess = false, askedBy: readonly CheckerId[] = []): void {
    if (result.failures.length === 0) return;
    const fresh = this.#recorder.noteFailures(result, this.#expander.path, bound, isGuess, askedBy);
    if (!this.options.stopOnFirst) return;
    for (const failure of fresh) {
      if (this.options.accepted?.has(fingerprintOf(failure.checker, failure.place))) continue;
      this.board.countReplay();
      if (this.#ledger) this.#ledger.runs++;
      if (confirms(this.engine.replay().replay(result.input), failure)) this.board.stop('interrupted');
    }
  }

  /** A run that did not come to an end, or made more expressions than it may, perhaps never would have: a replay looks. */
  #ended(result: RunResult): RunResult {
    if ((result.outcome !== 'fuel' && result.outcome !== 'stopped') || !this.engine.hang) return result;
    this.board.countReplay();
    if (this.#ledger) this.#ledger.runs++;
    return withHang(result, this.engine.hang(result.input));
  }

  #expand(row: number): void {
    const pool = this.#pool;
    const expander = this.#expander;
    const bound = pool.bound[row];
    this.board.arm = pool.arm[row];
    const start = performance.now();
    const isGuess = bound === guessBound;
    const from = isGuess ? 0 : bound;
    const ran = expander.run(pool.input(row), from, pool.expectedLow[row], pool.expectedHigh[row]);
    const result = this.#ended(ran);
    this.executionMs += performance.now() - start;
    this.#recorder.note(result, expander.path);
    this.#gain = Math.min(this.#recorder.gain, 255);
    if (expander.diverged) this.#noteDivergence(result, bound);
    if (this.#isProbe) this.#behaviour = behaviourOf(result);
    const asked = this.#askedBy(result, bound);
    if (asked) this.#expander.checkCounts.failed[checkerIndex(asked)]++;
    this.#noteFailures(result, from, isGuess, asked ? [asked] : []);
    if (isGuess) this.#guessed(row);
    else this.#follow(row, result, bound);
    pool.release(row);
    if (this.engine.program.store.size > expressionLimit) this.engine.clear();
  }

  /** The check that asked for a run that failed. */
  #askedBy({ trace, checks, failures }: RunResult, bound: number): CheckerId | undefined {
    if (failures.length === 0 || bound === 0 || bound > trace.length) return undefined;
    const entry = bound - 1;
    if (trace.kind[entry] !== Entry.Failed || trace.value[entry] < 0) return undefined;
    return checks[trace.value[entry]].checker;
  }

  /** A guess is tried for its failure alone: whatever else lies on its path is somebody's task already, or will be. */
  #guessed(row: number): void {
    if (!this.#ledger) return;
    this.#ledger.runs++;
    this.#ledger.expanded(row);
  }

  #follow(row: number, result: RunResult, bound: number): void {
    const expander = this.#expander;
    // Every flip of a whole sequence of entries met before belongs to whoever met it first, or to its ancestors.
    // Sequences with pins look alike whatever the values: those are always followed.
    const { low, high } = expander.whole;
    const repaired = expander.diverged ? undefined : expander.repaired(bound);
    const isNew = repaired === undefined && this.#seen.add(low, high);
    if (repaired) {
      const { expectedLow, expectedHigh, arm } = this.#pool;
      this.child(repaired, bound, expectedLow[row], expectedHigh[row], arm[row]);
    } else if (isNew || expander.hasPins || this.#pool.arm[row] === restArm) {
      const { length } = result.trace;
      const end = this.options.search === 'directed' ? Math.min(length, bound + entriesAtOnce) : length;
      this.#expectChildren(result);
      expander.ask(bound, this, undefined, undefined, end);
      if (end < length && !this.cutShort) this.#leaveRest(result, end);
      this.#guess(result, bound);
      this.#keep(result, bound);
      this.#seeWitnesses();
    }
    if (this.#ledger) {
      this.#ledger.runs++;
      this.#ledger.expanded(row);
      if (isNew) this.#ledger.saw(low, high);
    }
  }

  /** What comes later on a long path waits for its turn: the target may be found before. */
  #leaveRest({ input, trace }: RunResult, end: number): void {
    const { guide, program } = this.engine;
    const prefix = new RollingHash();
    prefix.reset();
    for (let i = 0; i < end; i++) foldEntry(prefix, trace, i, choiceAt(trace, i, program.sites));
    this.#push(this.#pool.add(input, end, prefix.low, prefix.high, restArm, guide?.nearnessOfRest(trace, end) ?? 0));
  }

  #guess(result: RunResult, bound: number): void {
    this.#guesser.ask(result, bound, (i) => this.#expander.held(i), {
      found: (input) => {
        this.#children = undefined;
        this.#push(this.#pool.add(input, guessBound, 0, 0, -1, 255));
      },
      undecided: (site) => this.#recorder.tally.count('solver-timeout', site),
      stopped: () => this.stopped(),
    });
  }
}

/** What a run covered and how it ended, as one number. */
function behaviourOf({ coverage, outcome, exitCode, failures }: RunResult): number {
  let hash = Math.imul(exitCode ^ failures.length, 0x01000193) ^ outcome.length;
  for (let i = 0; i < coverage.length; i++) if (coverage[i] !== 0) hash = Math.imul(hash ^ i, 0x01000193);
  return hash;
}
