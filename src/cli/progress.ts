import type { ExploreEvent } from '../library/explore.js';
import type { PredictEvent } from '../library/predict.js';
import type { Colors } from '../library/terminal.js';
import { clock, describeProgress } from './live-line.js';

/** Plain lines come this often, doubling up to a minute: a log file is not a terminal. */
const firstLineMs = 5_000;
const slowestLineMs = 60_000;
/** Writing fewer is done before anybody wonders. */
const manyTests = 2_000;

export interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Tells on stderr what is going on: one live line on a terminal, a plain line now and then elsewhere. */
export class Progress {
  #live = '';
  readonly #isLive: boolean;
  #nextLine = firstLineMs;
  #lastBuilt = '';

  constructor(
    readonly stream: ProgressStream,
    readonly colors: Colors,
    readonly isQuiet: boolean,
  ) {
    this.#isLive = stream.isTTY === true && process.env.TERM !== 'dumb';
  }

  /** The last column stays free: a terminal may wrap when it is written to. Log lines have no end. */
  get #columns(): number {
    return this.#isLive ? (this.stream.columns || 80) - 1 : Infinity;
  }

  tell(event: ExploreEvent | PredictEvent): void {
    // Quiet is about what goes on, not about what a user should know.
    if (this.isQuiet && event.kind !== 'built' && event.kind !== 'notice') return;
    switch (event.kind) {
      case 'building':
        this.#sayBuilding(event.message);
        return;
      case 'built':
        if (event.warnings) this.line(event.warnings.trimEnd());
        return;
      case 'finding':
        this.line(`nearmiss: found ${liveFinding(event.finding)}`);
        return;
      case 'notice':
        this.line(`nearmiss: ${event.message}`);
        return;
      case 'writing':
        if (event.tests >= manyTests) this.#say(`writing ${event.tests} tests`);
        return;
      case 'predicting':
      case 'progress': {
        if (!this.#isLive) {
          if (event.elapsedMs < this.#nextLine) return;
          this.#nextLine = event.elapsedMs + Math.min(slowestLineMs, event.elapsedMs);
        }
        this.#say(event.kind === 'progress' ? describeProgress(event, this.#columns) : describeTests(event));
      }
    }
  }

  /** A step that was done, for who watches. */
  step(text: string): void {
    if (!this.isQuiet) this.line(text);
  }

  /** In a log, `compiling the runtime (8/32)` is said once, without its count. */
  #sayBuilding(message: string): void {
    if (this.#isLive) {
      this.#say(message);
      return;
    }
    const text = message.replace(/ \(\d+\/\d+\)$/, '');
    if (text === this.#lastBuilt) return;
    this.#lastBuilt = text;
    this.line(text);
  }

  /** A line that stays. */
  line(text: string): void {
    this.clear();
    this.stream.write(`${text}\n`);
  }

  /** Takes the live line away. */
  clear(): void {
    live.delete(this);
    if (this.#live) this.stream.write('\r\u001b[2K');
    this.#live = '';
  }

  #say(text: string): void {
    if (!this.#isLive) {
      this.line(text);
      return;
    }
    const fitting = text.slice(0, this.#columns);
    if (fitting === this.#live) return;
    this.#live = fitting;
    watchForExit();
    live.add(this);
    // Over the old line, its rest erased, in one write: a line that is cleared first flickers.
    this.stream.write(`\r${this.colors.dim(fitting)}\u001b[K`);
  }
}

/** Lines to take away when the process ends in the middle of one, as with a second Ctrl-C. */
const live = new Set<Progress>();
let isWatching = false;

function watchForExit(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => {
    for (const progress of live) progress.clear();
  });
}

function describeTests({ elapsedMs, tests, done, misses }: PredictEvent & { kind: 'predicting' }): string {
  const found = misses > 0 ? `, ${misses} finding${misses === 1 ? '' : 's'}` : '';
  return `${clock(elapsedMs)}  ${done} of ${tests} tests${found}`;
}

/** In one line: all of it is told when the search is over. */
const liveFinding = ({ file, line, message, checker }: Extract<ExploreEvent, { kind: 'finding' }>['finding']): string =>
  `${file}:${line}: ${message} [${checker}]`;
