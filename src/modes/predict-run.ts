import { availableParallelism } from '../platform/machine.js';
import { fingerprintOf, Journal } from '../search/journal/journal.js';
import type { Prediction } from '../search/predicting/prediction.js';
import { bucketKey } from '../search/results/buckets.js';
import { mergeStats, type SearchStats } from '../search/results/stats.js';
import { Tally } from '../search/results/tally.js';
import { watchLimits } from '../search/search.js';
import type { WorkerStats } from '../search/workers/messages.js';
import { SharedState } from '../search/workers/shared-state.js';
import type { EngineData } from './engine.js';
import { defaults } from './explore.js';
import type { PlannedTests } from './plan-tests.js';
import type { PredictOptions } from './predict.js';
import { predictAll } from './predict-crew.js';
import type { Report } from './predict-messages.js';

export interface Predicted {
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
  readonly reports: readonly Report[];
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
  options: PredictOptions,
  spares: Parameters<typeof predictAll>[1]['spares'],
  data: EngineData,
): Promise<Predicted> {
  const started = performance.now();
  const limits = { maxRuns: options.maxRuns ?? Infinity, maxTests: Infinity };
  const shared = SharedState.create(data.prepared.coverage.length, limits);
  const reports = new Map<number, Prediction>();
  const buckets = new Set<string>();
  const tally = new Tally();
  const keep = (fresh: readonly Report[]) => {
    for (const { number, prediction } of fresh) {
      reports.set(number, prediction);
      tally.merge(prediction.tally);
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
        shared.goOn(page.runs, 0);
        if (page.worker === 0 && page.isFirst) {
          resumed.push(...earlier.values());
          earlier.clear();
        }
        earlier.set(page.worker, page.stats);
      },
      isPage,
    );
  resumed.push(...earlier.values());
  const isDone = new Set(reports.keys());
  let isFirst = true;
  const write = (fresh: readonly Report[], stats: WorkerStats, worker: number) => {
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
    progress,
  );
  try {
    const stats = await predictAll(
      shapes.flatMap(({ plan, tests }) => {
        const left = tests.filter(({ number }) => !isDone.has(number)).map(({ number, input }) => ({ number, input }));
        return left.length > 0 ? [{ plan, tests: left }] : [];
      }),
      {
        setup: {
          data,
          shared: shared.memory,
          limits,
          stopOnFirst: options.stopOnFirst ?? false,
          accepted: options.accepted,
          combine: options.combine,
        },
        shared,
        jobs: options.jobs ?? availableParallelism(),
        spares,
        onReady: watch.start,
        onReports: write,
      },
    );
    progress();
    const left = total - refused.length - reports.size;
    if (left > 0) tally.count(shared.stopReason ?? 'run-limit', -1, left);
    if (options.opt === 1) tally.count('optimised');
    const wallMs = performance.now() - started;
    const found = buckets.size;
    return {
      reports,
      tally,
      found,
      covered: shared.covered.slice(),
      stats: mergeStats([...resumed, ...stats], shared.runs, wallMs),
      isUnfinished: left > 0,
    };
  } finally {
    watch.end();
    journal?.close();
  }
}
