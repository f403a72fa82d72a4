/** A candidate for a cover: the points it has, a bit each. Better candidates come first. */
export type Points = Uint8Array;

/** Steps after which the best cover found so far has to do. */
const mostSteps = 50_000;

/**
 * The fewest of the sets that together have all points that any of them has; of equally few those that come first. Exact
 * where it is found within a number of steps, as it is for the hundreds of sets that functions have; else nearly so.
 * Gives their numbers, ascending.
 */
export function minimalCover(sets: readonly Points[], isCovered: Points = new Uint8Array(0)): number[] {
  const size = Math.max(isCovered.length, ...sets.map(({ length }) => length));
  const wanted = pointsOf(sets, size, isCovered);
  const left = sets.map((set) => wanted.map((point) => has(set, point)));
  const useful = undominated(left);
  const greedy = greedyCover(left, useful, wanted.length);
  const exact = new Search(left, useful, wanted.length, greedy).best;
  return [...exact].sort((a, b) => a - b);
}

const has = (set: Points, point: number): boolean => (((set[point >> 3] ?? 0) >> (point & 7)) & 1) === 1;

function pointsOf(sets: readonly Points[], size: number, isCovered: Points): number[] {
  const points: number[] = [];
  for (let point = 0; point < size * 8; point++) {
    if (!has(isCovered, point) && sets.some((set) => has(set, point))) points.push(point);
  }
  return points;
}

/** Sets that no other, better or equally good, includes. */
function undominated(sets: readonly (readonly boolean[])[]): number[] {
  const isIn = (a: readonly boolean[], b: readonly boolean[]) => a.every((each, i) => !each || b[i]);
  const kept: number[] = [];
  sets.forEach((set, i) => {
    if (!set.includes(true)) return;
    const isLess = sets.some((other, k) => k !== i && isIn(set, other) && (k < i || !isIn(other, set)));
    if (!isLess) kept.push(i);
  });
  return kept;
}

function greedyCover(sets: readonly (readonly boolean[])[], useful: readonly number[], points: number): number[] {
  const covered = new Array<boolean>(points).fill(false);
  const chosen: number[] = [];
  for (;;) {
    let best = -1;
    let most = 0;
    for (const i of useful) {
      const gain = sets[i].reduce((sum, each, point) => sum + Number(each && !covered[point]), 0);
      if (gain > most) [best, most] = [i, gain];
    }
    if (best < 0) return chosen;
    chosen.push(best);
    sets[best].forEach((each, point) => {
      if (each) covered[point] = true;
    });
  }
}

/** Branch and bound: the point that fewest sets have is covered by one of them. */
class Search {
  best: readonly number[];
  #steps = 0;
  readonly #holders: readonly (readonly number[])[];

  constructor(
    readonly sets: readonly (readonly boolean[])[],
    useful: readonly number[],
    points: number,
    first: readonly number[],
  ) {
    this.best = first;
    this.#holders = Array.from({ length: points }, (_, point) => useful.filter((i) => sets[i][point]));
    this.#visit([], new Array<number>(points).fill(0));
  }

  #visit(chosen: readonly number[], covered: readonly number[]): void {
    if (this.#steps++ > mostSteps) return;
    let rarest = -1;
    covered.forEach((count, point) => {
      if (count > 0) return;
      if (rarest < 0 || this.#holders[point].length < this.#holders[rarest].length) rarest = point;
    });
    if (rarest < 0) {
      if (chosen.length < this.best.length) this.best = chosen;
      return;
    }
    if (chosen.length + 1 >= this.best.length) return;
    for (const i of this.#holders[rarest]) {
      this.#visit(
        [...chosen, i],
        covered.map((count, point) => count + Number(this.sets[i][point])),
      );
    }
  }
}
