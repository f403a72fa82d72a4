import type { ExprId, SiteId } from '../vocabulary/brands.js';

/**
 * Values of the input that became floats. Floats have no shadows, so once one decides something, the path holds for
 * these values alone: that is assumed then and named there. As long as floats are only computed and handed on, the
 * input stays free.
 */
export class PendingFloats {
  readonly #values = new Map<ExprId, readonly [low: number, high: number]>();
  /** Hears whether there are any: instrumented code asks before each decision. */
  onChange: (areSome: boolean) => void = () => {};

  constructor(readonly pin: (id: ExprId, low: number, high: number, site: SiteId) => void) {}

  add(id: ExprId, low: number, high: number): void {
    if (id === 0) return;
    this.#values.set(id, [low, high]);
    if (this.#values.size === 1) this.onChange(true);
  }

  get areSome(): boolean {
    return this.#values.size > 0;
  }

  /** A float is compared, made an integer again, or read as one. */
  decide(site: SiteId): void {
    for (const [id, [low, high]] of this.#values) this.pin(id, low, high, site);
    this.forget();
  }

  forget(): void {
    if (this.#values.size === 0) return;
    this.#values.clear();
    this.onChange(false);
  }
}
