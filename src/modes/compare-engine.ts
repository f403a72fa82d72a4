import { evaluateReference } from '../expr/reference.js';
import type { CompareRules } from '../runtime/compare-shown.js';
import { openExact } from '../runtime/exact-program.js';
import { withExactMemory } from '../runtime/exact-replay.js';
import { openProduct, type ProductSide } from '../runtime/product-program.js';
import { openReplay } from '../runtime/replay-program.js';
import { StopSign } from '../runtime/stop-sign.js';
import type { ReplayProgram } from '../runtime/types.js';
import type { Engine } from '../search/contracts/engine.js';
import { loadCadical } from '../solver/cadical.js';
import { createChain } from '../solver/chain.js';
import type { CheckerId } from '../vocabulary/finding.js';

/** All a worker needs to make its engine; survives structured cloning. */
export interface CompareData {
  readonly sides: readonly [ProductSide, ProductSide];
  readonly rules: CompareRules;
  readonly checkers: ReadonlySet<CheckerId>;
  readonly fuel: number;
  /** Milliseconds a query may take. */
  readonly solverTime: number;
}

const solverIsLoaded = loadCadical();

/** A side without shadows, which tells what it shows. */
export function openSide(
  { prepared, plan, observes }: ProductSide,
  { checkers, fuel }: Pick<CompareData, 'checkers' | 'fuel'>,
  stopSign?: StopSign,
): ReplayProgram {
  const options = { checkers, fuel, observes, stopSign };
  const plain = openReplay(prepared, plan, options);
  const { exact } = prepared;
  return exact ? withExactMemory(plain, openExact(prepared, exact, plan, options), undefined) : plain;
}

/** The product of two programs as an engine: differences are ends of paths. Workers load this module by its URL. */
export async function openEngine(data: CompareData): Promise<Engine> {
  await solverIsLoaded;
  const { sides, rules, checkers, fuel } = data;
  const stopSign = new StopSign();
  const patience = new StopSign();
  const oracles: (ReplayProgram | undefined)[] = [];
  const oracle = (side: 0 | 1): ReplayProgram => (oracles[side] ??= openSide(sides[side], data, stopSign));
  const program = openProduct(sides, {
    ...{ rules, checkers, fuel, stopSign },
    hangs: (side, input) => oracle(side).hang(input) !== undefined,
  });
  const chain = createChain(program.builder, { timeLimit: data.solverTime, isGivenUp: () => patience.isUp() });
  return {
    program,
    checkers,
    stopSign,
    patience,
    coveragePoints: sides[0].prepared.coverage.length + sides[1].prepared.coverage.length,
    open: (base) => chain.session(base),
    evaluate: (expr, input) => evaluateReference(program.store, expr, (variable) => input[variable] ?? 0),
    replay: () => {
      throw new Error('what two programs do is compared, not replayed as one');
    },
    clear() {
      program.clear();
      chain.clear();
    },
    solverStats() {
      const layers = chain.stats().map(({ name, sat, unsat, unknown, milliseconds }) => ({
        ...{ name, answered: sat + unsat, unknown, milliseconds },
      }));
      return { layers, lists: chain.lists() };
    },
    get cacheHits() {
      return chain.cacheHits;
    },
    solverWorkMs: () => chain.workMs(),
  };
}
