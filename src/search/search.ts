import { residentBytes } from '../platform/machine.js';
import { UserError } from '../vocabulary/errors.js';
import type { Failure } from '../vocabulary/finding.js';
import type { Place } from '../vocabulary/place.js';
import type { EngineSource } from './engine.js';
import type { Combination } from './expanding/combine.js';
import { oneAccess } from './expanding/one-access.js';
import { fingerprintOf, Journal, type JournalOptions } from './journal/journal.js';
import { Remaining } from './journal/remaining.js';
import type { SearchName } from './ordering/strategy.js';
import { type Bucket, bucketKey } from './results/buckets.js';
import { Collected } from './results/collected.js';
import type { RunRecord } from './results/records.js';
import { mergeStats, type SearchStats } from './results/stats.js';
import type { Tally } from './results/tally.js';
import type { TestTable } from './results/test-table.js';
import { Crew } from './workers/crew.js';
import { type RunLimits, SharedState, type StopReason, wallNow } from './workers/shared-state.js';

/** How often it is asked whether the time left is needed for something else. */
const lookMs = 50;

export interface SearchOptions extends RunLimits {
  readonly engine: EngineSource;
  readonly coveragePoints: number;
  readonly search: SearchName;
  readonly jobs: number;
  /** Others join once the first worker has worked this long. Default: some after a while, all after a longer one. */
  readonly aloneMs?: number;
  readonly rng: number;
  /** Milliseconds; Infinity for none. */
  readonly time: number;
  /** Bytes of the whole process; Infinity for none. */
  readonly memory: number;
  readonly stopOnFirst: boolean;
  /** Default: strong. */
  readonly combine?: Combination;
  /** Fingerprints of bugs that `stopOnFirst` does not wait for. */
  readonly accepted?: ReadonlySet<string>;
  readonly roots: readonly Uint8Array[];
  /** The engine has a source of first inputs. */
  readonly hasSource?: boolean;
  /** Where to keep what `resume` goes on from. */
  readonly journal?: JournalOptions;
  readonly onProgress?: (progress: SearchProgress) => void;
  /** Told of each path when it is first taken. */
  readonly onPath?: (record: RunRecord) => void;
  readonly signal?: AbortSignal;
}

export interface SearchProgress {
  readonly runs: number;
  readonly paths: number;
  readonly pending: number;
  /** Bugs seen, not yet replayed. */
  readonly suspects: number;
  readonly covered: number;
  /** Coverage points there are. */
  readonly points: number;
  readonly queries: number;
  /** The arm of a branch that is tried now, by ArmTable's numbers; -1 for none in particular. */
  readonly arm: number;
  readonly elapsedMs: number;
  /** Until `time` is up; Infinity without a limit. */
  readonly leftMs: number;
}

/** A bug that failed again in the oracle. */
export interface ConfirmedBug {
  readonly bucket: Bucket;
  readonly failure: Failure;
  readonly record: RunRecord;
  /** The user's branches its input decided on the way, as far as they are listed. */
  readonly branches: readonly Place[];
}

export interface SearchResult {
  readonly tests: TestTable;
  readonly bugs: readonly ConfirmedBug[];
  readonly tally: Tally;
  readonly covered: Uint8Array;
  readonly stats: SearchStats;
  /** Something is left to do: the search can be resumed if it has a journal. */
  readonly isUnfinished?: boolean;
  /** Why the journal ends before the search did. */
  readonly journalTrouble?: string;
}

/**
 * Explores until nothing is left or a limit is reached, then replays each bug found. What it returns is
 * the same for any number of jobs if nothing was left.
 */
