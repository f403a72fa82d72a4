import type { Site } from '../runtime/types.js';
import type { Incomplete, IncompleteReason } from '../vocabulary/finding.js';
import { placeName } from '../vocabulary/place.js';

/** How often each reason made the search incomplete, and at which sites. Site -1: nowhere in particular. */
export class Tally {
  readonly #counts = new Map<IncompleteReason, Map<number, number>>();

  count(reason: IncompleteReason, site = -1, times = 1): void {
    let sites = this.#counts.get(reason);
    if (!sites) this.#counts.set(reason, (sites = new Map()));
    sites.set(site, (sites.get(site) ?? 0) + times);
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  has(reason: IncompleteReason): boolean {
    return this.#counts.has(reason);
  }

  /** Everything counted so far as rows that can be posted, and forgotten here. */
  drain(): TallyRow[] {
    const rows: TallyRow[] = [];
    for (const [reason, sites] of this.#counts) for (const [site, times] of sites) rows.push({ reason, site, times });
    this.#counts.clear();
    return rows;
  }

  merge(rows: readonly TallyRow[]): void {
    for (const { reason, site, times } of rows) this.count(reason, site, times);
  }

  /** Sorted by reason; `at` is the first of the places by file, then line. */
  toIncomplete(sites: readonly Site[]): Incomplete[] {
    const result: Incomplete[] = [];
    for (const reason of [...this.#counts.keys()].sort()) {
      let count = 0;
      let first: { file: string; line: number } | undefined;
      for (const [site, times] of this.#counts.get(reason)!) {
        count += times;
        const place = site >= 0 ? sites[site]?.place : undefined;
        if (place && (!first || place.file < first.file || (place.file === first.file && place.line < first.line))) {
          first = place;
        }
      }
      result.push(first ? { reason, count, at: placeName(first) } : { reason, count });
    }
    return result;
  }
}

export interface TallyRow {
  readonly reason: IncompleteReason;
  readonly site: number;
  readonly times: number;
}
