import { Op } from '../expr/ops.js';
import type { Asked } from '../host/world.js';
import type { InputPlan } from '../inputs/plan.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { CheckerId } from '../vocabulary/finding.js';
import type { Place } from '../vocabulary/place.js';
import { inExactWords, inOrder, targetsAmong, unseenBy } from './exact-failures.js';
import type { ExactProgram, ExactRun } from './exact-types.js';
import type { GoalPlan } from './goals.js';
import type { Approximation, Replannable, RunResult, ShadowProgram } from './types.js';

/**
 * A program with shadows whose every run is run once more with exact memory. What the shadows look at is which other
 * inputs could fail; whether this one did is the exact run's to say. Where it fails an access, that is a failure of
 * the run; where it can't tell, the run says so (`approximate-memory`).
 */
export class JudgedProgram implements ShadowProgram, Replannable {
  constructor(
    readonly shadow: ShadowProgram & Replannable,
    /** Opened when the first run asks for it. */
    readonly exact: () => ExactProgram,
    readonly checkers: ReadonlySet<CheckerId>,
    readonly goals: GoalPlan | undefined,
  ) {}

  get store() {
    return this.shadow.store;
  }

  get builder() {
    return this.shadow.builder;
  }

  get sites() {
    return this.shadow.sites;
  }

  get fuelLeft() {
    return this.shadow.fuelLeft;
  }

  setPlan(plan: InputPlan): void {
    this.shadow.setPlan(plan);
    this.exact().setPlan(plan);
  }

  prospect(input: Uint8Array) {
    return this.shadow.prospect?.(input);
  }

  call(name: string, args: readonly number[]) {
    return this.shadow.call(name, args);
  }

  symbolicBytes() {
    return this.shadow.symbolicBytes();
  }

  checksMet() {
    return this.shadow.checksMet?.() ?? { made: 0, known: 0, impossible: 0 };
  }

  clear(): void {
    this.shadow.clear();
  }

  run(input: Uint8Array): RunResult {
    this.shadow.notedAccesses?.();
    // Where an array inside a structure ends, a model of a string function has to know when it is called.
    const { foresee } = this.shadow;
    const foreseen = foresee && this.exact().run(input);
    if (foreseen) foresee(foreseen.stringCalls);
    const result = this.shadow.run(input);
    // Nobody asks what a run did that does not count.
    if (result.outcome === 'assume') return result;
    const exact = foreseen ?? this.exact().run(result.input);
    this.#askAboutMembers(exact);
    const found = this.goals ? targetsAmong(exact.failures, this.goals) : exact.failures;
    const fresh = unseenBy(result.failures, found);
    const approximations = approximationsOf(exact, result, this.shadow.isUnforeseen ?? false);
    if (found.length === 0 && approximations.length === 0) return result;
    const { length } = result.trace;
    const order = inOrder(result.failures, found, fresh);
    const steps = result.failureSteps;
    return {
      ...result,
      failures: order.map(({ failure }) => inExactWords(failure, found)),
      // Whenever it failed, it was on this path and not because somebody asked for it.
      failurePositions: order.map(({ seen }) => (seen < 0 ? length : result.failurePositions[seen])),
      failureSteps: steps && order.map(({ seen, next }) => steps[seen < 0 ? next : seen] ?? length),
      approximations: [...result.approximations, ...approximations],
    };
  }

  /**
   * The shadows ask whether another input leaves the whole object. Of an access that went through an array inside a
   * structure it is asked, too, whether another input leaves that.
   */
  #askAboutMembers({ members }: ExactRun): void {
    const { shadow, store, builder } = this;
    const [above, below] = [this.checkers.has('array-overflow'), this.checkers.has('array-underflow')];
    if (members.size === 0 || !(above || below)) return;
    for (const { site, expr, address, size, position } of shadow.notedAccesses?.() ?? []) {
      const stretches = members.get(this.sites[site].at ?? -1) ?? [];
      const meant = stretches.filter(({ start, size: room }) => address >= start && address + size <= start + room);
      for (const { start, size: room } of meant) {
        // Which structure it is may depend on the input, too.
        const starts = this.#startsAt(start);
        for (const base of starts.length > 0 ? starts : [store.constant(32, start)]) {
          const offset = builder.binary(Op.Sub, expr, base);
          const most = store.constant(32, room - size);
          // Unsigned, what lies below is far above.
          const leaves = above
            ? builder.binary(below ? Op.Ult : Op.Slt, most, offset)
            : builder.binary(Op.Slt, offset, store.constant(32, 0));
          shadow.watch?.(above ? 'array-overflow' : 'array-underflow', leaves, site, position);
        }
      }
    }
  }

  #startsAt(start: number): ExprId[] {
    const members = this.shadow.notedMembers?.() ?? [];
    return members.filter(({ address }) => address === start).map(({ expr }) => expr);
  }
}

/**
 * Where the exact run can't tell. One that ended otherwise, though nothing failed in it, went another way: a program
 * may look at addresses, and blocks of symbolic size lie elsewhere.
 */
function approximationsOf(
  { approximate, addresses, outcome, failures }: ExactRun,
  shadow: RunResult,
  isUnforeseen: boolean,
): Approximation[] {
  const details = new Set(approximate.values());
  const isOther = (outcome !== shadow.outcome || isUnforeseen) && failures.length === 0 && shadow.failures.length === 0;
  // One that ended at something nobody models says so already.
  const isUnmodelled = shadow.approximations.some(({ reason }) => reason === 'unmodelled-call');
  const comparable = !isUnmodelled && (shadow.outcome === 'returned' || shadow.outcome === 'exited');
  return [
    ...[...details].map((detail): Approximation => ({ reason: 'approximate-memory', site: -1, detail })),
    ...[...addresses.values()].map((place): Approximation => ({ reason: 'assumed', site: 0, asked: addressAt(place) })),
    ...(isOther && comparable
      ? [{ reason: 'approximate-memory', site: -1, detail: 'a run that looks at addresses' } as const]
      : []),
  ];
}

const addressAt = (place: Place | undefined): Asked => ({
  fact: 'addresses',
  name: '',
  place,
  how: 'computes with an address',
});
