/** The traces of two programs that ran on the same input, one behind the other. */

import { callTimes, Entry, type Trace } from '../abi/trace.js';
import { Log } from './log.js';
import type { CheckNote, Guess, RunResult, Watches } from './types.js';
import { WatchLog } from './watch-log.js';

/** What one side of a product has logged. */
type Part = Pick<RunResult, 'trace' | 'checks' | 'guesses' | 'watches' | 'failedWatches'>;

/** Entries that say the same whoever logs them: what the first side decided, the second need not decide again. */
const decides: ReadonlySet<number> = new Set([Entry.Branch, Entry.Fork, Entry.Concretization, Entry.Assume]);

export class JoinedTrace {
  readonly log = new Log();
  readonly watches = new WatchLog();
  readonly failedWatches = new WatchLog();
  checks: CheckNote[] = [];
  guesses: Guess[] = [];
  readonly #decided = new Set<number>();

  clear(): void {
    this.log.clear();
    this.watches.length = 0;
    this.failedWatches.length = 0;
    this.checks = [];
    this.guesses = [];
    this.#decided.clear();
  }

  /** Sites of a part are numbered from `sites` on here. */
  append({ trace, checks, guesses, watches, failedWatches }: Part, sites: number): void {
    const { log } = this;
    const firstCheck = this.checks.length;
    for (const note of checks) this.checks.push({ ...note, site: note.site + sites });
    const positions = new Int32Array(trace.length + 1);
    const isLater = this.#decided.size > 0;
    for (let i = 0; i < trace.length; i++) {
      positions[i] = log.length;
      const kind = trace.kind[i] as Entry;
      const expr = trace.expr[i];
      if (isLater && decides.has(kind) && this.#decided.has(expr)) continue;
      const isCheck = kind === Entry.Check || (kind === Entry.Failed && trace.value[i] >= 0);
      log.add(kind, expr, trace.site[i] + sites, isCheck ? trace.value[i] + firstCheck : trace.value[i]);
      log.call[log.length - 1] = callOf(trace, i, sites);
    }
    positions[trace.length] = log.length;
    for (let i = 0; i < trace.length; i++) if (decides.has(trace.kind[i])) this.#decided.add(trace.expr[i]);
    for (const guess of guesses) {
      this.guesses.push({ ...guess, site: guess.site + sites, at: positions[guess.at] });
    }
    copyWatches(watches, this.watches, positions, sites);
    copyWatches(failedWatches, this.failedWatches, positions, sites);
  }
}

const callOf = ({ call }: Trace, i: number, sites: number): number =>
  call === undefined || call[i] === 0 ? 0 : call[i] + sites * callTimes;

function copyWatches(from: Watches, to: WatchLog, positions: Int32Array, sites: number): void {
  for (let i = 0; i < from.length; i++) {
    to.add(from.checker[i], from.expr[i], from.site[i] + sites, positions[from.position[i]]);
  }
}
