import type { EngineName } from '../beside/fuzz-turns.js';
import type { StopOnFirst } from '../confirming/failure-notes.js';
import type { EngineSource } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { Combination } from '../expanding/combine.js';
import type { Resumed } from '../journal/journal-entry.js';
import type { SearchName } from '../ordering/strategy.js';
import type { CrewOptions } from './crew.js';
import type { WorkerTransport } from './transport.js';

/** Other workers join once there is this much to do, */
const tasksWorthSharing = 16;
/** and once the first has worked this long: small programs are done before another would be ready. */
const aloneMs = 100;
/** How long a stopped search waits for a query, and for a replay of what was found; runs end by themselves. */
const patienceMs = 200;
const mostPatienceMs = 3_000;

/** What the workers of a search have to know of it. */
export interface CrewSearch {
  readonly engine: EngineSource;
  readonly search: SearchName;
  /** Which of the two engines work. Default: both. */
  readonly engines?: EngineName;
  readonly jobs: number;
  /** Others join once the first worker has worked this long. Default: some after a while, all after a longer one. */
  readonly aloneMs?: number;
  readonly rng: number;
  readonly stopOnFirst: StopOnFirst;
  /** Default: strong. */
  readonly combine?: Combination;
  /** Fingerprints of bugs that `stopOnFirst` does not wait for. */
  readonly accepted?: ReadonlySet<string>;
  readonly roots: readonly Uint8Array[];
  /** The engine has a source of first inputs. */
  readonly hasSource?: boolean;
  /** Bugs are confirmed as they are seen, as somebody is told of them. */
  readonly isLive?: boolean;
  /** Somebody wants the figures of each run. */
  readonly wantsFigures?: boolean;
  /** Where a journal is kept, its workers need names. */
  readonly journal?: unknown;
}

/** A worker's number in the journal: none that an earlier search used. */
export const ownerOf = (index: number, resumed: Resumed | undefined): number => (resumed?.owners ?? 0) + index;

/** The first worker has all there is to begin with; others are fed by it. */
export function exploreCrew(
  search: CrewSearch,
  transport: WorkerTransport,
  shared: SharedState,
  resumed: Resumed | undefined,
  listener: Pick<CrewOptions<'explore'>, 'onReport' | 'onLoss'>,
): CrewOptions<'explore'> {
  const { engine, engines, jobs, rng, stopOnFirst, combine, accepted, wantsFigures, isLive } = search;
  const isTreeless = search.search === 'random' || engines === 'fuzz';
  const firstRoots = resumed ? rootsLeft(search.roots, resumed) : search.roots;
  return {
    ...{ transport, shared, engine, job: 'explore', ...listener },
    setupOf(index) {
      const isFirst = index === 0;
      const roots = isFirst ? firstRoots : [];
      const remainder = isFirst ? resumed?.remainder : undefined;
      const takesFirstInputs = isFirst && (search.hasSource ?? false);
      const owner = search.journal === undefined ? undefined : ownerOf(index, resumed);
      return {
        setup: {
          ...{ search: search.search, rng: (rng + index) | 0, stopOnFirst, combine, accepted, wantsFigures, isLive },
          ...{ engine: engines, roots, takesFirstInputs, owner, remainder },
        },
        pending: (remainder?.pending.count ?? 0) + roots.length + Number(takesFirstInputs),
      };
    },
    countOf: ({ count }) => count,
    atOnce: isTreeless ? Math.max(1, jobs) : 1,
    mostNow: (workedMs, pending) => (pending < tasksWorthSharing ? 1 : mostWorkers(search, transport, workedMs)),
    patienceMs: () => Math.min(mostPatienceMs, patienceMs + 2 * shared.longestReplay),
  };
}

/** A single first input is a task like any other; several stand beside the tasks until all are expanded. */
function rootsLeft(roots: readonly Uint8Array[], { remainder: { survey } }: Resumed): readonly Uint8Array[] {
  return survey && survey.expanded < roots.length ? roots : [];
}

/**
 * Until the first is warm no more than half as many as there are cores: V8 optimises what each runs, on a core another
 * worker would have. Two workers on two cores that warm up at once hinder each other: what takes less than that is done
 * a fifth sooner by one, and longer searches take as long. Those that are warm from another search join at once.
 */
function mostWorkers(
  { jobs, engine, aloneMs: given }: CrewSearch,
  transport: WorkerTransport,
  workedMs: number,
): number {
  const isWarm = given === undefined && transport.isNextWarm(engine.module);
  if (workedMs < (given ?? (isWarm ? 0 : aloneMs))) return 1;
  return workedMs < (given ?? (isWarm ? 0 : transport.warmMs)) ? Math.min(jobs, transport.parallelism >> 1) : jobs;
}
