import { judgesAccesses } from '../checkers/index.js';
import { fingerprintOf, Journal } from '../search/journal/journal.js';
import type { NumberedPrediction } from '../search/predicting/predict-job.js';
import type { Prediction } from '../search/predicting/prediction.js';
import { bucketKey } from '../search/results/buckets.js';
import { mergeStats, type SearchStats, type WorkerStats } from '../search/results/stats.js';
import { Tally } from '../search/results/tally.js';
import { Crew } from '../search/workers/crew.js';
import { predictCrew } from '../search/workers/predict-crew.js';
import { threads } from '../search/workers/threads/threads.js';
import { watchLimits } from '../search/workers/watch-limits.js';
import type { EngineData } from './engine.js';
import { engineModule } from './engine-module.js';
import { defaults, type ExploreOptions } from './explore.js';
import type { PlannedTests } from './plan-tests.js';

/** What predicting has to know of what the user asked for. */
interface PredictRunOptions
  extends Pick<
    ExploreOptions,
    | 'maxRuns'
    | 'journal'
    | 'time'
    | 'memory'
    | 'signal'
    | 'stopOnFirst'
    | 'accepted'
    | 'combine'
    | 'jobs'
    | 'opt'
    | 'stats'
  > {
  readonly onEvent?: (event: PredictingEvent) => void;
}

export interface PredictingEvent {
  readonly kind: 'predicting';
  readonly tests: number;
  readonly done: number;
  readonly misses: number;
  readonly elapsedMs: number;
}

interface Predicted {
  readonly reports: ReadonlyMap<number, Prediction>;
  readonly tally: Tally;
  /** Bugs. */
  readonly found: number;
  readonly covered: Uint8Array;
  readonly stats: SearchStats;
  readonly isUnfinished: boolean;
}

/** What the journal keeps of some milliseconds of one worker. */
interface Page {
  readonly reports: readonly NumberedPrediction[];
  /** All that was covered until then, and runs made, by all workers. */
  readonly covered: Uint8Array;
  readonly runs: number;
  /** Of this worker since it started. */
  readonly stats: WorkerStats;
  readonly worker: number;
  /** Workers before it belong to an earlier run. */
  readonly isFirst: boolean;
}

const isPage = (value: unknown): boolean => {
  const page = value as Partial<Page> | null;
  return (
    typeof page === 'object' &&
    page !== null &&
    Array.isArray(page.reports) &&
    page.covered instanceof Uint8Array &&
    Number.isInteger(page.runs) &&
    typeof page.stats === 'object'
  );
};

/** Has all tests predicted, by one worker or several; what a journal knows already is not done again. */
export async function predictShapes(
  { shapes, refused }: PlannedTests,
  total: number,
  options: PredictRunOptions,
  data: EngineData,
): Promise<Predicted> {
  const started = performance.now();
  const limits = { maxRuns: options.maxRuns ?? Infinity, maxTests: Infinity };
  const shared = threads.createState(data.prepared.coverage.length, limits);
  const reports = new Map<number, Prediction>();
  const buckets = new Set<string>();
  const tally = new Tally();
  const keep = (fresh: readonly NumberedPrediction[]) => {
    for (const { number, prediction } of fresh) {
      reports.set(number, prediction);
      for (const { failure } of prediction.misses) buckets.add(bucketKey(failure));
      for (const failure of prediction.failures) buckets.add(bucketKey(failure));
    }
  };
  const resumed: WorkerStats[] = [];
  const earlier = new Map<number, WorkerStats>();
  const journal =
    options.journal &&
    Journal.open<Page>(
      options.journal,
      fingerprintOf(data, shapes),
      (page) => {
        keep(page.reports);
        for (let i = 0; i < page.covered.length; i++) if (page.covered[i] !== 0) shared.covered[i] = 1;
        shared.resumeFrom(page.runs, 0);
        if (page.worker === 0 && page.isFirst) {
          resumed.push(...earlier.values());
          earlier.clear();
        }
        earlier.set(page.worker, page.stats);
      },
      isPage,
    );
  resumed.push(...earlier.values());
  const isDone = new Set([...reports].flatMap(([number, { isCut }]) => (isCut ? [] : [number])));
  let isFirst = true;
  const write = (fresh: readonly NumberedPrediction[], stats: WorkerStats, worker: number) => {
    keep(fresh);
    journal?.append({ reports: fresh, covered: shared.covered.slice(), runs: shared.runs, stats, worker, isFirst });
    isFirst = false;
  };
  const progress = () =>
    options.onEvent?.({
      kind: 'predicting',
      tests: total,
      done: reports.size + refused.length,
      misses: buckets.size,
      elapsedMs: performance.now() - started,
    });
  const watch = watchLimits(
    shared,
    { time: options.time ?? Infinity, memory: options.memory ?? defaults.memory, signal: options.signal },
    threads.usedBytes,
    progress,
  );
  const unpredicted = shapes.flatMap(({ plan, tests }) => {
    const left = tests.filter(({ number }) => !isDone.has(number)).map(({ number, input }) => ({ number, input }));
    return left.length > 0 ? [{ plan, tests: left }] : [];
  });
  const stats: WorkerStats[] = [];
  let isWorkerLost = false;
  const crew = new Crew(
    predictCrew(
      unpredicted,
      { module: engineModule, data },
      {
        stopOnFirst: options.stopOnFirst ?? false,
        accepted: new Set(options.accepted?.keys()),
        combine: options.combine,
        wantsFigures: options.stats,
      },
      options.jobs ?? threads.parallelism,
      threads,
      shared,
      {
        onReport(report, index) {
          stats[index] = report.stats;
          if (report.predictions.length > 0) write(report.predictions, report.stats, index);
        },
        onLoss() {
          isWorkerLost = true;
        },
      },
    ),
  );
  try {
    if (unpredicted.length > 0) await crew.work(watch.start);
    progress();
    const left = total - refused.length - reports.size;
    // Of a test that was begun twice, what the second time showed.
    for (const prediction of reports.values()) tally.merge(prediction.tally);
    const whyLeft = shared.stopReason ?? (isWorkerLost ? 'memory-limit' : 'run-limit');
    if (left > 0) tally.count(whyLeft, -1, left);
    if (options.opt === 1) tally.count('optimised');
    if (!data.prepared.exact && judgesAccesses(data.checkers)) tally.count('approximate-memory');
    const wallMs = performance.now() - started;
    const found = buckets.size;
    return {
      reports,
      tally,
      found,
      covered: shared.covered.slice(),
      stats: mergeStats([...resumed, ...stats.flat()], shared.runs, wallMs),
      isUnfinished: left > 0 || [...reports.values()].some(({ isCut }) => isCut),
    };
  } finally {
    watch.end();
    await crew.dismiss();
    journal?.close();
  }
}
