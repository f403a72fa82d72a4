import { checkers as checkerTable } from '../checkers/index.js';
import { evaluateReference } from '../expr/reference.js';
import type { InputPlan } from '../inputs/plan.js';
import { lengthIn, Mode } from '../inputs/templates.js';
import type { Prepared } from '../instrument/prepare.js';
import { openExact } from '../runtime/exact-program.js';
import { withExactMemory } from '../runtime/exact-replay.js';
import type { ExactProgram } from '../runtime/exact-types.js';
import { FastProgram } from '../runtime/fast-program.js';
import type { GoalPlan } from '../runtime/goals.js';
import { JudgedProgram } from '../runtime/judged-program.js';
import type { Precondition } from '../runtime/preconditions.js';
import { isRegular } from '../runtime/regular-loops.js';
import { openReplay } from '../runtime/replay-program.js';
import { openShadow } from '../runtime/shadow-program.js';
import { StopSign } from '../runtime/stop-sign.js';
import type { Replannable, ReplayProgram } from '../runtime/types.js';
import type { Engine } from '../search/contracts/engine.js';
import { CfgGuide } from '../search/ordering/cfg-guide.js';
import type { GuideTable } from '../search/ordering/guide-table.js';
import { UncoveredGuide, type UncoveredTable } from '../search/ordering/uncovered-guide.js';
import { loadCadical } from '../solver/cadical.js';
import { createChain } from '../solver/chain.js';
import { recordIfAsked } from '../solver/record.js';
import { type CheckerId, hugeSizes } from '../vocabulary/finding.js';
import { type TemplatePlan, TemplateSource } from './template-source.js';

/** All a worker needs to make its engine; survives structured cloning. */
export interface EngineData {
  readonly prepared: Prepared;
  readonly plan: InputPlan;
  readonly checkers: ReadonlySet<CheckerId>;
  /** Divisions and accesses that only checkers which are off look at are taken to be right, and not asked about. */
  readonly trustsUnchecked?: boolean;
  /** Nobody follows the other side of a fork: indices stay symbolic wherever they can. */
  readonly keepsIndices?: boolean;
  readonly fuel: number;
  /** Milliseconds a query may take. */
  readonly solverTime: number;
  /** Inputs that are strings of grammars. */
  readonly templates?: TemplatePlan;
  /** Of the functions that were prepared as watched. */
  readonly preconditions?: readonly Precondition[];
  /** What runs are watched for, and where to look for it. */
  readonly goals?: GoalPlan;
  readonly guide?: GuideTable;
  /** Instead: to what is not covered yet. */
  readonly uncovered?: UncoveredTable;
}

/** Turns of loops a replay is watched for after a run that ended for another reason: it may take them all. */
const mostWatched = 20_000_000;

/** Bytes of a grammar's string that may all be symbols at once. */
const mostFreed = 256;

/** Begun when the module is loaded, which is while the program compiles. */
const solverIsLoaded = loadCadical();

/**
 * The oracle looks for everything: what it calls an access may not be what the checker that predicted it does. Only
 * checkers that are off by default it leaves out, as they cost something.
 */
const oracleCheckers = (asked: ReadonlySet<CheckerId>): ReadonlySet<CheckerId> =>
  new Set([
    ...checkerTable.filter(({ id, byDefault }) => byDefault || asked.has(id)).map(({ id }) => id),
    ...(asked.has(hugeSizes) ? [hugeSizes] : []),
  ]);

/** The real engine: instrumented module, solver chain, shadow-free oracle. Workers load this module by its URL. */
export async function openEngine(data: EngineData): Promise<Engine & Replannable> {
  await solverIsLoaded;
  const { prepared, checkers, fuel, templates, goals } = data;
  let { plan } = data;
  const stopSign = new StopSign();
  const patience = new StopSign();
  const shadow = openShadow(prepared, plan, {
    ...{ checkers, fuel, templates, goals, trustsUnchecked: data.trustsUnchecked },
    preconditions: data.preconditions,
    keepsIndices: data.keepsIndices,
    overflow: checkers.has('stack-overflow') ? (input) => replay().overflow(input) : undefined,
    stopSign,
  });
  const { exact: exactModule } = prepared;
  const openJudge = (asked: ReadonlySet<CheckerId>, placesBlocks = false): ExactProgram =>
    openExact(prepared, exactModule!, plan, { checkers: asked, fuel, stopSign, placesBlocks });
  let judge: ExactProgram | undefined;
  const program = exactModule
    ? new JudgedProgram(shadow, () => (judge ??= openJudge(checkers)), checkers, goals)
    : shadow;
  const chain = recordIfAsked(
    createChain(program.builder, { timeLimit: data.solverTime, isGivenUp: () => patience.isUp() }),
    program.builder.store,
  );
  let oracle: (ReplayProgram & Replannable) | undefined;
  const openOracle = (): ReplayProgram & Replannable => {
    const asked = oracleCheckers(checkers);
    const plain = openReplay(prepared, plan, { checkers: asked, fuel, goals, stopSign });
    return exactModule ? withExactMemory(plain, openJudge(asked, true), goals) : plain;
  };
  const replay = () => (oracle ??= openOracle());
  return {
    setPlan(next) {
      plan = next;
      program.setPlan(next);
      oracle?.setPlan(next);
    },
    program,
    checkers,
    stopSign,
    patience,
    guide: data.guide ? new CfgGuide(data.guide, program.sites) : data.uncovered && new UncoveredGuide(data.uncovered),
    source: templates && (() => new TemplateSource(templates)),
    fuzzed:
      templates || goals || data.preconditions
        ? undefined
        : {
            plan,
            open() {
              let logging: FastProgram | undefined;
              const program = (logs: boolean): FastProgram => new FastProgram(prepared, plan, { fuel, logs });
              return { fast: program(false), logging: () => (logging ??= program(true)) };
            },
          },
    freed:
      templates &&
      ((input) => {
        if (templates.inputs.some(({ place }) => lengthIn(input, place) > mostFreed)) return undefined;
        const copy = input.slice();
        copy[templates.modeAt] = Mode.Free;
        return copy;
      }),
    coveragePoints: prepared.coverage.length,
    open: (base) => chain.session(base),
    evaluate: (expr, input) => evaluateReference(program.store, expr, (variable) => input[variable] ?? 0),
    replay,
    hang(input, isOutOfFuel) {
      if (!isOutOfFuel && fuel > mostWatched) return undefined;
      const hang = checkers.has('hang') ? replay().hang(input) : undefined;
      return hang && { failure: hang.failure, isRegular: isRegular({ ...data, plan, stopSign }, input, hang) };
    },
    clear() {
      program.clear();
      chain.clear();
    },
    solverStats() {
      const layers = chain.stats().map(({ name, sat, unsat, unknown, milliseconds }) => ({
        name,
        answered: sat + unsat,
        unknown,
        milliseconds,
      }));
      return { layers, lists: chain.lists() };
    },
    get cacheHits() {
      return chain.cacheHits;
    },
    solverWorkMs: () => chain.workMs(),
  };
}
