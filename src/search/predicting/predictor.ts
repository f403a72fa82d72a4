import { BranchOutcome } from '../../abi/branch-outcome.js';
import type { Site } from '../../abi/site.js';
import { Entry, type Trace } from '../../abi/trace.js';
import { checkers } from '../../checkers/index.js';
import type { RunResult } from '../../runtime/types.js';
import type { Failure } from '../../vocabulary/finding.js';
import { placeName } from '../../vocabulary/place.js';
import { confirmation, confirms } from '../confirming/confirm.js';
import { withHang } from '../confirming/hang.js';
import type { Engine } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { Combination } from '../expanding/combine.js';
import { Expander } from '../expanding/expander.js';
import type { ChildSink, Question } from '../expanding/expansion.js';
import { Guesser } from '../expanding/guess.js';
import { foldEntry, RollingHash } from '../expanding/path-hash.js';
import { bucketKey } from '../results/buckets.js';
import type { CheckCounts } from '../results/check-counts.js';
import { noteApproximations } from '../results/recorder.js';
import type { RunRecord } from '../results/records.js';
import type { SolverCounts } from '../results/stats.js';
import { Tally } from '../results/tally.js';
import { FigureNotes } from '../results/test-figures.js';
import { type Asked, merge, type NearMiss, type Prediction, recordOf } from './prediction.js';
import { putBack } from './put-back.js';
import { TestTime } from './test-time.js';

interface Child {
  readonly input: Uint8Array;
  readonly bound: number;
  readonly low: number;
  readonly high: number;
}

/** Expressions kept before store and solver are emptied, as in task-expansion.ts. */
const expressionLimit = 4_000_000;
/** Inner conditions of one assertion that are followed. */
const mostInnerConditions = 256;

/**
 * Predictive testing of one test after the other: one run of exactly its path, then at every check and every
 * branch that is an assertion (static/failing-arms.ts) the question whether another input on this path fails there.
 * Nothing else is flipped. Tests of one shape (one plan) come in a row, announced by `begin`; questions behind equal
 * entries are asked once for all of them, so many tests that begin alike cost little more than one. A prediction
 * depends on the tests of its shape before it and on nothing else, so that output does not depend on who works.
 */
export class Predictor {
  executionMs = 0;
  readonly #tally = new Tally();
  readonly #expander: Expander;
  readonly #sites: readonly Site[];
  readonly #hash = new RollingHash();
  readonly #guesser: Guesser;
  #test = new Uint8Array(0);
  #paths = new Map<string, number>();
  #asked = new Map<string, Asked>();
  readonly #shown = new Set<string>();
  readonly #figures: FigureNotes | undefined;
  #time: TestTime;

  constructor(
    readonly engine: Engine,
    readonly shared: SharedState,
    combine?: Combination,
    /** Notes the figures of each test. */
    wantsFigures = false,
  ) {
    this.#figures = wantsFigures ? new FigureNotes() : undefined;
    this.#time = new TestTime(shared, Infinity);
    this.#sites = engine.program.sites;
    // No value but the test's own is followed where one was concretized; that another exists is counted.
    this.#expander = new Expander(engine, this.#tally, 0, combine);
    this.#guesser = new Guesser(engine, this.#expander.counts);
  }

  get counts(): SolverCounts {
    return this.#expander.counts;
  }

