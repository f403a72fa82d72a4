import { readFileSync } from 'node:fs';
import { chooseCheckers } from '../src/modes/choose-checkers.js';
import { openEngine } from '../src/modes/engine.js';
import { defaults } from '../src/modes/explore.js';
import { makeProgram } from '../src/modes/make-program.js';
import { fromRecipe, type Recipe } from '../src/modes/recipe.js';
import { firstInputs } from '../src/modes/seeds.js';
import { coverageByFile, type Ratio, summarizeCoverage } from '../src/report/coverage.js';
import type { EngineName } from '../src/search/beside/fuzz-turns.js';
import { confirmation } from '../src/search/confirming/confirm.js';
import type { ExploreDriver } from '../src/search/exploring/explore-driver.js';
import { Explorer } from '../src/search/exploring/explorer.js';
import { RandomInputs } from '../src/search/exploring/random-inputs.js';
import { Buckets } from '../src/search/results/buckets.js';
import { SharedMemory } from '../src/search/workers/threads/shared-memory.js';
import type { Failure } from '../src/vocabulary/finding.js';
import { threadTime } from './clock.js';

/** A program, what of it is symbolic, and the lines its bugs stand on. */
export interface Stranger {
  readonly name: string;
  readonly recipe: Recipe;
  /** A valid input, which is what people have. */
  readonly seed?: string;
  /** Each a text that one line of the program has, or several such texts where the bug may show in several places. */
  readonly bugs: readonly (string | readonly string[])[];
}

export type Search = 'generational' | 'dfs' | 'random';

export interface Outcome {
  /** Per bug the seconds it took, Infinity if it was not found. */
  readonly found: readonly number[];
  /** Confirmed findings that nobody planted. */
  readonly others: readonly string[];
  readonly runs: number;
  readonly queries: number;
  readonly solverSeconds: number;
  readonly runSeconds: number;
  readonly pending: number;
  readonly isDone: boolean;
  /** Branches covered when each of `checkpoints` had passed. */
  readonly branches: readonly Ratio[];
}

/** Wall milliseconds between two looks at the processor's clock: it is a file. */
const lookEvery = 10;

/** Explores one program for as many seconds of this thread as the last checkpoint says, as one worker would. */
export async function runStranger(
  { recipe, seed, bugs }: Stranger,
  search: Search,
  isSeeded: boolean,
  checkpoints: readonly number[],
  stringModels: 'on' | 'off' = 'on',
): Promise<Outcome> {
  const checkers = chooseCheckers();
  const { plan, prepared } = await makeProgram({ ...fromRecipe(recipe), stringModels }, { checkers });
  const { fuel, solverTime } = defaults;
  const rng = Number(process.env.BENCH_RNG ?? defaults.rng);
  const named = (process.env.BENCH_ENGINE ?? 'both') as EngineName;
  const engine = await openEngine({ prepared, plan, checkers, fuel, solverTime });
  const seeds = isSeeded && seed !== undefined ? [{ name: 'seed', format: 'raw' as const, blob: bytes(seed) }] : [];
  const roots = firstInputs(plan, seeds, () => {});
  const shared = SharedMemory.create(prepared.coverage.length, { maxRuns: Infinity, maxTests: Infinity });
  const driver = ((): ExploreDriver => {
    if (search === 'random') return new RandomInputs(engine, shared, rng, roots);
    const explorer = new Explorer(engine, shared, { search, rng, stopOnFirst: false, engine: named });
    explorer.startAll(roots);
    return explorer;
  })();
  const buckets = new Buckets();
  const seenAt = new Map<string, number>();
  const covered: Uint8Array[] = [];
  const start = threadTime();
  let lookedAt = 0;
  let seconds = 0;
  const look = (): number => {
    if (performance.now() - lookedAt < lookEvery) return seconds;
    lookedAt = performance.now();
    seconds = (threadTime() - start) / 1000;
    return seconds;
  };
  const end = Math.max(...checkpoints);
  // An expansion of a long input may take long: it is asked before each query.
  Object.defineProperty(shared, 'stopped', { get: () => look() > end });
  let state: ReturnType<ExploreDriver['step']> = 'more';
  while (state === 'more' && look() <= end) {
    state = driver.step(performance.now() + 20);
    const harvest = driver.harvest();
    buckets.merge(harvest.buckets);
    buckets.merge(harvest.beside?.buckets ?? []);
    for (const { key } of buckets.sorted()) if (!seenAt.has(key)) seenAt.set(key, look());
    while (covered.length < checkpoints.length && look() > checkpoints[covered.length])
      covered.push(shared.covered.slice());
  }
  const confirmed = buckets
    .sorted()
    .filter(({ failure, candidates }) =>
      candidates.some(({ input }) => confirmation(engine.replay(), input, failure) !== undefined),
    );
  const source = readFileSync(recipe.sources[0], 'utf8').split('\n');
  const isAt = (text: string, { place }: Failure): boolean => source[place.line - 1]?.includes(text) === true;
  const texts = bugs.map((bug) => (typeof bug === 'string' ? [bug] : bug));
  const found = texts.map((some) =>
    Math.min(
      ...confirmed.filter(({ failure }) => some.some((text) => isAt(text, failure))).map(({ key }) => seenAt.get(key)!),
      Infinity,
    ),
  );
  const others = confirmed
    .filter(({ failure }) => !texts.flat().some((text) => isAt(text, failure)))
    .map(({ failure }) => `${failure.checker}:${failure.place.line}`);
  while (covered.length < checkpoints.length) covered.push(shared.covered.slice());
  const branches = covered.map((each) => summarizeCoverage(coverageByFile(prepared.coverage, each)).branches);
  const { queries, milliseconds } = driver.counts;
  return {
    ...{ found, others, branches, queries, runs: shared.allRuns, pending: driver.pending, isDone: state === 'idle' },
    solverSeconds: milliseconds / 1000,
    runSeconds: driver.executionMs / 1000,
  };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
