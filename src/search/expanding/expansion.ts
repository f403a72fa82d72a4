import { Entry } from '../../abi/trace.js';
import type { RunResult } from '../../runtime/types.js';
import type { ExprId } from '../../vocabulary/brands.js';
import type { Engine } from '../contracts/engine.js';
import type { Asker } from './asker.js';
import { choiceAt, foldEntry, preambleOf, RollingHash } from './path-hash.js';
import { type Claims, isConcretization, PrefixWithValues } from './roots.js';
import { Switches } from './switches.js';

/** Where the children of an expansion go. `input` is reused: copy it. */
export interface ChildSink {
  child(input: Uint8Array, bound: number, low: number, high: number, target: number): void;
  /** Asked before each query: true gives up on the rest of the expansion. */
  stopped(): boolean;
  /**
   * What was asked at entry `bound` of this input is hard, and somebody had better ask again later. Where there is no
   * such thing, questions have all their time at once. `low`, `high`: the hash of the entries before.
   */
  postpone?(input: Uint8Array, bound: number, low: number, high: number): void;
}

/** Whether to ask for an input that does `choice` at entry `i` of the last run. */
export type Question = (i: number, choice: number) => boolean;

export const everything: Question = () => true;

/** One run whose entries are asked about in turn: what lies behind, and where children go. */
export class Expansion {
  result!: RunResult;
  sink!: ChildSink;
  asks = everything;
  /** Of the child last made: how near to the target, where the engine has a guide. */
  nearness = 0;
  /** Of the child last made: what it was made to do, told apart by how far on; -1 for nothing in particular. */
  step = -1;
  /** The hash of all entries before the one that is being asked about. */
  readonly prefix = new RollingHash();
  readonly switches: Switches;
  readonly #child = new RollingHash();
  #claims: Claims | undefined;
  readonly #claimed = new PrefixWithValues();
  readonly #claim = new PrefixWithValues();

  constructor(
    readonly engine: Engine,
    readonly asker: Asker,
  ) {
    const { sites, builder } = engine.program;
    this.switches = new Switches(sites, builder);
  }

  /** The last run is asked about from its beginning. */
  begin(sink: ChildSink, claims: Claims | undefined, asks: Question): void {
    this.sink = sink;
    this.asks = asks;
    this.#claims = claims;
    this.#claimed.reset();
    this.prefix.reset();
  }

  /** The first `bound` entries, whose hash is known, are behind us. */
  skip(bound: number, hash: RollingHash): void {
    for (let i = 0; i < bound; i++) this.asker.assume(this.held(i));
    this.prefix.copy(hash);
  }

  /** Entry `i` is behind us. */
  pass(i: number): void {
    const { trace, input } = this.result;
    this.asker.assume(this.held(i));
    const choice = choiceAt(trace, i, this.engine.program.sites);
    if (i >= preambleOf(this.result)) foldEntry(this.prefix, trace, i, choice);
    if (this.#claims) this.#claimed.fold(trace, i, choice, this.#valueConcretizedAt(i, input));
  }

  /** What was true at entry `i`. */
  held(i: number): ExprId {
    const { trace, checks } = this.result;
    const { program } = this.engine;
    const expr = trace.expr[i];
    switch (trace.kind[i]) {
      case Entry.Check:
        // A precondition is a guess about what follows, not a fact about the path.
        return checks[trace.value[i]].hoisted ? program.store.constant(1, 1) : program.builder.not(expr);
      case Entry.Switch: {
        const taken = choiceAt(trace, i, program.sites);
        const target = this.switches.targets(trace.site[i]).find((one) => one.target === taken)!;
        return this.switches.condition(expr, target);
      }
      default:
        return expr;
    }
  }

  /** Another first input goes this way. */
  isClaimed(i: number, choice: number, value?: bigint): boolean {
    if (!this.#claims) return false;
    this.#claim.hash.copy(this.#claimed.hash);
    this.#claim.fold(this.result.trace, i, choice, value);
    return this.#claims.has(this.#claim.hash);
  }

  #valueConcretizedAt(i: number, input: Uint8Array): bigint | undefined {
    const { trace } = this.result;
    if (!isConcretization(trace.kind[i])) return undefined;
    return trace.value[i] === 0 ? 0n : this.engine.evaluate(trace.value[i], input);
  }

  /** The input just found is a child: it does `choice` at entry `i`, behind the entries that `before` is the hash of. */
  emit(
    i: number,
    choice: number,
    target: number,
    before: { readonly low: number; readonly high: number },
    step = target,
  ): void {
    const child = this.#child;
    const { trace } = this.result;
    child.low = before.low;
    child.high = before.high;
    foldEntry(child, trace, i, choice);
    this.nearness = this.engine.guide?.nearness(trace, i, choice) ?? 0;
    this.step = step;
    this.sink.child(this.asker.found, i + 1, child.low, child.high, target);
  }
}
