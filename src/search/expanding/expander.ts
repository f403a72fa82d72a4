import { Entry } from '../../abi/trace.js';
import { Op } from '../../expr/ops.js';
import type { RunResult } from '../../runtime/types.js';
import type { ExprId } from '../../vocabulary/brands.js';
import type { Engine } from '../contracts/engine.js';
import type { CheckCounts } from '../results/check-counts.js';
import type { SolverCounts } from '../results/stats.js';
import type { Tally } from '../results/tally.js';
import { Alternatives, alternativesOfAValue } from './alternatives.js';
import { Asker } from './asker.js';
import { BranchTargets } from './branch-targets.js';
import { CheckQuestions, type Witness } from './check-questions.js';
import type { Combination } from './combine.js';
import { type ChildSink, Expansion, everything, type Question } from './expansion.js';
import { choiceAt, foldEntry, foldTemplate, isPathEntry, preambleOf, RollingHash } from './path-hash.js';
import { Progress } from './progress.js';
import { Rarity } from './rarity.js';
import type { Claims } from './roots.js';

/** What runs have done so far, for those who choose what is next: no path depends on it. */
export interface Hints {
  readonly targets: BranchTargets;
  readonly rarity: Rarity;
  readonly progress: Progress;
}

/**
 * Runs one input and asks, entry by entry from `bound` on, for inputs that do something else there.
 * A pure function of the task: nothing here depends on what was expanded before, so the tree of tasks
 * is the same in any order and on any number of workers. Entries before `bound` are only assumed: their
 * alternatives belong to an ancestor, which is why no path is made twice.
 *
 * `run` and `ask` are two steps so that who drives the search can record the run before it decides
 * whether to go on.
 */
export class Expander {
  /** Of the last run: the path (what the contract counts) and all its entries. */
  readonly path = new RollingHash();
  readonly whole = new RollingHash();
  diverged = false;
  hasConcretizations = false;
  /** Of the last run: the hash of its entries before the bound it was run with, which need not be made again. */
  #hashed = 0;
  readonly #hash = new RollingHash();
  readonly targets: BranchTargets;
  readonly rarity: Rarity;
  readonly progress: Progress;
  readonly #asker: Asker;
  readonly #expansion: Expansion;
  readonly #alternatives: Alternatives;
  readonly #checks: CheckQuestions;

  constructor(
    readonly engine: Engine,
    readonly tally: Tally,
    mostAlternatives = alternativesOfAValue,
    combination: Combination = 'strong',
    hints?: Hints,
  ) {
    this.targets = hints?.targets ?? new BranchTargets(engine.program.sites);
    this.#asker = new Asker(engine, tally);
    this.rarity = hints?.rarity ?? new Rarity(engine.coveragePoints);
    this.#expansion = new Expansion(engine, this.#asker);
    this.progress = hints?.progress ?? new Progress(engine.program.sites, engine.program.store);
    this.#alternatives = new Alternatives(this.#expansion, this.targets, this.progress, tally, mostAlternatives);
    this.#checks = new CheckQuestions(this.#expansion, combination, this.targets);
  }

  get counts(): SolverCounts {
    return this.#asker.counts;
  }

  get checkCounts(): CheckCounts {
    return this.#checks.counts;
  }

  /** Of the last `ask`: inputs to run once. */
  get witnesses(): readonly Witness[] {
    return this.#checks.witnesses;
  }

  /** Of the child last made: how near to the target, where the engine has a guide. */
  get nearness(): number {
    return this.#expansion.nearness;
  }

  /** Of the child last made: what it was made to do. */
  get step(): number {
    return this.#expansion.step;
  }

  /** The hash of all entries before the one that is being asked about. */
  get prefix(): RollingHash {
    return this.#expansion.prefix;
  }

  /** What was true at entry `i` of the last run. */
  held(i: number): ExprId {
    return this.#expansion.held(i);
  }

  run(input: Uint8Array, bound: number, expectedLow: number, expectedHigh: number): RunResult {
    const { program } = this.engine;
    const result = program.run(input);
    const { trace } = result;
    const { path, whole, targets } = this;
    const { progress } = this;
    progress.start(result);
    this.#expansion.result = result;
    this.hasConcretizations = false;
    path.reset();
    whole.reset();
    this.#hashed = 0;
    this.#hash.copy(whole);
    const preamble = preambleOf(result);
    let asExpected = bound === 0 || bound > trace.length ? bound === 0 : undefined;
    for (let i = 0; i < trace.length; i++) {
      const choice = choiceAt(trace, i, program.sites);
      // What is assumed of a template differs between templates that go the same way.
      if (i >= preamble) foldEntry(whole, trace, i, choice);
      const kind = trace.kind[i];
      if (isPathEntry(kind)) {
        const site = trace.site[i];
        path.fold(site, choice);
        if (kind !== Entry.Target) {
          targets.take(targets.of(site, choice));
          progress.at(trace, i, choice);
          targets.take(targets.fartherOn(progress.keys[i], choice));
          targets.take(targets.matched(progress.match(i, choice), choice));
        }
      } else if (kind === Entry.Concretization || kind === Entry.Settled) this.hasConcretizations = true;
      else if (kind === Entry.Failed) targets.take(targets.failure(trace.site[i]));
      if (i + 1 === bound) {
        asExpected = whole.low === expectedLow && whole.high === expectedHigh;
        this.#hashed = bound;
        this.#hash.copy(whole);
      }
    }
    progress.end(trace);
    if (result.template) whole.fold(...result.template.origin);
    foldTemplate(path, result);
    this.diverged = !asExpected;
    this.engine.guide?.ran(result);
    return result;
  }

