import { FuelPrice } from '../instrument/fuel.js';
import type { StopSign } from './stop-sign.js';

/**
 * Turns of loops a run gets at once. Few enough that even turns full of symbols take some hundredths of a second, so
 * many that fetching more costs nothing.
 */
const portion = 1 << 13;

/** The fuel of a run, handed to the module in portions: between two of them somebody may look at the clock. */
export class FuelTank {
  #kept = 0;

  constructor(
    readonly exports: Readonly<Record<string, unknown>>,
    readonly stopSign?: StopSign,
  ) {}

  fill(fuel: number): void {
    const first = Math.min(fuel, portion);
    this.#kept = fuel - first;
    this.#gauge.value = first;
  }

  get left(): number {
    return (this.#gauge.value as number) + this.#kept;
  }

  /** The module has used up its portion. False: that was the last one. */
  refill(): boolean {
    this.stopSign?.look();
    const gauge = this.#gauge;
    // What was paid for bulk memory may be more than a portion.
    while (this.#kept > 0 && (gauge.value as number) < 0) {
      const more = Math.min(this.#kept, portion);
      this.#kept -= more;
      gauge.value = (gauge.value as number) + more;
    }
    return (gauge.value as number) >= 0;
  }

  /** For bytes that were moved or marked outside the module; the next turn of a loop looks at what is left. */
  pay(bytes: number): void {
    const gauge = this.#gauge;
    gauge.value = (gauge.value as number) - (bytes >>> FuelPrice.bulkShift);
  }

  get #gauge(): WebAssembly.Global {
    return this.exports['nearmiss.fuel'] as WebAssembly.Global;
  }
}
