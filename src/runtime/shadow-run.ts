/** What has the current run recorded so far? The one place that appends to the trace. */

import { Entry } from '../abi/trace.js';
import type { Builder } from '../expr/build.js';
import { OperationMemo } from '../expr/memo.js';
import { Op } from '../expr/ops.js';
import { ReferenceEvaluator } from '../expr/reference.js';
import type { ExprStore } from '../expr/store.js';
import { rangesOf, type ValueRanges } from '../expr/value-ranges.js';
import { truth } from '../expr/wasm-ops.js';
import type { InputRegion } from '../inputs/plan.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { CheckerId, IncompleteReason } from '../vocabulary/finding.js';
import { AccessRecord } from './access-record.js';
import { Log } from './log.js';
import { PathMarks } from './path-marks.js';
import { PendingFloats } from './pending-floats.js';
import { runEnds } from './run-end.js';
import { ScaledIndices } from './scaled-indices.js';
import { SizeSteps } from './size-steps.js';
import type { Approximation, CheckNote, Guess } from './types.js';
import { WatchLog } from './watch-log.js';

export const nothingNearer = (): ExprId => 0;

/** What one run has logged so far; reused from run to run. */
export class ShadowRun {
  readonly log = new Log();
  readonly store: ExprStore;
  /** Checks beside the path. */
  readonly watches = new WatchLog();
  readonly failedWatches = new WatchLog();
  /** Conditions that hold on this path, and those watched on it: asking again can bring nothing. */
  readonly #marks: PathMarks;
  readonly #watched: PathMarks;
  /** Checks that were asked for, how many of them were known, and how many no input at all can fail. */
  checksMade = 0;
  checksKnown = 0;
  checksImpossible = 0;
  readonly #ranges: ValueRanges;
  /** Told of a branch that a long trace has had before. */
  repeated: () => void = () => {};
  /** Entries that decide an index. */
  forks = 0;
  /** How sizes were computed. */
  readonly steps: SizeSteps;
  /** What offsets were made of. */
  readonly indices: ScaledIndices;
  readonly floats = new PendingFloats((id, low, high, site) =>
    this.approximate(id, low, high, site, 'concretized-float'),
  );
  checks: CheckNote[] = [];
  guesses: Guess[] = [];
  approximations: Approximation[] = [];
  regions: InputRegion[] = [];
  /** The flat input; longer than what was given when the program asked for more. */
  input = new Uint8Array(64);
  /** Bytes of it in use. */
  used = 0;
  /** The expression of what the program exits with, 0 for none. */
  exitId: ExprId = 0;
  /** Per byte of it the number of its variable, -1 where it is no symbol; undefined: each is its own. */
  variables: Int32Array | undefined;
  /** Set when the search needs to know which input bytes the program accesses. */
  accessRecord: AccessRecord | undefined;
  readonly #memo: OperationMemo;
  /** What was decided by forks, a constant added to it apart. */
  readonly #decided = new Set<ExprId>();
  readonly #distrusted = new Set<ExprId>();
  #given: Uint8Array = new Uint8Array(0);

  constructor(readonly builder: Builder) {
    this.store = builder.store;
    this.#ranges = rangesOf(this.store);
    this.#memo = new OperationMemo(this.store);
    this.steps = new SizeSteps(builder);
    this.indices = new ScaledIndices(builder);
    this.#marks = new PathMarks(this.store);
    this.#watched = new PathMarks(this.store);
  }

