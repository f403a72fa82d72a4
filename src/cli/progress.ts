import type { ExploreEvent } from '../modes/explore.js';
import type { PredictEvent } from '../modes/predict.js';
import type { Colors } from '../report/colors.js';

/** Plain lines come this often, doubling up to a minute: a log file is not a terminal. */
const firstLineMs = 5_000;
const slowestLineMs = 60_000;

export interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Tells on stderr what is going on: one live line on a terminal, a plain line now and then elsewhere. */
export class Progress {
  #live = '';
  #nextLine = firstLineMs;

  constructor(
    readonly stream: ProgressStream,
    readonly colors: Colors,
    readonly isQuiet: boolean,
  ) {}

  tell(event: ExploreEvent | PredictEvent): void {
    if (this.isQuiet) return;
    switch (event.kind) {
      case 'building':
        this.#say(event.message);
        return;
      case 'built':
        if (event.warnings) this.line(event.warnings.trimEnd());
        return;
      case 'notice':
        this.line(`nearmiss: ${event.message}`);
        return;
      case 'predicting':
      case 'progress': {
        if (!this.stream.isTTY) {
          if (event.elapsedMs < this.#nextLine) return;
          this.#nextLine = event.elapsedMs + Math.min(slowestLineMs, event.elapsedMs);
        }
        this.#say(event.kind === 'progress' ? describe(event) : describeTests(event));
      }
    }
  }

  /** A line that stays. */
  line(text: string): void {
    this.clear();
    this.stream.write(`${text}\n`);
  }

  /** Takes the live line away. */
  clear(): void {
    if (this.#live) this.stream.write('\r\u001b[2K');
    this.#live = '';
  }

  #say(text: string): void {
    if (!this.stream.isTTY) {
      this.line(text);
      return;
    }
    const fitting = text.slice(0, (this.stream.columns ?? 80) - 1);
    if (fitting === this.#live) return;
    this.clear();
    this.#live = fitting;
    this.stream.write(this.colors.dim(fitting));
  }
}

function describe(event: ExploreEvent & { kind: 'progress' }): string {
  const { elapsedMs, paths, runs, pending, suspects, covered } = event;
  const time = clock(elapsedMs);
  const found = suspects > 0 ? `, ${suspects} suspect${suspects === 1 ? '' : 's'}` : '';
  return `${time}  ${paths} paths, ${runs} runs, ${pending} pending, ${covered} points covered${found}`;
}

function describeTests({ elapsedMs, tests, done, misses }: PredictEvent & { kind: 'predicting' }): string {
  const found = misses > 0 ? `, ${misses} finding${misses === 1 ? '' : 's'}` : '';
  return `${clock(elapsedMs)}  ${done} of ${tests} tests${found}`;
}

function clock(elapsedMs: number): string {
  const seconds = Math.floor(elapsedMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
