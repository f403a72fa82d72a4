import type { AccessedBytes, Prospect, RunResult } from '../../runtime/types.js';
import type { PassedPoints } from '../results/passed-points.js';

/** An input made from a known run. */
export interface KnownChild {
  /** At each place the run accessed that has a variable, what it is now. */
  readonly values: Uint8Array;
  /** Counted from where the program started. */
  readonly bound: number;
  readonly low: number;
  readonly high: number;
  readonly target: number;
}

/** A run that was expanded, as far as another template needs to know it. */
export interface KnownRun extends Pick<RunResult, 'regions' | 'outcome' | 'exitCode'> {
  readonly passed: PassedPoints;
  readonly accessed: AccessedBytes;
  /** Its alternatives from here on, counted from where the program started, are its children's. */
  readonly from: number;
  readonly children: readonly KnownChild[];
  readonly pathLow: number;
  readonly pathHigh: number;
}

/** Where all runs that saw the same so far look next, and what they see there. */
interface Fork {
  readonly offset: number;
  readonly next: Map<number, Fork | KnownRun>;
}

const isFork = (one: Fork | KnownRun): one is Fork => 'next' in one;

/** Bytes of runs remembered, about. */
const mostBytes = 64 << 20;

const bytesOf = ({ accessed, children }: KnownRun): number =>
  children.reduce((sum, { values }) => sum + values.length + 150, 300 + 16 * accessed.order.length);

/**
 * Runs by what they saw of their input, in the order of access: a program that has seen the same so far accesses
 * the same place next, so that an input can be followed to the run it would be without running it. An input of
 * another template that comes to a known run takes the same path, and the questions asked of that path have the same
 * answers: its children are the known run's, with the rest of the input its own.
 */
export class KnownRuns {
  readonly #first = new Map<string, Fork | KnownRun>();
  #bytes = 0;
  /** Two runs that saw the same then accessed different places: what this class rests on does not hold. */
  #isWrong = false;

  find({ lengths, seenAt }: Prospect): KnownRun | undefined {
    if (this.#isWrong) return undefined;
    let at = this.#first.get(lengths);
    while (at && isFork(at)) at = at.next.get(seenAt(at.offset));
    if (!at) return undefined;
    const { order, seen } = at.accessed;
    for (let i = 0; i < order.length; i++) if (seenAt(order[i]) !== seen[i]) return undefined;
    return at;
  }

  add(run: KnownRun): void {
    if (this.#bytes >= mostBytes || this.#isWrong) return;
    const { order, seen, lengths } = run.accessed;
    let map: Map<string | number, Fork | KnownRun> = this.#first as Map<string | number, Fork | KnownRun>;
    let key: string | number = lengths;
    for (let depth = 0; ; depth++) {
      let at = map.get(key);
      if (!at) {
        map.set(key, run);
        this.#bytes += bytesOf(run);
        return;
      }
      if (!isFork(at)) {
        const { accessed } = at;
        if (depth === order.length && depth === accessed.order.length) {
          if (run.from < at.from) map.set(key, run);
          return;
        }
        at = { offset: accessed.order[depth] ?? -1, next: new Map([[accessed.seen[depth], at]]) };
        map.set(key, at);
      }
      if (at.offset !== order[depth]) {
        this.#isWrong = true;
        return;
      }
      map = at.next as Map<string | number, Fork | KnownRun>;
      key = seen[depth];
    }
  }
}

/** The input of a known run's child, in the place of `prospect`. */
export function transplanted(
  { accessed }: KnownRun,
  { values }: KnownChild,
  { input, variables }: Prospect,
): Uint8Array {
  const child = input.slice();
  let k = 0;
  accessed.order.forEach((offset, i) => {
    if (accessed.variables[i] < 0) return;
    child[offset] = values[k];
    child[variables[offset]] = values[k++];
  });
  return child;
}

/** What a child of a run has at the variables that the run accessed. */
export function valuesOf({ variables }: AccessedBytes, child: Uint8Array): Uint8Array {
  return Uint8Array.from(
    variables.filter((variable) => variable >= 0),
    (variable) => child[variable],
  );
}
