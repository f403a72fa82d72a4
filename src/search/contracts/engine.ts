import type { FuzzPrograms } from '../../fuzz/fuzzer.js';
import type { InputPlan } from '../../inputs/plan.js';
import type { StopSign } from '../../runtime/stop-sign.js';
import type { Replannable, ReplayProgram, ShadowProgram } from '../../runtime/types.js';
import type { Session } from '../../solver/types.js';
import type { ExprId } from '../../vocabulary/brands.js';
import type { CheckerId, Failure } from '../../vocabulary/finding.js';
import type { Guide } from './guide.js';
import type { RootSource } from './root-source.js';

/** What one solver layer did, for `--stats`. */
export interface LayerStats {
  readonly name: string;
  /** Questions it decided. */
  readonly answered: number;
  /** Questions that were left without an answer there, for now or for good. */
  readonly unknown?: number;
  readonly milliseconds: number;
}

export interface SolverStats {
  readonly layers: readonly LayerStats[];
  readonly lists?: ListSizes;
}

/** Constraints of queries: those of the path, and those kept because they have something to do with what was asked. */
export interface ListSizes {
  readonly queries: number;
  readonly assumed: number;
  readonly kept: number;
  /** Of the largest list that was kept. */
  readonly largest: number;
}

/**
 * All that the search needs of the stations before it, one per worker: a program to run, a solver to
 * ask, an oracle to believe. The search knows nothing of how they are made. Who predicts tests of several shapes gives
 * it one plan after the other.
 */
export interface Engine extends Partial<Replannable> {
  readonly program: ShadowProgram;
  /** Ends runs and replays in the middle, where they can take long. */
  readonly stopSign?: StopSign;
  /** Ends questions that are hard: their answer is unknown then. */
  readonly patience?: StopSign;
  /** Coverage points a run reports on. */
  readonly coveragePoints: number;
  /** A new path to expand, taken by `base`. The one opened before is no longer used. */
  open(base: Uint8Array): Session;
  /** The value of an expression on an input: needed to enumerate what a concretized value may be. */
  evaluate(expr: ExprId, input: Uint8Array): bigint;
  /** Made on first use: most programs have nothing to replay. */
  replay(): ReplayProgram;
  /**
   * For an input that ran out of fuel, or of memory: its endless loop, if there is a proof. `isRegular`: each round
   * does the same to symbolic values, so the path is known to its end. Undefined too when nobody wants to know.
   */
  hang?(
    input: Uint8Array,
    isOutOfFuel: boolean,
  ): { readonly failure: Failure; readonly isRegular: boolean } | undefined;
  /** Forgets every expression and all that was learned about them; called between expansions only. */
  clear(): void;
  solverStats(): SolverStats;
  /** Questions so far that were answered because the same had been asked before. */
  readonly cacheHits?: number;
  /**
   * How much its slowest layers have done so far, in milliseconds of an idle machine: a count of work that is the same
   * however long it took. Only differences mean something.
   */
  solverWorkMs?(): number;
  /**
   * The same input free of all that binds it to its first input: every byte may be changed. Undefined where that
   * would make too many symbols of it.
   */
  freed?(input: Uint8Array): Uint8Array | undefined;
  /** Makes first inputs as the search goes, where they are not given. */
  source?(): RootSource;
  /** Those that look for failures; all, unless it says. */
  readonly checkers?: ReadonlySet<CheckerId>;
  /** The program for a fuzzer, made on first use, and what it is given; none where inputs are not made byte by byte. */
  readonly fuzzed?: { readonly plan: InputPlan; open(): FuzzPrograms };
  /** Where the search wants to go; without one it wants to go everywhere. */
  readonly guide?: Guide;
}

/**
 * How a worker makes its engine: a module, as a URL, whose `openEngine(data)` gives one. `data` must
 * survive structured cloning.
 */
export interface EngineSource {
  readonly module: string;
  readonly data: unknown;
}

export type OpenEngine = (data: never) => Promise<Engine> | Engine;
