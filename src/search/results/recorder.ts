import type { Site } from '../../abi/site.js';
import { Entry } from '../../abi/trace.js';
import type { RunResult } from '../../runtime/types.js';
import type { CheckerId, Failure } from '../../vocabulary/finding.js';
import type { SharedState } from '../contracts/shared-state.js';
import { withAllocationSites } from './allocation-sites.js';
import { type Bucket, Buckets } from './buckets.js';
import { KeyTable } from './key-table.js';
import { type PassedPoints, PassedSets } from './passed-points.js';
import { type RecordBatch, RecordWriter, type RunRecord } from './records.js';
import { Tally, type TallyRow } from './tally.js';
import type { TestFigures } from './test-figures.js';

/** The hash that names a path. */
interface PathKey {
  readonly low: number;
  readonly high: number;
}

/** What a worker has to tell since it last told it. */
export interface Harvest {
  readonly records: RecordBatch;
  readonly buckets: readonly Bucket[];
  readonly tally: readonly TallyRow[];
  /** Of each run that was asked about, where somebody wants them. */
  readonly figures?: readonly TestFigures[];
  /** Of what was tried beside the search: counts where the search itself does not come. */
  readonly beside?: Pick<Harvest, 'records' | 'buckets'>;
}

const none: readonly number[] = [];

/** Keeps what a run showed: its path as a test, its failures, what it approximated, what it covered. */
export class Recorder {
  readonly tally = new Tally();
  /** Coverage points the last run was the first to pass. */
  gain = 0;
  /** Which they are. */
  points: readonly number[] = [];
  readonly #records = new RecordWriter();
  readonly #buckets = new Buckets();
  readonly #passed = new PassedSets();
  #coveredLately: number[] = [];
  #coverageWords: Int32Array | undefined;
  #passedWords: Int32Array;

  constructor(
    readonly shared: SharedState,
    readonly sites: readonly Site[],
    /** Paths that have a test. */
    readonly paths = new KeyTable(),
  ) {
    this.#passedWords = new Int32Array((shared.covered.length >> 2) + 1);
  }

  /** Failures seen in runs that have not been harvested yet. */
  get hasFailures(): boolean {
    return this.#buckets.size > 0;
  }

  note(result: RunResult, path: PathKey, keepRepeats = true): void {
    const before = this.#coveredLately.length;
    this.gain = this.#cover(result.coverage);
    this.points = this.gain === 0 ? none : this.#coveredLately.slice(before);
    noteApproximations(this.tally, result.approximations);
    if (result.outcome === 'fuel' && ![...result.approximations, ...result.failures].some(isHang))
      this.tally.count('hang');
    if (result.outcome === 'assume') return;
    const isNew = this.paths.add(path.low, path.high);
    if (isNew) this.shared.countTest();
    else if (!keepRepeats) return;
    // A path met again (with another concretized value, or failing a check) is sent too: who merges keeps the better test.
    this.#records.add(path.low, path.high, result, result.failures, this.passedBy(result), result.effects?.());
  }

  /** Another input whose run would be one that was seen, and failed nothing: who merges keeps the better of them. */
  noteAlike(
    run: Pick<RunResult, 'regions' | 'outcome' | 'exitCode'> & Pick<RunRecord, 'passed'>,
    low: number,
    high: number,
    input: Uint8Array,
  ): void {
    this.#records.add(low, high, { ...run, input }, [], run.passed);
  }

  /** The coverage points of the last run, to keep. */
  passedBy({ coverage }: RunResult): PassedPoints {
    return this.#passed.of(coverage);
  }

