import { checkerIndex } from '../checkers/index.js';
import { Op } from '../expr/ops.js';
import { Entry } from '../runtime/trace.js';
import type { RunResult } from '../runtime/types.js';
import type { Session } from '../solver/types.js';
import type { ExprId } from '../vocabulary/brands.js';
import { ArmTable } from './arms.js';
import { noChecks, noteGroup } from './check-counts.js';
import { type Combination, combine } from './combine.js';
import type { Engine } from './engine.js';
import { choiceAt, foldEntry, foldTemplate, isPathEntry, RollingHash } from './path-hash.js';
import { Progress } from './progress.js';
import { type Claims, isPin, PrefixWithValues } from './roots.js';
import { Switches } from './switches.js';
import type { Tally } from './tally.js';

/** Alternatives of one pinned value that are followed on one path before the rest is counted as `concretized`. */
export const alternativesOfAPin = 256;

/** The same behind an access that failed, where nothing is defined and nothing counted. */
export const alternativesBehindFailure = 16;

/** Where the children of an expansion go. `input` is reused: copy it. */
export interface ChildSink {
  child(input: Uint8Array, bound: number, low: number, high: number, arm: number): void;
  /** Asked before each query: true gives up on the rest of the expansion. */
  stopped(): boolean;
}

/** Whether to ask for an input that does `choice` at entry `i` of the last run. */
export type Question = (i: number, choice: number) => boolean;

const everything: Question = () => true;

/** A check as the solver is asked about it. */
interface Check {
  /** In the trace; -1 for a watch. */
  readonly entry: number;
  /** Entries before it, and the hash of those. */
  readonly position: number;
  readonly low: number;
  readonly high: number;
  /** Under which it fails. */
  readonly own: ExprId;
  /** The same, and nothing before it among those asked about with it ends the run. */
  readonly condition: ExprId;
  readonly near?: ExprId;
  readonly site: number;
  readonly checker: number;
}

/**
 * An input that fails a watch. It needs one run and no expansion: what the program does is no different for the
 * failure, so every path it can take from there is found by who looks for paths.
 */
export interface Witness {
  readonly input: Uint8Array;
  readonly position: number;
  /** Hash of the entries before the position. */
  readonly low: number;
  readonly high: number;
  readonly checks: readonly { readonly checker: number; readonly site: number }[];
}

export interface SolverCounts {
  queries: number;
  sat: number;
  unsat: number;
  unknown: number;
  milliseconds: number;
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
  hasPins = false;
  /** Of the child last made: how near to the target, where the engine has a guide. */
  nearness = 0;
  readonly counts: SolverCounts = { queries: 0, sat: 0, unsat: 0, unknown: 0, milliseconds: 0 };
  readonly checkCounts = noChecks();
  /** Of the last `ask`: inputs to run once. */
  readonly witnesses: Witness[] = [];
  readonly arms: ArmTable;
  readonly #switches: Switches;
  readonly #progress: Progress;
  readonly #prefix = new RollingHash();
  readonly #child = new RollingHash();
  readonly #before = new RollingHash();
  #scratch = new Uint8Array(256);
  #result!: RunResult;
  #session!: Session;
  #claims: Claims | undefined;
  readonly #claimed = new PrefixWithValues();
  readonly #claim = new PrefixWithValues();
  #asks = everything;

  constructor(
    readonly engine: Engine,
    readonly tally: Tally,
    readonly pinCap = alternativesOfAPin,
    readonly combination: Combination = 'strong',
  ) {
    const { sites, builder } = engine.program;
    this.arms = new ArmTable(sites);
    this.#progress = new Progress(sites);
    this.#switches = new Switches(sites, builder);
  }

