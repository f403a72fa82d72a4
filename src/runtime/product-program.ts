/**
 * Two programs on the same symbolic input as one run: the first, then the second, then what they show compared. A path
 * of the product is a pair of paths, and that they differ in data on it is a branch at its end: the search asks for
 * the other side of it as of any other.
 */

import type { Site } from '../abi/site.js';
import { Entry } from '../abi/trace.js';
import { Builder } from '../expr/build.js';
import { ExprStore } from '../expr/store.js';
import type { InputPlan } from '../inputs/plan.js';
import type { Prepared } from '../instrument/prepare.js';
import { type What, whats } from '../vocabulary/difference.js';
import { type CompareRules, comparisonOf, counted, differs, isSame, type SideRun } from './compare-shown.js';
import { openExact } from './exact-program.js';
import type { ExactProgram } from './exact-types.js';
import { JoinedTrace } from './joined-trace.js';
import { JudgedProgram } from './judged-program.js';
import type { ObservationPlan } from './observed.js';
import type { ProgramOptions } from './program-options.js';
import { openShadow } from './shadow-program.js';
import type { Approximation, RunResult, ShadowProgram } from './types.js';

export interface ProductSide {
  readonly prepared: Prepared;
  readonly plan: InputPlan;
  readonly observes: ObservationPlan;
}

export interface ProductOptions extends Omit<ProgramOptions, 'builder' | 'observes'> {
  readonly rules: CompareRules;
  /** Is it proved that this side never ends on the input? Asked where it is out of fuel. */
  hangs(side: 0 | 1, input: Uint8Array): boolean;
}

/** What a run's exit code says of a product: by what the sides differ, 0 for nothing. */
export const differenceOf = (exitCode: number): What | undefined => whats[exitCode - 1];

export function openProduct(sides: readonly [ProductSide, ProductSide], options: ProductOptions): ShadowProgram {
  return new Product(sides, options);
}

function judgedOr(
  program: ReturnType<typeof openShadow>,
  { prepared, plan }: ProductSide,
  options: ProductOptions,
): ShadowProgram {
  const { exact } = prepared;
  if (!exact) return program;
  let judge: ExactProgram | undefined;
  const open = (): ExactProgram => (judge ??= openExact(prepared, exact, plan, options));
  return new JudgedProgram(program, open, options.checkers, undefined);
}

/** Outcomes behind which there is something to compare. */
const ended: ReadonlySet<string> = new Set(['returned', 'exited']);
/** Outcomes that say nothing of what the program would do. */
const unknown: ReadonlySet<string> = new Set(['fuel', 'stopped']);

class Product implements ShadowProgram {
  readonly builder = new Builder(new ExprStore());
  readonly store = this.builder.store;
  readonly sites: readonly Site[];
  readonly #programs;
  /** The same, each run judged once more with exact memory where that is asked for. */
  readonly #judged: readonly ShadowProgram[];
  readonly #options: ProductOptions;
  readonly #joined = new JoinedTrace();
  readonly #coverage: Uint8Array;
  readonly #points: readonly [number, number];
  /** Behind the sites of both, one for each way to differ. */
  readonly #firstDifference: number;

  constructor(sides: readonly [ProductSide, ProductSide], options: ProductOptions) {
    this.#options = options;
    const open = ({ prepared, plan, observes }: ProductSide) =>
      openShadow(prepared, plan, { ...options, observes, builder: this.builder });
    this.#programs = [open(sides[0]), open(sides[1])] as const;
    this.#judged = this.#programs.map((program, i) => judgedOr(program, sides[i], options));
    const own = this.#programs.flatMap(({ sites }) => sites);
    const differences = whats.map((): Site => ({ kind: 'branch', function: -1, place: undefined, at: -1 }));
    this.sites = [...own, ...differences];
    this.#firstDifference = own.length;
    this.#points = [sides[0].prepared.coverage.length, sides[1].prepared.coverage.length];
    this.#coverage = new Uint8Array(this.#points[0] + this.#points[1]);
  }