  /**
   * The failures of a run. One whose entry lies before `bound` was made to fail by a check, or inherited from an
   * ancestor that was counted for it: neither says that the bug is met without looking for it.
   */
  noteFailures(
    result: RunResult,
    path: PathKey,
    bound: number,
    isGuess = false,
    askedBy: readonly CheckerId[] = [],
  ): void {
    for (const [i, failure] of result.failures.entries()) {
      const position = result.failurePositions[i];
      const isBefore = position < 0 ? this.#failsBefore(bound, result, failure) : position < bound;
      const isActive = isGuess || isBefore;
      const record = recordOf(result, path, this.passedBy(result));
      this.#buckets.add(failure, isActive, record, isBefore ? askedBy : []);
    }
  }

  /** A failure just noted that a replay has shown again, in these words; or has not. */
  noteReplayed(key: string, result: RunResult, path: PathKey, confirmed: Failure | undefined): void {
    if (confirmed) {
      const record = recordOf(result, path, this.passedBy(result));
      this.#buckets.confirm(key, withAllocationSites(record, confirmed));
    } else this.#buckets.doubt(key);
  }

  harvest(): Harvest {
    return { records: this.#records.drain(), buckets: this.#buckets.drain(), tally: this.tally.drain() };
  }

  /** Coverage points passed for the first time since this was asked. */
  coveredLately(): number[] {
    const lately = this.#coveredLately;
    this.#coveredLately = [];
    return lately;
  }

  /** Paths (low, high) that have a test already. */
  know(paths: Int32Array): void {
    for (let i = 0; i < paths.length; i += 2) this.paths.add(paths[i], paths[i + 1]);
  }

  #failsBefore(bound: number, { trace, checks }: RunResult, { checker, also, place }: Failure): boolean {
    for (let i = Math.min(bound, trace.length) - 1; i >= 0; i--) {
      if (trace.kind[i] !== Entry.Failed || trace.value[i] < 0) continue;
      const note = checks[trace.value[i]];
      if (note.checker !== checker && !also.includes(note.checker)) continue;
      const at = this.sites[note.site]?.place;
      if (!at || (at.file === place.file && at.line === place.line)) return true;
    }
    return false;
  }

  /** Four points at a time, as most words bring nothing new. */
  #cover(coverage: Uint8Array): number {
    const { covered } = this.shared;
    if (coverage.byteOffset % 4 !== 0) return this.#coverBytes(coverage, 0, coverage.length);
    const known = this.#coverageWords;
    if (known?.buffer !== coverage.buffer || known.byteOffset !== coverage.byteOffset) {
      this.#coverageWords = new Int32Array(coverage.buffer, coverage.byteOffset, coverage.length >> 2);
    }
    const words = this.#coverageWords!;
    const passed = this.#passedWords;
    let gain = 0;
    for (let w = 0; w < words.length; w++) {
      if ((words[w] & ~passed[w]) === 0) continue;
      passed[w] |= words[w];
      gain += this.#coverBytes(coverage, w * 4, w * 4 + 4);
    }
    return gain + this.#coverBytes(coverage, words.length * 4, Math.min(coverage.length, covered.length));
  }

  #coverBytes(coverage: Uint8Array, from: number, to: number): number {
    const { covered } = this.shared;
    let gain = 0;
    for (let i = from; i < to; i++) {
      if (coverage[i] === 0 || covered[i] !== 0) continue;
      covered[i] = 1;
      this.#coveredLately.push(i);
      gain++;
    }
    return gain;
  }
}

/** What a run took for something it may not be. */
export function noteApproximations(tally: Tally, approximations: RunResult['approximations']): void {
  for (const { reason, site, detail, asked } of approximations) {
    if (asked) tally.assume(asked);
    else tally.count(reason, site, 1, detail);
  }
}

function recordOf(result: RunResult, { low, high }: PathKey, passed: PassedPoints): RunRecord {
  const { input, regions: layout, outcome, exitCode, failures } = result;
  const effects = result.effects?.();
  return { pathLow: low, pathHigh: high, input, layout, outcome, exitCode, failures, passed, effects };
}

const isHang = (noted: { readonly reason?: string; readonly checker?: string }): boolean =>
  noted.reason === 'hang' || noted.checker === 'hang';