  reset(given: Uint8Array): void {
    this.#values = undefined;
    this.log.clear();
    this.forks = 0;
    if (this.#decided.size > 0) this.#decided.clear();
    this.watches.length = 0;
    this.failedWatches.length = 0;
    this.#marks.reset();
    this.steps.reset();
    this.indices.reset();
    this.#watched.reset();
    if (this.checks.length > 0) this.checks = [];
    if (this.#distrusted.size > 0) this.#distrusted.clear();
    if (this.guesses.length > 0) this.guesses = [];
    if (this.approximations.length > 0) this.approximations = [];
    this.floats.forget();
    this.regions = [];
    this.used = 0;
    this.exitId = 0;
    this.variables = undefined;
    this.accessRecord = undefined;
    this.#given = given;
  }

  /** Takes the next bytes of the input; what was not given is 0. Returns where they begin: their variables' numbers. */
  take(size: number): number {
    const from = this.used;
    this.used += size;
    if (this.used > this.input.length) {
      const bigger = new Uint8Array(Math.max(this.used, this.input.length * 2));
      bigger.set(this.input);
      this.input = bigger;
    }
    for (let i = from; i < this.used; i++) this.input[i] = i < this.#given.length ? this.#given[i] : 0;
    return from;
  }

  /** One byte of the input: its variable, or what it is where it is fixed. */
  byteOf(at: number): ExprId {
    const variable = this.variables?.[at] ?? at;
    return variable < 0 ? this.store.constant(8, this.input[at]) : this.store.variable(variable);
  }

  /** The shadow that a byte of the input gets in the program memory. */
  shadowOfInput(at: number): number {
    if (!this.accessRecord) return this.byteOf(at);
    this.accessRecord.given(at);
    const variable = this.variables?.[at] ?? at;
    return variable < 0 ? AccessRecord.markOf(at) : this.store.variable(variable);
  }

  /** Little-endian value of input bytes. */
  inputId(from: number, size: number): ExprId {
    let value = this.byteOf(from);
    for (let i = 1; i < size; i++) value = this.builder.concat(this.byteOf(from + i), value);
    return value;
  }

  /** An id of 0 in all of these: an expression of symbols that turned out constant. */
  branch(id: ExprId, value: number, site: SiteId): void {
    if (id === 0) return;
    const taken = value !== 0;
    const kind = taken ? 1 : 2;
    let held = this.#memo.find(kind, id, 0);
    if (held < 0) {
      const { slot } = this.#memo;
      const condition = truth(this.builder, id);
      const isConstant = this.store.isConst(condition);
      held = this.#memo.keep(slot, kind, id, 0, isConstant ? 0 : taken ? condition : this.builder.not(condition));
    }
    if (held === 0) return;
    if (this.log.repeats(Entry.Branch, held)) return this.repeated();
    this.#marks.add(held);
    this.log.add(Entry.Branch, held, site, taken ? 1 : 0);
  }

  /** A fork on a width-1 condition. */
  condition(condition: ExprId, taken: boolean, site: SiteId): void {
    if (this.store.isConst(condition)) return;
    const held = taken ? condition : this.builder.not(condition);
    this.#marks.add(held);
    this.log.add(Entry.Branch, held, site, taken ? 1 : 0);
  }

  /** The same where it is no part of the path: see `Entry.Fork`. */
  fork(condition: ExprId, holds: boolean, site: SiteId): void {
    if (this.store.isConst(condition)) return;
    const held = holds ? condition : this.builder.not(condition);
    if (this.#marks.has(held)) return;
    this.#marks.add(held);
    this.forks++;
    this.log.add(Entry.Fork, held, site, holds ? 1 : 0);
  }

  /** Something that follows from what the path says, in a form that is easier to use. */
  know(condition: ExprId): void {
    if (this.store.isConst(condition) || this.#marks.has(condition)) return;
    this.#marks.add(condition);
    this.log.add(Entry.Assume, condition, 0, 0);
  }

  /** Has it one value on this path? Then a sum with it is a sum with that number, and stays short in a long loop. */
  isDecided(id: ExprId): boolean {
    return this.#decided.size > 0 && this.#decided.has(this.#withoutConstants(id));
  }

  /** Forks left it one value. */
  decide(id: ExprId): void {
    this.#decided.add(this.#withoutConstants(id));
  }

  #withoutConstants(id: ExprId): ExprId {
    let { base } = this.builder.constantPart(id);
    // An address on top of a small constant stays apart from it.
    while (base !== id) {
      id = base;
      base = this.builder.constantPart(id).base;
    }
    return id;
  }

  isKnown(condition: ExprId): boolean {
    return this.#marks.has(condition);
  }

  choose(id: ExprId, value: number, site: SiteId): void {
    if (id === 0 || this.store.isConst(id) || this.log.repeats(Entry.Switch, id)) return;
    this.log.add(Entry.Switch, id, site, value);
  }

  /** A value that made a check fail: behind it nothing is defined, and few of its other values are worth a run. */
  distrust(id: ExprId): void {
    if (id !== 0) this.#distrusted.add(id);
  }

  /** A value that is concrete from here on; other values are tried later. */
  concretize(id: ExprId, low: number, high: number, site: SiteId): void {
    if (id === 0) return;
    if (this.#distrusted.has(id)) {
      this.settle(id, low, site);
      return;
    }
    const condition = this.equals(id, low, high);
    if (
      this.store.isConst(condition) ||
      this.#marks.has(condition) ||
      this.log.repeats(Entry.Concretization, condition)
    )
      return;
    this.#marks.add(condition);
    this.log.add(Entry.Concretization, condition, site, id);
  }

  /** A call through a symbolic pointer. */
  target(id: ExprId, value: number, site: SiteId): void {
    if (id === 0) return;
    this.concretize(id, value, 0, site);
    const condition = this.equals(id, value, 0);
    if (this.store.isConst(condition) || this.log.repeats(Entry.Target, condition)) return;
    this.log.add(Entry.Target, condition, site, value);
  }

  /** Like concretize, for an address whose access failed. */
  settle(id: ExprId, value: number, site: SiteId): void {
    const condition = this.equals(id, value, 0);
    if (!this.store.isConst(condition)) this.log.add(Entry.Settled, condition, site, id);
  }

  /** Like concretize, but no other value is tried: counted as an approximation. */
  approximate(id: ExprId, low: number, high: number, site: SiteId, reason: IncompleteReason): void {
    if (id === 0) return;
    const condition = this.equals(id, low, high);
    if (this.store.isConst(condition) || this.log.repeats(Entry.Assume, condition)) return;
    this.log.add(Entry.Assume, condition, site, 0);
    this.approximations.push({ reason, site });
  }

  /** What was worked out for this input: sums grow by one term a turn, and are asked for at each. */
  #values: ReferenceEvaluator | undefined;

  /** Does a condition hold on this input? */
  holds(condition: ExprId): boolean {
    return this.valueOf(condition) !== 0n;
  }

  /** On this input. */
  valueOf(expr: ExprId): bigint {
    this.#values ??= new ReferenceEvaluator(this.store, (variable) => this.input[variable] ?? 0);
    return this.#values.evaluate(expr);
  }

  equals(id: ExprId, low: number, high: number): ExprId {
    return this.builder.binary(Op.Eq, id, this.store.constant(this.store.width[id], low, high));
  }

  assume(condition: ExprId, holds: boolean): void {
    if (this.store.isConst(condition)) {
      if (!holds) throw runEnds.assume;
      return;
    }
    if (holds) {
      if (!this.log.repeats(Entry.Assume, condition)) this.log.add(Entry.Assume, condition, 0, 0);
      return;
    }
    this.log.add(Entry.Failed, this.builder.not(condition), 0, -1);
    throw runEnds.assume;
  }

  /** A condition that breaks a function's precondition, derived from its unit tests, and whether it holds here. */
  hoisted(checker: CheckerId, condition: ExprId, holds: boolean, site: SiteId): void {
    const note: CheckNote = { checker, site, hoisted: holds ? 'broken' : 'kept' };
    // The same entry either way: what a precondition says changes nothing of the path.
    this.log.add(Entry.Check, condition, site, this.checks.push(note) - 1);
  }

  /**
   * A condition (width 1) under which something fails that does not change what the program does, and that does not
   * hold on this input. Asked once on a path: where the same condition was checked or excluded before, it can't hold.
   */
  watch(checker: number, condition: ExprId, site: SiteId, position = this.log.length): void {
    if (this.store.isConst(condition)) return;
    this.checksMade++;
    if (this.#ranges.isNever(condition)) {
      this.checksImpossible++;
      return;
    }
    const safe = this.builder.not(condition);
    if (this.#marks.has(safe) || this.#watched.has(safe)) {
      this.checksKnown++;
      return;
    }
    this.#watched.add(safe);
    this.watches.insert(checker, condition, site, position);
  }

  /** Checkers that no one asked for: their checks are assumed to hold, and the solver is not asked. */
  trusted: ReadonlySet<CheckerId> = new Set();

  /**
   * A checker's failure condition (width 1), and whether it holds on this input. `nearer` gives a narrower condition
   * worth asking for first, 0 for none. It is a function because most checks are known already and don't need it.
   */
  check(checker: CheckerId, condition: ExprId, nearer: () => ExprId, failed: boolean, site: SiteId, plain = 0): void {
    if (!failed && this.trusted.has(checker)) return this.#trust(condition, site);
    const kind = failed ? Entry.Failed : Entry.Check;
    if (this.store.isConst(condition) || this.log.repeats(kind, condition)) return;
    this.checksMade++;
    if (!failed) {
      if (this.#ranges.isNever(condition)) {
        this.checksImpossible++;
        return;
      }
      const safe = this.builder.not(condition);
      if (this.#marks.has(safe)) {
        this.checksKnown++;
        return;
      }
      this.#marks.add(safe);
    }
    const near = nearer();
    const note: CheckNote = {
      checker,
      site,
      ...(near !== 0 && !this.store.isConst(near) && { near }),
      ...(plain !== 0 && !this.store.isConst(plain) && { plain }),
    };
    this.log.add(kind, condition, site, this.checks.push(note) - 1);
  }

  /** What follows is about inputs that do not fail: values behind a failure mean nothing. */
  #trust(failure: ExprId, site: SiteId): void {
    if (this.store.isConst(failure) || this.#ranges.isNever(failure)) return;
    const safe = this.builder.not(failure);
    if (this.#marks.has(safe)) return;
    this.#marks.add(safe);
    this.log.add(Entry.Assume, safe, site, 0);
  }

  /** Something worth asking for that is no part of the path: see types.ts. */
  guess(checker: CheckerId, condition: ExprId, near: ExprId, site: SiteId): void {
    const at = this.log.length;
    this.guesses.push({ checker, condition, near: near !== 0 && this.store.isConst(near) ? 0 : near, site, at });
  }
}
