import type { Place } from '../vocabulary/place.js';
import type { Lead } from './branch-leads.js';

/**
 * All paths of a search as one tree, in columns: a node is a stretch of decisions that all paths through it share, the
 * way out of the branch above it first. Nodes stand in the order a walk through the tree meets them.
 */
export interface PathTree {
  /** How many paths it has, and how many there were. */
  readonly paths: number;
  readonly of: number;
  /** Where decisions are made. */
  readonly sites: readonly {
    readonly place?: Place;
    readonly kind: string;
    /** Of a branch: where its outcomes lead. */
    readonly leads?: readonly [Lead | undefined, Lead | undefined];
  }[];
  readonly parent: readonly number[];
  /** Where a node's decisions begin in `site` and `choice`; they end where the next node's begin. */
  readonly first: readonly number[];
  readonly site: readonly number[];
  readonly choice: readonly number[];
  /** Paths through it, and for each outcome of the caller's those that end so below it. */
  readonly count: readonly number[];
  readonly outcomes: readonly (readonly number[])[];
  /** The number of the path that ends there; -1 where none does. */
  readonly path: readonly number[];
}

const none = -1;

/** Grows by paths, one decision after the other, and is made short when all are in. */
export class PathTreeDraft {
  readonly #site: number[] = [none];
  readonly #choice: number[] = [0];
  readonly #firstChild: number[] = [none];
  readonly #nextSibling: number[] = [none];
  readonly #path: number[] = [none];
  #at = 0;
  paths = 0;

  get size(): number {
    return this.#site.length;
  }

  begin(): void {
    this.#at = 0;
  }

  decide(site: number, choice: number): void {
    let child = this.#firstChild[this.#at];
    while (child !== none && (this.#site[child] !== site || this.#choice[child] !== choice)) {
      child = this.#nextSibling[child];
    }
    if (child === none) {
      child = this.#site.push(site) - 1;
      this.#choice.push(choice);
      this.#firstChild.push(none);
      this.#nextSibling.push(this.#firstChild[this.#at]);
      this.#firstChild[this.#at] = child;
      this.#path.push(none);
    }
    this.#at = child;
  }

  /** The path that was decided ends here. */
  end(number: number): void {
    if (this.#path[this.#at] === none) this.#path[this.#at] = number;
    this.paths++;
  }

  /** `outcomes[i]` of path i is a number below `kinds`. */
  finish(
    of: number,
    outcomes: readonly number[],
    kinds: number,
    describe: (site: number) => PathTree['sites'][number],
  ): PathTree {
    const numbers = new Map<number, number>();
    const sites: PathTree['sites'][number][] = [];
    const siteNumber = (site: number): number => {
      let number = numbers.get(site);
      if (number === undefined) numbers.set(site, (number = sites.push(describe(site)) - 1));
      return number;
    };
    const [parent, first, path, site, choice]: number[][] = [[], [], [], [], []];
    const pending: [start: number, above: number][] = [[0, none]];
    while (pending.length > 0) {
      const [start, above] = pending.pop()!;
      const node = parent.push(above) - 1;
      first.push(site.length);
      let end = start;
      for (;;) {
        if (this.#site[end] !== none) {
          site.push(siteNumber(this.#site[end]));
          choice.push(this.#choice[end]);
        }
        const only = this.#firstChild[end];
        if (only === none || this.#nextSibling[only] !== none || this.#path[end] !== none) break;
        end = only;
      }
      path.push(this.#path[end]);
      const children: number[] = [];
      for (let child = this.#firstChild[end]; child !== none; child = this.#nextSibling[child]) children.push(child);
      children.sort((a, b) => this.#site[a] - this.#site[b] || this.#choice[b] - this.#choice[a]);
      for (const child of children) pending.push([child, node]);
    }
    const count = new Array<number>(parent.length).fill(0);
    const ends = Array.from({ length: kinds }, () => new Array<number>(parent.length).fill(0));
    for (let node = parent.length - 1; node >= 0; node--) {
      if (path[node] !== none) {
        count[node]++;
        ends[outcomes[path[node]]][node]++;
      }
      if (parent[node] < 0) continue;
      count[parent[node]] += count[node];
      for (const column of ends) column[parent[node]] += column[node];
    }
    return { paths: this.paths, of, sites, parent, first, site, choice, count, outcomes: ends, path };
  }
}
