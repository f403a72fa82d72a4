import type { Timeline } from './page-data.js';

/** Points of a timeline at most: more than a chart has pixels for would only be larger. */
const mostPoints = 400;

interface Progress {
  readonly elapsedMs: number;
  readonly runs: number;
  readonly paths: number;
  readonly covered: number;
}

/** How a search goes on, a few times a second; every other point is given up when there are many. */
export class TimelineDraft {
  #points: Progress[] = [];
  #every = 1;
  #seen = 0;

  note(progress: Progress): void {
    if (this.#seen++ % this.#every === 0) this.#points.push(progress);
    if (this.#points.length <= mostPoints) return;
    this.#points = this.#points.filter((_, i) => i % 2 === 0);
    this.#every *= 2;
  }

  timeline(end?: Progress): Timeline {
    const start = { elapsedMs: 0, runs: 0, paths: 0, covered: 0 };
    const points = [start, ...this.#points, ...(end ? [end] : [])];
    return {
      ms: points.map(({ elapsedMs }) => Math.round(elapsedMs)),
      paths: points.map(({ paths }) => paths),
      covered: points.map(({ covered }) => covered),
      runs: points.map(({ runs }) => runs),
    };
  }
}
