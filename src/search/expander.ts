import { Op } from '../expr/ops.js';
import { Entry } from '../runtime/trace.js';
import type { RunResult } from '../runtime/types.js';
import type { Session } from '../solver/types.js';
import type { ExprId } from '../vocabulary/brands.js';
import { ArmTable } from './arms.js';
import type { Engine } from './engine.js';
import { choiceAt, foldEntry, isPathEntry, RollingHash } from './path-hash.js';
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
  readonly counts: SolverCounts = { queries: 0, sat: 0, unsat: 0, unknown: 0, milliseconds: 0 };
  readonly arms: ArmTable;
  readonly #switches: Switches;
  readonly #prefix = new RollingHash();
  readonly #child = new RollingHash();
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
  ) {
    const { sites, builder } = engine.program;
    this.arms = new ArmTable(sites);
    this.#switches = new Switches(sites, builder);
  }

  run(input: Uint8Array, bound: number, expectedLow: number, expectedHigh: number): RunResult {
    const { program } = this.engine;
    const result = program.run(input);
    const { trace } = result;
    const { path, whole, arms } = this;
    this.#result = result;
    this.hasPins = false;
    path.reset();
    whole.reset();
    let asExpected = bound === 0 || bound > trace.length ? bound === 0 : undefined;
    for (let i = 0; i < trace.length; i++) {
      const choice = choiceAt(trace, i, program.sites);
      foldEntry(whole, trace, i, choice);
      const kind = trace.kind[i];
      if (isPathEntry(kind)) {
        const site = trace.site[i];
        path.fold(site, choice);
        if (kind !== Entry.Target) arms.take(arms.of(site, choice));
      } else if (kind === Entry.Pin || kind === Entry.Settled) this.hasPins = true;
      if (i + 1 === bound) asExpected = whole.low === expectedLow && whole.high === expectedHigh;
    }
    this.diverged = !asExpected;
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
    const { trace, input } = this.#result;
    this.#asks = asks;
    this.#claims = claims;
    this.#claimed.reset();
    let last = end - 1;
    while (last >= bound && (trace.kind[last] === Entry.Assume || trace.kind[last] === Entry.Target)) last--;
    if (last < bound) return;
    const session = this.engine.open(this.#result.input);
    this.#session = session;
    this.#prefix.reset();
    for (let i = 0; i <= last; i++) {
      if (i >= bound) {
        if (sink.stopped()) return;
        this.#alternatives(i, sink);
      }
      if (i < last) session.assume(this.held(i));
      const choice = choiceAt(trace, i, this.engine.program.sites);
      foldEntry(this.#prefix, trace, i, choice);
      if (claims) this.#claimed.fold(trace, i, choice, this.#valuePinnedAt(i, input));
    }
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
        if (this.#result.checks[trace.value[i]].hoisted) return this.engine.program.store.constant(1, 1);
        return this.engine.program.builder.not(expr);
      case Entry.Failed:
        // A precondition that does not hold is a guess about what follows, not a fact about the path.
        if (this.#result.checks[trace.value[i]]?.hoisted) return this.engine.program.store.constant(1, 1);
        return expr;
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
    const { arms } = this;
    const site = trace.site[i];
    const expr = trace.expr[i];
    switch (trace.kind[i]) {
      case Entry.Branch: {
        const other = 1 - trace.value[i];
        if (!this.#asks(i, other) || this.#isClaimed(i, other)) return;
        if (this.#find(builder.not(expr), site)) this.#emit(sink, i, other, arms.of(site, other));
        return;
      }
      case Entry.Switch: {
        const taken = choiceAt(trace, i, this.engine.program.sites);
        for (const target of this.#switches.targets(site)) {
          if (target.target === taken || !this.#asks(i, target.target) || this.#isClaimed(i, target.target)) continue;
          if (!this.#find(this.#switches.condition(expr, target), site)) continue;
          this.#emit(sink, i, target.target, arms.of(site, target.target));
        }
        return;
      }
      case Entry.Check: {
        if (!this.#asks(i, 1)) return;
        // Where a replay is sure to notice comes first: a far jump may land in another object, which looks fine.
        const { near } = this.#result.checks[trace.value[i]];
        if (near === undefined && this.#isClaimed(i, 1)) return;
        const isNear = near !== undefined && this.#find(builder.binary(Op.And, expr, near), site);
        if (isNear || this.#find(expr, site)) this.#emit(sink, i, 1, -1);
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
  #find(condition: ExprId, site: number): boolean {
    const { counts } = this;
    const start = performance.now();
    const answer = this.#session.check(condition);
    counts.milliseconds += performance.now() - start;
    counts.queries++;
    if (answer.kind === 'unsat') {
      counts.unsat++;
      return false;
    }
    if (answer.kind === 'unknown') {
      counts.unknown++;
      this.tally.count('solver-timeout', site);
      return false;
    }
    counts.sat++;
    const base = this.#result.input;
    if (this.#scratch.length < base.length) this.#scratch = new Uint8Array(base.length * 2);
    this.#scratch.set(base);
    const { vars, values } = answer.model;
    for (let k = 0; k < vars.length; k++) this.#scratch[vars[k]] = values[k];
    return true;
  }

  #emit(sink: ChildSink, i: number, choice: number, arm: number): void {
    const child = this.#child;
    child.copy(this.#prefix);
    foldEntry(child, this.#result.trace, i, choice);
    sink.child(this.#scratch.subarray(0, this.#result.input.length), i + 1, child.low, child.high, arm);
  }
}
