import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { Entry, Trace } from './trace.js';

/** The trace of the current run, in arrays that are reused by the next. */
export class Log implements Trace {
  length = 0;
  kind = new Uint8Array(1024);
  expr = new Int32Array(1024);
  site = new Int32Array(1024);
  value = new Int32Array(1024);

  add(kind: Entry, expr: ExprId, site: SiteId, value: number): void {
    const at = this.length++;
    if (at >= this.kind.length) this.#grow();
    this.kind[at] = kind;
    this.expr[at] = expr;
    this.site[at] = site;
    this.value[at] = value;
  }

  #grow(): void {
    const length = this.kind.length * 2;
    const copy = <T extends Uint8Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.kind = copy(this.kind, new Uint8Array(length));
    this.expr = copy(this.expr, new Int32Array(length));
    this.site = copy(this.site, new Int32Array(length));
    this.value = copy(this.value, new Int32Array(length));
  }
}
