import { Entry } from '../../abi/trace.js';
import { Op } from '../../expr/ops.js';
import { Supports } from '../../expr/support.js';
import type { Guess, RunResult } from '../../runtime/types.js';
import type { Session } from '../../solver/types.js';
import type { ExprId } from '../../vocabulary/brands.js';
import type { Engine } from '../contracts/engine.js';
import type { SolverCounts } from '../results/stats.js';

/** The bound of a task that is tried and not expanded. */
export const guessBound = 0x7fffffff;

/** Guesses asked per place and task. */
const mostAtOnePlace = 4;

interface GuessSink {
  /** `input` is reused: copy it. */
  found(input: Uint8Array): void;
  /** The solver could not tell whether an input of this very path fails. */
  undecided(site: number): void;
  stopped(): boolean;
}

/**
 * Inputs for the guesses of a run (runtime/types.ts). First on the path as it is. Where that has none, the path is
 * bent: decisions about the string's own bytes are left out, and what it has today stays as it is, so that all that
 * changes is how it goes on. Such an input may do anything; it is run, and believed when it fails. Nothing is ever
 * proved here, and nothing here is a function of anything but the task.
 */
export class Guesser {
  readonly #supports: Supports;
  #scratch = new Uint8Array(256);
  /** The last question had no answer. */
  #gaveUp = false;

  constructor(
    readonly engine: Engine,
    readonly counts: SolverCounts,
  ) {
    this.#supports = new Supports(engine.program.store);
  }

  /** Guesses made before entry `bound` were asked by an ancestor. `held`: what was true at an entry. */
  ask(result: RunResult, bound: number, held: (i: number) => ExprId, sink: GuessSink): void {
    const asked = this.#worthAsking(result, bound);
    if (asked.length === 0) return;
    const session = this.engine.open(result.input);
    const open: Guess[] = [];
    let assumed = 0;
    for (const guess of asked) {
      if (sink.stopped()) return;
      while (assumed < guess.at) session.assume(held(assumed++));
      if (this.#find(session, guess, result, sink)) continue;
      if (this.#gaveUp) sink.undecided(guess.site);
      open.push(guess);
    }
    for (const guess of open) {
      if (sink.stopped()) return;
      this.#bend(guess, result, bound, held, sink);
    }
  }

  #worthAsking({ guesses }: RunResult, bound: number): Guess[] {
    const times = new Map<string, number>();
    return guesses.filter(({ at, site, checker }) => {
      if (at < bound) return false;
      const key = `${site} ${checker}`;
      const before = times.get(key) ?? 0;
      times.set(key, before + 1);
      return before < mostAtOnePlace;
    });
  }

  /** Asks with the decisions about the string's bytes left out. */
  #bend(guess: Guess, result: RunResult, bound: number, held: (i: number) => ExprId, sink: GuessSink): void {
    const { trace, input, regions } = result;
    const lengths = new Set(
      regions.flatMap(({ offset, size, plan }) =>
        plan.kind === 'length' ? Array.from({ length: size }, (_, i) => offset + i) : [],
      ),
    );
    const own = new Set(this.#supports.supportOf(guess.condition));
    for (const variable of lengths) own.add(variable);
    const isOwn = (i: number): boolean =>
      trace.kind[i] === Entry.Branch && this.#supports.supportOf(trace.expr[i]).every((each) => own.has(each));
    let left = 0;
    const kept: number[] = [];
    for (let i = 0; i < guess.at; i++) {
      if (isOwn(i)) left++;
      else kept.push(i);
    }
    // A loop over the string gives one task a byte: not each of them needs to guess what comes of a longer one.
    const isFlipOfOwn = bound > 0 && bound <= guess.at && isOwn(bound - 1);
    if (left === 0 || (isFlipOfOwn && left > 4 && (left & (left - 1)) !== 0)) return;
    const { builder, store } = this.engine.program;
    const session = this.engine.open(input);
    for (const i of kept) session.assume(held(i));
    for (const variable of own) {
      const value = input[variable];
      if (value === 0 || lengths.has(variable)) continue;
      session.assume(builder.binary(Op.Eq, store.variable(variable), store.constant(8, value)));
    }
    this.#find(session, guess, result, sink);
  }

  /** Asks for the narrow condition, then for the wide one: true when one of them was found. */
  #find(session: Session, { condition, near }: Guess, result: RunResult, sink: GuessSink): boolean {
    const { builder } = this.engine.program;
    if (near !== 0 && this.#check(session, builder.binary(Op.And, condition, near), result)) {
      sink.found(this.#scratch.subarray(0, result.input.length));
      return true;
    }
    if (!this.#check(session, condition, result)) return false;
    sink.found(this.#scratch.subarray(0, result.input.length));
    return true;
  }

  #check(session: Session, condition: ExprId, { input }: RunResult): boolean {
    const { counts } = this;
    const hits = this.engine.cacheHits ?? 0;
    const start = performance.now();
    const answer = session.check(condition);
    counts.milliseconds += performance.now() - start;
    counts.queries++;
    counts.cacheHits += (this.engine.cacheHits ?? 0) - hits;
    counts[answer.kind]++;
    this.#gaveUp = answer.kind === 'unknown';
    if (answer.kind !== 'sat') return false;
    if (this.#scratch.length < input.length) this.#scratch = new Uint8Array(input.length * 2);
    this.#scratch.set(input);
    const { vars, values } = answer.model;
    for (let k = 0; k < vars.length; k++) this.#scratch[vars[k]] = values[k];
    return true;
  }
}
