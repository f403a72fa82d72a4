import { PREDICATE_BEGINS } from '../abi/marks.js';
import { type CheckerId, type Failure, targetReached } from '../vocabulary/finding.js';
import { isCalledFrom, type SourceLine } from '../vocabulary/place.js';
import type { Failures } from './failures.js';
import { runEnds } from './run-end.js';

/** What a run is watched for: goals to be passed in order, the last of which is the target. */
export interface GoalPlan {
  readonly count: number;
  /** By goal: the probe that means it is passed, -1 where a mark in the instrumented code does. */
  readonly probes: readonly number[];
  /** The target is reached not by coming there but by failing there, in one of these ways. */
  readonly fails?: {
    readonly checkers: readonly CheckerId[];
    readonly at: SourceLine;
    /** A line that must have called what fails. */
    readonly calledFrom?: SourceLine;
  };
  /** Failures that are wanted wherever they happen. */
  readonly keeps?: readonly CheckerId[];
}

/** How far a run has come on its way to the target. The same in shadow runs and replays. */
export class Goals {
  /** The goal looked for. */
  next = 0;
  /** A predicate is being evaluated. */
  isAsking = false;
  readonly #last: number;

  constructor(
    readonly plan: GoalPlan,
    readonly failures: Failures,
    /** Told each time another goal is next. */
    readonly onNext: (next: number) => void,
    /** Whether a failure is one of those wanted: the oracle can't tell bad accesses apart. */
    readonly isSame: (seen: CheckerId, wanted: CheckerId) => boolean = (seen, wanted) => seen === wanted,
  ) {
    this.#last = plan.count - 1;
    // Told of every failure; only the target's counts, and those that are wanted anyway.
    failures.watch = (failure) => {
      this.#onFailure(failure);
      const isWanted = (id: CheckerId) => plan.keeps?.some((wanted) => isSame(id, wanted)) ?? false;
      return !this.isAsking && [failure.checker, ...failure.also].some(isWanted);
    };
  }

  reset(): void {
    this.next = 0;
    this.isAsking = false;
    this.onNext(0);
  }

  /** -1: a place to avoid. */
  mark(goal: number): void {
    if (goal < 0) throw runEnds.decided;
    if (goal !== this.next) return;
    if (goal === this.#last) {
      this.failures.report(targetReached, 'the target is reached', this.failures.tracer.capture());
      throw runEnds.decided;
    }
    this.onNext(++this.next);
  }

  /** Told by the program itself. */
  probe(id: number): void {
    this.isAsking = id === PREDICATE_BEGINS;
    if (this.plan.probes[this.next] === id) this.mark(this.next);
  }

  #onFailure({ checker, also, message, place, stack }: Failure): void {
    const { fails } = this.plan;
    if (!fails || this.next !== this.#last) return;
    if (place.file !== fails.at.file || place.line !== fails.at.line) return;
    const { calledFrom } = fails;
    if (calledFrom && !isCalledFrom(stack, calledFrom)) return;
    if (!fails.checkers.some((wanted) => [checker, ...also].some((each) => this.isSame(each, wanted)))) return;
    this.failures.report(targetReached, message, { place, stack }, [checker]);
  }
}