  run(input: Uint8Array, bound: number, expectedLow: number, expectedHigh: number): RunResult {
    const { program } = this.engine;
    const result = program.run(input);
    const { trace } = result;
    const { path, whole, arms } = this;
    const progress = this.#progress;
    progress.start(trace);
    this.#result = result;
    this.hasPins = false;
    path.reset();
    whole.reset();
    const preamble = result.template?.preamble ?? 0;
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
          arms.take(arms.of(site, choice));
          arms.take(arms.fartherOn(progress.at(trace, i), choice));
        }
      } else if (kind === Entry.Pin || kind === Entry.Settled) this.hasPins = true;
      if (i + 1 === bound) asExpected = whole.low === expectedLow && whole.high === expectedHigh;
    }
    progress.end(trace);
    if (result.template) whole.fold(...result.template.origin);
    foldTemplate(path, result);
    this.diverged = !asExpected;
    this.engine.guide?.ran(result);
    return result;
  }

  /** The hash of all entries before the one that is being asked about. */
  get prefix(): RollingHash {
    return this.#prefix;
  }

  /**
   * The children of the last run, but for those that `claims` knows to be somebody's already. `asks` leaves others
   * out, and so does `end`.
   */
  ask(bound: number, sink: ChildSink, claims?: Claims, asks = everything, end = this.#result.trace.length): void {
    const { trace, input, watches } = this.#result;
    const { guide } = this.engine;
    this.#asks = guide ? (i, choice) => guide.allows(trace, i, choice) && asks(i, choice) : asks;
    this.#claims = claims;
    this.#claimed.reset();
    this.witnesses.length = 0;
    let watch = this.#watchFrom(bound);
    let watchEnd = watch;
    while (watchEnd < watches.length && watches.position[watchEnd] <= end) watchEnd++;
    while (end > bound && (trace.kind[end - 1] === Entry.Assume || trace.kind[end - 1] === Entry.Target)) end--;
    if (watch < watchEnd) end = Math.max(end, watches.position[watchEnd - 1]);
    else if (end <= bound) return;
    this.#session = this.engine.open(input);
    this.#prefix.reset();
    for (let i = 0; i <= end; i++) {
      if (i >= bound) {
        if (sink.stopped()) return;
        while ((watch < watchEnd && watches.position[watch] === i) || (i < end && trace.kind[i] === Entry.Check)) {
          i = this.#checks(i, end, watch, sink);
          while (watch < watchEnd && watches.position[watch] <= i) watch++;
          if (sink.stopped()) return;
        }
        if (i < end) this.#alternatives(i, sink);
      }
      if (i < end) this.#pass(i);
    }
  }

  /** The first watch at or behind a position. */
  #watchFrom(position: number): number {
    const { watches } = this.#result;
    let watch = watches.length;
    while (watch > 0 && watches.position[watch - 1] >= position) watch--;
    return watch;
  }

  /** Entry `i` is behind us. */
  #pass(i: number): void {
    const { trace, input } = this.#result;
    this.#session.assume(this.held(i));
    const choice = choiceAt(trace, i, this.engine.program.sites);
    if (i >= (this.#result.template?.preamble ?? 0)) foldEntry(this.#prefix, trace, i, choice);
    if (this.#claims) this.#claimed.fold(trace, i, choice, this.#valuePinnedAt(i, input));
  }

  /**
   * The checks between two entries of another kind, from entry `from` and watch `watch` on. Returns the entry
   * behind them; all before it have been passed.
   */
  #checks(from: number, last: number, watch: number, sink: ChildSink): number {
    const { builder } = this.engine.program;
    const { group, end } = this.#group(from, last, watch);
    noteGroup(this.checkCounts, group);
    let passed = from;
    const passTo = (entry: number): void => {
      while (passed < entry) this.#pass(passed++);
    };
    if (this.combination === 'naive' || group.length === 1) {
      for (const check of group) {
        if (sink.stopped()) return end;
        passTo(check.position);
        if (this.#find(check.own, check.site)) this.#failing([check], sink);
      }
    } else {
      combine(this.combination, group.length, {
        ask: (some) => {
          const condition = some.map((i) => group[i].condition).reduce((a, b) => builder.binary(Op.Or, a, b));
          return this.#answer(condition, group[some[0]].site);
        },
        fails: (one) => this.#isTrue(group[one].condition),
        found: (failing) => {
          const checks = failing.map((i) => group[i]);
          if (this.combination === 'weak') {
            for (const each of group) if (!checks.includes(each)) this.checkCounts.left[each.checker]++;
          }
          this.#failing(checks, sink);
        },
        stopped: () => sink.stopped(),
      });
    }
    passTo(end);
    return end;
  }

  #group(from: number, last: number, watch: number): { group: Check[]; end: number } {
    const { trace, watches, checks } = this.#result;
    const { builder } = this.engine.program;
    const group: Check[] = [];
    const before = this.#before;
    before.copy(this.#prefix);
    let safe: ExprId = 0;
    const join = (condition: ExprId): ExprId => (safe === 0 ? condition : builder.binary(Op.And, safe, condition));
    for (let end = from; ; end++) {
      const { low, high } = before;
      const here = { position: end, low, high };
      for (; watch < watches.length && watches.position[watch] === end; watch++) {
        const own = watches.expr[watch];
        const site = watches.site[watch];
        const checker = watches.checker[watch];
        if (!this.#isRuledOut(own, checker))
          group.push({ ...here, entry: -1, own, condition: join(own), site, checker });
      }
      if (end >= last || trace.kind[end] !== Entry.Check) return { group, end };
      const own = trace.expr[end];
      const { checker, near, hoisted } = checks[trace.value[end]];
      // A precondition is no fact for what follows: it is asked by itself.
      if (hoisted && group.length > 0) return { group, end };
      const index = checkerIndex(checker);
      const isAsked = this.#asksBehind(before, end) && !(near === undefined && this.#isClaimed(end, 1));
      const isRuledOut = isAsked && this.#isRuledOut(own, index);
      if (isAsked && !isRuledOut) {
        group.push({ ...here, entry: end, own, condition: join(own), near, site: trace.site[end], checker: index });
      }
      if (hoisted) return { group, end: end + 1 };
      // What comes after a check that may end the run is reached only where it holds.
      if (!isRuledOut) safe = join(builder.not(own));
      foldEntry(before, trace, end, 0);
    }
  }

  /** Bounds tell that it can't fail on this path. */
  #isRuledOut(condition: ExprId, checker: number): boolean {
    if (!this.#session.cannotHold?.(condition)) return false;
    this.checkCounts.injected[checker]++;
    this.checkCounts.bounded[checker]++;
    return true;
  }

  /** Who is asked looks at the prefix as it is before the entry. */
  #asksBehind({ low, high }: RollingHash, i: number): boolean {
    const prefix = this.#prefix;
    const { low: oldLow, high: oldHigh } = prefix;
    prefix.low = low;
    prefix.high = high;
    const asks = this.#asks(i, 1);
    prefix.low = oldLow;
    prefix.high = oldHigh;
    return asks;
  }

  /** The input in the scratch buffer fails these. */
  #failing(failing: readonly Check[], sink: ChildSink): void {
    const { builder } = this.engine.program;
    for (const { checker } of failing) this.checkCounts.solved[checker]++;
    const ending = failing.find(({ entry }) => entry >= 0);
    const size = this.#result.input.length;
    if (!ending) {
      const { position, low, high } = failing[failing.length - 1];
      const checks = failing.map(({ checker, site }) => ({ checker, site }));
      this.witnesses.push({ input: this.#scratch.slice(0, size), position, low, high, checks });
      return;
    }
    // Where a replay is sure to notice is better: a far jump may land in another object, which looks fine.
    const { near, condition, site, entry, low, high } = ending;
    if (near !== undefined && !this.#isTrue(near)) {
      const found = this.#scratch.slice();
      if (!this.#find(builder.binary(Op.And, condition, near), site, false)) this.#scratch.set(found);
    }
    const child = this.#child;
    child.low = low;
    child.high = high;
    foldEntry(child, this.#result.trace, entry, 1);
    this.nearness = this.engine.guide?.nearness(this.#result.trace, entry, 1) ?? 0;
    sink.child(this.#scratch.subarray(0, size), entry + 1, child.low, child.high, -1);
  }

  #isTrue(condition: ExprId): boolean {
    return this.engine.evaluate(condition, this.#scratch.subarray(0, this.#result.input.length)) !== 0n;
  }

  /**
   * Another input for the first `bound` entries of the last run, one that fails none of the checks beside them. The
   * run failed some because its model happened to, and everything made from it would too.
   */
  repaired(bound: number): Uint8Array | undefined {
    const { watches, failedWatches, input } = this.#result;
    const { builder } = this.engine.program;
    if (failedWatches.length === 0 || failedWatches.position[0] >= bound) return undefined;
    let safe: ExprId = 0;
    for (const { length, position, expr } of [failedWatches, watches]) {
      for (let i = 0; i < length && position[i] < bound; i++) {
        const one = builder.not(expr[i]);
        safe = safe === 0 ? one : builder.binary(Op.And, safe, one);
      }
    }
    this.#session = this.engine.open(input);
    for (let i = 0; i < bound; i++) this.#session.assume(this.held(i));
    return this.#find(safe, failedWatches.site[0], false) ? this.#scratch.slice(0, input.length) : undefined;
  }

  #valuePinnedAt(i: number, input: Uint8Array): bigint | undefined {
    const { trace } = this.#result;
    if (!isPin(trace.kind[i])) return undefined;
    return trace.value[i] === 0 ? 0n : this.engine.evaluate(trace.value[i], input);
  }

  /** Another first input goes this way. */
  #isClaimed(i: number, choice: number, value?: bigint): boolean {
    if (!this.#claims) return false;
    this.#claim.hash.copy(this.#claimed.hash);
    this.#claim.fold(this.#result.trace, i, choice, value);
    return this.#claims.has(this.#claim.hash);
  }

  /** What was true at entry `i`. */
  held(i: number): ExprId {
    const { trace } = this.#result;
    const expr = trace.expr[i];
    switch (trace.kind[i]) {
      case Entry.Check:
        // A precondition is a guess about what follows, not a fact about the path.
        if (this.#result.checks[trace.value[i]].hoisted) return this.engine.program.store.constant(1, 1);
        return this.engine.program.builder.not(expr);
      case Entry.Switch: {
        const site = trace.site[i];
        const taken = choiceAt(trace, i, this.engine.program.sites);
        const target = this.#switches.targets(site).find((one) => one.target === taken)!;
        return this.#switches.condition(expr, target);
      }
      default:
        return expr;
    }
  }

  #alternatives(i: number, sink: ChildSink): void {
    const { trace } = this.#result;
    const { builder } = this.engine.program;
    const site = trace.site[i];
    const expr = trace.expr[i];
    switch (trace.kind[i]) {
      case Entry.Branch: {
        const other = 1 - trace.value[i];
        if (!this.#asks(i, other) || this.#isClaimed(i, other)) return;
        if (this.#find(builder.not(expr), site)) this.#emit(sink, i, other, this.#armOf(i, other));
        return;
      }
      case Entry.Switch: {
        const taken = choiceAt(trace, i, this.engine.program.sites);
        for (const target of this.#switches.targets(site)) {
          if (target.target === taken || !this.#asks(i, target.target) || this.#isClaimed(i, target.target)) continue;
          if (!this.#find(this.#switches.condition(expr, target), site)) continue;
          this.#emit(sink, i, target.target, this.#armOf(i, target.target));
        }
        return;
      }
      case Entry.Failed:
        if (!this.#asks(i, 0) || this.#isClaimed(i, 0)) return;
        if (this.#find(builder.not(expr), site)) this.#emit(sink, i, 0, -1);
        return;
      case Entry.Pin:
      case Entry.Settled:
        if (this.#asks(i, 0)) this.#otherValues(i, sink);
        return;
    }
  }

  /** The arm a child is made for; where that was taken already, the number that says how far on. */
  #armOf(i: number, choice: number): number {
    const { arms } = this;
    const arm = arms.of(this.#result.trace.site[i], choice);
    if (arms.isNew(arm)) return arm;
    const farther = arms.fartherOn(this.#progress.keys[i], choice);
    return arms.isNew(farther) ? farther : arm;
  }

  /** One child per value a pinned expression may have, until there is no other or the cap is reached. */
  #otherValues(i: number, sink: ChildSink): void {
    const { trace, input } = this.#result;
    const { builder, store } = this.engine.program;
    const site = trace.site[i];
    const pinned = trace.value[i];
    const isSettled = trace.kind[i] === Entry.Settled;
    let others = builder.not(trace.expr[i]);
    for (let found = 0; this.#find(others, site); found++) {
      if (isSettled && found === alternativesBehindFailure) return;
      if (found === this.pinCap || pinned === 0) {
        this.tally.count('concretized', site);
        return;
      }
      const value = this.engine.evaluate(pinned, this.#scratch.subarray(0, input.length));
      if (!this.#isClaimed(i, 0, value)) this.#emit(sink, i, 0, -1);
      const width = store.width[pinned];
      const same = store.constant(width, Number(value & 0xffffffffn) | 0, Number((value >> 32n) & 0xffffffffn) | 0);
      others = builder.binary(Op.And, others, builder.not(builder.binary(Op.Eq, pinned, same)));
      if (sink.stopped()) return;
    }
  }

  /** Asks for an input with this condition; true leaves it in the scratch buffer. */
  #find(condition: ExprId, site: number, counts = true): boolean {
    return this.#answer(condition, site, counts) === 'sat';
  }

  /** An answer that nothing depends on (`counted` false) is no approximation when there is none. */
  #answer(condition: ExprId, site: number, counted = true): 'sat' | 'unsat' | 'unknown' {
    const { counts } = this;
    const start = performance.now();
    const answer = this.#session.check(condition);
    counts.milliseconds += performance.now() - start;
    counts.queries++;
    if (answer.kind === 'unsat') {
      counts.unsat++;
      return 'unsat';
    }
    if (answer.kind === 'unknown') {
      counts.unknown++;
      if (counted) this.tally.count('solver-timeout', site);
      return 'unknown';
    }
    counts.sat++;
    const base = this.#result.input;
    if (this.#scratch.length < base.length) this.#scratch = new Uint8Array(base.length * 2);
    this.#scratch.set(base);
    const { vars, values } = answer.model;
    for (let k = 0; k < vars.length; k++) this.#scratch[vars[k]] = values[k];
    return 'sat';
  }

  #emit(sink: ChildSink, i: number, choice: number, arm: number): void {
    const child = this.#child;
    child.copy(this.#prefix);
    foldEntry(child, this.#result.trace, i, choice);
    this.nearness = this.engine.guide?.nearness(this.#result.trace, i, choice) ?? 0;
    sink.child(this.#scratch.subarray(0, this.#result.input.length), i + 1, child.low, child.high, arm);
  }
}
