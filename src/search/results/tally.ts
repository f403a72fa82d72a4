import type { Site } from '../../abi/site.js';
import { assumedSentence } from '../../host/world.js';
import type { Incomplete, IncompleteReason } from '../../vocabulary/finding.js';
import { type Place, placeName } from '../../vocabulary/place.js';

/** A fact of the world that a search held at its default, though the program asked for it. */
export interface Held {
  /** In host/world.ts. */
  readonly fact: string;
  readonly name: string;
  readonly place: Place | undefined;
  /** What the program does there; it asks for the fact, unless told. */
  readonly how?: string;
  /** As in host/world.ts. */
  readonly needsMain?: boolean;
}

/** How often each reason made the search incomplete, and at which sites. Site -1: nowhere in particular. */
export class Tally {
  readonly #counts = new Map<IncompleteReason, Map<number, number>>();
  /** What was asked for, where a reason has a name for it: calls, limits. */
  readonly #names = new Map<IncompleteReason, Set<string>>();
  /** What was assumed, each fact with the first of its places and how many runs it was assumed in. */
  readonly #assumed = new Map<string, { held: Held; times: number }>();

  count(reason: IncompleteReason, site = -1, times = 1, name?: string): void {
    if (name !== undefined) this.#names.set(reason, (this.#names.get(reason) ?? new Set()).add(name));
    let sites = this.#counts.get(reason);
    if (!sites) this.#counts.set(reason, (sites = new Map()));
    sites.set(site, (sites.get(site) ?? 0) + times);
  }

  /** A run took it for granted that a fact is as it is by default. */
  assume(held: Held, times = 1): void {
    const key = `${held.fact} ${held.name}`;
    const known = this.#assumed.get(key);
    const first = known && !isBefore(held.place, known.held.place) ? known.held : held;
    this.#assumed.set(key, { held: first, times: (known?.times ?? 0) + times });
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0 && this.#assumed.size === 0;
  }

  /** Nothing but assumptions about the world keep it from being complete. */
  get isAssumedOnly(): boolean {
    return this.#counts.size === 0 && this.#assumed.size > 0;
  }

  has(reason: IncompleteReason): boolean {
    return reason === 'assumed' ? this.#assumed.size > 0 : this.#counts.has(reason);
  }

  /** What was assumed, in the order of facts and names. */
  get assumed(): Held[] {
    return this.#sorted().map(({ held }) => held);
  }

  #sorted(): { held: Held; times: number }[] {
    return [...this.#assumed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  }

  /** Everything counted so far as rows that can be posted, and forgotten here. */
  drain(): TallyRow[] {
    const rows: TallyRow[] = [];
    for (const [reason, sites] of this.#counts) for (const [site, times] of sites) rows.push({ reason, site, times });
    for (const [reason, names] of this.#names)
      for (const name of names) rows.push({ reason, site: -1, times: 0, name });
    for (const { held, times } of this.#assumed.values()) rows.push({ reason: 'assumed', site: -1, times, held });
    this.#counts.clear();
    this.#names.clear();
    this.#assumed.clear();
    return rows;
  }

  merge(rows: readonly TallyRow[]): void {
    for (const { reason, site, times, name, held } of rows) {
      if (held) this.assume(held, times);
      else this.count(reason, site, times, name);
    }
  }

  /** Sorted by reason; `at` is the first of the places by file, then line. One entry for each fact assumed. */
  toIncomplete(sites: readonly Site[]): Incomplete[] {
    const result: Incomplete[] = this.#sorted().map(({ held: { fact, name, place, how, needsMain }, times }) => {
      const at = place && placeName(place);
      return {
        reason: 'assumed',
        count: times,
        ...(at && { at }),
        what: assumedSentence(fact, name, at, how, needsMain),
      };
    });
    for (const reason of [...this.#counts.keys()].sort()) {
      let count = 0;
      let first: { file: string; line: number } | undefined;
      for (const [site, times] of this.#counts.get(reason)!) {
        count += times;
        const place = site >= 0 ? sites[site]?.place : undefined;
        if (isBefore(place, first)) first = place;
      }
      const names = this.#names.get(reason);
      result.push({
        reason,
        count,
        ...(first && { at: placeName(first) }),
        ...(names && { what: [...names].sort().join(', ') }),
      });
    }
    return result;
  }
}

/** By file, then line; a place is before none at all. */
function isBefore(place: Line | undefined, other: Line | undefined): place is Line {
  if (!place || !other) return place !== undefined;
  return place.file < other.file || (place.file === other.file && place.line < other.line);
}

type Line = Pick<Place, 'file' | 'line'>;

export interface TallyRow {
  readonly reason: IncompleteReason;
  readonly site: number;
  readonly times: number;
  readonly name?: string;
  readonly held?: Held;
}
