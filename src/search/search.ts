import { UserError } from '../vocabulary/errors.js';
import type { Failure } from '../vocabulary/finding.js';
import { type ConfirmedBug, oneAccess } from './confirming/one-access.js';
import type { RunLimits, SharedState } from './contracts/shared-state.js';
import { fingerprintOf, Journal, type JournalOptions } from './journal/journal.js';
import { Remaining } from './journal/remaining.js';
import { type Bucket, bucketKey } from './results/buckets.js';
import { callsOf } from './results/chains.js';
import { Collected } from './results/collected.js';
import { passedByAny } from './results/passed-points.js';
import type { RunRecord } from './results/records.js';
import { mergeStats, type SearchStats, type WorkerStats } from './results/stats.js';
import type { Tally } from './results/tally.js';
import type { TestFigures } from './results/test-figures.js';
import { FileStore, type TestStore } from './results/test-store.js';
import type { TestTable } from './results/test-table.js';
import { Crew } from './workers/crew.js';
import { type CrewSearch, exploreCrew, ownerOf } from './workers/explore-crew.js';
import { threads } from './workers/threads/threads.js';
import type { WorkerTransport } from './workers/transport.js';
import { type Limits, watchLimits } from './workers/watch-limits.js';

export type { ConfirmedBug } from './confirming/one-access.js';

export interface SearchOptions extends CrewSearch, RunLimits, Limits {
  readonly coveragePoints: number;
  /** Where to keep what `resume` goes on from. */
  readonly journal?: JournalOptions;
  readonly onProgress?: (progress: SearchProgress) => void;
  /** Told of each path when it is first taken. */
  readonly onPath?: (record: RunRecord) => void;
  /** Told of each bug when a replay has first shown it again; its input may be another in the end, a plainer one. */
  readonly onBug?: (bug: SeenBug) => void;
  /** Where workers run. Default: threads of this process. */
  readonly transport?: WorkerTransport;
}

/** A bug that is confirmed while the search goes on. */
export interface SeenBug {
  readonly bucket: Bucket;
  readonly failure: Failure;
  readonly record: RunRecord;
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
  /** The branch target that is tried now, by its number (expanding/branch-targets.ts); -1 for none in particular. */
  readonly target: number;
  readonly elapsedMs: number;
  /** Until `time` is up; Infinity without a limit. */
  readonly leftMs: number;
}

export interface SearchResult {
  readonly tests: TestTable;
  readonly bugs: readonly ConfirmedBug[];
  readonly tally: Tally;
  /** Points that any run passed, a byte each. */
  readonly covered: Uint8Array;
  /** Those that the tests pass, and those of the bugs: what a report may call covered. */
  readonly coveredByTests: Uint8Array;
  readonly stats: SearchStats;
  /** The seed of all randomness. */
  readonly rng: number;
  /** Of each path that was asked about, where somebody wants them. */
  readonly figures?: readonly TestFigures[];
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
  if (options.engines === 'fuzz' && ![options.time, options.maxRuns, options.maxTests].some(Number.isFinite)) {
    throw new UserError('--engine fuzz never ends by itself: give it --time, --max-runs or --max-tests.');
  }
  const { transport = threads, maxRuns, maxTests } = options;
  const shared = transport.createState(options.coveragePoints, { maxRuns, maxTests });
  const collected = new Collected(
    options.onPath,
    options.journal && openStore(options.journal),
    seenBugs(options.onBug),
  );
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
  if (resumed) shared.resumeFrom(resumed.runs, tests.size);
  /** Of each worker, what it told last. */
  const workerStats: WorkerStats[] = [];
  const crew = new Crew(
    exploreCrew({ ...options, isLive: options.onBug !== undefined }, transport, shared, resumed, {
      onReport({ harvest, page, stats }, index) {
        workerStats[index] = stats;
        collected.keep(harvest);
        if (page) journal?.append({ owner: ownerOf(index, resumed), page, harvest, stats });
      },
      onLoss: () => tally.count('memory-limit'),
    }),
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
      queries: workerStats.reduce(
        (sum, { counts, besideCounts }) => sum + counts.queries + (besideCounts?.queries ?? 0),
        0,
      ),
      target: shared.target,
      elapsedMs: performance.now() - started,
      leftMs: Math.max(0, options.time - crew.workedMs),
    });
  };
  const watch = watchLimits(shared, options, transport.usedBytes, progress, () =>
    neededAtTheEnd(shared, options.time, collected.suspects),
  );
  try {
    await crew.work(watch.start);
    const isUnfinished = crew.leftSomething;
    if (shared.stopReason && isUnfinished) tally.count(shared.stopReason);
    collected.finish(isUnfinished);
    const runs = () => (isUnfinished ? shared.allRuns : shared.runs);
    const searchRuns = runs();
    const bugs = await confirmAll(crew, collected);
    for (const { record } of bugs) tests.show(record);
    progress();
    const stats = {
      ...mergeStats(
        [...(resumed?.stats ?? []), ...workerStats.flat()],
        runs(),
        performance.now() - started,
        isUnfinished,
      ),
      searchRuns,
    };
    return {
      tests,
      bugs,
      tally,
      covered: shared.covered.slice(),
      coveredByTests: passedByAny(
        [...tests.passed(), ...bugs.map(({ record }) => record.passed)],
        options.coveragePoints,
      ),
      stats,
      rng: options.rng,
      isUnfinished: crew.leftSomething,
      journalTrouble: journal?.trouble,
      ...(options.wantsFigures && { figures: collected.figures.all }),
    };
  } finally {
    watch.end();
    await crew.dismiss();
    journal?.close();
  }
}

/** In the words of the run that is shown. */
const seenBugs = (tell: SearchOptions['onBug']): ((bucket: Bucket) => void) | undefined =>
  tell &&
  ((bucket) => {
    const record = bucket.confirmed!;
    const failure = record.failures.find((one) => bucketKey(one) === bucket.key);
    if (failure) tell({ bucket, failure, record });
  });

/** Beside the journal: what it says was found is there for others to read. */
function openStore({ tests, header = '' }: JournalOptions): TestStore | undefined {
  if (tests === undefined) return undefined;
  try {
    const store = new FileStore(tests);
    store.append(header);
    return store;
  } catch {
    // Without it tests stay in memory, and the journal says why nothing can be written.
    return undefined;
  }
}

async function confirmAll(crew: Crew<'explore'>, { buckets, tally }: Collected): Promise<ConfirmedBug[]> {
  const claimed = buckets.sorted();
  if (claimed.length === 0) return [];
  const verdicts = await crew.confirm(
    claimed.map((bucket) => ({
      failure: bucket.failure,
      inputs: inputsOf(bucket).map(({ input }) => input),
      isKnown: bucket.confirmed !== undefined,
      isDoubted: bucket.isDoubted ?? false,
      chains: bucket.chains.map(({ calls, record }) => ({ calls, input: record.input })),
    })),
  );
  const bugs: ConfirmedBug[] = [];
  claimed.forEach((bucket, i) => {
    const { input, shown, stacks } = verdicts[i];
    const record = shown?.record ?? inputsOf(bucket)[input];
    // Words may differ from run to run (`index 20`): they are those of the run that is shown.
    const failure = record?.failures.find((one) => bucketKey(one) === bucket.key);
    // The shadows said it fails, the oracle says it does not: one of them strayed.
    if (!failure) {
      tally.count('divergence');
      return;
    }
    const others = stacks.filter((stack) => callsOf({ stack }) !== callsOf(failure));
    bugs.push({ bucket, failure, record, branches: shown?.branches ?? [], stacks: others });
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