  /**
   * The children of the last run, but for those that `claims` knows to be somebody's already. `asks` leaves others
   * out, and so does `end`.
   */
  ask(bound: number, sink: ChildSink, claims?: Claims, asks = everything, end?: number): void {
    this.#asker.isFirstTry = sink.postpone !== undefined;
    this.#ask(bound, sink, claims, asks, end, false);
    this.#asker.isFirstTry = false;
  }

  /** Of the last run, only what `asks` says, watches included: those are asked for as entry -1, with their site. */
  askSome(sink: ChildSink, asks: Question, end: number): void {
    this.#checks.isSelective = true;
    this.ask(0, sink, undefined, asks, end);
    this.#checks.isSelective = false;
  }

  /** Of the last run, only what stands at entry `bound`, where a first try was given up: with all the time there is. */
  askAgain(bound: number, sink: ChildSink): void {
    this.#checks.isAgain = true;
    this.#ask(bound, sink, undefined, everything, undefined, true);
    this.#checks.isAgain = false;
  }

  #ask(
    bound: number,
    sink: ChildSink,
    claims: Claims | undefined,
    asks: Question,
    end: number | undefined,
    isOnce: boolean,
  ): void {
    const expansion = this.#expansion;
    const checks = this.#checks;
    const { trace, input, watches } = expansion.result;
    const { guide } = this.engine;
    const question = guide ? (i: number, choice: number) => guide.allows(trace, i, choice) && asks(i, choice) : asks;
    expansion.begin(sink, claims, question);
    this.#alternatives.nextLetter = this.progress.nextLetter(trace, bound);
    checks.witnesses.length = 0;
    let last = end ?? trace.length;
    let watch = checks.watchFrom(bound);
    let watchEnd = watch;
    while (watchEnd < watches.length && watches.position[watchEnd] <= last) watchEnd++;
    while (last > bound && (trace.kind[last - 1] === Entry.Assume || trace.kind[last - 1] === Entry.Target)) last--;
    if (watch < watchEnd) last = Math.max(last, watches.position[watchEnd - 1]);
    else if (last <= bound) return;
    const asker = this.#asker;
    asker.open(input);
    // Who goes by what was claimed needs every entry.
    const isHashed = claims === undefined && bound === this.#hashed;
    if (isHashed) expansion.skip(bound, this.#hash);
    for (let i = isHashed ? bound : 0; i <= last; i++) {
      if (i >= bound) {
        if (sink.stopped()) return;
        const at = i;
        const { low, high } = expansion.prefix;
        asker.gaveUp = false;
        checks.mark();
        while ((watch < watchEnd && watches.position[watch] === i) || (i < last && trace.kind[i] === Entry.Check)) {
          i = checks.ask(i, last, watch);
          while (watch < watchEnd && watches.position[watch] <= i) watch++;
          if (sink.stopped()) return;
        }
        if (i < last) this.#alternatives.ask(i);
        if (asker.gaveUp && sink.postpone) {
          checks.willBeAskedAgain();
          sink.postpone(input, at, low, high);
        }
        if (isOnce) return;
      }
      if (i < last) expansion.pass(i);
    }
  }

  /**
   * Another input for the first `bound` entries of the last run, one that fails none of the checks beside them. The
   * run failed some because its model happened to, and everything made from it would too.
   */
  repaired(bound: number): Uint8Array | undefined {
    const { watches, failedWatches, input } = this.#expansion.result;
    const { builder } = this.engine.program;
    if (failedWatches.length === 0 || failedWatches.position[0] >= bound) return undefined;
    let safe: ExprId = 0;
    for (const { length, position, expr } of [failedWatches, watches]) {
      for (let i = 0; i < length && position[i] < bound; i++) {
        const one = builder.not(expr[i]);
        safe = safe === 0 ? one : builder.binary(Op.And, safe, one);
      }
    }
    this.#asker.open(input);
    for (let i = 0; i < bound; i++) this.#asker.assume(this.held(i));
    return this.#asker.find(safe, failedWatches.site[0], false) ? this.#asker.found.slice() : undefined;
  }
}
