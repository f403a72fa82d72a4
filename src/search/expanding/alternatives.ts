import { Entry } from '../../abi/trace.js';
import { Op } from '../../expr/ops.js';
import { Supports } from '../../expr/support.js';
import { rangesOf } from '../../expr/value-ranges.js';
import type { Tally } from '../results/tally.js';
import { type BranchTargets, nextLetterTask } from './branch-targets.js';
import type { Expansion } from './expansion.js';
import { choiceAt } from './path-hash.js';
import type { Progress } from './progress.js';

/** Alternatives of one concretized value that are followed on one path before the rest is counted as `concretized`. */
export const alternativesOfAValue = 256;

/**
 * As many of a number made of several bytes are asked for at once, and the others when hard questions are: where the
 * hash of a name says which list it stands in, each list is a question of SAT and another run of the same code.
 */
export const alternativesAtOnce = 8;

/**
 * The same of a value that may be almost anything on its path (the size of an image, width times height): no number of
 * runs would be all of them, and one tells about as much as another.
 */
const alternativesOfAnything = 16;
/** Bounds farther from the value than this are none. */
const farAway = 1 << 24;

/** The same behind an access that failed, where nothing is defined and nothing counted. */
const alternativesBehindFailure = 16;

/** Asks at one entry for inputs that do something else there: the other side of a branch, another target of a switch, another value. */
export class Alternatives {
  /** The entry where a word is to be matched further, -1 for none. */
  nextLetter = -1;
  readonly #supports: Supports;

  constructor(
    readonly expansion: Expansion,
    readonly targets: BranchTargets,
    readonly progress: Progress,
    readonly tally: Tally,
    readonly mostAlternatives: number,
  ) {
    this.#supports = new Supports(expansion.engine.program.store);
  }

  ask(i: number): void {
    const { expansion } = this;
    const { engine, asker, result, switches, prefix } = expansion;
    const { trace } = result;
    const { builder, sites } = engine.program;
    const site = trace.site[i];
    const expr = trace.expr[i];
    switch (trace.kind[i]) {
      case Entry.Branch: {
        const other = 1 - trace.value[i];
        if (!this.#isAsked(i, other)) return;
        if (asker.find(builder.not(expr), site)) this.#emit(i, other);
        return;
      }
      case Entry.Switch: {
        const taken = choiceAt(trace, i, sites);
        for (const target of switches.targets(site)) {
          if (target.target === taken || !this.#isAsked(i, target.target)) continue;
          if (!asker.find(switches.condition(expr, target), site)) continue;
          this.#emit(i, target.target);
        }
        return;
      }
      case Entry.Fork: {
        const other = 1 - trace.value[i];
        if (!this.#isAsked(i, other)) return;
        if (asker.find(builder.not(expr), site)) expansion.emit(i, other, -1, prefix);
        return;
      }
      case Entry.Failed:
        if (this.#isAsked(i, 0) && asker.find(builder.not(expr), site)) expansion.emit(i, 0, -1, prefix);
        return;
      case Entry.Concretization:
      case Entry.Settled:
        if (expansion.asks(i, 0)) this.#otherValues(i);
        return;
    }
  }

  /** A child is made for a branch target; where that was taken already, for the number that says how far on. */
  #emit(i: number, choice: number): void {
    const { targets, expansion } = this;
    const target = targets.of(expansion.result.trace.site[i], choice);
    const match = targets.matched(this.progress.match(i, choice), choice);
    const farther = targets.fartherOn(this.progress.keys[i], choice);
    const word = i === this.nextLetter ? nextLetterTask : match;
    const isFarther = !targets.isNew(word) && targets.isNew(farther);
    const wanted = targets.isNew(target) ? target : isFarther ? farther : targets.isNew(word) ? word : target;
    expansion.emit(i, choice, wanted, expansion.prefix, match);
  }

  #isAsked(i: number, choice: number): boolean {
    return this.expansion.asks(i, choice) && !this.expansion.isClaimed(i, choice);
  }

  /** Whether a concretized value may be millions away from what it is. */
  #mayBeAnything(i: number): boolean {
    const { engine, asker, result } = this.expansion;
    const { builder, store } = engine.program;
    const { value: concretized, site } = result.trace;
    const expr = concretized[i];
    const always = rangesOf(store);
    if (store.width[expr] !== 32 || always.highest(expr) - always.lowest(expr) <= farAway) return false;
    const value = Number(engine.evaluate(expr, result.input));
    const least = store.constant(32, Math.max(value - farAway, 0) | 0);
    const most = store.constant(32, Math.min(value + farAway, 0xffffffff) | 0);
    const outside = builder.binary(Op.Or, builder.binary(Op.Ult, expr, least), builder.binary(Op.Ult, most, expr));
    return asker.find(outside, site[i], false);
  }

  /** One child per value a concretized expression may have, until there is no other or the cap is reached. */
  #otherValues(i: number): void {
    const { expansion } = this;
    const { engine, asker, prefix, sink } = expansion;
    const { trace } = expansion.result;
    const { builder, store } = engine.program;
    const site = trace.site[i];
    const expr = trace.value[i];
    const isSettled = trace.kind[i] === Entry.Settled;
    let others = builder.not(trace.expr[i]);
    const isOfSeveral = this.#supports.supportOf(trace.expr[i]).length > 1;
    for (let found = 0; asker.find(others, site); found++) {
      if (isOfSeveral && asker.isFirstTry && found === alternativesAtOnce) {
        asker.gaveUp = true;
        return;
      }
      if (isSettled && found === alternativesBehindFailure) return;
      if (
        found === this.mostAlternatives ||
        expr === 0 ||
        (found === alternativesOfAnything && this.#mayBeAnything(i))
      ) {
        this.tally.count('concretized', site);
        return;
      }
      const value = engine.evaluate(expr, asker.found);
      if (!expansion.isClaimed(i, 0, value)) expansion.emit(i, 0, -1, prefix);
      const width = store.width[expr];
      const same = store.constant(width, Number(value & 0xffffffffn) | 0, Number((value >> 32n) & 0xffffffffn) | 0);
      others = builder.binary(Op.And, others, builder.not(builder.binary(Op.Eq, expr, same)));
      if (sink.stopped()) return;
    }
  }
}
