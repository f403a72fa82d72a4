import { compareInputs } from '../../inputs/order.js';
import type { CheckerId, Failure } from '../../vocabulary/finding.js';
import { type Chain, callsOf, keepChain } from './chains.js';
import type { RunRecord } from './records.js';

/** Inputs kept per bug: the best is shown, the others stand in if it does not fail when replayed. */
const candidatesKept = 8;

/** One bug as the runs saw it, before any replay. */
export interface Bucket {
  readonly key: string;
  readonly failure: Failure;
  /** Runs that failed so. */
  count: number;
  /** Some run got here without being made to fail by a check's constraint. */
  passive: boolean;
  /** Some run was made to. */
  active: boolean;
  /** Per checker whose condition a run was made for, the runs of those that failed so. */
  readonly by: Record<string, number>;
  /** Best first. */
  readonly candidates: RunRecord[];
  /** The ways by which it was come to. */
  readonly chains: Chain[];
  /** One that a replay has shown again while the search went on. */
  confirmed?: RunRecord;
  /** One was replayed then, and did not fail. */
  isDoubted?: boolean;
}

/**
 * Same checker, same line of the user's code at the top of the stack: the same bug. The callers below are left
 * out, else one missing test in a recursive parser is reported once per depth. A line may read here and write there:
 * these are two.
 */
export function bucketKey(failure: Failure): string {
  const { place, access } = failure;
  return `${failure.checker}|${place.function} ${place.file}:${place.line}${access?.isWrite ? '|write' : ''}`;
}

/** Failures by bug. What is kept does not depend on the order of arrival. */
export class Buckets {
  readonly #buckets = new Map<string, Bucket>();
  /** Bugs that somebody was told of. */
  readonly #told = new Set<string>();

  get size(): number {
    return this.#buckets.size;
  }

  add(failure: Failure, active: boolean, record: RunRecord, askedBy: readonly CheckerId[] = []): void {
    const key = bucketKey(failure);
    const bucket = this.#bucket(key, failure);
    bucket.count++;
    bucket.passive ||= !active;
    bucket.active ||= active;
    for (const checker of askedBy) bucket.by[checker] = (bucket.by[checker] ?? 0) + 1;
    keep(bucket, record);
    keepChain(bucket.chains, callsOf(failure), record, copied);
  }

  confirm(key: string, record: RunRecord): void {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.confirmed = copied(record);
  }

  doubt(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.isDoubted = true;
  }

  merge(others: readonly Bucket[]): void {
    for (const other of others) {
      const bucket = this.#bucket(other.key, other.failure);
      bucket.count += other.count;
      bucket.passive ||= other.passive;
      bucket.active ||= other.active;
      // Journals of earlier versions have none.
      for (const [checker, runs] of Object.entries(other.by ?? {}))
        bucket.by[checker] = (bucket.by[checker] ?? 0) + runs;
      for (const record of other.candidates) keep(bucket, record);
      for (const { calls, record } of other.chains ?? []) keepChain(bucket.chains, calls, record, copied);
      bucket.confirmed ??= other.confirmed;
      bucket.isDoubted ||= other.isDoubted;
    }
  }

  /** Those among the ones just merged that are confirmed, each told once. */
  confirmedLately(merged: readonly Bucket[]): Bucket[] {
    return merged.flatMap(({ key }) => {
      const bucket = this.#buckets.get(key);
      if (!bucket?.confirmed || this.#told.has(key)) return [];
      this.#told.add(key);
      return [bucket];
    });
  }

  /** As many as there would be with those of others. */
  sizeWith(others: Buckets): number {
    let { size } = this;
    for (const key of others.#buckets.keys()) if (!this.#buckets.has(key)) size++;
    return size;
  }

  /** Takes over the bugs that are not here. */
  adopt(others: Buckets): void {
    for (const [key, bucket] of others.#buckets) if (!this.#buckets.has(key)) this.#buckets.set(key, bucket);
  }

  /** All buckets, forgotten here. */
  drain(): Bucket[] {
    const all = [...this.#buckets.values()];
    this.#buckets.clear();
    return all;
  }

  /** Sorted by place, checker and stack. */
  sorted(): Bucket[] {
    return [...this.#buckets.values()].sort(
      (a, b) =>
        compareText(a.failure.place.file, b.failure.place.file) ||
        a.failure.place.line - b.failure.place.line ||
        a.failure.place.column - b.failure.place.column ||
        compareText(a.key, b.key),
    );
  }

  #bucket(key: string, failure: Failure): Bucket {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { key, failure, count: 0, passive: false, active: false, by: {}, candidates: [], chains: [] };
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }
}

/** The run's buffers are reused by the next run. */
const copied = (record: RunRecord): RunRecord => ({
  ...record,
  input: record.input.slice(),
  layout: record.layout.slice(),
});

function keep({ key, candidates }: Bucket, record: RunRecord): void {
  const isHidden = ({ failures }: RunRecord): boolean =>
    failures.some((failure) => failure.isHidden === true && bucketKey(failure) === key);
  // An input that fails so before anything else shows a bug of its own. One whose failure everybody sees comes before one
  // that is only easier to read.
  const compare = (a: RunRecord, b: RunRecord): number =>
    +!failsFirst(a, key) - +!failsFirst(b, key) || +isHidden(a) - +isHidden(b) || compareInputs(a, b);
  if (candidates.length === candidatesKept && compare(record, candidates[candidatesKept - 1]) >= 0) return;
  let at = 0;
  for (; at < candidates.length; at++) {
    const order = compare(record, candidates[at]);
    if (order === 0) return;
    if (order < 0) break;
  }
  candidates.splice(at, 0, copied(record));
  if (candidates.length > candidatesKept) candidates.pop();
}

/** Is this what a run failed first? One access that fails in two ways has two names. */
export function failsFirst({ failures }: Pick<RunRecord, 'failures'>, key: string): boolean {
  const own = failures.find((failure) => bucketKey(failure) === key);
  return !own || spotOf(own) === spotOf(failures[0]);
}

/** The very operation, as far as the source tells. */
const spotOf = ({ place }: Failure): string => `${place.function} ${place.file}:${place.line}:${place.column}`;

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
