import type { Site } from '../../abi/site.js';
import type { Incomplete, IncompleteReason } from '../../vocabulary/finding.js';
import { placeName } from '../../vocabulary/place.js';

/** How often each reason made the search incomplete, and at which sites. Site -1: nowhere in particular. */
export class Tally {
  readonly #counts = new Map<IncompleteReason, Map<number, number>>();
  /** What was asked for, where a reason has a name for it: calls, limits. */
  readonly #names = new Map<IncompleteReason, Set<string>>();

  count(reason: IncompleteReason, site = -1, times = 1, name?: string): void {
    if (name !== undefined) this.#names.set(reason, (this.#names.get(reason) ?? new Set()).add(name));
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
    for (const [reason, names] of this.#names)
      for (const name of names) rows.push({ reason, site: -1, times: 0, name });
    this.#counts.clear();
    this.#names.clear();
    return rows;
  }

  merge(rows: readonly TallyRow[]): void {
    for (const { reason, site, times, name } of rows) this.count(reason, site, times, name);
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

export interface TallyRow {
  readonly reason: IncompleteReason;
  readonly site: number;
  readonly times: number;
  readonly name?: string;
}
