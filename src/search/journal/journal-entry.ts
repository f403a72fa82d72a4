import type { SurveyedRoots } from '../expanding/roots.js';
import { type PackedTasks, rowWidth as taskWidth } from '../ordering/packed-tasks.js';
import type { Harvest } from '../results/recorder.js';
import { type RecordBatch, rowWidth } from '../results/records.js';
import type { WorkerStats } from '../results/stats.js';
import type { LedgerPage } from './ledger.js';

/** What is left to do of an earlier search, and what its workers knew. */
export interface Remainder {
  readonly pending: PackedTasks;
  /** Keys as low, high, low, high… */
  readonly seen: Int32Array;
  readonly paths: Int32Array;
  readonly targets: Int32Array;
  /** Of several first inputs; those not expanded yet are left to do too. */
  readonly survey?: SurveyedRoots;
  /** First inputs already taken from their source. */
  readonly firstInputsTaken: number;
  /** What its fuzzers kept. */
  readonly fuzzed: readonly Uint8Array[];
}

/** An earlier search as its journal tells it. */
export interface Resumed {
  readonly remainder: Remainder;
  readonly runs: number;
  readonly stats: readonly WorkerStats[];
  /** Worker numbers used so far. */
  readonly owners: number;
}

/** One worker's work of some milliseconds: all of it counts, or none. */
export interface JournalEntry {
  readonly owner: number;
  readonly page: LedgerPage;
  readonly harvest: Harvest;
  /** Of this worker since it started. */
  readonly stats: WorkerStats;
}

/**
 * Whether a record read back is what was written: a digest tells torn and rotten ones, not one that somebody made.
 * What sizes loops and copies is looked at here; anything else that is wrong fails where it is used.
 */
export function isJournalEntry(value: unknown): value is JournalEntry {
  const entry = value as Partial<JournalEntry> | null;
  const { page, harvest, owner, stats } = entry ?? {};
  return (
    isCount(owner) &&
    isObject(stats) &&
    isObject(page) &&
    isCount(page.runs) &&
    page.done instanceof Float64Array &&
    [page.seen, page.targets, page.covered].every((each) => each instanceof Int32Array) &&
    isPackedTasks(page.made) &&
    (page.fuzzed === undefined || isInputs(page.fuzzed)) &&
    isObject(harvest) &&
    isBatch(harvest.records) &&
    Array.isArray(harvest.buckets) &&
    (harvest.beside === undefined || isBatch(harvest.beside.records)) &&
    (harvest.beside === undefined || Array.isArray(harvest.beside.buckets)) &&
    Array.isArray(harvest.tally)
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isInputs = (value: unknown): boolean => Array.isArray(value) && value.every((each) => each instanceof Uint8Array);
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

function isPackedTasks(packed: Partial<PackedTasks>): boolean {
  const { count, rows, inputs, names } = packed ?? {};
  if (!isCount(count) || !(rows instanceof Int32Array) || rows.length !== count * taskWidth) return false;
  if (!(names instanceof Float64Array) || names.length !== count || !(inputs instanceof Uint8Array)) return false;
  let bytes = 0;
  for (let i = taskWidth - 1; i < rows.length; i += taskWidth) {
    if (rows[i] < 0) return false;
    bytes += rows[i];
  }
  return bytes === inputs.length;
}

function isBatch(batch: Partial<RecordBatch>): boolean {
  const { count, rows, inputs, layouts, failures, passed, effects } = batch ?? {};
  if (!isCount(count) || !(rows instanceof Int32Array) || rows.length !== count * rowWidth) return false;
  if (!(inputs instanceof Uint8Array) || !Array.isArray(layouts) || !Array.isArray(failures)) return false;
  if (!Array.isArray(passed) || !passed.every((each) => each instanceof Uint8Array)) return false;
  if (!Array.isArray(effects) || !effects.every((each) => typeof each === 'string')) return false;
  if (!layouts.every(Array.isArray) || !failures.every(Array.isArray)) return false;
  let end = 0;
  for (let at = 0; at < rows.length; at += rowWidth) {
    if (rows[at + 2] < end || rows[at + 2] > inputs.length) return false;
    end = rows[at + 2];
    if (!(rows[at + 3] >= 0 && rows[at + 3] < layouts.length)) return false;
    if (!(rows[at + 4] >= 0 && rows[at + 4] <= failures.length)) return false;
    if (!(rows[at + 7] >= 0 && rows[at + 7] < passed.length)) return false;
    if (!(rows[at + 8] >= 0 && rows[at + 8] <= effects.length)) return false;
  }
  return true;
}