  get checks(): CheckCounts {
    return { ...this.#expander.checkCounts, ...this.engine.program.checksMet?.() };
  }

  /** Tests of another shape follow. */
  begin(): void {
    this.#paths = new Map();
    this.#asked = new Map();
    this.#shown.clear();
  }

  /**
   * `number` names the test where later ones refer to it; `share` is its time in milliseconds. What was found until a
   * limit came is told. Undefined when the limit came before the test was run.
   */
  predict(number: number, input: Uint8Array, share = Infinity): Prediction | undefined {
    if (this.engine.program.store.size > expressionLimit) {
      this.engine.clear();
    }
    if (!this.shared.takeRun()) return undefined;
    this.#time = new TestTime(this.shared, share);
    const ran = this.#run({ input, bound: 0, low: 0, high: 0 });
    const result = ran.outcome === 'fuel' && this.engine.hang ? withHang(ran, this.engine.hang(ran.input, true)) : ran;
    this.#test = result.input.slice();
    const expander = this.#expander;
    const record = recordOf(result, expander.path);
    this.#cover(result.coverage);
    const doubts: string[] = [];
    const failures = this.#confirmed(record, doubts);
    this.#countApproximations(result);
    const key = `${expander.whole.low},${expander.whole.high}`;
    const sameAs = expander.hasConcretizations ? undefined : this.#paths.get(key);
    const found: Asked = { misses: [], doubts };
    let isCut = false;
    const ask = (): number => {
      if (sameAs !== undefined || result.outcome === 'assume') return 0;
      const own = new Set(failures.map(bucketKey));
      isCut = !this.#ask(result, own, found);
      if (isCut) this.#tally.count(this.#time.whyCut);
      else this.#paths.set(key, number);
      return found.misses.length;
    };
    const { low, high } = expander.path;
    const figures = this.#figures?.note(result, { low, high }, expander.checkCounts, ask);
    if (this.#figures) this.#figures.drain();
    else ask();
    return {
      ...{ record, failures, misses: found.misses, tally: this.#tally.drain(), doubts, sameAs },
      isCut,
      figures,
    };
  }

  /** Asks along the last run. False when a limit came first: what was found until then is in `found`. */
  #ask(result: RunResult, own: ReadonlySet<string>, found: Asked): boolean {
    const { trace } = result;
    const children: Child[] = [];
    /** Questions of this run by their prefix, for the tests that follow. */
    const fresh = new Map<string, Asked>();
    const first = firstConcretization(trace);
    const asks: Question = (i, choice) => {
      if (!this.#isQuestion(result, i, choice)) return false;
      if (i > first || trace.kind[i] === Entry.Concretization) return true;
      const key = this.#keyOf(trace, i, choice);
      const known = this.#asked.get(key) ?? fresh.get(key);
      if (known) {
        merge(found, known);
        return false;
      }
      fresh.set(key, { misses: [], doubts: [] });
      return true;
    };
    const guessed: Child[] = [];
    const stopped = () => this.#time.isAskedEnough(children.length + guessed.length);
    if (this.engine.patience) this.engine.patience.isUp = stopped;
    this.#expander.ask(0, { child: collector(children), stopped }, undefined, asks);
    // Strings that go on where the test's end: not on its path, yet the same call would fail.
    this.#guesser.ask(result, 0, (i) => this.#expander.held(i), {
      found: (input) => void guessed.push({ input: input.slice(), bound: 0, low: 0, high: 0 }),
      undecided: (site) => {
        if (!stopped()) this.#tally.count('solver-timeout', site);
      },
      stopped,
    });
    if (this.engine.patience) this.engine.patience.isUp = () => this.shared.stopped;
    const isCut = stopped();
    const witnesses = [...this.#expander.witnesses];
    const timedOut = this.#tally.has('solver-timeout');
    // What each child shows is judged by the entries of the test's own run, which the next run overwrites.
    const questions = children.map(({ bound }) => this.#questionAt(result, bound - 1));
    const shown = new Set<string>();
    for (const [k, child] of children.entries()) {
      const key = `${child.low},${child.high}`;
      // Where one input was seen to fail, a loop's next turn needs no run to say so; later tests ask for themselves.
      if (shown.has(questions[k].key)) {
        fresh.delete(key);
        continue;
      }
      const answer = fresh.get(key) ?? { misses: [], doubts: [] };
      const isFollowed = this.#follow(child, questions[k], own, answer);
      merge(found, answer);
      if (!isFollowed) return false;
      if (answer.misses.length > 0) shown.add(questions[k].key);
    }
    for (const { input, position, low, high, checks } of witnesses) {
      const keys = checks.map(({ checker, site }) => `beside ${site} ${checker}`);
      if (keys.every((key) => shown.has(key))) continue;
      const answer: Asked = { misses: [], doubts: [] };
      if (!this.#time.takeRun()) return false;
      const ran = this.#run({ input, bound: position, low, high });
      if (!this.#keepMisses(recordOf(ran, this.#expander.path), own, answer, undefined)) {
        for (const { checker, site } of checks) {
          answer.doubts.push(
            `${checkers[checker].id} may fail at ${placeName(this.#sites[site].place)}, which no run showed`,
          );
        }
      } else for (const key of keys) shown.add(key);
      merge(found, answer);
    }
    // Of a question that was cut off nobody knows whether it was answered.
    if (!timedOut && !isCut) for (const [key, answer] of fresh) this.#asked.set(key, answer);
    for (const child of guessed) {
      if (!this.#time.takeRun()) return false;
      const tried = this.#run(child);
      const answer: Asked = { misses: [], doubts: [] };
      this.#keepMisses(recordOf(tried, this.#expander.path), own, answer, undefined);
      merge(found, { misses: answer.misses, doubts: [] });
    }
    return !isCut;
  }

  /** Is doing `choice` at entry `i` a failure of some check or assertion? Concretized values are asked for others. */
  #isQuestion({ trace, checks }: RunResult, i: number, choice: number): boolean {
    switch (trace.kind[i]) {
      case Entry.Branch:
      case Entry.Switch:
        return (this.#sites[trace.site[i]].outcomes?.[choice] ?? BranchOutcome.Other) !== BranchOutcome.Other;
      case Entry.Check:
        // Where this input itself breaks a precondition, its run shows what comes of it.
        return checks[trace.value[i]].hoisted !== 'broken';
      case Entry.Concretization:
        return true;
      default:
        return false;
    }
  }

  #questionAt({ trace, checks }: RunResult, i: number): Followed {
    const site = this.#sites[trace.site[i]];
    const key = `${trace.site[i]} ${trace.kind[i] === Entry.Check ? checks[trace.value[i]].checker : ''}`;
    if (trace.kind[i] === Entry.Check) {
      const { checker, hoisted } = checks[trace.value[i]];
      // That a precondition is broken and nothing fails is a fault of the guess, not of this path.
      if (hoisted) return { site, key, must: undefined, hoisted: site.place?.function ?? '?' };
      return { site, key, must: `${checker} may fail at ${placeName(site.place)}, which no run showed` };
    }
    return { site, key, must: `an assertion may fail at ${placeName(site.place)}, which no run showed` };
  }

  /** Runs an input that should fail, and inside one assertion's condition those behind it. */
  #follow(child: Child, question: Followed, own: ReadonlySet<string>, answer: Asked): boolean {
    const waiting = [child];
    let isInner = false;
    for (let n = 0; waiting.length > 0 && n < mostInnerConditions; n++) {
      const next = waiting.shift()!;
      if (!this.#time.takeRun()) return false;
      const result = this.#run(next);
      // What a precondition guesses of is no entry of the path that could stray.
      if (this.#expander.diverged && question.hoisted === undefined) this.#tally.count('divergence', -1);
      const { trace } = result;
      const end = this.#endOfCondition(trace, next.bound, question.site);
      const hasInner = end > next.bound;
      if (hasInner) {
        isInner = true;
        const asks: Question = (i, choice) => this.#isQuestion(result, i, choice);
        // The rest of the condition, taken the other way; the run itself is done with.
        const record = recordOf(result, this.#expander.path);
        const stopped = () => this.#time.isAskedEnough(waiting.length);
        this.#expander.ask(next.bound, { child: collector(waiting), stopped }, undefined, asks, end);
        this.#keepMisses(record, own, answer, question.hoisted);
      } else {
        const record = recordOf(result, this.#expander.path);
        const isShown = this.#keepMisses(record, own, answer, question.hoisted);
        if (!isShown && !isInner && question.must !== undefined) answer.doubts.push(question.must);
      }
    }
    if (waiting.length > 0 && question.must !== undefined) answer.doubts.push(question.must);
    return true;
  }

  /** Entries from `bound` on that are inner conditions of the same assertion. */
  #endOfCondition(trace: Trace, bound: number, { place, outcomes }: Site): number {
    let end = bound;
    if (!place || !outcomes) return end;
    for (; end < trace.length; end++) {
      const at = this.#sites[trace.site[end]];
      if (trace.kind[end] !== Entry.Branch || !at.outcomes || !at.place) break;
      if (at.place.line !== place.line || at.place.column !== place.column || at.place.file !== place.file) break;
    }
    return end;
  }

  /** True when the run failed and the oracle agrees. */
  #keepMisses(record: RunRecord, own: ReadonlySet<string>, answer: Asked, hoisted: string | undefined): boolean {
    if (record.failures.length === 0) return false;
    const confirmed = this.#confirmed(record, answer.doubts);
    for (const failure of confirmed) {
      if (own.has(bucketKey(failure))) continue;
      const shown = this.#nearer(record, failure);
      answer.misses.push({ ...shown, ...(hoisted !== undefined && { hoisted }) });
    }
    return confirmed.length > 0;
  }

  /** The same failure with as much of the test as it leaves. Once per bug and shape, as only the first test's is shown. */
  #nearer(record: RunRecord, failure: Failure): NearMiss {
    const key = bucketKey(failure);
    const test = this.#test;
    if (test.length !== record.input.length || this.#shown.has(key)) return { failure, record };
    this.#shown.add(key);
    let best = record;
    putBack(test, record.input, (input) => {
      if (this.shared.stopped || !this.#time.takeRun()) return undefined;
      const result = this.#run({ input, bound: 0, low: 0, high: 0 });
      const fails = result.failures.some((each) => bucketKey(each) === key);
      if (fails) best = recordOf(result, this.#expander.path);
      return fails;
    });
    if (best === record) return { failure, record };
    this.shared.countReplay();
    const same = best.failures.find((each) => bucketKey(each) === key)!;
    return confirmation(this.engine.replay(), best.input, same) ? { failure: same, record: best } : { failure, record };
  }

  /** The failures of a run that a run without shadows has too. */
  #confirmed(record: RunRecord, doubts: string[]): Failure[] {
    if (record.failures.length === 0) return [];
    this.shared.countReplay();
    const { failures } = this.engine.replay().replay(record.input);
    return record.failures.filter((failure) => {
      if (confirms(failures, failure)) return true;
      doubts.push(`${failure.checker} at ${placeName(failure.place)} was not seen again in a run without shadows`);
      return false;
    });
  }

  #run({ input, bound, low, high }: Child): RunResult {
    const start = performance.now();
    const result = this.#expander.run(input, bound, low, high);
    const took = performance.now() - start;
    this.executionMs += took;
    this.#time.ran(took);
    return result;
  }

  #countApproximations({ approximations, outcome, failures, trace }: RunResult): void {
    // Nobody asks here for the other side of a fork, and who opens programs for this wants none.
    for (let i = 0; i < trace.length; i++)
      if (trace.kind[i] === Entry.Fork) this.#tally.count('concretized', trace.site[i]);
    // What the world was like when the test ran belongs to the test.
    noteApproximations(
      this.#tally,
      approximations.filter(({ asked }) => !asked),
    );
    const isProved = failures.some(({ checker }) => checker === 'hang');
    if (outcome === 'fuel' && !isProved && !approximations.some(({ reason }) => reason === 'hang')) {
      this.#tally.count('hang');
    }
    if (outcome === 'stopped' && approximations.length === 0) this.#tally.count('memory-limit');
  }

  #cover(coverage: Uint8Array): void {
    const { covered } = this.shared;
    for (let i = 0; i < covered.length; i++) if (coverage[i] !== 0) covered[i] = 1;
  }

  #keyOf(trace: Trace, i: number, choice: number): string {
    this.#hash.copy(this.#expander.prefix);
    foldEntry(this.#hash, trace, i, choice);
    return `${this.#hash.low},${this.#hash.high}`;
  }
}

/** A question that was answered with an input: where, and what to say when that input does not fail. */
interface Followed {
  readonly site: Site;
  /** The same for all questions that one failure answers. */
  readonly key: string;
  readonly must: string | undefined;
  readonly hoisted?: string;
}

const collector =
  (into: Child[]): ChildSink['child'] =>
  (input, bound, low, high) =>
    void into.push({ input: input.slice(), bound, low, high });

function firstConcretization({ kind, length }: Trace): number {
  for (let i = 0; i < length; i++) if (kind[i] === Entry.Concretization || kind[i] === Entry.Settled) return i;
  return length;
}