  get fuelLeft(): number {
    return Math.min(...this.#programs.map(({ fuelLeft }) => fuelLeft));
  }

  clear(): void {
    for (const program of this.#programs) program.clear();
  }

  call(): never {
    throw new Error('a product has no functions of its own');
  }

  *symbolicBytes(): ReturnType<ShadowProgram['symbolicBytes']> {
    for (const program of this.#programs) yield* program.symbolicBytes();
  }

  run(given: Uint8Array): RunResult {
    const joined = this.#joined;
    joined.clear();
    this.#coverage.fill(0);
    const results: RunResult[] = [];
    const sides: SideRun[] = [];
    const approximations: Approximation[] = [];
    let outcome: RunResult['outcome'] = 'returned';
    let input = given;
    for (const side of [0, 1] as const) {
      const program = this.#programs[side];
      const result = this.#judged[side].run(input);
      // What it made symbolic as it ran is the other side's input, too.
      if (result.input.length > input.length) input = result.input;
      const hangs = result.outcome === 'fuel' && this.#options.hangs(side, result.input);
      const isCompared = result.failures.length === 0 && ended.has(result.outcome);
      const shown = isCompared ? program.observe() : [];
      const { failures, exitCode } = result;
      sides.push({ outcome: result.outcome, exitCode, failures, hangs, shown, exitId: this.#exitByte(side) });
      const sites = side === 0 ? 0 : this.#programs[0].sites.length;
      joined.append(result, sites);
      for (const each of result.approximations) approximations.push({ ...each, site: each.site + sites });
      this.#coverage.set(result.coverage, side === 0 ? 0 : this.#points[0]);
      results.push(result);
      if (result.outcome === 'assume') {
        outcome = 'assume';
        break;
      }
      if (unknown.has(result.outcome) && !hangs) outcome = result.outcome;
    }
    const [a, b] = sides;
    const difference = outcome === 'returned' && b ? this.#compare(a, b, approximations) : undefined;
    const [first, second = first] = results;
    return {
      ...first,
      outcome,
      exitCode: difference === undefined ? 0 : whats.indexOf(difference) + 1,
      trace: joined.log,
      checks: joined.checks,
      guesses: joined.guesses,
      watches: joined.watches,
      failedWatches: joined.failedWatches,
      // A side that fails where the other does not is a difference; nothing is told as a finding.
      failures: [],
      failurePositions: [],
      failureSteps: [],
      approximations,
      regions: second.regions.length > first.regions.length ? second.regions : first.regions,
      input,
      iterations: results.reduce((sum, { iterations }) => sum + iterations, 0),
      wasReplayed: false,
      coverage: this.#coverage,
    };
  }

  /** By what they differ on this input. Pairs that depend on it are decided one after the other, up to one that differs. */
  #compare(a: SideRun, b: SideRun, approximations: Approximation[]): What | undefined {
    const { rules } = this.#options;
    const comparison = comparisonOf(a, b, rules);
    if (comparison.kind === 'decided') return comparison.what;
    for (const { what, a: one, b: other } of comparison.pairs) {
      if (!one || !other) return what;
      const [left, right] = [counted(one, rules), counted(other, rules)];
      // Another value there might not be ignored.
      if (left.isSymbolic || right.isSymbolic)
        approximations.push({ reason: 'concretized', site: 0, detail: '--ignore' });
      const same = isSame(left, right);
      const condition = differs(this.builder, left, right);
      if (condition !== 0 && !this.store.isConst(condition)) {
        const held = same ? this.builder.not(condition) : condition;
        this.#joined.log.add(Entry.Branch, held, this.#firstDifference + whats.indexOf(what), same ? 0 : 1);
      }
      if (!same) return what;
    }
    return undefined;
  }

  /** A parent sees the lowest byte. */
  #exitByte(side: 0 | 1): number {
    const { exitId } = this.#programs[side];
    return exitId === 0 ? 0 : this.builder.extract(exitId, 0, 8);
  }
}
