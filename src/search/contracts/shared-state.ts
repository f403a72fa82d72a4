import type { IncompleteReason } from '../../vocabulary/finding.js';

/** Why a search ends before its worklist is empty. */
export const stopReasons = [
  'time-limit',
  'run-limit',
  'interrupted',
  'memory-limit',
] as const satisfies IncompleteReason[];
export type StopReason = (typeof stopReasons)[number];

export interface RunLimits {
  readonly maxRuns: number;
  readonly maxTests: number;
}

/** Milliseconds that mean the same in every worker, and never go back. */
export const wallNow = (): number => performance.timeOrigin + performance.now();

/**
 * The few facts that all workers of a search read and write while they work: the stop sign, run counts, who has
 * nothing to do, coverage. Threads keep them in shared memory; workers on other machines would keep a copy each and
 * exchange what changed, so nobody may rely on seeing a change at once, nor on counts being exact among several
 * workers. Members are read in inner loops: reading one must cost no more than reading memory.
 */
export interface SharedState {
  readonly limits: RunLimits;
  /** One byte a coverage point. Anybody may set a byte to 1, and nobody sets one back. */
  readonly covered: Uint8Array;
  /** What another worker opens the same state with (see WorkerPort): only the transport knows what it is. */
  readonly handle: unknown;
  /** The same state for a side search, whose runs are counted apart: they depend on who came first. */
  sideSearch(): SharedState;

  /** The first reason given stands. */
  stop(reason: StopReason): void;
  readonly stopped: boolean;
  readonly stopReason: StopReason | undefined;
  /** When everything should be over, by `wallNow`; Infinity when that may take as long as it takes. */
  endBy: number;

  /** Permission for one more run; without it the search stops. */
  takeRun(): boolean;
  /** A run that needs no permission: one that has to be made to be sure of an earlier one. */
  countReplay(): void;
  countTest(): void;
  /** Counts what an earlier search did as done here. */
  resumeFrom(runs: number, tests: number): void;
  readonly runs: number;
  /** Those of side searches included. */
  readonly allRuns: number;
  readonly tests: number;
  /** Milliseconds of the longest replay so far, as far as anybody measured. */
  readonly longestReplay: number;
  replayTook(milliseconds: number): void;

  /** Workers with nothing to do: those that have plenty send them some. */
  hungry: number;
  /** The branch target some worker tries now, -1 for none in particular: for people who watch. */
  target: number;
}
