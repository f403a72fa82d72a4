import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { Watches } from './types.js';

/** The watches of the current run, in arrays that are reused by the next. */
export class WatchLog implements Watches {
  length = 0;
  checker = new Uint8Array(256);
  expr = new Int32Array(256);
  site = new Int32Array(256);
  position = new Int32Array(256);

  add(checker: number, expr: ExprId, site: SiteId, position: number): void {
    const at = this.length++;
    if (at >= this.checker.length) this.#grow();
    this.checker[at] = checker;
    this.expr[at] = expr;
    this.site[at] = site;
    this.position[at] = position;
  }

  /** In order of positions. */
  insert(checker: number, expr: ExprId, site: SiteId, position: number): void {
    this.add(checker, expr, site, position);
    for (let at = this.length - 1; at > 0 && this.position[at - 1] > position; at--) {
      for (const list of [this.checker, this.expr, this.site, this.position]) {
        [list[at - 1], list[at]] = [list[at], list[at - 1]];
      }
    }
  }

  #grow(): void {
    const bigger = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(from.length * 2);
      to.set(from);
      return to;
    };
    const checker = new Uint8Array(this.checker.length * 2);
    checker.set(this.checker);
    this.checker = checker;
    this.expr = bigger(this.expr);
    this.site = bigger(this.site);
    this.position = bigger(this.position);
  }
}
