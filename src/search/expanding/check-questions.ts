import { Entry } from '../../abi/trace.js';
import { checkerIndex, checkers } from '../../checkers/index.js';
import { Op } from '../../expr/ops.js';
import type { ExprId } from '../../vocabulary/brands.js';
import { noChecks, noteGroup } from '../results/check-counts.js';
import type { BranchTargets } from './branch-targets.js';
import { type Combination, combine } from './combine.js';
import type { Expansion } from './expansion.js';
import { foldEntry, RollingHash } from './path-hash.js';

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

/** Asks for inputs that fail checks, those between two entries of another kind together. */
export class CheckQuestions {
  readonly counts = noChecks();
  /** Of the last expansion: inputs to run once. */
  readonly witnesses: Witness[] = [];
  /** Watches too are asked about only where `asks(-1, site)` says so. */
  isSelective = false;
  /** They were asked before, and counted. */
  isAgain = false;
  readonly #before = new RollingHash();
  /** What was counted as solved since `mark`. */
  readonly #solvedLately: number[] = [];

  constructor(
    readonly expansion: Expansion,
    readonly combination: Combination,
    readonly targets: BranchTargets,
  ) {}

  /** From here on it may turn out that all will be asked again. */
  mark(): void {
    this.#solvedLately.length = 0;
  }

  /** All that was asked since the mark will be asked again, and what is solved will be counted then. */
  willBeAskedAgain(): void {
    for (const checker of this.#solvedLately) this.counts.solved[checker]--;
    this.#solvedLately.length = 0;
  }

  /** Where a division would trap, the path has to know, whether anybody listens or not: that is nobody's check. */
  #isOn(checker: number): boolean {
    return this.expansion.engine.checkers?.has(checkers[checker].id) ?? true;
  }

  /** The first watch at or behind a position. */
  watchFrom(position: number): number {
    const { watches } = this.expansion.result;
    let watch = watches.length;
    while (watch > 0 && watches.position[watch - 1] >= position) watch--;
    return watch;
  }

  /**
   * The checks between two entries of another kind, from entry `from` and watch `watch` on. Returns the entry
   * behind them; all before it have been passed.
   */
  ask(from: number, last: number, watch: number): number {
    const { expansion, combination, counts } = this;
    const { asker, sink, engine } = expansion;
    const { builder } = engine.program;
    const { group, end } = this.#group(from, last, watch);
    if (!this.isAgain) {
      noteGroup(
        counts,
        group.filter(({ checker }) => this.#isOn(checker)),
      );
    }
    let passed = from;
    const passTo = (entry: number): void => {
      while (passed < entry) expansion.pass(passed++);
    };
    if (combination === 'naive' || group.length === 1) {
      for (const check of group) {
        if (sink.stopped()) return end;
        passTo(check.position);
        if (asker.find(check.own, check.site)) this.#failing([check]);
      }
    } else {
      combine(combination, group.length, {
        ask: (some) => {
          const condition = some.map((i) => group[i].condition).reduce((a, b) => builder.binary(Op.Or, a, b));
          return asker.answer(condition, group[some[0]].site);
        },
        fails: (one) => asker.isTrue(group[one].condition),
        found: (failing) => {
          const checks = failing.map((i) => group[i]);
          if (combination === 'weak') {
            for (const each of group) if (!checks.includes(each)) counts.left[each.checker]++;
          }
          this.#failing(checks);
        },
        stopped: () => sink.stopped(),
      });
    }
    passTo(end);
    return end;
  }

  #group(from: number, last: number, watch: number): { group: Check[]; end: number } {
    const { expansion } = this;
    const { trace, watches, checks } = expansion.result;
    const { builder } = expansion.engine.program;
    const group: Check[] = [];
    const before = this.#before;
    before.copy(expansion.prefix);
    let safe: ExprId = 0;
    const join = (condition: ExprId): ExprId => (safe === 0 ? condition : builder.binary(Op.And, safe, condition));
    for (let end = from; ; end++) {
      const { low, high } = before;
      const here = { position: end, low, high };
      for (; watch < watches.length && watches.position[watch] === end; watch++) {
        const own = watches.expr[watch];
        const site = watches.site[watch];
        const checker = watches.checker[watch];
        if (this.isSelective && !expansion.asks(-1, site)) continue;
        if (this.#isRuledOut(own, checker)) continue;
        group.push({ ...here, entry: -1, own, condition: join(own), site, checker });
      }
      if (end >= last || trace.kind[end] !== Entry.Check) return { group, end };
      const own = trace.expr[end];
      const { checker, near, hoisted } = checks[trace.value[end]];
      // A precondition is no fact for what follows: it is asked by itself.
      if (hoisted && group.length > 0) return { group, end };
      const index = checkerIndex(checker);
      const isAsked = this.#asksBehind(before, end) && !(near === undefined && expansion.isClaimed(end, 1));
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
    if (!this.expansion.asker.cannotHold(condition)) return false;
    if (!this.isAgain && this.#isOn(checker)) {
      this.counts.injected[checker]++;
      this.counts.bounded[checker]++;
    }
    return true;
  }

  /** Who is asked looks at the prefix as it is before the entry. */
  #asksBehind({ low, high }: RollingHash, i: number): boolean {
    const { prefix } = this.expansion;
    const { low: oldLow, high: oldHigh } = prefix;
    prefix.low = low;
    prefix.high = high;
    const asks = this.expansion.asks(i, 1);
    prefix.low = oldLow;
    prefix.high = oldHigh;
    return asks;
  }

  /** The input just found fails these. */
  #failing(failing: readonly Check[]): void {
    const { expansion } = this;
    const { asker, engine } = expansion;
    for (const { checker } of failing) {
      if (!this.#isOn(checker)) continue;
      this.counts.solved[checker]++;
      this.#solvedLately.push(checker);
    }
    const ending = failing.find(({ entry }) => entry >= 0);
    if (!ending) {
      const { position, low, high } = failing[failing.length - 1];
      const checks = failing.map(({ checker, site }) => ({ checker, site }));
      this.witnesses.push({ input: asker.found.slice(), position, low, high, checks });
      return;
    }
    // Where a replay is sure to notice is better: a far jump may land in another object, which looks fine.
    const { near, condition, site, entry } = ending;
    if (near !== undefined && !asker.isTrue(near)) {
      const found = asker.found.slice();
      const both = engine.program.builder.binary(Op.And, condition, near);
      if (!asker.find(both, site, false)) asker.restore(found);
    }
    expansion.emit(entry, 1, this.targets.failure(site), ending);
  }
}
