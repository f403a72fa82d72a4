import { BranchOutcome } from '../../abi/branch-outcome.js';
import type { Site } from '../../abi/site.js';
import { Entry, type Trace } from '../../abi/trace.js';
import { checkers } from '../../checkers/index.js';
import type { RunResult } from '../../runtime/types.js';
import type { ExprId } from '../../vocabulary/brands.js';
import type { CheckerId } from '../../vocabulary/finding.js';
import type { Place } from '../../vocabulary/place.js';
import type { Engine } from '../contracts/engine.js';
import { choiceAt } from '../expanding/path-hash.js';
import { Switches } from '../expanding/switches.js';

/** A conjunction of conditions on the arguments of a function under which it fails: a path, and a check on it. */
export interface Violation {
  readonly literals: readonly ExprId[];
  readonly checker: CheckerId;
  readonly place: Place | undefined;
}

interface Step {
  readonly kind: number;
  readonly expr: ExprId;
  readonly site: number;
  readonly value: number;
  readonly choice: number;
}

/**
 * PRETEX's precondition of a function, from one unit test: for every check and assertion on its path, *the path up
 * to here and the check fails*. The negation of all of them is what a caller has to see to.
 */
export class ViolationReader {
  readonly #sites: readonly Site[];
  readonly #switches: Switches;
  /** Concretized values and floats on the way: the precondition speaks of the values the tests had there. */
  approximated = false;

  constructor(readonly engine: Engine) {
    this.#sites = engine.program.sites;
    this.#switches = new Switches(this.#sites, engine.program.builder);
  }

  read(input: Uint8Array): Violation[] {
    const result = this.engine.program.run(input);
    if (result.outcome === 'assume') return [];
    this.approximated ||= result.approximations.length > 0;
    const found: Violation[] = [];
    const watches = this.#watches(result);
    this.#walk(result, this.#copy(result.trace), 0, [], undefined, found, watches);
    return found;
  }

  /** Checks beside the path, by the entries before them. */
  #watches({ watches, failedWatches }: RunResult): Map<number, Violation[]> {
    const all = new Map<number, Violation[]>();
    for (const { length, position, expr, site, checker } of [watches, failedWatches]) {
      for (let i = 0; i < length; i++) {
        const one = { literals: [expr[i]], checker: checkers[checker[i]].id, place: this.#sites[site[i]].place };
        all.set(position[i], [...(all.get(position[i]) ?? []), one]);
      }
    }
    return all;
  }

  #copy(trace: Trace): Step[] {
    const steps: Step[] = [];
    for (let i = 0; i < trace.length; i++) {
      const [kind, expr, site, value] = [trace.kind[i], trace.expr[i], trace.site[i], trace.value[i]];
      steps.push({ kind, expr, site, value, choice: choiceAt(trace, i, this.#sites) });
    }
    return steps;
  }

  /** `within`: only inner conditions of the assertion at this place. */
  #walk(
    { checks, input }: RunResult,
    steps: readonly Step[],
    from: number,
    path: readonly ExprId[],
    within: Place | undefined,
    found: Violation[],
    watches: ReadonlyMap<number, readonly Violation[]> = new Map(),
  ): void {
    const { builder } = this.engine.program;
    const held = [...path];
    for (let i = from; i <= steps.length; i++) {
      for (const { literals, ...watch } of watches.get(i) ?? [])
        found.push({ ...watch, literals: [...held, ...literals] });
      if (i === steps.length) return;
      const { kind, expr, site, value, choice } = steps[i];
      const { place, outcomes } = this.#sites[site];
      if (within && (kind !== Entry.Branch || !outcomes || !isSame(place, within))) return;
      const add = (condition: ExprId, checker: CheckerId) =>
        void found.push({ literals: [...held, condition], checker, place });
      switch (kind) {
        case Entry.Check:
          if (!checks[value].hoisted) add(checks[value].plain ?? expr, checks[value].checker);
          continue;
        case Entry.Failed:
          if (value >= 0) add(expr, checks[value].checker);
          // Behind a failure nothing is defined.
          return;
        case Entry.Branch: {
          const other = outcomes?.[1 - value] ?? BranchOutcome.Other;
          if (outcomes?.[value] === BranchOutcome.Fails) add(expr, 'assertion');
          if (other === BranchOutcome.Fails) add(builder.not(expr), 'assertion');
          if (other === BranchOutcome.MayFail && place) this.#inner(input, held, builder.not(expr), i, place, found);
          break;
        }
        case Entry.Switch:
          for (const target of this.#switches.targets(site)) {
            if (target.target !== choice && outcomes?.[target.target] === BranchOutcome.Fails) {
              add(this.#switches.condition(expr, target), 'assertion');
            }
          }
          break;
        case Entry.Concretization:
        case Entry.Fork:
          this.approximated = true;
      }
      held.push(kind === Entry.Switch ? this.#taken(site, expr, choice) : expr);
    }
  }

  /** The rest of an assertion's condition, behind the arm this run did not take. */
  #inner(
    base: Uint8Array,
    path: readonly ExprId[],
    flipped: ExprId,
    i: number,
    place: Place,
    found: Violation[],
  ): void {
    const session = this.engine.open(base);
    for (const each of path) session.assume(each);
    const answer = session.check(flipped);
    if (answer.kind !== 'sat') return;
    const input = base.slice();
    answer.model.vars.forEach((variable, k) => {
      input[variable] = answer.model.values[k];
    });
    const result = this.engine.program.run(input);
    this.#walk(result, this.#copy(result.trace), i + 1, [...path, flipped], place, found);
  }

  #taken(site: number, index: ExprId, choice: number): ExprId {
    return this.#switches.condition(index, this.#switches.targets(site).find(({ target }) => target === choice)!);
  }
}

function isSame(a: Place | undefined, b: Place): boolean {
  return a?.line === b.line && a.column === b.column && a.file === b.file;
}