export async function search(options: SearchOptions): Promise<SearchResult> {
  const started = performance.now();
  if (options.search === 'random' && ![options.time, options.maxRuns, options.maxTests].some(Number.isFinite)) {
    throw new UserError('--search random never ends by itself: give it --time, --max-runs or --max-tests.');
  }
  if (options.search === 'random' && options.journal?.resume) {
    throw new UserError('--resume has nothing to go on with after --search random: each of its runs stands alone.');
  }
  const shared = SharedState.create(options.coveragePoints, options);
  const collected = new Collected(options.onPath);
  const { tests, tally } = collected;
  const remaining = new Remaining();
  const journal =
    options.journal &&
    Journal.open(options.journal, fingerprintOf(options.engine.data, options.roots), (entry) => {
      collected.keep(entry.harvest);
      remaining.add(entry);
      for (const point of entry.page.covered) shared.covered[point] = 1;
    });
  const resumed = remaining.resumed(tests);
  if (resumed) shared.goOn(resumed.runs, tests.size);
  const crew = new Crew(
    shared,
    options,
    (harvest, page, owner, stats) => {
      collected.keep(harvest);
      if (page) journal?.append({ owner, page, harvest, stats });
    },
    resumed,
    () => tally.count('memory-limit'),
  );
  const progress = () => {
    let covered = 0;
    for (const byte of shared.covered) covered += byte;
    options.onProgress?.({
      runs: shared.allRuns,
      paths: tests.size,
      pending: crew.pending,
      suspects: collected.suspects,
      covered,
      points: options.coveragePoints,
      queries: crew.stats.reduce(
        (sum, { counts, besideCounts }) => sum + counts.queries + (besideCounts?.queries ?? 0),
        0,
      ),
      arm: shared.arm,
      elapsedMs: performance.now() - started,
      leftMs: Math.max(0, options.time - crew.workedMs),
    });
  };
  const watch = watchLimits(shared, options, progress, () => neededAtTheEnd(shared, options.time, collected.suspects));
  try {
    await crew.explore(watch.start);
    const isUnfinished = crew.leftSomething;
    if (shared.stopReason && isUnfinished) tally.count(shared.stopReason);
    collected.finish(isUnfinished);
    const runs = () => (isUnfinished ? shared.allRuns : shared.runs);
    const searchRuns = runs();
    const bugs = await confirmAll(crew, collected);
    for (const { record } of bugs) tests.show(record);
    progress();
    const stats = {
      ...mergeStats([...(resumed?.stats ?? []), ...crew.stats], runs(), performance.now() - started, isUnfinished),
      searchRuns,
    };
    return {
      tests,
      bugs,
      tally,
      covered: shared.covered.slice(),
      stats,
      isUnfinished: crew.leftSomething,
      journalTrouble: journal?.trouble,
    };
  } finally {
    watch.end();
    await crew.dismiss();
    journal?.close();
  }
}

async function confirmAll(crew: Crew, { buckets, tally }: Collected): Promise<ConfirmedBug[]> {
  const claimed = buckets.sorted();
  if (claimed.length === 0) return [];
  const verdicts = await crew.confirm(
    claimed.map((bucket) => ({
      failure: bucket.failure,
      inputs: inputsOf(bucket).map(({ input }) => input),
      isKnown: bucket.confirmed !== undefined,
      isDoubted: bucket.isDoubted ?? false,
    })),
  );
  const bugs: ConfirmedBug[] = [];
  claimed.forEach((bucket, i) => {
    const { input, shown } = verdicts[i];
    const record = shown?.record ?? inputsOf(bucket)[input];
    // Words may differ from run to run (`index 20`): they are those of the run that is shown.
    const failure = record?.failures.find((one) => bucketKey(one) === bucket.key);
    if (failure) bugs.push({ bucket, failure, record, branches: shown?.branches ?? [] });
    // The shadows said it fails, the oracle says it does not: one of them strayed.
    else tally.count('divergence');
  });
  return oneAccess(bugs);
}

const inputsOf = ({ candidates, confirmed }: Bucket): RunRecord[] =>
  confirmed ? [...candidates, confirmed] : candidates;

/**
 * Milliseconds worth leaving for making inputs plain: what was found is confirmed already where time is limited. But
 * not less than a replay takes, as one may be under way.
 */
function neededAtTheEnd(shared: SharedState, time: number, suspects: number): number {
  const plain = Math.min(plainShare * time, suspects * (2 * shared.longestReplay + plainMs));
  return Math.max(plain, Math.min(time / 4, shared.longestReplay));
}

/** What making one input plain may take, and what share of the time all of them. */
const plainMs = 30;
const plainShare = 0.1;

/**
 * Stops at the limits of time and memory and when asked to; `progress` is called now and then. `reserve`: milliseconds
 * of limited time that are needed for what comes after.
 */
export function watchLimits(
  shared: SharedState,
  options: Pick<SearchOptions, 'time' | 'memory' | 'signal'>,
  progress: () => void,
  reserve: () => number = () => 0,
): { start(): void; end(): void } {
  const stop = (reason: StopReason) => shared.stop(reason);
  const onAbort = () => {
    shared.endBy = wallNow();
    stop('interrupted');
  };
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const pulse = setInterval(() => {
    if (residentBytes() > options.memory) stop('memory-limit');
    progress();
  }, 200);
  const lookAtTheClock = (): void => {
    const left = shared.endBy - wallNow() - reserve();
    if (left <= 0) stop('time-limit');
    else deadline = setTimeout(lookAtTheClock, Math.min(left, lookMs));
  };
  return {
    start() {
      if (!Number.isFinite(options.time)) return;
      shared.endBy = Math.min(shared.endBy, wallNow() + options.time);
      lookAtTheClock();
    },
    end() {
      options.signal?.removeEventListener('abort', onAbort);
      clearTimeout(deadline);
      clearInterval(pulse);
    },
  };
}
